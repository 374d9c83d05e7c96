package network

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"jig/internal/addr"
)

const maxURL = 8192

// URL judges a URL without asking the network. Allow means that its host is on
// the allow list and that nothing about it is suspicious; what nobody has spoken
// about is asked; what is malformed, private or denied is denied.
func (r *Rules) URL(raw string) Verdict {
	v, host := r.place(raw)
	if v.Effect == Deny {
		return v
	}
	return v.stricter(r.carried(raw, host))
}

// place judges where a URL leads, without what it carries.
func (r *Rules) place(raw string) (Verdict, addr.Host) {
	if why := malformed(raw); why != "" {
		return Verdict{Effect: Deny, Reason: why}, addr.Host{}
	}
	u, err := url.Parse(raw)
	if err != nil {
		return Verdict{Effect: Deny, Reason: fmt.Sprintf("the URL cannot be read: %v", err)}, addr.Host{}
	}
	host, port, why := target(u)
	if why != "" {
		return Verdict{Effect: Deny, Host: host.Name, Reason: why}, host
	}
	return r.host(host, port), host
}

// malformed says what no URL may contain, because programs disagree about what
// it means. It looks at the text itself: parsers drop or repair such things.
func malformed(raw string) string {
	switch {
	case raw == "":
		return "the URL is empty"
	case len(raw) > maxURL:
		return fmt.Sprintf("the URL has %d bytes; the most is %d", len(raw), maxURL)
	case !utf8.ValidString(raw):
		return "the URL is not valid UTF-8"
	}
	for _, c := range raw {
		switch {
		case c == '\\':
			return "the URL contains a backslash, which some programs take for a slash; encode it as %5C"
		case c == ' ':
			return "the URL contains a blank; encode it as %20"
		case unicode.IsControl(c) || unicode.IsSpace(c) || unicode.Is(unicode.Cf, c):
			return fmt.Sprintf("the URL contains the control or invisible character %U", c)
		}
	}
	return ""
}

// target is where a request for u would connect.
func target(u *url.URL) (host addr.Host, port int, why string) {
	switch {
	case u.Scheme == "":
		return host, 0, "the URL has no scheme; write it with https://"
	case u.Scheme != "http" && u.Scheme != "https":
		return host, 0, fmt.Sprintf("the scheme %q is not fetched; only http and https are", u.Scheme)
	case u.Opaque != "":
		return host, 0, "the URL has no // behind its scheme"
	case u.User != nil:
		return host, 0, "the URL contains a user name, which hides the host; leave it out"
	}
	host, err := addr.ParseHost(u.Hostname())
	if err != nil {
		return host, 0, err.Error()
	}
	if host.Odd != "" && host.IsAddr {
		return host, 0, fmt.Sprintf("the host is an %s; write it as %s if that is meant", host.Odd, host.Name)
	}
	port = 80
	if u.Scheme == "https" {
		port = 443
	}
	if text := u.Port(); text != "" {
		n, err := strconv.ParseUint(text, 10, 16)
		if err != nil || n == 0 {
			return host, 0, fmt.Sprintf("%q is no port", text)
		}
		port = int(n)
	} else if strings.HasSuffix(u.Host, ":") {
		return host, 0, "the URL has a colon behind the host and no port"
	}
	return host, port, ""
}

// host judges a host and port by the lists.
func (r *Rules) host(h addr.Host, port int) Verdict {
	v := Verdict{Host: h.Name}
	if rule, ok := r.denied(h, port); ok {
		v.Rule, v.Reason = rule, fmt.Sprintf("the deny entry %q forbids %s", rule, h)
		return v
	}
	if h.IsAddr {
		if err := r.reachable(h, h.Addr, port); err != nil {
			v.Reason = err.Error()
			return v
		}
	}
	rule, known, withPort := allowed(r.allow, h, port)
	private, isPrivate, privatePort := allowed(r.private, h, port)
	isPrivate = isPrivate && opens(r.private, h, port)
	if isPrivate && !withPort {
		rule, known, withPort = private, true, privatePort
	}
	if h.IsAddr && !known {
		rule, known = r.network(h.Addr)
		withPort = known && usual(port)
	}
	if why := internal(h); why != "" && !isPrivate && !known {
		v.Reason = why
		return v
	}
	v.Rule, v.Effect = rule, Ask
	switch {
	case withPort:
		v.Effect, v.Reason = Allow, fmt.Sprintf("the entry %q allows %s", rule, h)
	case known:
		v.Reason = fmt.Sprintf("the entry %q allows %s, but not port %d", rule, h, port)
	case !usual(port):
		v.Reason = fmt.Sprintf("%s is not on the allow list, and port %d is unusual", h, port)
	default:
		v.Reason = fmt.Sprintf("%s is not on the allow list", h)
	}
	return v
}
