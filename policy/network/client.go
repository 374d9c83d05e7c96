package network

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"jig/internal/addr"
)

// RedirectRefused is the error for a redirect to where the rules do not let it
// go unasked. To go there, ask for that URL itself.
type RedirectRefused struct {
	// URL is where the redirect leads.
	URL string
	// Verdict is what the rules say about it.
	Verdict Verdict
}

func (e *RedirectRefused) Error() string {
	return fmt.Sprintf("the redirect to %s is not followed: %s; request that URL itself if it is meant", e.URL, e.Verdict.Reason)
}

// Client is base with the rules in it. The URL of the first request was judged
// by whoever made it, so asking is done with; what is denied stays denied. Every
// redirect is judged again: it is followed when its host is allowed, or when it
// stays with the host it began with. Base may be nil, and is not changed; its
// transport must be an [*http.Transport], because in another one the addresses
// could not be checked.
func (r *Rules) Client(base *http.Client) *http.Client { return r.ClientWith(base, nil) }

// ClientWith is Client with a resolver other than that of the system.
func (r *Rules) ClientWith(base *http.Client, resolver Resolver) *http.Client {
	client := &http.Client{}
	if base != nil {
		*client = *base
	}
	transport := &http.Transport{TLSHandshakeTimeout: 10 * time.Second, IdleConnTimeout: 90 * time.Second, MaxIdleConns: 100}
	switch t := client.Transport.(type) {
	case nil:
	case *http.Transport:
		transport = t.Clone()
	default:
		panic(fmt.Sprintf("network.Client: the transport is a %T; it must be an *http.Transport", t))
	}
	transport.Proxy = nil
	transport.DialContext = r.Dialer(&net.Dialer{Timeout: 30 * time.Second}, resolver).DialContext
	transport.DialTLSContext = nil
	transport.DialTLS = nil //nolint:staticcheck // deprecated, but it would go around the dialler
	transport.ForceAttemptHTTP2 = true
	client.Transport = &guard{rules: r, next: transport}
	client.CheckRedirect = r.redirect(client.CheckRedirect)
	return client
}

// guard judges each request on its way out, the first and the redirected.
type guard struct {
	rules *Rules
	next  *http.Transport
}

func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := g.check(req); err != nil {
		if req.Body != nil {
			err = errors.Join(err, req.Body.Close())
		}
		return nil, err
	}
	return g.next.RoundTrip(req)
}

// CloseIdleConnections lets go of connections that nobody uses.
func (g *guard) CloseIdleConnections() { g.next.CloseIdleConnections() }

func (g *guard) check(req *http.Request) error {
	if req.URL == nil {
		return errors.New("the request has no URL")
	}
	if req.Host != "" && req.Host != req.URL.Host {
		return fmt.Errorf("the Host header %q differs from the host of the URL %q; leave it out", req.Host, req.URL.Host)
	}
	if v := g.rules.URL(req.URL.String()); v.Effect == Deny {
		return fmt.Errorf("the request is refused: %s", v.Reason)
	}
	return nil
}

const maxRedirects = 10

func (r *Rules) redirect(base func(*http.Request, []*http.Request) error) func(*http.Request, []*http.Request) error {
	return func(req *http.Request, via []*http.Request) error {
		if len(via) >= maxRedirects {
			return fmt.Errorf("stopped after %d redirects", maxRedirects)
		}
		v := r.URL(req.URL.String())
		if v.Effect == Deny || v.Effect == Ask && !stays(req, via[0]) {
			return &RedirectRefused{URL: req.URL.String(), Verdict: v}
		}
		if base != nil {
			return base(req, via)
		}
		return nil
	}
}

// stays reports whether a redirect keeps to the host and port that was asked
// for; from plain to encrypted is a step within the same host.
func stays(req, first *http.Request) bool {
	host, port, why := target(req.URL)
	was, wasPort, whyNot := target(first.URL)
	if why != "" || whyNot != "" || !same(host, was) {
		return false
	}
	return port == wasPort && req.URL.Scheme == first.URL.Scheme ||
		wasPort == 80 && port == 443 && req.URL.Scheme == "https"
}

func same(a, b addr.Host) bool { return a.Name == b.Name && a.IsAddr == b.IsAddr }
