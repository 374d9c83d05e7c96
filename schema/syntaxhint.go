package schema

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"jig/internal/clip"
)

// place names a byte offset the way an editor does.
func place(raw []byte, at int) string {
	before := raw[:min(at, len(raw))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf("line %d, column %d (byte %d)", line, column, at)
}

// excerpt is the beginning of a text, quoted.
func excerpt(rest []byte) string {
	return quoted(clip.Runes(strings.ToValidUTF8(string(rest[:min(len(rest), 80)]), "\uFFFD"), 20))
}

// syntaxHint tells how to put right the mistakes that models make most, or "".
func syntaxHint(raw []byte, at int, what string) string {
	rest := raw[at:]
	starts := func(prefixes ...string) bool {
		for _, p := range prefixes {
			if bytes.HasPrefix(rest, []byte(p)) {
				return true
			}
		}
		return false
	}
	switch {
	case strings.Contains(what, "UTF-8"):
		return "send valid UTF-8"
	case strings.Contains(what, "surrogate"):
		return `send the character itself, or both halves of its \u escape`
	case strings.Contains(what, "escape"):
		return `write a backslash as \\`
	case strings.Contains(what, "control character"):
		return `write a line break in a string as \n and a tab as \t`
	case starts("```"):
		return "send the JSON alone, without Markdown fences"
	case starts("'"):
		return `use double quotes (")`
	case starts("//", "/*", "#"):
		return "JSON has no comments; leave them out"
	case starts("True", "False", "None"):
		return "use true, false and null"
	case starts("NaN", "Infinity", "-Infinity", "undefined"):
		return "JSON has no such value; use a number or null"
	case starts(","):
		if next := bytes.TrimLeft(rest[1:], " \t\r\n"); len(next) > 0 && (next[0] == '}' || next[0] == ']') {
			return "leave out the comma before the closing bracket"
		}
	}
	return ""
}
