package text

import (
	"bytes"
	"encoding/json"
)

// minimaxTree is the arguments of a call of MiniMax M3 as they come, with the schema of
// each value beside it, since only that knows which is an array and which a number.
type minimaxTree struct {
	types *schemaTypes
	stack []minimaxNode
}

type minimaxNode struct {
	name   string
	schema any
	kinds  kinds
	args   tagArgs           // the elements in it, as an object
	items  []json.RawMessage // and as an array
	list   bool              // whether it is one
	nested bool              // it has elements in it
}

// minimaxDepth bounds how deep elements can stand in one another.
const minimaxDepth = 32

func newMinimaxTree(p *params) *minimaxTree {
	t := &minimaxTree{stack: make([]minimaxNode, 1, 4)}
	if p != nil {
		t.types = p.declared()
		t.stack[0].schema = t.types.root
	}
	return t
}

func (t *minimaxTree) top() *minimaxNode { return &t.stack[len(t.stack)-1] }

// raw says that we are in a string. Tags in there, other than its end, are text.
func (t *minimaxTree) raw() bool { return t.top().kinds&isString != 0 }

// open begins an element.
func (t *minimaxTree) open(name string) bool {
	if name == "" || len(t.stack) > minimaxDepth {
		return false
	}
	parent := t.top()
	if !parent.nested {
		parent.nested = true
		parent.list = name == "item" && len(t.stack) > 1 && (parent.kinds == 0 || parent.kinds&isArray != 0)
	}
	node := minimaxNode{name: name}
	if t.types != nil {
		t.types.steps = schemaSteps
		node.schema = t.types.child(parent.schema, name, len(parent.items), schemaDepth)
		node.kinds = t.types.of(node.schema, schemaDepth)
	}
	t.stack = append(t.stack, node)
	return true
}

// close ends an element, with the text that stands before its end.
func (t *minimaxTree) close(name, text string) bool {
	node := t.top()
	if len(t.stack) == 1 || node.name != name {
		return false
	}
	t.stack = t.stack[:len(t.stack)-1]
	t.top().add(name, node.value(text))
	return true
}

// value is the element as JSON.
func (n *minimaxNode) value(text string) json.RawMessage {
	switch {
	case n.nested && n.list:
		return n.array()
	case n.nested:
		return n.object()
	case text == "" && n.kinds&isString == 0:
		switch {
		case n.kinds&isNull != 0:
			return json.RawMessage("null")
		case n.kinds&isArray != 0:
			return json.RawMessage("[]")
		case n.kinds&isObject != 0:
			return json.RawMessage("{}")
		}
	}
	return typedAs(n.kinds, text, false)
}

// add takes an element. In an object, those of the same name are an array.
func (n *minimaxNode) add(name string, value json.RawMessage) {
	if n.list {
		n.items = append(n.items, value)
		return
	}
	if i := n.args.at(name); i >= 0 {
		n.repeat(i, value)
		return
	}
	n.args.set(name, value)
}

// repeat adds a value to those of the same name.
func (n *minimaxNode) repeat(i int, value json.RawMessage) {
	if n.items == nil {
		n.items = make([]json.RawMessage, len(n.args.names))
	}
	for len(n.items) < len(n.args.names) {
		n.items = append(n.items, nil)
	}
	if n.items[i] == nil {
		n.items[i] = bytes.Clone(n.args.values[i])
	}
	n.items[i] = append(append(n.items[i], ','), value...)
}

func (n *minimaxNode) array() json.RawMessage {
	return append(append(json.RawMessage("["), bytes.Join(rawBytes(n.items), []byte(","))...), ']')
}

func (n *minimaxNode) object() json.RawMessage {
	for i, several := range n.items {
		if several != nil {
			n.args.values[i] = append(append(json.RawMessage("["), several...), ']')
		}
	}
	return n.args.object()
}

func rawBytes(values []json.RawMessage) [][]byte {
	all := make([][]byte, len(values))
	for i, v := range values {
		all[i] = v
	}
	return all
}

// child is the schema of what stands in a value: a property, or the item of an array
// that comes after so many others.
func (s *schemaTypes) child(schema any, name string, index, depth int) any {
	m, ok := schema.(map[string]any)
	if s.steps--; !ok || depth == 0 || s.steps < 0 {
		return nil
	}
	if properties, ok := m["properties"].(map[string]any); ok && properties[name] != nil {
		return properties[name]
	}
	if name == "item" {
		if prefix, ok := m["prefixItems"].([]any); ok && index < len(prefix) {
			return prefix[index]
		}
		if m["items"] != nil {
			return m["items"]
		}
	}
	for _, a := range alternatives(m) {
		if found := s.child(a, name, index, depth-1); found != nil {
			return found
		}
	}
	if to := s.ref(m); to != nil {
		return s.child(to, name, index, depth-1)
	}
	return m["additionalProperties"]
}
