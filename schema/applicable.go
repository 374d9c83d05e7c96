package schema

import (
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// all are schemas that apply together.
type all []*jsonschema.Schema

// wanted is the set of types that the schemas admit together.
func (a all) wanted(known *expansions) types {
	set := anyType
	for _, s := range a {
		set &= known.accepted(s)
	}
	return set
}

// applicable is what is known of the schemas of one value: those that surely
// apply, and the branches of which one or the other may.
type applicable struct {
	must all
	may  []all
}

// size is the number of schemas.
func (ap applicable) size() int {
	size := len(ap.must)
	for _, branch := range ap.may {
		size += len(branch)
	}
	return size
}

// wanted is the set of types that the value may have. Where the sure schemas
// leave everything open, any branch that admits a type counts.
func (ap applicable) wanted(known *expansions) types {
	set := ap.must.wanted(known)
	if set == anyType && len(ap.may) > 0 {
		set = 0
		for _, branch := range ap.may {
			set |= branch.wanted(known)
		}
	}
	return set
}

// expansions remembers what single schemas expand to and admit, for there are
// few of them and many values.
type expansions struct {
	wide   map[*jsonschema.Schema]applicable
	admits map[*jsonschema.Schema]types
}

func newExpansions() *expansions {
	return &expansions{wide: map[*jsonschema.Schema]applicable{}, admits: map[*jsonschema.Schema]types{}}
}

// accepted is the set of types of which s may accept values.
func (known *expansions) accepted(s *jsonschema.Schema) types {
	if s.Bool != nil {
		return accepted(s)
	}
	set, ok := known.admits[s]
	if !ok {
		set = accepted(s)
		known.admits[s] = set
	}
	return set
}

func (known *expansions) expand(ap applicable) applicable {
	if len(ap.must) != 1 || len(ap.may) != 0 {
		return ap.expand()
	}
	wide, ok := known.wide[ap.must[0]]
	if !ok {
		wide = ap.expand()
		known.wide[ap.must[0]] = wide
	}
	return wide
}

// expand adds what the schemas refer to and are made of.
func (ap applicable) expand() applicable {
	var out applicable
	seen := map[*jsonschema.Schema]bool{nil: true}
	heard := map[*jsonschema.Schema]bool{} // branches of one schema; nil for anything
	add := func(b all) {
		if len(b) == 1 {
			s := b[0]
			if s.Bool != nil && *s.Bool {
				s = nil
			}
			if heard[s] {
				return
			}
			heard[s] = true
		}
		out.may = append(out.may, b)
	}
	var together func(into *all, s *jsonschema.Schema)
	var branch func(s *jsonschema.Schema)
	together = func(into *all, s *jsonschema.Schema) {
		if seen[s] {
			return
		}
		seen[s] = true
		*into = append(*into, s)
		together(into, s.Ref)
		for _, part := range s.AllOf {
			together(into, part)
		}
		for _, sub := range slices.Concat(s.AnyOf, s.OneOf) {
			branch(sub)
		}
		if s.If != nil {
			branch(s.Then)
			branch(s.Else)
		}
		for _, sub := range slices.SortedFunc(maps.Values(s.DependentSchemas), byLocation) {
			branch(sub)
		}
		if s.If != nil && (s.Then == nil) != (s.Else == nil) || len(s.DependentSchemas) > 0 {
			add(anything()) // when the condition is not met
		}
	}
	branch = func(s *jsonschema.Schema) {
		if s == nil {
			return
		}
		var b all
		together(&b, s)
		if len(b) == 0 { // met before, but here it stands for itself
			b = all{s}
		}
		add(b)
	}
	for _, s := range ap.must {
		together(&out.must, s)
	}
	for _, b := range ap.may {
		var wide all
		for _, s := range b {
			together(&wide, s)
		}
		if len(wide) == 0 {
			wide = b
		}
		add(wide)
	}
	return out
}

// anything is a branch that admits every value.
func anything() all {
	yes := true
	return all{{Bool: &yes}}
}

// property is what applies to a member of an object.
func (ap applicable) property(name string) applicable {
	return ap.below(func(s *jsonschema.Schema) (subs all, closed bool) {
		open, known := s.AdditionalProperties.(bool)
		return propertySchemas(s, name), known && !open
	})
}

// item is what applies to an item of an array.
func (ap applicable) item(i int) applicable {
	return ap.below(func(s *jsonschema.Schema) (subs all, closed bool) {
		if sub := itemSchema(s, i); sub != nil {
			subs = all{sub}
		}
		return subs, false
	})
}

// below descends one step. A branch that says nothing about what is there
// admits anything, and must be heard; a closed one admits nothing.
func (ap applicable) below(step func(*jsonschema.Schema) (subs all, closed bool)) applicable {
	var out applicable
	for _, s := range ap.must {
		subs, _ := step(s)
		out.must = append(out.must, subs...)
	}
	for _, branch := range ap.may {
		var subs all
		shut := false
		for _, s := range branch {
			some, closed := step(s)
			subs = append(subs, some...)
			shut = shut || closed && len(some) == 0
		}
		if shut {
			continue
		}
		if len(subs) == 0 {
			subs = anything()
		}
		out.may = append(out.may, subs)
	}
	return out
}

// optional reports whether name is a known property that no schema requires.
func (ap applicable) optional(name string) bool {
	known := false
	for _, s := range slices.Concat(ap.must, slices.Concat(ap.may...)) {
		if slices.Contains(s.Required, name) {
			return false
		}
		known = known || s.Properties[name] != nil
	}
	return known
}
