package shell

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxLine is the longest line, in bytes, that is proved to be anything. A
	// person cannot be shown more and be expected to see what is in it.
	maxLine = 10_000
	// maxParsed is the longest line that is looked into at all. Between the two
	// the line is opaque, but what it would run is still listed.
	maxParsed = 64_000
	// maxCommands is the number of commands above which a line is opaque.
	maxCommands = 200
	// maxDepth is how deep wrappers and scripts are taken apart.
	maxDepth = 8
)

// guard says what in the text itself keeps it from being judged: what a person
// does not see, and what two readers could read in two ways. It is empty if
// there is nothing.
func guard(line string) string {
	if len(line) > maxLine {
		return fmt.Sprintf("the line is longer than %d bytes; split it into several calls", maxLine)
	}
	if joinedComment(line) {
		return "it is not certain where a comment ends that has a backslash at the end of its line"
	}
	for i := 0; i < len(line); {
		c := line[i]
		if c < utf8.RuneSelf {
			if c < ' ' && c != '\t' && c != '\n' || c == 0x7f {
				return fmt.Sprintf("the line has a control character (0x%02x) in it", c)
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(line[i:])
		if r == utf8.RuneError && size == 1 {
			return "the line is not valid UTF-8"
		}
		if invisible(r) {
			return fmt.Sprintf("the line has an invisible character (U+%04X) in it", r)
		}
		i += size
	}
	return ""
}

// joinedComment reports whether a # stands before a backslash at the end of a
// line. Bash ends a comment there all the same; not every reader does.
func joinedComment(line string) bool {
	for {
		at := strings.Index(line, "\\\n")
		if at < 0 {
			return false
		}
		if strings.Contains(line[strings.LastIndexByte(line[:at], '\n')+1:at], "#") {
			return true
		}
		line = line[at+2:]
	}
}

// invisible reports whether a character shows as nothing, as a blank that is not
// the blank of the shell, or turns the direction of what follows.
func invisible(r rune) bool {
	switch r {
	case 0xFE0F: // asks for the coloured form of the emoji before it
		return false
	case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0xFFFC:
		return true
	}
	return unicode.In(r, unicode.Cf, unicode.Cc, unicode.Co, unicode.Cs, unicode.Z, unicode.Variation_Selector)
}
