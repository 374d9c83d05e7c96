package onepass

import (
	"encoding/json"
	"reflect"

	jsonv2 "github.com/go-json-experiment/json"
)

// Compile makes a plan from a decoded schema document: map[string]any,
// []any, string, bool, nil and json.Number, as encoding/json gives them with
// UseNumber. t is the Go type to decode into, nil to check only.
//
// The draft is the one that $schema names, 2020-12 if it names none; draft 7
// is known too. As with the judge by default, format is not asserted in
// 2020-12, and content keywords never are: a caller who makes the judge
// assert them must not ask a plan about schemas that have them.
//
// ok=false means that the document or the type uses something outside the
// common subset. The document is read only here and not kept.
func Compile(doc any, t reflect.Type) (p *Plan, ok bool) {
	c := compiler{doc: doc, nodes: make(map[meeting]*node), rulesForSpans: jsonv2.WithUnmarshalers(ExactAny())}
	if !c.readDraft() {
		return nil, false
	}
	root, ok := c.node(doc, t)
	if !ok {
		return nil, false
	}
	return &Plan{root: root, typ: t}, true
}

type compiler struct {
	doc    any
	draft7 bool
	nodes  map[meeting]*node

	rulesForSpans jsonv2.Options
}

// meeting is a subschema together with the type that it is decoded into.
// Recursive schemas and types come back to meetings that they have been to,
// so each has one node.
type meeting struct {
	schema   uintptr // address of the map, or one of the two below
	typ      reflect.Type
	nullable bool
}

const (
	schemaFalse uintptr = 0
	schemaTrue  uintptr = 1
)

// readDraft looks at $schema: absent and draft 2020-12 are the same, draft 7
// differs in details, anything else is for the judge.
func (c *compiler) readDraft() bool {
	obj, ok := c.doc.(map[string]any)
	if !ok {
		return true
	}
	switch obj["$schema"] {
	case nil:
		_, present := obj["$schema"]
		return !present
	case "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2020-12/schema#":
		return true
	case "http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-07/schema",
		"https://json-schema.org/draft-07/schema#", "https://json-schema.org/draft-07/schema":
		c.draft7 = true
		return true
	}
	return false
}

// node compiles schema for values that go into t.
func (c *compiler) node(schema any, t reflect.Type) (*node, bool) {
	s, ok := c.resolve(schema)
	if !ok {
		return nil, false
	}
	at := meeting{schema: s.address(), typ: t, nullable: s.nullable}
	if s.obj != nil {
		enum, _ := s.obj["enum"].([]any)
		required, _ := s.obj["required"].([]any)
		s.cost += len(enum)/16 + len(required)/16
	}
	if n := c.nodes[at]; n != nil {
		n.cost = max(n.cost, s.cost)
		return n, true
	}
	n := &node{typ: t, murky: s.nullable, cost: s.cost}
	c.nodes[at] = n

	var takes kind
	n.into, takes = classify(t)
	switch n.into {
	case intoPointer:
		if n.elem, ok = c.node(schema, t.Elem()); ok {
			ok = !n.endless()
		}
		return n, ok
	case intoRaw, intoSpan:
		n.elem, ok = c.node(schema, nil)
		n.rules = c.rulesForSpans
		return n, ok
	case intoStruct:
		fields, fit := fieldsOf(t)
		switch fit {
		case fitsNobody:
			return nil, false
		case fitsSpan:
			n.into = intoSpan
			n.elem, ok = c.node(schema, nil)
			n.rules = c.rulesForSpans
			return n, ok
		}
		return n, c.rules(n, s, takes, fields)
	}
	return n, c.rules(n, s, takes, nil)
}

// endless reports whether n is a pointer that points to nothing but
// pointers, such as type P *P.
func (n *node) endless() bool {
	hops := 0
	for n != nil && n.into == intoPointer && hops < 16 {
		n = n.elem
		hops++
	}
	return hops == 16
}

// rules sets what n allows and asks for: what the schema and the type have
// in common.
func (c *compiler) rules(n *node, s resolved, takes kind, fields []field) bool {
	if s.obj == nil {
		if s.always {
			n.allow = isAnything & takes
		}
	} else {
		if !c.inSubset(s.obj) {
			return false
		}
		allow, ok := typeKinds(s.obj)
		if !ok {
			return false
		}
		list, ok := readList(s.obj)
		if !ok {
			return false
		}
		n.allow = allow & takes & list.kinds()
		if n.allow&isString != 0 {
			if n.str, ok = readStringRules(s.obj, list); !ok {
				return false
			}
		}
		if n.allow&(isInteger|isDecimal) != 0 {
			if n.num, ok = readNumberRules(s.obj, list); !ok {
				return false
			}
		}
	}
	if n.allow&isArray != 0 && !c.arrayRules(n, s.obj) {
		return false
	}
	if n.allow&isObject != 0 && !c.objectRules(n, s.obj, fields) {
		return false
	}
	if s.nullable {
		n.allow |= isNull
	}
	return true
}

func (c *compiler) arrayRules(n *node, obj map[string]any) bool {
	arr := &arrayRules{}
	n.arr = arr
	var ok1, ok2, ok3 bool
	arr.min, ok1 = readCount(obj, "minItems", 0)
	arr.max, ok2 = readCount(obj, "maxItems", -1)
	items, present := obj["items"]
	if !present {
		items = true
	}
	arr.items, ok3 = c.node(items, n.elemType())
	return ok1 && ok2 && ok3
}

// elemType is the type of the elements of an array, or of the members of a
// map, that goes into n.
func (n *node) elemType() reflect.Type {
	switch n.into {
	case intoAny:
		return n.typ
	case intoStrings, intoSlice, intoArray, intoMap, intoMapAny:
		return n.typ.Elem()
	}
	return nil
}

// readCount reads a keyword that counts something.
func readCount(obj map[string]any, key string, absent int) (int, bool) {
	v, present := obj[key]
	if !present {
		return absent, true
	}
	number, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	n, ok := smallInteger(number)
	if !ok || n < 0 || n > 1<<31-1 {
		return 0, false
	}
	return int(n), true
}
