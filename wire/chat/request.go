package chat

import (
	"encoding/json"
	"errors"
	"fmt"

	"jig/wire"
	"jig/wire/internal/openai"
)

// body is a request as the servers take it.
type body struct {
	Model         string         `json:"model,omitempty"`
	Messages      []message      `json:"messages"`
	Tools         []offer        `json:"tools,omitempty"`
	Choice        any            `json:"tool_choice,omitempty"`
	MaxTokens     int            `json:"max_tokens,omitempty"`
	MaxCompletion int            `json:"max_completion_tokens,omitempty"`
	Effort        string         `json:"reasoning_effort,omitempty"`
	Temperature   *float64       `json:"temperature,omitempty"`
	Stream        bool           `json:"stream,omitempty"`
	StreamOptions *streamOptions `json:"stream_options,omitempty"`
}

type streamOptions struct {
	Usage bool `json:"include_usage"`
}

// Request renders a conversation to the body of a request. It is valid whatever state the
// conversation is in: see package transcript for what is done to it.
//
// The name of the model decides where servers differ in what they refuse: OpenAI's own
// reasoning models take max_completion_tokens only, Mistral's API takes no stream_options and
// only short identifiers.
func Request(req *wire.Request) (json.RawMessage, error) {
	if req == nil {
		return nil, errors.New("there is no request to render")
	}
	family := familyOf(req.Model)
	b := body{
		Model:       req.Model,
		Messages:    messages(req, family),
		Tools:       offers(req.Tools),
		Effort:      req.Effort,
		Temperature: req.Temperature,
		Stream:      req.Stream,
	}
	if len(b.Messages) == 0 {
		return nil, errors.New("a request needs at least one message with something in it")
	}
	if err := b.choose(req); err != nil {
		return nil, err
	}
	if openai.Reasons(req.Model) {
		b.MaxCompletion = req.MaxTokens
	} else {
		b.MaxTokens = req.MaxTokens
	}
	if req.Stream && !family.noStreamOptions {
		b.StreamOptions = &streamOptions{Usage: true}
	}
	return openai.Marshal(b)
}

// choose says which tools the model may or must call.
func (b *body) choose(req *wire.Request) error {
	how, name, err := openai.Choose(req)
	switch {
	case err != nil:
		return fmt.Errorf("tool choice: %w", err)
	case name != "":
		var one namedChoice
		one.Type = "function"
		one.Function.Name = name
		b.Choice = one
	case how != "":
		b.Choice = how
	}
	return nil
}

type namedChoice struct {
	Type     string `json:"type"`
	Function struct {
		Name string `json:"name"`
	} `json:"function"`
}
