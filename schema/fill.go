package schema

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// fill puts the defaults of missing properties into every object that is
// present, and reports whether it put in any. It follows what surely applies
// (properties, items, allOf, references) and stays out of branches that may
// not. Filling twice is the same as filling once. The error is an *Invalid, for
// a value that would become too large.
func (j *judge) fill(n *node, lim limits) (changed bool, err error) {
	if len(j.defaults) == 0 {
		return false, nil
	}
	f := filler{judge: j, lim: lim, room: maxValues - n.size(), defaultOf: func(p *jsonschema.Schema) *node { return j.defaults[p] }}
	f.value(n, j.root, 0, nil)
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
	changed   bool
}

// value fills n, of which s is one schema. Same holds the schemas already
// applied to this very value, so that circular references end.
func (f *filler) value(n *node, s *jsonschema.Schema, depth int, same []*jsonschema.Schema) {
	if s == nil || s.Bool != nil || slices.Contains(same, s) {
		return
	}
	switch n.kind {
	case jsontext.KindBeginObject:
		f.object(n, s, depth+1)
	case jsontext.KindBeginArray:
		f.array(n, s, depth+1)
	default:
		return
	}
	same = append(same[:len(same):len(same)], s)
	f.value(n, s.Ref, depth, same)
	for _, part := range s.AllOf {
		f.value(n, part, depth, same)
	}
}

func (f *filler) object(n *node, s *jsonschema.Schema, depth int) {
	for i, name := range n.names {
		for _, p := range propertySchemas(s, name) {
			f.value(n.kids[i], p, depth, nil)
		}
	}
	for _, name := range f.propertyNames(s) {
		if n.member(name) != nil {
			continue
		}
		d := f.defaultOf(s.Properties[name])
		if d == nil || depth+d.height() > f.lim.depth || !f.lim.nul && d.any(hasNUL) {
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
		f.value(kid, itemSchema(s, i), depth, nil)
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
// end.
func (j *judge) findDefaults() {
	if !slices.ContainsFunc(slices.Collect(maps.Values(j.docs)), func(doc *node) bool { return doc.any(mentionsDefault) }) {
		return
	}
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
		f.value(n, p, 0, nil)
		open[p] = false
		if endless[p] || f.room < 0 || p.Validate(n.plain()) != nil {
			n = nil
		}
		found[p] = n
		return n
	}
	eachSchema(j.root, func(s *jsonschema.Schema) {
		for _, name := range j.propertyNames(s) {
			find(s.Properties[name])
		}
	})
	j.defaults = found
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
