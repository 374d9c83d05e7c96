package connect_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"jig/model/connect"
)

func TestAvailableAreThoseWithAKeyAndOllamaIfItAnswers(t *testing.T) {
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/tags" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		stream("application/json", `{"models":[{"name":"qwen3:8b"},{"name":"llama3.2:latest"}]}`)(w, r)
	})
	vars := env("MISTRAL_API_KEY", "k", "OLLAMA_HOST", strings.TrimPrefix(s.URL, "http://"))
	opt := connect.Options{Getenv: vars, Keys: connect.EnvironmentKeys(vars), HTTPClient: s.Client()}
	var names []string
	for _, o := range connect.Available(t.Context(), opt) {
		names = append(names, o.Provider.Name)
		if o.Provider.Name == "ollama" && !slices.Equal(o.Models, []string{"qwen3:8b", "llama3.2:latest"}) {
			t.Errorf("the models are %q", o.Models)
		}
	}
	if !slices.Equal(names, []string{"mistral", "ollama"}) {
		t.Errorf("got %q", names)
	}
	s.Close()
	if got := connect.Available(t.Context(), opt); len(got) != 1 || got[0].Provider.Name != "mistral" {
		t.Errorf("got %v", got)
	}
}

func TestOllamaIsFoundHoweverItsHostIsWritten(t *testing.T) {
	for host, want := range map[string]string{
		"":                         "http://127.0.0.1:11434/api/chat",
		"0.0.0.0":                  "http://127.0.0.1:11434/api/chat",
		"0.0.0.0:1234":             "http://127.0.0.1:1234/api/chat",
		":1234":                    "http://127.0.0.1:1234/api/chat",
		"box":                      "http://box:11434/api/chat",
		"https://ollama.example":   "https://ollama.example:443/api/chat",
		"http://box:1/some/prefix": "http://box:1/some/prefix/api/chat",
		"[::1]:1234":               "http://[::1]:1234/api/chat",
	} {
		t.Run(host, func(t *testing.T) {
			f := fixtures()["ollama"]
			var got string
			opt := connect.Options{Getenv: env("OLLAMA_HOST", host), Keys: connect.EnvironmentKeys(env()), HTTPClient: &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				if got = r.URL.String(); r.Header.Get("Authorization") != "" {
					t.Error("a key is sent, though there is none")
				}
				return recorded(f.handler())(r)
			})}}
			m, err := connect.Open(t.Context(), f.model, opt)
			if err != nil {
				t.Fatal(err)
			}
			if a := ask(t.Context(), m, question()); a.err != nil || got != want {
				t.Errorf("asked %s: %v", got, a.err)
			}
		})
	}
}

func TestOllamaSaysWhatAModelCanDo(t *testing.T) {
	for shown, mode := range map[string]string{
		`{"capabilities":["completion","tools","vision"],"model_info":{"llama.context_length":4242}}`: "native",
		`{"capabilities":["completion"],"model_info":{"llama.context_length":4242}}`:                  "prompt",
	} {
		opt := connect.Options{Getenv: env(), Keys: connect.EnvironmentKeys(env()), HTTPClient: &http.Client{Transport: recorded(stream("application/json", shown))}}
		m, err := connect.Open(t.Context(), "ollama/some-model", opt)
		if err != nil {
			t.Fatal(err)
		}
		if i := m.Info(); string(i.Mode) != mode || i.Context != 4242 || i.Images != (mode == "native") {
			t.Errorf("got %+v for %s", i, shown)
		}
	}
}

func TestOllamaIsAskedForEnoughContext(t *testing.T) {
	for _, test := range []struct {
		shown string
		asked int
		want  string
	}{
		{`{"capabilities":["tools"],"model_info":{"qwen3.context_length":262144}}`, 0, `"num_ctx":32768`},
		{`{"capabilities":["tools"],"model_info":{"qwen3.context_length":262144}}`, 65536, `"num_ctx":65536`},
		{`{"capabilities":["tools"],"model_info":{"llama.context_length":8192}}`, 0, `"num_ctx":8192`},
		{`{}`, 0, `"num_ctx":32768`},
	} {
		f := fixtures()["ollama"]
		var body string
		opt := connect.Options{Context: test.asked, Getenv: env(), Keys: connect.EnvironmentKeys(env()), HTTPClient: &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			if r.URL.Path == "/api/show" {
				return recorded(stream("application/json", test.shown))(r)
			}
			sent, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			body = string(sent)
			return recorded(f.handler())(r)
		})}}
		m, err := connect.Open(t.Context(), "ollama/some-model", opt)
		if err != nil {
			t.Fatal(err)
		}
		if a := ask(t.Context(), m, question()); a.err != nil || !strings.Contains(body, test.want) {
			t.Errorf("%s is not in %s: %v", test.want, body, a.err)
		}
		if n := m.Info().Context; !strings.HasSuffix(test.want, fmt.Sprint(n)) {
			t.Errorf("the info says %d, and %s is asked for", n, test.want)
		}
	}
}
