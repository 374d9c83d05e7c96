package vet

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"jig/internal/addr"
)

// AuthURL refuses an address for signing in or for discovery that could do
// anything but open a public web page. Such addresses come from a server and are
// handed to a browser, on some systems through a shell, or are fetched.
//
// A private address that the person has allowed by name has to be recognised by
// the caller before; here none is accepted. Names are not resolved: whoever
// connects checks the address that is dialled.
func AuthURL(raw string) error {
	const limit = 4096
	if len(raw) > limit {
		return fmt.Errorf("the address has %d bytes; at most %d are accepted", len(raw), limit)
	}
	if bad := strings.IndexFunc(raw, func(r rune) bool { return !plainInURL(r) }); bad >= 0 {
		return fmt.Errorf("the address %q contains a character that a shell or a browser may read differently; it has to be percent-encoded", brief(raw))
	}
	u, err := url.Parse(raw)
	if err != nil {
		return fmt.Errorf("%q is not a web address", brief(raw))
	}
	if u.Scheme != "https" && u.Scheme != "http" {
		return fmt.Errorf("the address %q has the scheme %q; only http and https are opened", brief(raw), brief(u.Scheme))
	}
	if u.Opaque != "" || u.Host == "" {
		return fmt.Errorf("the address %q names no host", brief(raw))
	}
	if u.User != nil {
		return fmt.Errorf("the address %q contains a user name, which hides the host behind it", brief(raw))
	}
	if strings.Contains(u.EscapedPath(), "&") {
		return fmt.Errorf("the address %q contains %q outside of its query", brief(raw), "&")
	}
	for _, part := range []string{u.Path, u.RawQuery, u.Fragment} {
		plain, err := url.QueryUnescape(part)
		if err != nil {
			plain = part
		}
		if strings.ContainsFunc(plain, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return fmt.Errorf("the address %q contains an encoded control character", brief(raw))
		}
	}
	return publicHost(u.Hostname())
}

// plainInURL reports whether a character of an address means nothing to any
// shell. The ampersand is needed between parameters; it is accepted only there.
func plainInURL(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return true
	}
	return r < 0x80 && strings.ContainsRune("-._~:/?#[]@&+,=%", r)
}

// publicHost refuses a host that is not on the public network.
func publicHost(name string) error {
	host, err := addr.ParseHost(name)
	if err != nil {
		return fmt.Errorf("the host %q cannot be used: %w", brief(name), err)
	}
	if host.IsAddr {
		if err := addr.Check(host.Addr); err != nil {
			return fmt.Errorf("the host %q is refused: %w", brief(name), err)
		}
		return nil
	}
	low := strings.ToLower(strings.TrimSuffix(host.Name, "."))
	if !strings.Contains(low, ".") {
		return fmt.Errorf("the host %q is a name of the local network", brief(name))
	}
	for _, suffix := range []string{".localhost", ".local", ".internal", ".localdomain", ".lan", ".home", ".home.arpa", ".corp", ".intranet", ".private", ".onion", ".nip.io", ".sslip.io", ".xip.io", ".localtest.me", ".lvh.me"} {
		if strings.HasSuffix(low, suffix) || low == suffix[1:] {
			return fmt.Errorf("the host %q is a name of the local network", brief(name))
		}
	}
	return nil
}

// errNoChallenge says that a header is not what it should be.
var errNoChallenge = errors.New("the header names no address in quotes")

// challengeURL takes the address out of a WWW-Authenticate header.
func challengeURL(header string) (string, error) {
	_, rest, found := strings.Cut(header, "resource_metadata=")
	if !found {
		return "", errNoChallenge
	}
	rest, quoted := strings.CutPrefix(rest, `"`)
	if !quoted {
		return "", errNoChallenge
	}
	raw, _, closed := strings.Cut(rest, `"`)
	if !closed {
		return "", errNoChallenge
	}
	return raw, nil
}
