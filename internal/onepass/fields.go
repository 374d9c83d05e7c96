package onepass

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	jsonv2 "github.com/go-json-experiment/json"
)

// classify says where a value of type t is put and which kinds of token can
// be put there.
func classify(t reflect.Type) (into target, takes kind) {
	if t == nil {
		return intoNothing, isAnything
	}
	if t.Kind() == reflect.Pointer {
		return intoPointer, 0
	}
	switch t {
	case reflect.TypeFor[any]():
		return intoAny, isAnything
	case reflect.TypeFor[json.RawMessage]():
		return intoRaw, 0
	case reflect.TypeFor[time.Time](), reflect.TypeFor[time.Duration](), reflect.TypeFor[json.Number]():
		return intoSpan, 0
	case reflect.TypeFor[[]string]():
		return intoStrings, isArray | isNull
	}
	if hasMethods(t, unmarshalers()) {
		return intoSpan, 0
	}
	switch t.Kind() {
	case reflect.String:
		return intoString, isString | isNull
	case reflect.Bool:
		return intoBool, isTrue | isFalse | isNull
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return intoInt, isInteger | isNull
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return intoUint, isInteger | isNull
	case reflect.Float32, reflect.Float64:
		return intoFloat, isInteger | isDecimal | isNull
	case reflect.Struct:
		return intoStruct, isObject | isNull
	case reflect.Slice:
		if t.Elem().Kind() != reflect.Uint8 {
			return intoSlice, isArray | isNull
		}
	case reflect.Array:
		if t.Elem().Kind() != reflect.Uint8 {
			return intoArray, isArray | isNull
		}
	case reflect.Map:
		switch {
		case t.Key() == reflect.TypeFor[string]() && t.Elem() == reflect.TypeFor[any]():
			return intoMapAny, isObject | isNull
		case t.Key().Kind() == reflect.String && !hasMethods(t.Key(), append(unmarshalers(), marshalers()...)):
			return intoMap, isObject | isNull
		}
	}
	return intoSpan, 0
}

func unmarshalers() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[jsonv2.UnmarshalerFrom](),
		reflect.TypeFor[jsonv2.Unmarshaler](),
		reflect.TypeFor[encoding.TextUnmarshaler](),
	}
}

func marshalers() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[jsonv2.MarshalerTo](),
		reflect.TypeFor[jsonv2.Marshaler](),
		reflect.TypeFor[encoding.TextMarshaler](),
		reflect.TypeFor[encoding.TextAppender](),
	}
}

// hasMethods reports whether t or a pointer to it has the methods of any of
// the interfaces.
func hasMethods(t reflect.Type, interfaces []reflect.Type) bool {
	for _, i := range interfaces {
		if t.Implements(i) || reflect.PointerTo(t).Implements(i) {
			return true
		}
	}
	return false
}

// field is a member of a JSON object that has a place in a struct.
type field struct {
	name  string
	index []int // as in reflect.Type.FieldByIndex
	typ   reflect.Type
}

// fit says who can decode a struct.
type fit int

const (
	fitsPlan   fit = iota // this package, by its fields
	fitsSpan              // go-json-experiment/json, which knows all rules
	fitsNobody            // decoding some inputs would panic
)

// fieldsOf lists the fields of a struct type in the order of their
// declaration, promoted ones in the place of the struct they come from.
// Anything beyond plain names, omitempty and omitzero, and any name that
// occurs twice, is left to go-json-experiment/json.
func fieldsOf(t reflect.Type) ([]field, fit) {
	w := fieldWalk{names: make(map[string]bool), open: make(map[reflect.Type]bool)}
	w.walk(t, nil)
	return w.fields, w.fit
}

type fieldWalk struct {
	fields []field
	names  map[string]bool
	open   map[reflect.Type]bool
	fit    fit
}

func (w *fieldWalk) give(f fit) { w.fit = max(w.fit, f) }

func (w *fieldWalk) walk(t reflect.Type, path []int) {
	if w.open[t] {
		w.give(fitsSpan)
		return
	}
	w.open[t] = true
	usable := 0
	for i := range t.NumField() {
		sf := t.Field(i)
		tag, tagged := sf.Tag.Lookup("json")
		if tag == "-" {
			usable++ // a struct with tags may well have no fields left
			continue
		}
		if !sf.IsExported() && !sf.Anonymous {
			if tagged {
				w.give(fitsSpan)
			}
			continue
		}
		usable++
		name, options, comma := strings.Cut(tag, ",")
		if comma && !isPlainOptions(options) {
			w.give(fitsSpan)
		}
		index := append(append([]int(nil), path...), i)
		switch {
		case sf.Anonymous && name == "":
			w.embedded(sf, tag, index)
		case !sf.IsExported():
			w.give(fitsNobody) // null would be set through a read-only field
		default:
			if name == "" {
				name = sf.Name
			}
			w.add(field{name: name, index: index, typ: sf.Type})
		}
	}
	if usable == 0 && t.NumField() > 0 {
		w.give(fitsSpan) // refused there
	}
	delete(w.open, t)
}

// isPlainOptions reports whether a tag has no options but those that matter
// only for encoding.
func isPlainOptions(options string) bool {
	switch options {
	case "omitempty", "omitzero", "omitempty,omitzero", "omitzero,omitempty":
		return true
	}
	return false
}

func (w *fieldWalk) add(f field) {
	if w.names[f.name] || !utf8.ValidString(f.name) || strings.ContainsAny(f.name, "\\'\"`") {
		w.give(fitsSpan)
	}
	w.names[f.name] = true
	w.fields = append(w.fields, f)
}

// embedded promotes the fields of an embedded struct.
func (w *fieldWalk) embedded(sf reflect.StructField, tag string, index []int) {
	t := sf.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
		if !sf.IsExported() {
			w.give(fitsSpan) // cannot be made
			return
		}
	}
	if tag != "" || t.Kind() != reflect.Struct || hasMethods(t, append(unmarshalers(), marshalers()...)) || t == reflect.TypeFor[time.Time]() {
		w.give(fitsSpan)
		return
	}
	w.walk(t, index)
}
