package connect

import (
	"context"
	"fmt"
	"strings"

	"jig/model"
	"jig/wire"
)

// Open makes a model ready by its name: provider/model, such as
//
//	anthropic/claude-sonnet-4-5     openai/gpt-5              gemini/gemini-2.5-pro
//	ollama/qwen3-coder:30b          openrouter/z-ai/glm-4.6   compatible/my-model
//
// [Providers] lists the providers. "compatible" is every server that speaks OpenAI's
// Chat Completions, at [Options.BaseURL]. A provider that is not known, a key that is
// missing and an address that makes no sense are errors that say what to do; whether
// the model exists shows when it is asked.
func Open(ctx context.Context, name string, opt Options) (model.Model, error) {
	opt = opt.filled()
	provider, called, err := split(name)
	if err != nil {
		return nil, err
	}
	base, err := baseURL(provider, opt)
	if err != nil {
		return nil, err
	}
	key, err := keyOf(ctx, provider, opt)
	if err != nil {
		return nil, err
	}
	at := place{provider: provider, model: called, baseURL: base, key: key}
	l, err := provider.dial(ctx, address{place: at, client: opt.HTTPClient, context: opt.Context})
	if err != nil {
		return nil, err
	}
	m := &direct{place: at, line: l, opt: opt, info: describe(provider.Name, called)}
	if l.learn != nil {
		l.learn(ctx, &m.info)
	}
	return told(m, opt)
}

// told puts around a model what its mode of calling needs.
func told(m *direct, opt Options) (model.Model, error) {
	if opt.Mode != "" {
		m.info.Mode = opt.Mode
	}
	if opt.Format != "" {
		m.info.Format = opt.Format
	}
	switch m.info.Mode {
	case wire.PromptBased:
		if m.info.Format == none {
			m.info.Format = "auto"
		}
		return Prompted(m, m.info.Format)
	case wire.Native:
		if m.info.Format == none {
			m.info.Format = ""
			return m, nil
		}
		return Rescued(m, m.info.Format)
	}
	return nil, fmt.Errorf("there is no mode of calling %q: take %q or %q", m.info.Mode, wire.Native, wire.PromptBased)
}

// baseURL is where the API is, with a slash at its end.
func baseURL(p Provider, opt Options) (string, error) {
	base := opt.BaseURL
	if base == "" && p.BaseVariable != "" {
		base = strings.TrimSpace(opt.Getenv(p.BaseVariable))
	}
	if base == "" {
		base = p.BaseURL
	}
	if base == "" {
		return "", fmt.Errorf("%s needs an address: set %s, or give a base URL such as http://127.0.0.1:8000/v1", p.Name, p.BaseVariable)
	}
	if p.Name == "ollama" {
		return ollamaURL(base)
	}
	return checkURL(base)
}
