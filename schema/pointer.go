package schema

import (
	"net/url"
	"strings"
)

// pointer writes tokens as a JSON pointer (RFC 6901); no tokens are "".
func pointer(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteByte('/')
		b.WriteString(escapeToken(t))
	}
	return b.String()
}

// escapeToken escapes one reference token for use in a JSON pointer.
func escapeToken(token string) string {
	if !strings.ContainsAny(token, "~/") {
		return token
	}
	return strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
}

// pointerTokens is the reverse of pointer.
func pointerTokens(ptr string) []string {
	if ptr == "" {
		return nil
	}
	tokens := strings.Split(strings.TrimPrefix(ptr, "/"), "/")
	for i, t := range tokens {
		if strings.Contains(t, "~") {
			tokens[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
		}
	}
	return tokens
}

// splitLocation cuts a schema location such as "http://host/doc#/properties/a"
// into the document's address and the pointer inside it.
func splitLocation(location string) (doc, ptr string) {
	doc, frag, _ := strings.Cut(location, "#")
	if plain, err := url.PathUnescape(frag); err == nil {
		frag = plain
	}
	return doc, frag
}
