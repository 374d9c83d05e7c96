package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"jig/tool"
)

// offer is a tool as any of the providers writes it.
type offer struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`           // OpenAI, Gemini
	JSONSchema  json.RawMessage `json:"parametersJsonSchema"` // Gemini
	Input       json.RawMessage `json:"input_schema"`         // Anthropic, jig
	MCPInput    json.RawMessage `json:"inputSchema"`          // MCP
	Strict      bool            `json:"strict"`

	Function  json.RawMessage `json:"function"`              // OpenAI Chat Completions
	Functions json.RawMessage `json:"functionDeclarations"`  // Gemini
	Snake     json.RawMessage `json:"function_declarations"` // the same in Python
	Tools     json.RawMessage `json:"tools"`                 // a whole request, or MCP's list
}

// ParseTools reads a list of tools in the shape of any provider: what was sent to the model in its "tools". A whole request
// is also taken.
func ParseTools(raw json.RawMessage) ([]tool.Definition, error) {
	return parseTools(raw, 0)
}

// deepest is how far lists of tools may be nested.
const deepest = 4

func parseTools(raw json.RawMessage, depth int) ([]tool.Definition, error) {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return nil, nil
	case depth > deepest:
		return nil, errors.New("the list of tools is nested too deeply")
	case raw[0] == '[':
		var list []json.RawMessage
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, fmt.Errorf("the list of tools is no JSON: %w", err)
		}
		all := make([]tool.Definition, 0, len(list))
		for i, one := range list {
			some, err := parseTools(one, depth+1)
			if err != nil {
				return nil, fmt.Errorf("tool %d: %w", i+1, err)
			}
			all = append(all, some...)
		}
		return all, nil
	}
	var o offer
	if err := json.Unmarshal(raw, &o); err != nil {
		return nil, fmt.Errorf("a tool is an object with a name, a description and its parameters: %w", err)
	}
	for _, nested := range []json.RawMessage{o.Function, o.Functions, o.Snake, o.Tools} {
		if len(nested) > 0 {
			return parseTools(nested, depth+1)
		}
	}
	if o.Name == "" {
		return nil, errors.New("there is no name")
	}
	d := tool.Definition{Name: o.Name, Description: o.Description, Strict: o.Strict}
	for _, schema := range []json.RawMessage{o.Input, o.JSONSchema, o.Parameters, o.MCPInput} {
		if len(schema) > 0 && d.Input == nil {
			d.Input = schema
		}
	}
	return []tool.Definition{d}, nil
}
