package connect_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"jig/model"
	"jig/model/connect"
	"jig/tool"
	"jig/wire"
)

// asked is a request as it came to a server.
type asked struct {
	path   string
	header http.Header
	body   string
}

// server plays a provider, and remembers what it was asked.
type server struct {
	*httptest.Server
	mu  sync.Mutex
	got []asked
}

// newServer starts one. Each request is answered by the next of the handlers; the last
// one answers all that follow.
func newServer(t *testing.T, handlers ...http.HandlerFunc) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/api/show") { // what Ollama is asked first
			http.NotFound(w, r)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		s.mu.Lock()
		n := min(len(s.got), len(handlers)-1)
		s.got = append(s.got, asked{path: r.URL.RequestURI(), header: r.Header.Clone(), body: string(body)})
		s.mu.Unlock()
		handlers[n](w, r)
	}))
	t.Cleanup(func() {
		s.Client().CloseIdleConnections()
		s.Close()
	})
	return s
}

func (s *server) requests() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]asked(nil), s.got...)
}

// open makes a model whose provider is the server.
func (s *server) open(t *testing.T, name string, opt connect.Options) model.Model {
	t.Helper()
	opt.BaseURL, opt.HTTPClient = s.URL, s.Client()
	return open(t, name, opt)
}

// open makes a model that sees nothing of the machine, with a key for everybody.
func open(t *testing.T, name string, opt connect.Options) model.Model {
	t.Helper()
	opt.Getenv = func(string) string { return "" }
	if opt.Keys == nil {
		opt.Keys = func(context.Context, connect.Provider) (string, error) { return "the-key", nil }
	}
	m, err := connect.Open(t.Context(), name, opt)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// stream answers with the bytes of a stream.
func stream(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, body)
	}
}

// failure answers with a status, a body, and headers as pairs.
func failure(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// question is what the models are asked in these tests.
func question() *wire.Request {
	return &wire.Request{
		System:   "Be kind.",
		Messages: []wire.Message{wire.Say("How is the weather in Paris?")},
		Tools:    []tool.Definition{weather()},
	}
}

func weather() tool.Definition {
	return tool.Definition{Name: "weather", Description: "The weather.", Input: []byte(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`)}
}

// answer is everything that came.
type answer struct {
	text, thinking string
	calls          []string // as name{arguments}
	reply          *wire.Reply
	events         int
	err            error
}

// ask collects an answer.
func ask(ctx context.Context, m model.Model, req *wire.Request) answer {
	var a answer
	for e, err := range m.Stream(ctx, req) {
		if err != nil {
			a.err = err
			continue
		}
		a.events++
		switch e.Kind {
		case wire.Text:
			a.text += e.Text
		case wire.Thinking:
			a.thinking += e.Text
		case wire.CallReady:
			a.calls = append(a.calls, fmt.Sprintf("%s%s", e.Call.Name, e.Call.Args))
		case wire.Done:
			a.reply = e.Reply
		}
	}
	return a
}
