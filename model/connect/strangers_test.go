package connect_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"jig/model"
	"jig/model/connect"
)

func TestNeitherKeyNorConversationFollowARedirectToAnotherHost(t *testing.T) {
	for name, f := range fixtures() {
		t.Run(name, func(t *testing.T) {
			other := newServer(t, f.handler())
			first := newServer(t, func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, other.URL+r.URL.RequestURI(), http.StatusTemporaryRedirect)
			})
			a := ask(t.Context(), first.open(t, f.model, connect.Options{}), question())
			if got := other.requests(); len(got) > 0 {
				t.Errorf("the other host was asked, with the key %q", got[0].header.Get(f.header))
			}
			var e *model.Error
			if !errors.As(a.err, &e) || e.Retry() || !strings.Contains(e.Text, other.URL) {
				t.Errorf("the error is %v", a.err)
			}
			if n := len(first.requests()); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

func TestARedirectOnTheSameHostIsFollowed(t *testing.T) {
	for name, f := range fixtures() {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "/moved"+r.URL.RequestURI(), http.StatusPermanentRedirect)
			}, f.handler())
			a := ask(t.Context(), s.open(t, f.model, connect.Options{}), question())
			if a.err != nil || len(a.calls) != 1 {
				t.Errorf("%v, calls %v", a.err, a.calls)
			}
		})
	}
}

func TestWhatAServerSaysIsHarmlessAsAnError(t *testing.T) {
	for name, f := range fixtures() {
		for _, status := range []int{400, 401, 404, 429, 500} {
			s := newServer(t, failure(status, `{"error":{"message":"no \u001b[31m`+"\u009b"+`2J sk-my-secret-key"}}`))
			opt := connect.Options{Retries: -1, Keys: func(context.Context, connect.Provider) (string, error) { return "sk-my-secret-key", nil }}
			a := ask(t.Context(), s.open(t, f.model, opt), question())
			if a.err == nil || strings.Contains(a.err.Error(), "secret") || strings.ContainsAny(a.err.Error(), "\x1b\u009b") {
				t.Errorf("%s, %d: %q", name, status, a.err)
			}
		}
	}
}

func TestAnErrorDoesNotTellThePasswordInAnAddress(t *testing.T) {
	opt := connect.Options{Retries: -1, BaseURL: "http://me:hidden@127.0.0.1:1/v1?token=hidden"}
	a := ask(t.Context(), open(t, "compatible/x", opt), question())
	if a.err == nil || strings.Contains(a.err.Error(), "hidden") {
		t.Errorf("%v", a.err)
	}
}

func TestAnAnswerWithoutEndIsAnError(t *testing.T) {
	endless := roundTrip(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: io.NopCloser(comments{}), Request: r}, nil
	})
	asked := 0
	counted := roundTrip(func(r *http.Request) (*http.Response, error) {
		asked++
		return endless(r)
	})
	m := open(t, "anthropic/claude-sonnet-4-5", connect.Options{HTTPClient: &http.Client{Transport: counted}})
	a := ask(t.Context(), m, question())
	var e *model.Error
	if !errors.As(a.err, &e) || e.Retry() || asked != 1 {
		t.Errorf("%v after %d requests", a.err, asked)
	}
}

// comments is a stream that says nothing, for ever.
type comments struct{}

func (comments) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ":\n"[i%2]
	}
	return len(p) &^ 1, nil
}
