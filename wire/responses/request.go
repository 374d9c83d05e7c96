package responses

import (
	"encoding/json"
	"errors"
	"fmt"

	"jig/wire"
	"jig/wire/internal/openai"
)

// body is a request.
type body struct {
	Model        string     `json:"model,omitempty"`
	Instructions string     `json:"instructions,omitempty"`
	Input        []any      `json:"input"`
	Tools        []offer    `json:"tools,omitempty"`
	Choice       any        `json:"tool_choice,omitempty"`
	MaxTokens    int        `json:"max_output_tokens,omitempty"`
	Reasoning    *reasoning `json:"reasoning,omitempty"`
	Temperature  *float64   `json:"temperature,omitempty"`
	Include      []string   `json:"include,omitempty"`
	Store        bool       `json:"store"`
	Stream       bool       `json:"stream,omitempty"`
}

type reasoning struct {
	Effort string `json:"effort,omitempty"`
}

type namedChoice struct {
	Type string `json:"type"`
	Name string `json:"name"`
}

// Request renders a conversation to the body of a request. It is valid whatever state the
// conversation is in: see package transcript for what is done to it. Nothing is stored at
// the provider; reasoning is asked for in encrypted form, from models that have any.
func Request(req *wire.Request) (json.RawMessage, error) {
	if req == nil {
		return nil, errors.New("there is no request to render")
	}
	input, thought := items(req.Messages)
	b := body{
		Model:        req.Model,
		Instructions: req.System,
		Input:        input,
		Tools:        offers(req.Tools),
		MaxTokens:    req.MaxTokens,
		Temperature:  req.Temperature,
		Stream:       req.Stream,
	}
	if len(b.Input) == 0 {
		return nil, errors.New("a request needs at least one message with something in it")
	}
	if req.Effort != "" {
		b.Reasoning = &reasoning{Effort: req.Effort}
	}
	if thought || req.Effort != "" || openai.Reasons(req.Model) {
		b.Include = []string{"reasoning.encrypted_content"}
	}
	switch how, name, err := openai.Choose(req); {
	case err != nil:
		return nil, fmt.Errorf("tool choice: %w", err)
	case name != "":
		b.Choice = namedChoice{"function", name}
	case how != "":
		b.Choice = how
	}
	return openai.Marshal(b)
}
