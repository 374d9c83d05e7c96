package dialect

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	array
	object
)

// node is a JSON value that keeps the order of its members and knows where it stood in the original document.
// A node is never changed after it was built: rewriting makes new nodes, which may share children with the old ones.
type node struct {
	kind    kind
	bit     bool     // of a boolean
	str     string   // the content of a text, the literal of a number
	list    []*node  // of an array
	members []member // of an object
	at      *path
}

type member struct {
	name  string
	value *node
}

func newObject(at *path, members ...member) *node {
	return &node{kind: object, members: members, at: at}
}

func newArray(at *path, list ...*node) *node { return &node{kind: array, list: list, at: at} }

func newText(at *path, s string) *node { return &node{kind: text, str: s, at: at} }

func newBool(at *path, b bool) *node { return &node{kind: boolean, bit: b, at: at} }

func newInt(at *path, i int64) *node {
	return &node{kind: number, str: strconv.FormatInt(i, 10), at: at}
}

func newTexts(at *path, list []string) *node {
	out := newArray(at)
	for _, s := range list {
		out.list = append(out.list, newText(at, s))
	}
	return out
}

// get returns the member called name, or nil.
func (n *node) get(name string) *node {
	if n == nil {
		return nil
	}
	for i := range n.members {
		if n.members[i].name == name {
			return n.members[i].value
		}
	}
	return nil
}

func (n *node) has(name string) bool { return n.get(name) != nil }

// text returns the content of the text member called name, or "".
func (n *node) text(name string) string {
	if v := n.get(name); v != nil && v.kind == text {
		return v.str
	}
	return ""
}

// texts returns the members of an array of texts.
func (n *node) texts() []string {
	if n == nil {
		return nil
	}
	out := make([]string, 0, len(n.list))
	for _, v := range n.list {
		if v.kind == text {
			out = append(out, v.str)
		}
	}
	return out
}

func (n *node) isTrue() bool  { return n != nil && n.kind == boolean && n.bit }
func (n *node) isFalse() bool { return n != nil && n.kind == boolean && !n.bit }

// keep returns a copy of the object with only the members that want accepts.
func (n *node) keep(want func(name string) bool) *node {
	out := newObject(n.at)
	for _, m := range n.members {
		if want(m.name) {
			out.members = append(out.members, m)
		}
	}
	return out
}

// without returns a copy of the object that lacks the named members.
func (n *node) without(names ...string) *node {
	return n.keep(func(name string) bool { return !slices.Contains(names, name) })
}

// with returns a copy of the object in which name has the value: in the old place, or at the end.
func (n *node) with(name string, value *node) *node {
	out := newObject(n.at, slices.Clone(n.members)...)
	for i := range out.members {
		if out.members[i].name == name {
			out.members[i].value = value
			return out
		}
	}
	out.members = append(out.members, member{name, value})
	return out
}

// byName indexes the members of an object; nil gives an empty map.
func (n *node) byName() map[string]*node {
	if n == nil {
		return nil
	}
	out := make(map[string]*node, len(n.members))
	for _, m := range n.members {
		out[m.name] = m.value
	}
	return out
}

// append writes the node as compact JSON.
func (n *node) append(b []byte) []byte {
	switch n.kind {
	case boolean:
		return strconv.AppendBool(b, n.bit)
	case number:
		return append(b, n.str...)
	case text:
		return appendQuoted(b, n.str)
	case array:
		b = append(b, '[')
		for i, v := range n.list {
			if i > 0 {
				b = append(b, ',')
			}
			b = v.append(b)
		}
		return append(b, ']')
	case object:
		b = append(b, '{')
		for i, m := range n.members {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendQuoted(b, m.name)
			b = append(b, ':')
			b = m.value.append(b)
		}
		return append(b, '}')
	default:
		return append(b, "null"...)
	}
}

func appendQuoted(b []byte, s string) []byte {
	// The error only says that invalid UTF-8 was replaced, which parse and ToValidUTF8 rule out.
	out, err := jsontext.AppendQuote(b, s)
	if err != nil {
		out, _ = jsontext.AppendQuote(b, strings.ToValidUTF8(s, "\uFFFD"))
	}
	return out
}

// size is about how many bytes the node takes as JSON.
func (n *node) size() int {
	total := len(n.str) + 4
	for _, v := range n.list {
		total += v.size() + 1
	}
	for _, m := range n.members {
		total += len(m.name) + m.value.size() + 4
	}
	return total
}

// depth is how many arrays and objects are nested in each other.
func (n *node) depth() int {
	deepest := 0
	for _, v := range n.list {
		deepest = max(deepest, v.depth())
	}
	for _, m := range n.members {
		deepest = max(deepest, m.value.depth())
	}
	if n.kind == array || n.kind == object {
		deepest++
	}
	return deepest
}

// key is a text that is equal for equal JSON values, whatever the order of members or the spelling of numbers.
func (n *node) key() string { return string(n.appendKey(nil)) }

func (n *node) appendKey(b []byte) []byte {
	switch n.kind {
	case number:
		return append(b, numberKey(n.str)...)
	case array:
		b = append(b, '[')
		for _, v := range n.list {
			b = append(v.appendKey(b), ',')
		}
		return append(b, ']')
	case object:
		sorted := slices.Clone(n.members)
		slices.SortFunc(sorted, func(x, y member) int { return strings.Compare(x.name, y.name) })
		b = append(b, '{')
		for _, m := range sorted {
			b = append(appendQuoted(b, m.name), ':')
			b = append(m.value.appendKey(b), ',')
		}
		return append(b, '}')
	default:
		return n.append(b)
	}
}

// same reports whether two nodes are the same JSON value. It stops at the first difference, so it never costs more than
// the smaller of the two.
func same(a, b *node) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.kind != b.kind || len(a.list) != len(b.list) || len(a.members) != len(b.members) {
		return false
	}
	switch a.kind {
	case boolean:
		return a.bit == b.bit
	case number:
		return numberKey(a.str) == numberKey(b.str)
	case text:
		return a.str == b.str
	}
	for i := range a.list {
		if !same(a.list[i], b.list[i]) {
			return false
		}
	}
	if len(a.members) == 0 {
		return true
	}
	inB := b.byName()
	for _, m := range a.members {
		if other, ok := inB[m.name]; !ok || !same(m.value, other) {
			return false
		}
	}
	return true
}
