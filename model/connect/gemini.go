package connect

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"google.golang.org/genai"

	"jig/model"
	"jig/wire/gemini"
)

// dialGemini is the line to Google's Gemini API.
//
// Google's client has no door for a request that is already written, nor for the bytes of
// an answer. So its transport is ours: it puts the body of an [exchange] in place of
// the client's, and keeps the response for us.
func dialGemini(ctx context.Context, a address) (line, error) {
	through := *a.client
	through.Transport = transport{next: a.client.Transport}
	client, err := genai.NewClient(ctx, &genai.ClientConfig{
		APIKey:      a.key,
		Backend:     genai.BackendGeminiAPI,
		HTTPClient:  &through,
		HTTPOptions: genai.HTTPOptions{BaseURL: a.baseURL},
	})
	if err != nil {
		return line{}, a.error(model.Rejected, err, "the client cannot be made: %v", err)
	}
	return line{
		request: gemini.Request,
		decoder: gemini.New,
		send: func(ctx context.Context, body []byte) (io.ReadCloser, error) {
			x := &exchange{body: body}
			var failed error
			for _, err := range client.Models.GenerateContentStream(context.WithValue(ctx, exchangeKey{}, x), a.model, nil, nil) {
				failed = err
				break
			}
			if x.response != nil && x.response.StatusCode < http.StatusMultipleChoices {
				return x.response.Body, nil // the client saw an empty one; what it says about that does not matter
			}
			return a.answered(ctx, x.response, failed)
		},
	}, nil
}

// exchange is a request that is already written, and its answer.
type exchange struct {
	body     []byte
	response *http.Response
}

type exchangeKey struct{}

// transport sends the exchanges of its requests' contexts.
type transport struct{ next http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	next := t.next
	if next == nil {
		next = http.DefaultTransport
	}
	x, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		return next.RoundTrip(req)
	}
	ours := req.Clone(req.Context())
	ours.ContentLength = int64(len(x.body))
	ours.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(x.body)), nil }
	ours.Body, _ = ours.GetBody() // which never fails
	if req.Body != nil {
		defer func() { _ = req.Body.Close() }() // a transport has to, and nothing was read
	}
	resp, err := next.RoundTrip(ours)
	if err != nil {
		return nil, err
	}
	x.response = resp
	seen := *resp
	if resp.StatusCode < http.StatusBadRequest {
		seen.Body = http.NoBody
		return &seen, nil
	}
	said := readAll(resp.Body)
	_ = resp.Body.Close()
	resp.Body, seen.Body = io.NopCloser(bytes.NewReader(said)), io.NopCloser(bytes.NewReader(said))
	return &seen, nil
}
