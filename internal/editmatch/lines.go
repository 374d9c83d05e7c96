package editmatch

import "strings"

// line is one line of a text without its end, and where it begins.
type line struct {
	text string
	at   int
}

// splitLines cuts a text into lines. What follows the last line end is a line
// only if there is something.
func splitLines(text string) []line {
	lines := make([]line, 0, strings.Count(text, "\n")+1)
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			return append(lines, line{text[at:], at})
		}
		lines = append(lines, line{strings.TrimSuffix(text[at:at+end], "\r"), at})
		at += end + 1
	}
	return lines
}

// blanks is the white-space that indents or ends lines.
const blanks = " \t\r"

// indent is the white-space at the beginning of the line, core the rest without
// white-space at its end.
func (l line) indent() string { return l.text[:len(l.text)-len(strings.TrimLeft(l.text, blanks))] }
func (l line) core() string   { return strings.Trim(l.text, blanks) }
