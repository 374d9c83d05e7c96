package schema

import (
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// hooked takes the schema that a type gives itself. One with references into
// itself moves to $defs, where they are put right.
func (r *reflector) hooked(t reflect.Type) (twin, error) {
	if name, known := r.names[t]; known {
		return newTwin().set("$ref", text("#/$defs/"+name)), nil
	}
	own, ok := reflect.New(t).Interface().(schemer)
	if !ok {
		return twin{}, r.fail("%s has no usable JSONSchema method", t)
	}
	s, err := Parse(own.JSONSchema())
	if err != nil {
		return twin{}, r.fail("the JSONSchema method of %s does not return a schema: %v", t, err)
	}
	doc := s.doc.clone()
	switch doc.kind {
	case jsontext.KindTrue:
		return newTwin(), nil
	case jsontext.KindFalse:
		return newTwin().set("not", object()), nil
	}
	r.unchecked = r.unchecked || doc.any(mentionsFormat)
	whole := twin{doc, doc.clone()}
	switch {
	case len(r.path) == 1 || !doc.any(mentions("$ref")):
		return whole, nil
	case doc.any(mentions("$id", "$anchor", "$dynamicRef", "$dynamicAnchor")):
		return twin{}, r.fail("the schema of %s uses $id or anchors, which cannot stand inside another schema", t)
	}
	name := r.freeName(typeName(t))
	r.names[t] = name
	rebase(whole.doc, "#/$defs/"+name, false)
	rebase(whole.strict, "#/$defs/"+name, false)
	r.hoisted = append(r.hoisted, hoist{name, whole})
	return newTwin().set("$ref", text("#/$defs/"+name)), nil
}

// mentions looks for keys in objects.
func mentions(keys ...string) func(*node) bool {
	return func(n *node) bool {
		return n.kind == jsontext.KindBeginObject &&
			slices.ContainsFunc(n.names, func(name string) bool { return slices.Contains(keys, name) })
	}
}

// mentionsFormat finds the keywords that count only in schemas of Go types.
func mentionsFormat(n *node) bool { return mentions("format", "contentEncoding")(n) }

// rebase makes the references inside a schema start from its new place. Named
// says that n is not a schema but holds some by name.
func rebase(n *node, place string, named bool) {
	for i, kid := range n.kids {
		key := ""
		if n.kind == jsontext.KindBeginObject && !named {
			key = n.names[i]
		}
		switch key {
		case "const", "enum", "default", "examples":
		case "$ref":
			if strings.HasPrefix(kid.text, "#") {
				kid.text = place + kid.text[1:]
			}
		case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
			rebase(kid, place, true)
		default:
			rebase(kid, place, false)
		}
	}
}
