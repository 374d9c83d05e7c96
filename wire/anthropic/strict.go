package anthropic

import "encoding/json"

// The API makes one grammar of all strict tools of a request, and refuses the request if
// it becomes too large. These are the bounds that it documents.
const (
	mostStrict   = 20
	mostOptional = 24
	mostUnions   = 16
)

// compilable says that the strict tools stay within the bounds. If not, none is strict: the
// arguments are validated in any case, and which tools are would otherwise depend on
// their order.
func compilable(tools []offer) bool {
	var strict, optional, unions int
	for _, t := range tools {
		if !t.Strict {
			continue
		}
		strict++
		var s any
		if err := json.Unmarshal(t.Input, &s); err != nil {
			return false
		}
		o, u := weigh(s)
		optional, unions = optional+o, unions+u
	}
	return strict <= mostStrict && optional <= mostOptional && unions <= mostUnions
}

// weigh counts optional properties and unions in a schema.
func weigh(s any) (optional, unions int) {
	switch s := s.(type) {
	case []any:
		for _, one := range s {
			o, u := weigh(one)
			optional, unions = optional+o, unions+u
		}
	case map[string]any:
		properties, isObject := s["properties"].(map[string]any)
		required, _ := s["required"].([]any)
		if isObject {
			optional += max(0, len(properties)-len(required))
		}
		_, many := s["type"].([]any)
		if _, anyOf := s["anyOf"].([]any); anyOf || many {
			unions++
		}
		for key, value := range s {
			if key == "enum" || key == "const" || key == "default" || key == "required" {
				continue
			}
			o, u := weigh(value)
			optional, unions = optional+o, unions+u
		}
	}
	return optional, unions
}
