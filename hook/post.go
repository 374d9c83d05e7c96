package hook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

const maxRedirects = 3

// newClient is the client of a set. A hook is sent where its configuration
// says: a redirect to another host, or one that would lose the body or the
// encryption, is an error.
func newClient() *http.Client {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 2}
	return &http.Client{Transport: transport}
}

func sameHost(req *http.Request, via []*http.Request) error {
	first := via[0]
	switch {
	case len(via) > maxRedirects:
		return fmt.Errorf("more than %d redirects", maxRedirects)
	case req.URL.Host != first.URL.Host || req.URL.Scheme != first.URL.Scheme:
		return fmt.Errorf("it redirects to %s://%s; hooks are not sent to another host than their url names", req.URL.Scheme, req.URL.Host)
	case req.Method != first.Method:
		return errors.New("its redirect would lose the input; use 307 or 308")
	}
	return nil
}

// post sends the input to an endpoint and reads the answer as if it had been
// printed.
func (s *Set) post(ctx context.Context, h *hook, in *Input, stdin []byte) (Output, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, bytes.NewReader(stdin))
	if err != nil {
		return Output{}, fmt.Errorf("its request cannot be made: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	for _, name := range sortedKeys(h.Headers) {
		value, err := expand(h.Headers[name], h.AllowedEnvVars, s.variable)
		if err != nil {
			return Output{}, fmt.Errorf("header %s: %w", name, err)
		}
		req.Header.Set(name, value)
	}
	client := *s.opt.Client
	client.CheckRedirect = sameHost
	resp, err := client.Do(req)
	if err != nil {
		return Output{}, fmt.Errorf("it could not be asked: %w", err)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxPrinted+1))
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		return Output{}, fmt.Errorf("its answer broke off: %w", err)
	}
	switch {
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return Output{}, fmt.Errorf("it answered with %s%s", resp.Status, said(strings.TrimSpace(string(body))))
	case len(body) > maxPrinted:
		return Output{}, errTooMuch
	}
	if text := bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF"))); in.Event.Guard() && len(text) > 0 && text[0] != '{' {
		// A page that a proxy or a wrong path gives is no consent.
		return Output{}, fmt.Errorf("it answered %s with something that is no JSON object%s; a guard that has nothing to say answers 204 or with an empty body", resp.Status, said(string(text)))
	}
	return printed{stdout: body}.answer(in.Event, h.dialect)
}

// variable looks a variable up in the environment of hooks; the last counts.
func (s *Set) variable(name string) (value string, has bool) {
	for _, entry := range s.opt.Env {
		if v, ok := strings.CutPrefix(entry, name+"="); ok {
			value, has = v, true
		}
	}
	return value, has
}
