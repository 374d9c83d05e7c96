package schema

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
)

// field is one property of a struct.
type field struct {
	name     string // in JSON
	goName   string
	typ      reflect.Type
	tag      reflect.StructTag
	index    []int
	tagged   bool // the name comes from a tag
	optional bool // omitempty, omitzero, a pointer, or inside an embedded pointer
	quoted   bool // the json option "string"
}

// fields lists the properties of a struct in the order of its fields, embedded
// ones in their place. Of several with one name the shallowest counts, then the
// only tagged one, then none, as in encoding/json.
func (r *reflector) fields(t reflect.Type) ([]field, error) {
	var found []field
	if err := r.collect(t, nil, false, []reflect.Type{t}, &found); err != nil {
		return nil, err
	}
	if err := jsonv2.Unmarshal([]byte("{}"), reflect.New(t).Interface()); err != nil {
		return nil, r.fail("%s cannot be decoded: %v", t, err)
	}
	byName := map[string][]field{}
	for _, f := range found {
		byName[f.name] = append(byName[f.name], f)
	}
	return slices.DeleteFunc(found, func(f field) bool {
		rivals := byName[f.name]
		slices.SortStableFunc(rivals, func(a, b field) int {
			return cmp.Or(cmp.Compare(len(a.index), len(b.index)), compareBools(b.tagged, a.tagged))
		})
		first := rivals[0]
		tied := len(rivals) > 1 && len(rivals[1].index) == len(first.index) && rivals[1].tagged == first.tagged
		return tied || !slices.Equal(first.index, f.index)
	}), nil
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	default:
		return -1
	}
}

// collect appends the fields of t and of the structs embedded in it.
func (r *reflector) collect(t reflect.Type, index []int, behindPointer bool, open []reflect.Type, found *[]field) error {
	for i := range t.NumField() {
		sf := t.Field(i)
		tag := sf.Tag.Get("json")
		if tag == "-" || !sf.IsExported() && !sf.Anonymous {
			continue
		}
		leave := r.enter(sf.Name)
		name, options, _ := strings.Cut(tag, ",")
		if strings.ContainsAny(name, "\\'\"`") {
			return r.fail("the name in json:%q has quotes or backslashes, which is not supported", tag)
		}
		f := field{
			name: cmp.Or(name, sf.Name), goName: sf.Name, typ: sf.Type, tag: sf.Tag, tagged: name != "",
			index:    append(slices.Clone(index), i),
			optional: behindPointer || sf.Type.Kind() == reflect.Pointer,
		}
		embedded := sf.Anonymous && name == ""
		for option := range strings.SplitSeq(options, ",") {
			switch option {
			case "omitempty", "omitzero":
				f.optional = true
			case "string":
				f.quoted = true
			case "embed":
				embedded = true
			}
		}
		if embedded {
			if err := r.embed(f, sf, open, found); err != nil {
				return err
			}
		} else {
			*found = append(*found, f)
		}
		leave()
	}
	return nil
}

// embed flattens an embedded struct.
func (r *reflector) embed(f field, sf reflect.StructField, open []reflect.Type, found *[]field) error {
	t := f.typ
	pointer := t.Kind() == reflect.Pointer
	if pointer {
		t = t.Elem()
	}
	switch {
	case t.Kind() != reflect.Struct:
		return r.fail("the embedded %s is not a struct; give it a name with a json tag", f.typ)
	case slices.Contains(open, t):
		return r.fail("%s embeds itself", t)
	case pointer && !sf.IsExported():
		return r.fail("the embedded pointer to the unexported %s cannot be set; embed the struct itself", t)
	}
	return r.collect(t, f.index, f.optional, append(open[:len(open):len(open)], t), found)
}

// structure writes the schema of a struct.
func (r *reflector) structure(s twin, t reflect.Type) (twin, error) {
	fields, err := r.fields(t)
	if err != nil {
		return s, err
	}
	props, required := newTwin(), texts()
	for _, f := range fields {
		leave := r.enter(f.goName)
		sub, err := r.field(f)
		if err != nil {
			return s, err
		}
		props.put(f.name, sub)
		must, err := r.isRequired(f)
		if err != nil {
			return s, err
		}
		if must {
			required.kids = append(required.kids, text(f.name))
		}
		leave()
	}
	s.set("type", text("object")).put("properties", props)
	if len(required.kids) > 0 {
		s.set("required", required)
	}
	return s.set("additionalProperties", literal("false")), nil
}

// isRequired decides whether a property must be present.
func (r *reflector) isRequired(f field) (bool, error) {
	switch tag, ok := f.tag.Lookup("required"); {
	case !ok:
		_, hasDefault := f.tag.Lookup("default")
		return !f.optional && !hasDefault, nil
	case tag == "true":
		return true, nil
	case tag == "false":
		return false, nil
	default:
		return false, r.fail("required:%q must be true or false", tag)
	}
}
