package schema

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// enum lists the allowed values, of a slice those of its items.
func (t *tagReader) enum() error {
	value, ok := t.tag.Lookup("enum")
	if !ok {
		return nil
	}
	of, typ := t.schema, t.typ
	if typ == "array" {
		of = t.schema.member("items")
		typ = of.doc.member("type").word()
	}
	var list []*node
	if n, fault := read([]byte(value), limits{depth: 2}); fault == nil && n.kind == jsontext.KindBeginArray {
		list = n.kids
	} else {
		for part := range strings.SplitSeq(value, ",") {
			n, err := tagValue(strings.TrimSpace(part), typ)
			if err != nil {
				return t.fail("enum:%q: %v", value, err)
			}
			list = append(list, n)
		}
	}
	if len(list) == 0 {
		return t.fail("enum:%q lists nothing", value)
	}
	plain := twin{of.doc.clone(), of.strict.clone()}
	t.later(plain, list, fmt.Sprintf("enum:%q", value))
	of.set("enum", &node{kind: jsontext.KindBeginArray, kids: list})
	return nil
}

// samples are the default and the example.
func (t *tagReader) samples() error {
	for _, name := range []string{"default", "example"} {
		value, ok := t.tag.Lookup(name)
		if !ok {
			continue
		}
		n, err := tagValue(value, t.typ)
		if err != nil {
			return t.fail("%s:%q: %v", name, value, err)
		}
		t.later(twin{t.schema.doc.clone(), t.schema.strict.clone()}, []*node{n}, fmt.Sprintf("%s:%q", name, value))
		if name == "example" {
			name, n = "examples", &node{kind: jsontext.KindBeginArray, kids: []*node{n}}
		}
		t.schema.set(name, n)
	}
	return nil
}

// tagValue reads a value from a tag: JSON, or the bare text where a string is
// wanted.
func tagValue(value, typ string) (*node, error) {
	n, fault := read([]byte(value), limits{depth: defaultDepth, nul: true})
	isJSON := fault == nil
	switch {
	case typ == "string" && (!isJSON || n.kind != jsontext.KindString), typ == "" && !isJSON:
		return text(value), nil
	case isJSON:
		return n, nil
	default:
		return nil, fmt.Errorf("%q is not %s in JSON", value, article(typ))
	}
}

// later notes values of a tag that must satisfy its own schema, to be judged
// when all definitions are there.
func (r *reflector) later(schema twin, values []*node, tag string) {
	r.checks = append(r.checks, tagCheck{strings.Join(r.path, "."), tag, schema, values})
}

type tagCheck struct {
	path, tag string
	schema    twin
	values    []*node
}

// run judges the values, in a document with the definitions of root.
func (c tagCheck) run(root twin) error {
	if defs := root.member("$defs"); defs.doc != nil {
		c.schema.put("$defs", defs)
	}
	s := newSchema(c.schema.doc, c.schema.strict, settings{strict: true})
	for _, value := range c.values {
		if err := s.Validate(value.append(nil)); err != nil {
			return fmt.Errorf("schema: %s: the value in %s does not fit the field: %w", c.path, c.tag, err)
		}
	}
	return nil
}
