// Package clip shortens texts that are shown to a person or a model, between characters and
// with a sign that there was more. Bytes that are no text become signs of replacement.
package clip

import (
	"strings"
	"unicode/utf8"
)

const more = "…"

// Runes shortens a text to at most so many characters.
func Runes(text string, most int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= most {
		return text
	}
	n := 0
	for at := range text {
		if n == most {
			return text[:at] + more
		}
		n++
	}
	return text
}

// Bytes shortens a text to at most so many bytes.
func Bytes(text string, most int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + more
}
