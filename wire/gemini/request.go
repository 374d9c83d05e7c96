package gemini

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

// request is the body of a request.
type request struct {
	System     *content    `json:"systemInstruction,omitzero"`
	Tools      []toolList  `json:"tools,omitzero"`
	ToolConfig *toolConfig `json:"toolConfig,omitzero"`
	Contents   []content   `json:"contents"`
	Generation *generation `json:"generationConfig,omitzero"`
}

// content is one message. Its parts are sentPart and, for what goes back unchanged,
// json.RawMessage.
type content struct {
	Role  string `json:"role,omitzero"`
	Parts []any  `json:"parts"`
}

// Request renders the body of a request. The model decides how it is asked to think, and
// where images of results stand; its name itself belongs into the address. Whether the answer is
// streamed is in the address as well, and what is cached is for the provider to decide.
func Request(req *wire.Request) (json.RawMessage, error) {
	v := versionOf(req.Model)
	var out request
	var err error
	if out.Tools, err = lists(req.Tools); err != nil {
		return nil, err
	}
	if out.ToolConfig, err = choose(req.Choice, req.Tools); err != nil {
		return nil, err
	}
	if strings.TrimSpace(req.System) != "" {
		out.System = &content{Parts: []any{sentPart{Text: req.System}}}
	}
	messages := transcript.Turns(req.Messages, name, func(id string) string { return id })
	if len(messages) == 0 {
		return nil, errors.New("there is no message to answer")
	}
	r := renderer{version: v, known: map[string]bool{}}
	for i := range messages {
		out.Contents = append(out.Contents, r.message(&messages[i]))
	}
	if out.Generation, err = generate(req, v); err != nil {
		return nil, err
	}
	return marshal(out)
}

// Results renders the results of calls as the one content that answers them.
func Results(results []wire.Result) (json.RawMessage, error) {
	if len(results) == 0 {
		return nil, errors.New("there are no results to send")
	}
	m := wire.Message{Role: wire.User}
	r := renderer{known: map[string]bool{}}
	for i := range results {
		r.known[results[i].CallID] = !madeUp(results[i].CallID)
		m.Parts = append(m.Parts, wire.Part{Kind: wire.ResultPart, Result: &results[i]})
	}
	return marshal(r.message(&m))
}

// Tools renders the list of tools.
func Tools(defs []tool.Definition) (json.RawMessage, error) {
	all, err := lists(defs)
	if err != nil {
		return nil, err
	}
	if all == nil {
		all = []toolList{}
	}
	return marshal(all)
}

// madeUp says that an identifier looks like those that decoders make by default. The provider
// does not know it.
func madeUp(id string) bool {
	digits, ok := strings.CutPrefix(id, "call_")
	return ok && len(digits) == 24 && strings.Trim(digits, "0123456789abcdef") == ""
}

// marshal writes the same value always as the same bytes, with what is no UTF-8 replaced.
func marshal(v any) (json.RawMessage, error) {
	raw, err := jsonv2.Marshal(v, jsonv2.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if err != nil {
		return nil, fmt.Errorf("the request cannot be written: %w", err)
	}
	return raw, nil
}
