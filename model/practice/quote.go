package practice

import (
	"strconv"
	"strings"
)

// quoted gives the end of the quoted text that begins at a place, or 0 if none does. An
// apostrophe in a word begins none.
func quoted(s string, at int) int {
	q := s[at]
	if q != '"' && q != '\'' && q != '`' {
		return 0
	}
	if at > 0 && !strings.ContainsRune(" \t:>=(,[{", rune(s[at-1])) {
		return 0
	}
	for n := at + 1; n < len(s); n++ {
		switch {
		case s[n] == '\\' && q == '"':
			n++
		case s[n] == q:
			return n + 1
		}
	}
	return 0
}

// isQuoted says whether a text is in quotes as a whole.
func isQuoted(s string) bool {
	_, was := unquote(s)
	return was
}

// unquote gives the text that is meant. Double quotes know \n, \t and the like; the others
// nothing.
func unquote(s string) (text string, was bool) {
	s = strings.TrimSpace(s)
	if len(s) < 2 || quoted(s, 0) != len(s) {
		return s, false
	}
	if s[0] == '"' {
		if text, err := strconv.Unquote(s); err == nil {
			return text, true
		}
	}
	return s[1 : len(s)-1], true
}

// fields are the words of a text; what is quoted is one.
func fields(s string) []string {
	var all []string
	for at := 0; at < len(s); {
		if s[at] == ' ' || s[at] == '\t' {
			at++
			continue
		}
		end := quoted(s, at)
		if end == 0 {
			end = at
			for end < len(s) && s[end] != ' ' && s[end] != '\t' {
				end++
			}
		}
		word, was := unquote(s[at:end])
		if !was {
			word = strings.TrimSuffix(word, ",")
		}
		if word != "" {
			all = append(all, word)
		}
		at = end
	}
	return all
}

// clip shortens a text to its first line, and that to some characters.
func clip(s string, n int) string {
	line, rest, _ := strings.Cut(strings.TrimSpace(s), "\n")
	line = strings.TrimSpace(line)
	if runes := []rune(line); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	if strings.TrimSpace(rest) != "" && len(line) < n {
		return line + " …"
	}
	return line
}
