package config

import (
	"strconv"
	"strings"
	"unicode"
)

// Visible is text of a stranger as it may be printed: what a terminal would obey
// and what a person would not see, or would see as something else (control
// characters, line breaks, changes of direction, characters without width), is
// written as an escape. Everything else stays readable.
func Visible(text string) string {
	if !strings.ContainsFunc(text, hidden) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if !hidden(r) {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRuneToASCII(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}

// hidden reports whether a character is not seen as what it is. IsPrint has no
// spaces but the plain one, no controls, formats, separators and private use; some
// letters and marks are drawn as nothing all the same.
func hidden(r rune) bool {
	return !unicode.IsPrint(r) || r == unicode.ReplacementChar || r == 0x2800 ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
