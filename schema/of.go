package schema

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
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
// All this is about what is decoded; encoding/json writes a Duration as a number.
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
