package connect_test

import (
	"strings"
	"testing"

	"jig/model/connect"
	"jig/wire"
)

func TestNamesThatCannotBeOpened(t *testing.T) {
	tests := []struct{ name, model, want string }{
		{"a provider that is misspelled", "antropic/claude-sonnet-4-5", `did you mean "anthropic"?`},
		{"a provider that nobody knows", "frobnicate/x", "anthropic, openai, "},
		{"a model without provider", "claude-sonnet-4-5", "perhaps anthropic/claude-sonnet-4-5"},
		{"a provider without model", "openai/", "provider/model"},
		{"nothing", "", "provider/model"},
		{"a server that could be anywhere", "compatible/x", "COMPATIBLE_BASE_URL"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := connect.Open(t.Context(), test.model, connect.Options{Getenv: env(), Keys: connect.EnvironmentKeys(env())})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v does not say %q", err, test.want)
			}
		})
	}
}

func TestOptionsThatMakeNoSense(t *testing.T) {
	for name, opt := range map[string]connect.Options{
		"an address without scheme": {BaseURL: "localhost:8000/v1"},
		"an address that is none":   {BaseURL: "http://[::1"},
		"a format that is none":     {Format: "morse"},
		"a mode that is none":       {Mode: "telepathy"},
	} {
		t.Run(name, func(t *testing.T) {
			opt.Getenv = env()
			if m, err := connect.Open(t.Context(), "vllm/x", opt); err == nil {
				t.Errorf("it opened %v", m)
			}
		})
	}
}

func TestWhatIsKnownAboutModels(t *testing.T) {
	tests := []struct {
		model  string
		mode   wire.Mode
		format string
		price  float64 // of input
		images bool
	}{
		{"anthropic/claude-sonnet-4-5", wire.Native, "", 3, true},
		{"anthropic/claude-opus-4-5-20251101", wire.Native, "", 5, true},
		{"openrouter/anthropic/claude-sonnet-4.5", wire.Native, "", 3, true},
		{"openai/gpt-5-mini-2025-08-07", wire.Native, "", 0.25, true},
		{"openai-chat/gpt-4o", wire.Native, "", 2.5, true},
		{"gemini/gemini-2.5-flash", wire.Native, "", 0.3, true},
		{"vllm/Qwen/Qwen3-Coder-30B-A3B-Instruct", wire.Native, "qwen3_coder", 0, false},
		{"lmstudio/openai/gpt-oss-20b", wire.Native, "harmony", 0, false},
		{"vllm/google/gemma-3-27b-it", wire.PromptBased, "auto", 0, true},
		{"vllm/unheard-of", wire.Native, "auto", 0, false},
	}
	for _, test := range tests {
		t.Run(test.model, func(t *testing.T) {
			m := open(t, test.model, connect.Options{})
			i := m.Info()
			if m.Name() != test.model || i.Mode != test.mode || i.Format != test.format || i.Price.Input != test.price || i.Images != test.images {
				t.Errorf("%s: got %+v", m.Name(), i)
			}
		})
	}
}

func TestCost(t *testing.T) {
	p := open(t, "anthropic/claude-sonnet-4-5", connect.Options{}).Info().Price
	u := wire.Usage{Input: 1_000_000, CacheRead: 600_000, CacheWrite: 200_000, Output: 100_000}
	// 200k fresh, 600k read, 200k written, 100k out.
	if got, want := p.Cost(u), 0.2*3+0.6*0.3+0.2*3.75+0.1*15; got < want-1e-9 || got > want+1e-9 {
		t.Errorf("got %v, want %v", got, want)
	}
}
