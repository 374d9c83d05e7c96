// Package openai is what the formats that OpenAI has made, and their descendants, have in
// common on the way out.
package openai

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"jig/tool"
	"jig/wire"
)

// Marshal writes JSON without the escapes that only HTML needs.
func Marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("the request cannot be written as JSON: %w", err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// Schema is the schema of a tool's parameters.
func Schema(d *tool.Definition) json.RawMessage {
	if len(bytes.TrimSpace(d.Input)) == 0 {
		return json.RawMessage(`{"type":"object","properties":{}}`)
	}
	return d.Input
}

// DataURL is an image as an address that holds it.
func DataURL(b *tool.Block) string {
	mime := b.MIME
	if mime == "" {
		mime = "image/png"
	}
	return "data:" + mime + ";base64," + base64.StdEncoding.EncodeToString(b.Data)
}

// Choose says what the model shall do with its tools: a word, or the name of the one that
// it must call. Without tools there is nothing to choose, and nothing may be said.
func Choose(req *wire.Request) (how, name string, err error) {
	switch {
	case req.Choice == "" || len(req.Tools) == 0 && (req.Choice == "auto" || req.Choice == "none"):
		return "", "", nil
	case len(req.Tools) == 0:
		return "", "", fmt.Errorf("the model cannot be made to call %q, since it is offered no tools; offer some or leave the choice empty", req.Choice)
	case req.Choice == "auto" || req.Choice == "none":
		return req.Choice, "", nil
	case req.Choice == "any":
		return "required", "", nil
	}
	for i := range req.Tools {
		if req.Tools[i].Name == req.Choice {
			return "", req.Choice, nil
		}
	}
	return "", "", fmt.Errorf("there is no tool %q; it must be \"auto\", \"any\", \"none\" or the name of one that is offered", req.Choice)
}

// reasoning are the names of OpenAI's own models that think: o1, o3, o4-mini, gpt-5, codex …
var reasoning = regexp.MustCompile(`^(o\d|gpt-([5-9]|\d\d)|codex)`)

// Reasons reports whether a model is one of OpenAI's own that think. They take fewer
// parameters than others.
func Reasons(model string) bool {
	name := strings.ToLower(model[strings.LastIndexByte(model, '/')+1:])
	return reasoning.MatchString(name) && !strings.Contains(name, "-chat")
}
