package responses

import (
	"encoding/json"

	"jig/tool"
	"jig/wire/internal/openai"
)

// offer is a tool as the model is told of it. Strict is always said: what holds without it
// is not the same everywhere.
type offer struct {
	Type        string          `json:"type"`
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      bool            `json:"strict"`
}

// Tools renders the list of tools alone.
func Tools(defs []tool.Definition) (json.RawMessage, error) {
	list := offers(defs)
	if list == nil {
		list = []offer{}
	}
	return openai.Marshal(list)
}

func offers(defs []tool.Definition) []offer {
	var list []offer
	for i := range defs {
		d := &defs[i]
		list = append(list, offer{"function", d.Name, d.Description, openai.Schema(d), d.Strict})
	}
	return list
}
