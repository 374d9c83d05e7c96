package network

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"jig/internal/addr"
)

// embedded finds the beginning of a URL. One slash is enough, because services
// that take a URL as a path see two slashes merged into one.
var embedded = regexp.MustCompile(`(?i)(?:https?|ftp|file|gopher|wss?):[/\\]{1,3}[^/\\?#&"'<>|;,)]*`)

// carried judges what a URL carries behind its host. A URL in there may be what
// is really fetched, so it is held to the same rules, on whatever host: carrying
// one that is not allowed is asked at best.
func (r *Rules) carried(raw string, host addr.Host) Verdict {
	fine := Verdict{Effect: Allow, Host: host.Name}
	behind := behindHost(raw)
	if behind == "" || behind == "/" {
		if proxying(host) && strings.HasSuffix(host.Name, ".translate.goog") {
			return Verdict{Effect: Ask, Host: host.Name, Reason: fmt.Sprintf("%s fetches the page named in its host for others", host)}
		}
		return fine
	}
	v, found := fine, false
	for _, text := range decodings(behind) {
		for _, inner := range embedded.FindAllString(text, -1) {
			found = true
			v = v.stricter(r.inside(inner, host))
		}
	}
	if proxying(host) && (!found || strings.HasSuffix(host.Name, ".translate.goog")) {
		v = v.stricter(Verdict{Effect: Ask, Host: host.Name, Reason: fmt.Sprintf("%s fetches other pages for whoever asks, and it is not clear which", host)})
	}
	return v
}

// inside judges a URL that another one carries.
func (r *Rules) inside(inner string, host addr.Host) Verdict {
	scheme, rest, _ := strings.Cut(inner, ":")
	inner = scheme + "://" + strings.TrimLeft(rest, `/\`)
	v, _ := r.place(inner)
	if v.Effect == Allow {
		return Verdict{Effect: Allow, Host: host.Name}
	}
	about := "which is not allowed: "
	if v.Effect == Deny && v.Host == "" {
		v.Effect = Ask // not a URL that anything could fetch
		about = "which cannot be judged: "
	}
	return Verdict{Effect: v.Effect, Host: host.Name, Rule: v.Rule, Reason: fmt.Sprintf("the URL carries %s, %s%s", inner, about, v.Reason)}
}

// behindHost is the text of a URL from its path on.
func behindHost(raw string) string {
	_, rest, _ := strings.Cut(raw, "//")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		return rest[i:]
	}
	return ""
}

// decodings are a text as it is, and with percent-encoding taken off up to three
// times: services decode what they are given, some of them twice.
func decodings(text string) []string {
	all := []string{text}
	for range 3 {
		decoded := decode(text)
		if decoded == text {
			break
		}
		all, text = append(all, decoded), decoded
	}
	return all
}

// decode takes percent-encoding off wherever it is valid, and leaves the rest.
func decode(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if s, err := url.PathUnescape(text[i : i+3]); err == nil {
				out.WriteString(s)
				i += 2
				continue
			}
		}
		out.WriteByte(text[i])
	}
	return out.String()
}
