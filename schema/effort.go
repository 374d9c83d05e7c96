package schema

import (
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The validator has no budget of its own, and a schema of a kilobyte can make
// it work for hours: parts that each refer twice to the next, or a recursion
// with two ways to go at every level. So what it will do is counted first, on a
// sheet that has for every schema what it applies and to what.
//
// One unit of effort is about what one evaluation of a schema costs: a
// microsecond or two, with the fault that comes of it.
const (
	maxEffort        = 2_000_000 // allowed for the largest value, see onepass.BaseEffort
	maxDefaultEffort = 500_000   // for the defaults of a document
	maxInPlace       = 50_000    // evaluations that a schema applies to one and the same value
	maxInPlaceSearch = 5_000_000 // steps to find that out for a whole document
)

// sheet is what one schema makes the validator do.
type sheet struct {
	own     int   // for the schema itself
	admits  types // other types of values end its evaluation
	pattern int   // size of the pattern that strings must match
	format  bool

	same []*sheet // applied to the same value

	properties map[string]*sheet
	patterns   []patternSheet
	additional *sheet
	others     *sheet // unevaluatedProperties
	names      *sheet

	prefix   []*sheet
	items    *sheet
	contains *sheet
	rest     *sheet // unevaluatedItems
}

type patternSheet struct {
	match jsonschema.Regexp
	size  int
	sheet *sheet
}

// sheets makes the sheets of all schemas that can be reached from the roots, of
// which those after the first are reached only by way of dynamic references.
func sheets(roots ...*jsonschema.Schema) map[*jsonschema.Schema]*sheet {
	made := map[*jsonschema.Schema]*sheet{}
	var dynamic []*jsonschema.Schema
	for _, root := range roots {
		eachSchema(root, func(s *jsonschema.Schema) {
			if made[s] != nil {
				return
			}
			made[s] = &sheet{own: 1, admits: anyType}
			if s.DynamicAnchor != "" || s.RecursiveAnchor {
				dynamic = append(dynamic, s)
			}
		})
	}
	for s, sh := range made {
		sh.write(s, made)
		for _, target := range dynamic {
			if s.DynamicRef != nil && s.DynamicRef.Anchor == target.DynamicAnchor && target != s.DynamicRef.Ref && target.DynamicAnchor != "" ||
				s.RecursiveRef != nil && target.RecursiveAnchor && target != s.RecursiveRef {
				sh.same = append(sh.same, made[target])
			}
		}
	}
	return made
}

// write fills in the sheet of s.
func (sh *sheet) write(s *jsonschema.Schema, of map[*jsonschema.Schema]*sheet) {
	if s.Bool != nil {
		sh.admits = 0
		return
	}
	sh.own += len(s.Required) / 16
	if s.Enum != nil {
		sh.own += len(s.Enum.Values) / 16
	}
	if s.Types != nil && !s.Types.IsEmpty() {
		sh.admits = 0
		for _, name := range s.Types.ToStrings() {
			sh.admits |= typeNamed(name)
		}
	}
	if s.Pattern != nil {
		sh.pattern = sizeOf(s.Pattern)
	}
	sh.format = s.Format != nil || s.ContentEncoding != nil
	for _, sub := range inPlace(s) {
		sh.same = append(sh.same, of[sub])
	}
	if len(s.Properties) > 0 {
		sh.properties = make(map[string]*sheet, len(s.Properties))
		for name, sub := range s.Properties {
			sh.properties[name] = of[sub]
		}
	}
	for re, sub := range s.PatternProperties {
		sh.patterns = append(sh.patterns, patternSheet{re, sizeOf(re), of[sub]})
	}
	sh.additional = of[oneSchema(s.AdditionalProperties)]
	sh.others, sh.names = of[s.UnevaluatedProperties], of[s.PropertyNames]
	prefix, items := s.PrefixItems, s.Items2020
	if s.DraftVersion < 2020 {
		prefix, _ = s.Items.([]*jsonschema.Schema)
		if items = oneSchema(s.Items); items == nil {
			items = oneSchema(s.AdditionalItems)
		}
	}
	for _, sub := range prefix {
		sh.prefix = append(sh.prefix, of[sub])
	}
	sh.items, sh.contains, sh.rest = of[items], of[s.Contains], of[s.UnevaluatedItems]
}

// oneSchema is v if it is a single schema, else nil.
func oneSchema(v any) *jsonschema.Schema {
	s, _ := v.(*jsonschema.Schema)
	return s
}

// inPlace are the schemas that s applies to the very value it is applied to.
func inPlace(s *jsonschema.Schema) []*jsonschema.Schema {
	subs := slices.Concat(s.AllOf, s.AnyOf, s.OneOf)
	subs = append(subs, s.Ref, s.RecursiveRef, s.Not)
	if s.If != nil {
		subs = append(subs, s.If, s.Then, s.Else)
	}
	if s.DynamicRef != nil {
		subs = append(subs, s.DynamicRef.Ref)
	}
	subs = slices.AppendSeq(subs, maps.Values(s.DependentSchemas))
	for _, either := range s.Dependencies {
		subs = append(subs, oneSchema(either))
	}
	return slices.DeleteFunc(subs, func(sub *jsonschema.Schema) bool { return sub == nil })
}
