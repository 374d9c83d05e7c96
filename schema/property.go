package schema

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// top is the schema at the root of the document, behind local references.
func (s *Schema) top() *node {
	n := s.doc
	for range 64 { // references may run in circles
		to := resolveLocal(n, s.doc)
		if to == nil {
			break
		}
		n = to
	}
	return n
}

// HasProperty reports whether the schema names a property at its top level.
func (s *Schema) HasProperty(name string) bool {
	return s.top().member("properties").member(name) != nil
}

// Properties returns the names of the properties at the top level, in the
// document's order.
func (s *Schema) Properties() []string {
	properties := s.top().member("properties")
	if properties == nil {
		return nil
	}
	return slices.Clone(properties.names)
}

// Required returns the names of the properties that must be present at the top
// level, in the document's order.
func (s *Schema) Required() []string {
	var names []string
	if required := s.top().member("required"); required != nil {
		for _, kid := range required.kids {
			if kid.kind == jsontext.KindString {
				names = append(names, kid.text)
			}
		}
	}
	return names
}

// WithProperty returns a copy of an object schema with one more optional
// property, whose schema is prop. It returns false when the root of the document
// is not an object schema, when it has the property already, or when prop is not
// a schema document. Only the root changes: a branch of it that closes the
// object for itself, say under "oneOf", stays closed.
func (s *Schema) WithProperty(name string, prop []byte) (*Schema, bool) {
	sub, err := readDocument(prop)
	if err != nil || !isObjectSchema(s.doc) || s.HasProperty(name) {
		return nil, false
	}
	c := newSchema(withProperty(s.doc, name, sub), withProperty(s.strict, name, sub), s.set)
	c.origin, c.unchecked = s.origin, s.unchecked || sub.any(mentionsFormat)
	return c, true
}

// isObjectSchema reports whether a schema document is about objects.
func isObjectSchema(n *node) bool {
	if n.member("$ref") != nil {
		return false
	}
	t := n.member("type")
	if t == nil {
		return n.member("properties") != nil
	}
	isObject := func(n *node) bool { return n.kind == jsontext.KindString && n.text == "object" }
	return isObject(t) || slices.ContainsFunc(t.kids, isObject)
}

// withProperty copies what changes and shares the rest.
func withProperty(doc *node, name string, sub *node) *node {
	copied := &node{kind: doc.kind, names: slices.Clone(doc.names), kids: slices.Clone(doc.kids)}
	i := slices.Index(copied.names, "properties")
	if i < 0 {
		copied.add("properties", &node{kind: jsontext.KindBeginObject, names: []string{name}, kids: []*node{sub}})
		return copied
	}
	old := copied.kids[i]
	props := &node{kind: old.kind, names: slices.Clone(old.names), kids: slices.Clone(old.kids)}
	props.add(name, sub)
	copied.kids[i] = props
	return copied
}
