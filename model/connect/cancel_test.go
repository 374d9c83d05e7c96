package connect_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"jig/model"
	"jig/model/connect"
	"jig/wire"
)

// before gives the frames before those of the call.
func (f wireFixture) before() []string {
	return f.events[:slices.IndexFunc(f.events, func(e string) bool { return strings.Contains(e, "weather") })]
}

// halting answers with the first frames, and then holds the connection until the client is
// gone, which it tells.
func halting(f wireFixture, gone chan<- struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", f.contentType)
		for _, e := range f.before() {
			_, _ = io.WriteString(w, f.frame(e))
		}
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		close(gone)
	}
}

func TestTheEndOfTheContextEndsTheRequest(t *testing.T) {
	for name, f := range fixtures() {
		t.Run(name, func(t *testing.T) {
			gone := make(chan struct{})
			s := newServer(t, halting(f, gone))
			m := s.open(t, f.model, connect.Options{Format: "none"})
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			enough := errors.New("the person has seen enough")
			var last error
			for e, err := range m.Stream(ctx, question()) {
				last = err
				if e.Kind == wire.Text {
					cancel(enough)
				}
			}
			if !errors.Is(last, enough) {
				t.Errorf("got %v", last)
			}
			<-gone
		})
	}
}

func TestLeavingTheLoopEndsTheRequest(t *testing.T) {
	for name, f := range fixtures() {
		t.Run(name, func(t *testing.T) {
			gone := make(chan struct{})
			s := newServer(t, halting(f, gone))
			for range s.open(t, f.model, connect.Options{Format: "none"}).Stream(t.Context(), question()) {
				break
			}
			<-gone
		})
	}
}

func TestAConnectionThatIsCutIsABrokenAnswer(t *testing.T) {
	for name, f := range fixtures() {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", f.contentType)
				for _, e := range f.before() {
					_, _ = io.WriteString(w, f.frame(e))
				}
				_ = http.NewResponseController(w).Flush()
				panic(http.ErrAbortHandler)
			})
			a := ask(t.Context(), s.open(t, f.model, connect.Options{Format: "none"}), question())
			var e *model.Error
			if !errors.As(a.err, &e) || e.Reason != model.Broken || a.text != "Hello" || a.reply != nil {
				t.Fatalf("got %+v", a)
			}
		})
	}
}

func TestAStreamThatMakesNoSenseIsBroken(t *testing.T) {
	for _, body := range []string{
		"data: {\"type\":\n\n",
		"event: message_start\ndata: nonsense\n\n",
		"<html>sign in to the network</html>",
		"\x00\xff\xfe",
		"",
	} {
		for name, f := range fixtures() {
			t.Run(name, func(t *testing.T) {
				s := newServer(t, stream(f.contentType, body))
				a := ask(t.Context(), s.open(t, f.model, connect.Options{Retries: -1}), question())
				var e *model.Error
				if !errors.As(a.err, &e) || e.Reason != model.Broken || a.reply != nil {
					t.Fatalf("got %+v for %q", a, body)
				}
			})
		}
	}
}
