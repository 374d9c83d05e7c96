package connect

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"
)

// Offer is a provider that can be asked now.
type Offer struct {
	Provider Provider
	// Models are those that it has, where that is known: the ones of Ollama.
	Models []string
}

// Available gives the providers that have a key, in the order of [Providers], and Ollama
// if it answers. Those of one's own machine that are neither are not looked for: another
// program may be at their address.
func Available(ctx context.Context, opt Options) []Offer {
	opt = opt.filled()
	var all []Offer
	for _, p := range Providers() {
		if p.Name == "ollama" {
			if models, ok := ollamaModels(ctx, p, opt); ok {
				all = append(all, Offer{Provider: p, Models: models})
			}
			continue
		}
		if p.Name == "openai-chat" || p.Name == "compatible" { // other ways to the same, or to nobody known
			continue
		}
		if key, err := opt.Keys(ctx, p); err == nil && key != "" {
			all = append(all, Offer{Provider: p})
		}
	}
	return all
}

// ollamaModels asks Ollama for its models, and reports whether it answers at once.
func ollamaModels(ctx context.Context, p Provider, opt Options) ([]string, bool) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	opt.BaseURL = ""
	base, err := baseURL(p, opt)
	if err != nil {
		return nil, false
	}
	key, _ := opt.Keys(ctx, p) // most have none
	a := address{place: place{provider: p, baseURL: base, key: key}, client: opt.HTTPClient}
	resp, err := a.askOllama(ctx, "api/tags", nil)
	if err != nil {
		return nil, false
	}
	defer func() { _ = resp.Body.Close() }() // only read
	var tags struct {
		Models []struct {
			Name string `json:"name"`
		} `json:"models"`
	}
	if resp.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(resp.Body, 16<<20)).Decode(&tags) != nil {
		return nil, false
	}
	names := make([]string, 0, len(tags.Models))
	for _, m := range tags.Models {
		names = append(names, m.Name)
	}
	return names, true
}
