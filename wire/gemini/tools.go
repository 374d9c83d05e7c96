package gemini

import (
	"encoding/json"
	"fmt"
	"slices"

	"jig/schema/dialect"
	"jig/tool"
)

type toolList struct {
	Functions []declaration `json:"functionDeclarations"`
}

// declaration is a tool that the model may call. A tool without parameters has no schema.
type declaration struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitzero"`
	OpenAPI     json.RawMessage `json:"parameters,omitzero"`
	JSONSchema  json.RawMessage `json:"parametersJsonSchema,omitzero"`
}

type toolConfig struct {
	Calling calling `json:"functionCallingConfig"`
}

type calling struct {
	Mode  string   `json:"mode"`
	Names []string `json:"allowedFunctionNames,omitzero"`
}

// lists renders tools. Schemas that are in one of the provider's dialects stay as they are.
func lists(defs []tool.Definition) ([]toolList, error) {
	if len(defs) == 0 {
		return nil, nil
	}
	var all toolList
	for _, d := range defs {
		one := declaration{Name: d.Name, Description: d.Description}
		var root struct {
			Type       json.RawMessage            `json:"type"`
			Properties map[string]json.RawMessage `json:"properties"`
		}
		if err := parse(d.Input, &root); err == nil && string(root.Type) == `"OBJECT"` {
			one.OpenAPI = d.Input
		} else {
			exported, err := dialect.Export(d.Input, dialect.Gemini)
			if err != nil {
				return nil, fmt.Errorf("the schema of tool %q cannot be sent: %w", d.Name, err)
			}
			one.JSONSchema = exported.Schema
			root.Properties = nil
			if err := parse(exported.Schema, &root); err != nil {
				return nil, fmt.Errorf("the schema of tool %q cannot be sent: %w", d.Name, err)
			}
		}
		if len(root.Properties) == 0 {
			one.OpenAPI, one.JSONSchema = nil, nil
		}
		all.Functions = append(all.Functions, one)
	}
	return []toolList{all}, nil
}

// choose renders the choice of tools.
func choose(how string, defs []tool.Definition) (*toolConfig, error) {
	switch {
	case how == "" || how == "auto":
		return nil, nil
	case len(defs) == 0 && how == "none":
		return nil, nil
	case len(defs) == 0:
		return nil, fmt.Errorf("the model cannot be made to call %q: no tools are offered", how)
	case how == "any":
		return &toolConfig{calling{Mode: "ANY"}}, nil
	case how == "none":
		return &toolConfig{calling{Mode: "NONE"}}, nil
	case !slices.ContainsFunc(defs, func(d tool.Definition) bool { return d.Name == how }):
		return nil, fmt.Errorf("the model cannot be made to call %q: it is not among the tools that are offered", how)
	}
	return &toolConfig{calling{Mode: "ANY", Names: []string{how}}}, nil
}
