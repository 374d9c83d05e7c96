package anthropic

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/transcript"
)

// request is the body of a request. The order of its fields is the order in which the
// provider caches them.
type request struct {
	Model        string        `json:"model"`
	MaxTokens    int           `json:"max_tokens"`
	Tools        []offer       `json:"tools,omitzero"`
	Choice       *choice       `json:"tool_choice,omitzero"`
	System       []*param      `json:"system,omitzero"`
	Messages     []turn        `json:"messages"`
	Thinking     *thinking     `json:"thinking,omitzero"`
	OutputConfig *outputConfig `json:"output_config,omitzero"`
	Temperature  *float64      `json:"temperature,omitzero"`
	Stream       bool          `json:"stream,omitzero"`
}

// turn is one message. Its content is made of *param and, for what goes back unchanged, of
// json.RawMessage.
type turn struct {
	Role    wire.Role `json:"role"`
	Content []any     `json:"content"`
}

// Request renders a whole request.
func Request(req *wire.Request) (json.RawMessage, error) {
	if req.Model == "" {
		return nil, errors.New("the request names no model")
	}
	tools, err := offers(req.Tools)
	if err != nil {
		return nil, err
	}
	out := request{Model: req.Model, Tools: tools, Stream: req.Stream}
	if out.Choice, err = choose(req.Choice, req.Tools); err != nil {
		return nil, err
	}
	if strings.TrimSpace(req.System) != "" {
		out.System = []*param{{Type: "text", Text: req.System}}
	}
	messages := settle(req.Messages)
	if len(messages) == 0 {
		return nil, errors.New("there is no message to answer")
	}
	for i := range messages {
		out.Messages = append(out.Messages, render(&messages[i], i == len(messages)-1))
	}
	if err := out.tune(req, messages); err != nil {
		return nil, err
	}
	if req.Cache {
		out.remember()
	}
	return marshal(out)
}

// settle brings a conversation into the shape that the API takes. No message may end in
// thinking: an answer that was cut there has said nothing.
func settle(messages []wire.Message) []wire.Message {
	trimmed := make([]wire.Message, len(messages))
	for i, m := range messages {
		for len(m.Parts) > 0 && m.Parts[len(m.Parts)-1].Kind == wire.ThinkingPart {
			m.Parts = m.Parts[:len(m.Parts)-1]
		}
		trimmed[i] = m
	}
	return transcript.Turns(trimmed, name, identifier)
}

// Results renders the results of calls as the one message that answers them. Identifiers stay
// as they are: the caller has the message with the calls.
func Results(results []wire.Result) (json.RawMessage, error) {
	if len(results) == 0 {
		return nil, errors.New("there are no results to send")
	}
	m := wire.Message{Role: wire.User}
	for i := range results {
		m.Parts = append(m.Parts, wire.Part{Kind: wire.ResultPart, Result: &results[i]})
	}
	return marshal(render(&m, true))
}

// Tools renders the list of tools.
func Tools(defs []tool.Definition) (json.RawMessage, error) {
	list, err := offers(defs)
	if err != nil {
		return nil, err
	}
	if list == nil {
		list = []offer{}
	}
	return marshal(list)
}

// identifier makes an identifier of the alphabet that the API takes. Other models have
// others: "functions.read:0".
func identifier(id string) string {
	if id == "" {
		return "call"
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, id)
}

// marshal writes the same value always as the same bytes. Half a character in a text, which a
// tool may have printed, is replaced: the API takes UTF-8 only.
func marshal(v any) (json.RawMessage, error) {
	raw, err := jsonv2.Marshal(v, jsonv2.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if err != nil {
		return nil, fmt.Errorf("the request cannot be written: %w", err)
	}
	return raw, nil
}
