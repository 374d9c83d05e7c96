package schema

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// For returns the schema of a Go type; see [Of].
func For[T any]() (*Schema, error) { return Of(reflect.TypeFor[T]()) }

// Of returns the schema of a Go type: what it accepts decodes into the type.
//
// A struct is an object without further properties; names, omission and
// embedding follow the rules of encoding/json. A field is required unless it is
// a pointer, has a default, or is tagged omitempty or omitzero; the tag
// required:"true" or required:"false" overrides that. Null is accepted only with
// nullable:"true"; a pointer says optional, not nullable.
//
// These struct tags say more about a field:
//
//	doc:"…"                     description, in words for the model; jsonschema:"…" does the same
//	title:"…" deprecated:"true" example:"…"
//	default:"…"                 JSON, or a bare string for a string
//	enum:"a,b"                  the allowed values, or a JSON array of them; on a slice, of its items
//	minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
//	minLength maxLength pattern format
//	minItems maxItems uniqueItems:"true"
//
// Some types have a form of their own: time.Time is a string in date-time
// format, time.Duration a string such as "1m30s", []byte a string in base64,
// encoding.TextUnmarshaler a string, json.RawMessage, any and json.Unmarshaler
// anything. A type with a method JSONSchema() json.RawMessage has the schema
// that the method returns for its zero value. Recursive types stand in "$defs".
//
// Types without a JSON form and wrong tags are errors that name the field.
func Of(t reflect.Type) (*Schema, error) {
	if t == nil {
		return nil, errors.New("schema: no type given")
	}
	r := reflector{
		path:      []string{t.String()},
		recursive: map[reflect.Type]bool{},
		names:     map[reflect.Type]string{},
	}
	if err := r.survey(t, nil, map[reflect.Type]bool{}); err != nil {
		return nil, err
	}
	root, err := r.body(base(t))
	if err != nil {
		return nil, err
	}
	if err := r.define(&root); err != nil {
		return nil, err
	}
	for _, check := range r.checks {
		if err := check.run(root); err != nil {
			return nil, err
		}
	}
	s := newSchema(root.doc, root.strict, settings{strict: true})
	s.origin, s.unchecked = t, r.unchecked
	return s, nil
}

// reflector writes the schema of one type.
type reflector struct {
	path      []string // where we are: the root type and the fields to here
	recursive map[reflect.Type]bool
	names     map[reflect.Type]string // of the recursive types, in $defs
	queue     []reflect.Type          // named, but not yet defined
	hoisted   []hoist
	checks    []tagCheck
	unchecked bool // a format was asked for that decoding does not check
}

// hoist is a definition that did not come from reflection.
type hoist struct {
	name string
	body twin
}

// fail makes an error about the place where the reflector is.
func (r *reflector) fail(format string, args ...any) error {
	return fmt.Errorf("schema: %s: %s", strings.Join(r.path, "."), fmt.Sprintf(format, args...))
}

// enter notes a step of the path; the result undoes it.
func (r *reflector) enter(step string) (leave func()) {
	r.path = append(r.path, step)
	return func() { r.path = r.path[:len(r.path)-1] }
}

// base takes the pointers off a type.
func base(t reflect.Type) reflect.Type {
	for range 16 { // type P *P has no end
		if t.Kind() != reflect.Pointer {
			break
		}
		t = t.Elem()
	}
	return t
}

// survey finds the types that contain themselves.
func (r *reflector) survey(t reflect.Type, open []reflect.Type, done map[reflect.Type]bool) error {
	t = base(t)
	if slices.Contains(open, t) {
		r.recursive[t] = true
		return nil
	}
	if done[t] || hasForm(t) {
		return nil
	}
	if t.Name() != "" {
		open = append(open[:len(open):len(open)], t)
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		if err := r.survey(t.Elem(), open, done); err != nil {
			return err
		}
	case reflect.Struct:
		fields, err := r.fields(t)
		if err != nil {
			return err
		}
		for _, f := range fields {
			leave := r.enter(f.goName)
			if err := r.survey(f.typ, open, done); err != nil {
				return err
			}
			leave()
		}
	}
	done[t] = true
	return nil
}

// reference is the schema of t as part of another: its body, or a reference to
// its definition when it is recursive.
func (r *reflector) reference(t reflect.Type) (twin, error) {
	t = base(t)
	if !r.recursive[t] {
		return r.body(t)
	}
	name, known := r.names[t]
	if !known {
		name = r.freeName(typeName(t))
		r.names[t] = name
		r.queue = append(r.queue, t)
	}
	return newTwin().set("$ref", text("#/$defs/"+name)), nil
}

// freeName makes a name unique among the definitions.
func (r *reflector) freeName(name string) string {
	taken := func(name string) bool {
		for _, n := range r.names {
			if n == name {
				return true
			}
		}
		return slices.ContainsFunc(r.hoisted, func(h hoist) bool { return h.name == name })
	}
	free := name
	for i := 2; taken(free); i++ {
		free = fmt.Sprintf("%s%d", name, i)
	}
	return free
}

// define adds the definitions that root and they themselves refer to.
func (r *reflector) define(root *twin) error {
	defs := newTwin()
	for len(r.queue) > 0 {
		t := r.queue[0]
		r.queue = r.queue[1:]
		body, err := r.body(t)
		if err != nil {
			return err
		}
		defs.put(r.names[t], body)
	}
	for _, h := range r.hoisted {
		defs.put(h.name, h.body)
	}
	if len(defs.doc.names) > 0 {
		root.put("$defs", defs)
	}
	return nil
}

// typeName is a type's name with only letters, digits and underscores: that of
// Page[example.com/shop.Item] is Page_Item.
func typeName(t reflect.Type) string {
	name := t.Name()
	head, params, generic := strings.Cut(name, "[")
	if !generic {
		return clean(name)
	}
	words := []string{head}
	for _, p := range strings.FieldsFunc(params, func(c rune) bool { return strings.ContainsRune("[], ", c) }) {
		words = append(words, p[strings.LastIndexAny(p, "./")+1:])
	}
	return clean(strings.Join(words, "_"))
}

func clean(name string) string {
	return strings.Trim(strings.Map(func(c rune) rune {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_':
			return c
		}
		return '_'
	}, name), "_")
}

// twin is a schema under construction: as published, and as judged. The judged
// one also says what only the Go type knows, which would be noise to a model.
type twin struct{ doc, strict *node }

func newTwin() twin {
	return twin{&node{kind: jsontext.KindBeginObject}, &node{kind: jsontext.KindBeginObject}}
}

// set adds or replaces a keyword.
func (t twin) set(name string, v *node) twin { return t.put(name, twin{v, v}) }

// hide sets a keyword of the judged schema only.
func (t twin) hide(name string, v *node) twin {
	t.strict.set(name, v)
	return t
}

// put is set for a keyword that holds schemas.
func (t twin) put(name string, v twin) twin {
	t.doc.set(name, v.doc)
	t.strict.set(name, v.strict)
	return t
}

// member is the twin of a keyword.
func (t twin) member(name string) twin { return twin{t.doc.member(name), t.strict.member(name)} }

// set adds or replaces a member.
func (n *node) set(name string, v *node) {
	if i := slices.Index(n.names, name); i >= 0 {
		n.kids[i] = v
		return
	}
	n.add(name, v)
}

func text(s string) *node   { return &node{kind: jsontext.KindString, text: s} }
func number(s string) *node { return &node{kind: jsontext.KindNumber, text: s} }
func object() *node         { return &node{kind: jsontext.KindBeginObject} }
func texts(list ...string) *node {
	n := &node{kind: jsontext.KindBeginArray}
	for _, s := range list {
		n.kids = append(n.kids, text(s))
	}
	return n
}
