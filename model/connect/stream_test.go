package connect_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"jig/model/connect"
	"jig/wire"
)

func TestEveryProviderStreamsItsAnswer(t *testing.T) {
	for name, f := range fixtures() {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, f.handler())
			m := s.open(t, f.model, connect.Options{})
			a := ask(t.Context(), m, question())
			if a.err != nil {
				t.Fatal(a.err)
			}
			if a.text != "Hello" || len(a.calls) != 1 || a.calls[0] != `weather{"city":"Paris"}` {
				t.Errorf("got %q and %q", a.text, a.calls)
			}
			if a.reply == nil {
				t.Fatal("there is no Done")
			}
			if a.reply.Stop != wire.ToolUse || a.reply.Usage.Input != 35 || a.reply.Usage.Output != 7 {
				t.Errorf("the reply is %+v", a.reply)
			}
			got := s.requests()
			if len(got) != 1 {
				t.Fatalf("%d requests were sent", len(got))
			}
			if got[0].path != f.path || got[0].header.Get(f.header) != f.auth {
				t.Errorf("asked %s with %q", got[0].path, got[0].header.Get(f.header))
			}
			if !json.Valid([]byte(got[0].body)) || !strings.Contains(got[0].body, "How is the weather") || !strings.Contains(got[0].body, `"weather"`) {
				t.Errorf("the body is %s", got[0].body)
			}
		})
	}
}

func TestAnAnswerThatIsOneObjectIsTaken(t *testing.T) {
	for _, body := range []string{
		`{"id":"c1","object":"chat.completion","model":"x","choices":[{"index":0,"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}`,
	} {
		s := newServer(t, stream("application/json", body))
		a := ask(t.Context(), s.open(t, "vllm/x", connect.Options{}), question())
		if a.err != nil || a.text != "Hello" || a.reply == nil {
			t.Errorf("got %+v", a)
		}
	}
}

func TestTextIsGivenBeforeTheRestIsSent(t *testing.T) {
	for name, f := range fixtures() {
		t.Run(name, func(t *testing.T) {
			goOn := make(chan struct{})
			first := slices.IndexFunc(f.events, func(e string) bool { return strings.Contains(e, `"Hel`) })
			s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", f.contentType)
				for i, e := range f.events {
					_, _ = io.WriteString(w, f.frame(e))
					if i != first {
						continue
					}
					_ = http.NewResponseController(w).Flush()
					select {
					case <-goOn: // the client has the text
					case <-r.Context().Done():
						return
					}
				}
			})
			m := s.open(t, f.model, connect.Options{Format: "none"})
			told := false
			for e, err := range m.Stream(t.Context(), question()) {
				if err != nil {
					t.Fatal(err)
				}
				if e.Kind == wire.Text && !told {
					told = true
					close(goOn)
				}
			}
			if !told {
				t.Fatal("no text came")
			}
		})
	}
}

func TestAConnectionThatStaysOpenIsNotWaitedFor(t *testing.T) {
	for name, f := range fixtures() {
		if name == "gemini" {
			continue // it has no last word
		}
		t.Run(name, func(t *testing.T) {
			s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", f.contentType)
				for _, e := range f.events {
					_, _ = io.WriteString(w, f.frame(e))
				}
				_, _ = io.WriteString(w, f.end)
				_ = http.NewResponseController(w).Flush()
				<-r.Context().Done() // until the client goes
			})
			m := s.open(t, f.model, connect.Options{Format: "none"})
			whole := false
			for e, err := range m.Stream(t.Context(), question()) {
				if err != nil {
					t.Fatal(err)
				}
				whole = e.Kind == wire.Done
			}
			if !whole {
				t.Error("the answer did not come to its end")
			}
		})
	}
}
