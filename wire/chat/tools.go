package chat

import (
	"encoding/json"

	"jig/tool"
	"jig/wire/internal/openai"
)

// offer is a tool as the model is told of it.
type offer struct {
	Type     string          `json:"type"`
	Function offeredFunction `json:"function"`
}

type offeredFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      bool            `json:"strict,omitempty"` // many servers do not know it
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
		list = append(list, offer{"function", offeredFunction{d.Name, d.Description, openai.Schema(d), d.Strict}})
	}
	return list
}
