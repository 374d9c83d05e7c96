package auto

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"jig/internal/spelling"
	"jig/schema/dialect"
	"jig/tool"
	"jig/wire"
	"jig/wire/anthropic"
	"jig/wire/chat"
	"jig/wire/gemini"
	"jig/wire/ollama"
	"jig/wire/responses"
	"jig/wire/text"
)

// Auto is the name of the format that finds out by itself.
const Auto = "auto"

// A Provider is a format of a provider's own: what comes, and what goes back.
type Provider struct {
	Name    string
	Aliases []string
	// Dialect is the kind of schema that it takes.
	Dialect dialect.Dialect
	New     func(wire.Options) wire.Feeder
	Request func(*wire.Request) (json.RawMessage, error)
	Results func([]wire.Result) (json.RawMessage, error)
	Tools   func([]tool.Definition) (json.RawMessage, error)
}

// Native lists the providers' own formats.
func Native() []Provider {
	return []Provider{
		{"anthropic", []string{"claude", "messages"}, dialect.Anthropic, anthropic.New, anthropic.Request, anthropic.Results, anthropic.Tools},
		{"openai-chat", []string{"openai", "chat", "chat-completions", "openai-compatible"}, dialect.OpenAI, chat.New, chat.Request, chat.Results, chat.Tools},
		{"openai-responses", []string{"responses"}, dialect.OpenAI, responses.New, responses.Request, responses.Results, responses.Tools},
		{"gemini", []string{"google"}, dialect.Gemini, gemini.New, gemini.Request, gemini.Results, gemini.Tools},
		{"ollama", nil, dialect.OpenAI, ollama.New, ollama.Request, ollama.Results, ollama.Tools},
	}
}

// named are the providers' own formats by each of their names.
//
//nolint:gochecknoglobals // made once
var named = sync.OnceValue(func() map[string]Provider {
	all := map[string]Provider{}
	for _, p := range Native() {
		for _, name := range append([]string{p.Name}, p.Aliases...) {
			all[name] = p
		}
	}
	return all
})

// Lookup finds a provider's own format by one of its names.
func Lookup(name string) (Provider, bool) {
	p, ok := named()[name]
	p.Aliases = slices.Clone(p.Aliases)
	return p, ok
}

// Formats lists all names that New takes.
func Formats() []string {
	names := []string{Auto}
	for _, p := range Native() {
		names = append(names, p.Name)
	}
	for _, name := range text.Formats() {
		if name != Auto {
			names = append(names, name)
		}
	}
	return names
}

// New makes the decoder for one answer.
func New(name string, opt wire.Options) (wire.Decoder, error) {
	if name == "" || name == Auto {
		return newFinder(opt), nil
	}
	if p, ok := named()[strings.ToLower(name)]; ok {
		return p.New(opt), nil
	}
	d, err := text.New(name, opt)
	if err == nil {
		return d, nil
	}
	if near := nearest(name); len(near) > 0 {
		return nil, fmt.Errorf("there is no format %q: did you mean %s?", name, strings.Join(near, " or "))
	}
	return nil, fmt.Errorf("there is no format %q; \"jig help parse\" lists them", name)
}

// nearest finds the formats whose names are like a wrong one.
func nearest(name string) []string {
	var near []string
	folded := spelling.Fold(name)
	for _, known := range Formats() {
		f := spelling.Fold(known)
		if spelling.Distance(folded, f) <= 2 || len(folded) > 2 && (strings.Contains(f, folded) || strings.Contains(folded, f)) {
			near = append(near, known)
		}
	}
	return near[:min(len(near), 5)]
}
