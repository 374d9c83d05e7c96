package anthropic

import (
	"encoding/json"
	"fmt"
	"slices"

	"jig/schema/dialect"
	"jig/tool"
)

// offer is a tool that the model may call.
type offer struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitzero"`
	Input       json.RawMessage `json:"input_schema"`
	Strict      bool            `json:"strict,omitzero"`
	Cache       *cache          `json:"cache_control,omitzero"`
}

// choice says whether it may.
type choice struct {
	Type string `json:"type"`
	Name string `json:"name,omitzero"`
}

// offers renders tools. Schemas that are in the provider's dialect stay as they are.
func offers(defs []tool.Definition) ([]offer, error) {
	var out []offer
	for _, d := range defs {
		form := dialect.Anthropic
		if d.Strict {
			form = dialect.AnthropicStrict
		}
		exported, err := dialect.Export(d.Input, form)
		if err != nil {
			return nil, fmt.Errorf("the schema of tool %q cannot be sent: %w", d.Name, err)
		}
		out = append(out, offer{Name: d.Name, Description: d.Description, Input: exported.Schema, Strict: exported.Strict})
	}
	if !compilable(out) {
		for i := range out {
			out[i].Strict = false
		}
	}
	return out, nil
}

// choose renders the choice of tools.
func choose(how string, defs []tool.Definition) (*choice, error) {
	switch {
	case how == "" || how == "auto":
		return nil, nil
	case len(defs) == 0 && how == "none":
		return nil, nil
	case len(defs) == 0:
		return nil, fmt.Errorf("the model cannot be made to call %q: no tools are offered", how)
	case how == "any" || how == "none":
		return &choice{Type: how}, nil
	case !slices.ContainsFunc(defs, func(d tool.Definition) bool { return d.Name == how }):
		return nil, fmt.Errorf("the model cannot be made to call %q: it is not among the tools that are offered", how)
	}
	return &choice{Type: "tool", Name: how}, nil
}
