package connect_test

import (
	"context"
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptest"
)

// roundTrip is a transport without sockets, for tests in which time is not real.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func unknownAuthority() error { return x509.UnknownAuthorityError{} }

// recorded is a transport that answers with what a handler writes.
func recorded(h http.HandlerFunc) roundTrip {
	return func(r *http.Request) (*http.Response, error) {
		w := httptest.NewRecorder()
		h(w, r)
		return w.Result(), nil
	}
}

// piped is a transport that gives the writing end of the body to a function in a goroutine
// of its own; the end of the request's context ends the body as net/http does.
func piped(write func(io.Writer)) roundTrip {
	return func(r *http.Request) (*http.Response, error) {
		out, in := io.Pipe()
		stop := context.AfterFunc(r.Context(), func() { _ = in.CloseWithError(r.Context().Err()) })
		go func() {
			write(in)
			stop()
			_ = in.Close()
		}()
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: out, Request: r}, nil
	}
}
