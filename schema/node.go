package schema

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// node is one JSON value that remembers what Go maps forget: the order of its
// members. Numbers keep their exact text.
type node struct {
	kind  jsontext.Kind
	text  string   // a string's content, or a number's literal
	names []string // an object's member names, in order
	kids  []*node  // an object's member values or an array's items
}

// member returns the value of an object's member, or nil.
func (n *node) member(name string) *node {
	if n == nil || n.kind != jsontext.KindBeginObject {
		return nil
	}
	if i := slices.Index(n.names, name); i >= 0 {
		return n.kids[i]
	}
	return nil
}

// add appends a member to an object.
func (n *node) add(name string, value *node) {
	n.names = append(n.names, name)
	n.kids = append(n.kids, value)
}

// at follows a JSON pointer, nil where it leads nowhere.
func (n *node) at(ptr string) *node {
	for _, token := range pointerTokens(ptr) {
		if n == nil {
			return nil
		}
		switch n.kind {
		case jsontext.KindBeginObject:
			n = n.member(token)
		case jsontext.KindBeginArray:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(n.kids) {
				return nil
			}
			n = n.kids[i]
		default:
			return nil
		}
	}
	return n
}

// plain is the value in the form the judge takes: maps, slices, strings,
// json.Number, bool and nil.
func (n *node) plain() any {
	switch n.kind {
	case jsontext.KindBeginObject:
		m := make(map[string]any, len(n.names))
		for i, name := range n.names {
			m[name] = n.kids[i].plain()
		}
		return m
	case jsontext.KindBeginArray:
		s := make([]any, len(n.kids))
		for i, kid := range n.kids {
			s[i] = kid.plain()
		}
		return s
	case jsontext.KindString:
		return n.text
	case jsontext.KindNumber:
		return json.Number(n.text)
	case jsontext.KindTrue:
		return true
	case jsontext.KindFalse:
		return false
	default:
		return nil
	}
}

// append writes the value as compact JSON.
func (n *node) append(b []byte) []byte {
	switch n.kind {
	case jsontext.KindBeginObject:
		b = append(b, '{')
		for i, name := range n.names {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendString(b, name)
			b = append(b, ':')
			b = n.kids[i].append(b)
		}
		return append(b, '}')
	case jsontext.KindBeginArray:
		b = append(b, '[')
		for i, kid := range n.kids {
			if i > 0 {
				b = append(b, ',')
			}
			b = kid.append(b)
		}
		return append(b, ']')
	case jsontext.KindString:
		return appendString(b, n.text)
	case jsontext.KindNumber:
		return append(b, n.text...)
	default:
		return append(b, n.kind.String()...)
	}
}

// clone copies the value so that filling in one copy leaves the other alone.
func (n *node) clone() *node {
	c := *n
	c.names = slices.Clone(n.names)
	c.kids = make([]*node, len(n.kids))
	for i, kid := range n.kids {
		c.kids[i] = kid.clone()
	}
	return &c
}

// height is the number of nested arrays and objects, 0 for a scalar.
func (n *node) height() int {
	if n.kind != jsontext.KindBeginObject && n.kind != jsontext.KindBeginArray {
		return 0
	}
	h := 0
	for _, kid := range n.kids {
		h = max(h, kid.height())
	}
	return h + 1
}

// size is the number of values, the value itself included.
func (n *node) size() int {
	size := 1
	for _, kid := range n.kids {
		size += kid.size()
	}
	return size
}

// any reports whether the value or one inside it satisfies is.
func (n *node) any(is func(*node) bool) bool {
	return is(n) || slices.ContainsFunc(n.kids, func(kid *node) bool { return kid.any(is) })
}

// appendString writes s as a JSON string. What comes here was read as valid
// UTF-8, or is replaced character by character, so no error is possible that
// the output would not already show.
func appendString(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s)
	return b
}
