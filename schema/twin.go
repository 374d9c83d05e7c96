package schema

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

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

// with adds a member and returns the object.
func (n *node) with(name string, v *node) *node {
	n.add(name, v)
	return n
}
