package schema

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// settle fills n in, unless that would make a valid value invalid, and judges
// it: a default must not spoil what was right without it, such as one of several
// properties that exclude each other. It leaves n itself alone.
func (j *judge) settle(n *node, lim limits) (final *node, filled bool, err error) {
	if len(j.defaults) == 0 {
		return n, false, j.verdict(n)
	}
	final = n.clone()
	filled, err = j.fill(final, lim)
	if err != nil {
		return nil, false, err
	}
	err = j.verdict(final)
	if err != nil && filled && j.verdict(n) == nil {
		return n, false, nil
	}
	return final, filled, err
}

// fill puts the defaults of missing properties into every object that is
// present, and reports whether it put in any. It follows what surely applies
// (properties, items, allOf, references) and stays out of branches that may
// not. Filling twice is the same as filling once. The error is an *Invalid, for
// a value that would become too large.
func (j *judge) fill(n *node, lim limits) (changed bool, err error) {
	if len(j.defaults) == 0 {
		return false, nil
	}
	if fault := j.tooMuchEffort(n); fault != nil {
		return false, fault
	}
	f := filler{judge: j, lim: lim, room: maxValues - n.size(), defaultOf: func(p *jsonschema.Schema) *node { return j.defaults[p] }}
	f.value(n, j.root, 0)
	if f.room < 0 {
		return false, invalid([]Problem{tooManyValues()})
	}
	return f.changed, nil
}

type filler struct {
	*judge
	lim       limits
	room      int // how many more values there may be
	defaultOf func(property *jsonschema.Schema) *node
	seen      map[filling]struct{}
	changed   bool
}

// filling is a value and a schema that was applied to it.
type filling struct {
	n *node
	s *jsonschema.Schema
}

// value fills n, of which s is one schema. What was once applied to a value has
// nothing to add when it comes again, by a circle or by another way.
func (f *filler) value(n *node, s *jsonschema.Schema, depth int) {
	if s == nil || s.Bool != nil || n.kind != jsontext.KindBeginObject && n.kind != jsontext.KindBeginArray {
		return
	}
	if _, again := f.seen[filling{n, s}]; again {
		return
	}
	if f.seen == nil {
		f.seen = map[filling]struct{}{}
	}
	f.seen[filling{n, s}] = struct{}{}
	switch n.kind {
	case jsontext.KindBeginObject:
		f.object(n, s, depth+1)
	case jsontext.KindBeginArray:
		f.array(n, s, depth+1)
	}
	f.value(n, s.Ref, depth)
	for _, part := range s.AllOf {
		f.value(n, part, depth)
	}
}

func (f *filler) object(n *node, s *jsonschema.Schema, depth int) {
	for i, name := range n.names {
		for _, p := range propertySchemas(s, name) {
			f.value(n.kids[i], p, depth)
		}
	}
	var present map[string]bool // looked up only if there is anything to put in
	for _, name := range f.propertyNames(s) {
		d := f.defaultOf(s.Properties[name])
		if d == nil {
			continue
		}
		if present == nil {
			present = make(map[string]bool, len(n.names))
			for _, earlier := range n.names {
				present[earlier] = true
			}
		}
		if present[name] || depth+d.height() > f.lim.depth || !f.lim.nul && d.any(hasNUL) {
			continue
		}
		if f.room -= d.size(); f.room < 0 {
			return
		}
		n.add(name, d.clone())
		f.changed = true
	}
}

func (f *filler) array(n *node, s *jsonschema.Schema, depth int) {
	for i, kid := range n.kids {
		f.value(kid, itemSchema(s, i), depth)
	}
}

// itemSchema is the schema of an array's item, in the words of either draft.
func itemSchema(s *jsonschema.Schema, i int) *jsonschema.Schema {
	if s.DraftVersion >= 2020 {
		if i < len(s.PrefixItems) {
			return s.PrefixItems[i]
		}
		return s.Items2020
	}
	switch items := s.Items.(type) {
	case *jsonschema.Schema:
		return items
	case []*jsonschema.Schema:
		if i < len(items) {
			return items[i]
		}
		more, _ := s.AdditionalItems.(*jsonschema.Schema)
		return more
	}
	return nil
}

func hasNUL(n *node) bool {
	return strings.IndexByte(n.text, 0) >= 0 ||
		slices.ContainsFunc(n.names, func(name string) bool { return strings.IndexByte(name, 0) >= 0 })
}

// findDefaults prepares the value to put in for every property with a default:
// the default, with the defaults inside it filled in. One that does not satisfy
// its own schema is left out, and so is one that would contain itself without
// end. The error is for a document whose defaults take too long to check.
func (j *judge) findDefaults() error {
	if !slices.ContainsFunc(slices.Collect(maps.Values(j.docs)), func(doc *node) bool { return doc.any(mentionsDefault) }) {
		return nil
	}
	effort := 0
	found := map[*jsonschema.Schema]*node{}
	open := map[*jsonschema.Schema]bool{}
	endless := map[*jsonschema.Schema]bool{}
	var find func(p *jsonschema.Schema) *node
	find = func(p *jsonschema.Schema) *node {
		if n, done := found[p]; done {
			return n
		}
		if open[p] {
			endless[p] = true
			return nil
		}
		n := j.ownDefault(p)
		if n == nil {
			found[p] = nil
			return nil
		}
		open[p] = true
		n = n.clone()
		f := filler{judge: j, lim: limits{depth: defaultDepth, nul: true}, room: maxValues, defaultOf: find}
		f.value(n, p, 0)
		open[p] = false
		effort += n.size() + j.sheets[p].effort(n, maxDefaultEffort)
		if endless[p] || f.room < 0 || effort > maxDefaultEffort || p.Validate(n.plain()) != nil {
			n = nil
		}
		found[p] = n
		return n
	}
	eachSchema(j.root, func(s *jsonschema.Schema) {
		for _, name := range j.propertyNames(s) {
			if effort <= maxDefaultEffort {
				find(s.Properties[name])
			}
		}
	})
	if effort > maxDefaultEffort {
		return fmt.Errorf("schema: the defaults of the document take more than %d steps to check; write fewer or smaller ones", maxDefaultEffort)
	}
	j.defaults = found
	return nil
}

// ownDefault is the default of a schema, its own or that of what it refers to.
func (j *judge) ownDefault(s *jsonschema.Schema) *node {
	for range 64 { // references may run in circles
		if s == nil {
			return nil
		}
		if s.Default != nil {
			if n := j.source(s.Location).member("default"); n != nil {
				return n
			}
			return nodeOf(*s.Default)
		}
		s = s.Ref
	}
	return nil
}

func mentionsDefault(n *node) bool { return n.member("default") != nil }
