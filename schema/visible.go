package schema

import (
	"fmt"
	"strings"
	"unicode"
)

// visible writes out the characters that would change how a text is displayed
// rather than be displayed: control characters, which end lines or command a
// terminal, line separators, and those that turn the direction of writing. What
// comes from outside must not be able to forge a line of a message.
func visible(s string) string {
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case hidden(c):
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

func hidden(c rune) bool {
	return unicode.In(c, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}
