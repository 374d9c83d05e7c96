package schema

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// eachSchema visits every schema that can be reached from root, once, in an
// order that is the same every time.
func eachSchema(root *jsonschema.Schema, visit func(*jsonschema.Schema)) {
	seen := map[*jsonschema.Schema]bool{nil: true}
	queue := []*jsonschema.Schema{root}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if seen[s] {
			continue
		}
		seen[s] = true
		visit(s)
		queue = append(queue, subschemas(s)...)
	}
}

// subschemas are the schemas directly inside or referred to by s; some are nil.
func subschemas(s *jsonschema.Schema) []*jsonschema.Schema {
	subs := []*jsonschema.Schema{
		s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else, s.PropertyNames, s.UnevaluatedProperties,
		s.Contains, s.Items2020, s.UnevaluatedItems, s.ContentSchema,
	}
	if s.DynamicRef != nil {
		subs = append(subs, s.DynamicRef.Ref)
	}
	subs = slices.Concat(subs, s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems)
	for _, group := range []map[string]*jsonschema.Schema{s.Properties, s.DependentSchemas} {
		for _, name := range slices.Sorted(maps.Keys(group)) {
			subs = append(subs, group[name])
		}
	}
	subs = append(subs, slices.SortedFunc(maps.Values(s.PatternProperties), byLocation)...)
	for _, name := range slices.Sorted(maps.Keys(s.Dependencies)) {
		if sub, ok := s.Dependencies[name].(*jsonschema.Schema); ok {
			subs = append(subs, sub)
		}
	}
	for _, either := range []any{s.AdditionalProperties, s.AdditionalItems, s.Items} {
		switch sub := either.(type) {
		case *jsonschema.Schema:
			subs = append(subs, sub)
		case []*jsonschema.Schema:
			subs = append(subs, sub...)
		}
	}
	return subs
}

// byLocation orders schemas by where they stand.
func byLocation(a, b *jsonschema.Schema) int { return cmp.Compare(a.Location, b.Location) }

// propertySchemas are the schemas that s applies to a member of an object.
func propertySchemas(s *jsonschema.Schema, name string) []*jsonschema.Schema {
	var subs []*jsonschema.Schema
	if p := s.Properties[name]; p != nil {
		subs = append(subs, p)
	}
	for re, p := range s.PatternProperties {
		if re.MatchString(name) {
			subs = append(subs, p)
		}
	}
	if p, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && len(subs) == 0 {
		subs = append(subs, p)
	}
	slices.SortFunc(subs, byLocation)
	return subs
}

// nodeOf is the reverse of node.plain; members are sorted by name.
func nodeOf(v any) *node {
	switch v := v.(type) {
	case map[string]any:
		n := &node{kind: jsontext.KindBeginObject}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			n.add(name, nodeOf(v[name]))
		}
		return n
	case []any:
		n := &node{kind: jsontext.KindBeginArray}
		for _, item := range v {
			n.kids = append(n.kids, nodeOf(item))
		}
		return n
	case string:
		return &node{kind: jsontext.KindString, text: v}
	case json.Number:
		return &node{kind: jsontext.KindNumber, text: v.String()}
	case bool:
		return literal(strconv.FormatBool(v))
	default:
		return literal("null")
	}
}

// literal is the node of true, false or null.
func literal(text string) *node { return &node{kind: jsontext.Kind(text[0])} }

// valueAt follows an instance location in a plain value.
func valueAt(v any, location []string) any {
	for _, token := range location {
		switch in := v.(type) {
		case map[string]any:
			v = in[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}
