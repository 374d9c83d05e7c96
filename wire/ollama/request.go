package ollama

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/openai"
)

// body is a request. Stream is always said, since answers are streamed without it.
type body struct {
	Model    string   `json:"model"`
	Messages []said   `json:"messages"`
	Tools    []offer  `json:"tools,omitempty"`
	Stream   bool     `json:"stream"`
	Think    any      `json:"think,omitempty"`
	Options  *options `json:"options,omitempty"`
}

type options struct {
	Temperature *float64 `json:"temperature,omitempty"`
	NumPredict  int      `json:"num_predict,omitempty"`
}

// Request renders a conversation to the body of a request. It is valid whatever state the
// conversation is in: see package transcript for what is done to it.
//
// Ollama cannot be told that a model must call. If one tool is chosen, it is the only one
// that is offered; if none may be called, none is offered.
func Request(req *wire.Request) (json.RawMessage, error) {
	if req == nil {
		return nil, errors.New("there is no request to render")
	}
	b := body{Model: req.Model, Messages: messages(req), Stream: req.Stream}
	if len(b.Messages) == 0 {
		return nil, errors.New("a request needs at least one message with something in it")
	}
	switch how, name, err := openai.Choose(req); {
	case err != nil:
		return nil, fmt.Errorf("tool choice: %w", err)
	case how == "none":
	default:
		b.Tools = offers(req.Tools, name)
	}
	if req.Effort != "" {
		b.Think = true // only one family knows how much
		if strings.Contains(strings.ToLower(req.Model), "gpt-oss") {
			b.Think = req.Effort
		}
	}
	if req.Temperature != nil || req.MaxTokens > 0 {
		b.Options = &options{Temperature: req.Temperature, NumPredict: req.MaxTokens}
	}
	return openai.Marshal(b)
}

// offer is a tool as the model is told of it.
type offer struct {
	Type     string          `json:"type"`
	Function offeredFunction `json:"function"`
}

type offeredFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

// Tools renders the list of tools alone.
func Tools(defs []tool.Definition) (json.RawMessage, error) {
	list := offers(defs, "")
	if list == nil {
		list = []offer{}
	}
	return openai.Marshal(list)
}

// offers lists the tools, or only the one that is named.
func offers(defs []tool.Definition, only string) []offer {
	var list []offer
	for i := range defs {
		d := &defs[i]
		if only == "" || d.Name == only {
			list = append(list, offer{"function", offeredFunction{d.Name, d.Description, openai.Schema(d)}})
		}
	}
	return list
}
