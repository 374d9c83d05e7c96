package schema

import (
	"encoding/json"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// types is a set of JSON types.
type types uint8

const (
	typeNull types = 1 << iota
	typeBoolean
	typeInteger
	typeNumber // not the integers
	typeString
	typeArray
	typeObject

	anyType = typeNull | typeBoolean | typeInteger | typeNumber | typeString | typeArray | typeObject
)

// typeNamed is the set that a "type" keyword's word stands for.
func typeNamed(name string) types {
	switch name {
	case "null":
		return typeNull
	case "boolean":
		return typeBoolean
	case "integer":
		return typeInteger
	case "number":
		return typeNumber | typeInteger
	case "string":
		return typeString
	case "array":
		return typeArray
	case "object":
		return typeObject
	}
	return 0
}

// typeOf is the type of one value.
func typeOf(v any) types {
	switch v := v.(type) {
	case nil:
		return typeNull
	case bool:
		return typeBoolean
	case string:
		return typeString
	case json.Number:
		if _, ok := integer(v.String()); ok {
			return typeInteger
		}
		return typeNumber
	case []any:
		return typeArray
	case map[string]any:
		return typeObject
	}
	return 0
}

// accepted is the set of types of which s may accept values. Where it cannot
// tell it says too many, never too few.
func accepted(s *jsonschema.Schema) types { return acceptedBy(s, nil) }

func acceptedBy(s *jsonschema.Schema, open []*jsonschema.Schema) types {
	switch {
	case s == nil || slices.Contains(open, s):
		return anyType
	case s.Bool != nil && *s.Bool:
		return anyType
	case s.Bool != nil:
		return 0
	}
	open = append(open[:len(open):len(open)], s)
	set := anyType
	if s.Types != nil && !s.Types.IsEmpty() {
		var named types
		for _, name := range s.Types.ToStrings() {
			named |= typeNamed(name)
		}
		set &= named
	}
	if s.Const != nil {
		set &= typeOf(*s.Const)
	}
	if s.Enum != nil {
		var listed types
		for _, v := range s.Enum.Values {
			listed |= typeOf(v)
		}
		set &= listed
	}
	if s.Ref != nil {
		set &= acceptedBy(s.Ref, open)
	}
	for _, part := range s.AllOf {
		set &= acceptedBy(part, open)
	}
	for _, branches := range [][]*jsonschema.Schema{s.AnyOf, s.OneOf} {
		if len(branches) > 0 {
			var either types
			for _, branch := range branches {
				either |= acceptedBy(branch, open)
			}
			set &= either
		}
	}
	return set
}
