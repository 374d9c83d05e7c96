package patch

import "strings"

// name reads the name of a file after --- or +++: without the time that diff
// puts behind a tab, and without the quotes of git.
func name(s string) string {
	if strings.HasPrefix(s, `"`) {
		if plain, rest, ok := unquote(s); ok && (rest == "" || rest[0] == '\t') {
			return plain
		}
	}
	s, _, _ = strings.Cut(s, "\t")
	return strings.TrimRight(s, " \r")
}

// gitNames reads the two names after diff --git, which are divided by a space
// that may be in the names as well. Where the rest does not tell, both are the
// same but for their prefixes.
func gitNames(s string) (first, second string) {
	if strings.HasPrefix(s, `"`) {
		if a, rest, ok := unquote(s); ok {
			return a, name(strings.TrimPrefix(rest, " "))
		}
	}
	if i := strings.Index(s, ` "`); i >= 0 {
		return s[:i], name(s[i+1:])
	}
	for i := range len(s) {
		if s[i] != ' ' {
			continue
		}
		a, b := s[:i], s[i+1:]
		if strings.TrimPrefix(a, "a/") == strings.TrimPrefix(b, "b/") {
			return a, b
		}
	}
	first, second, _ = strings.Cut(s, " ")
	return first, second
}

// unquote reads a name in quotes as C writes it, at the beginning of s.
func unquote(s string) (plain, rest string, ok bool) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return b.String(), s[i+1:], true
		case c != '\\':
			b.WriteByte(c)
		case i+3 < len(s) && octal(s[i+1:i+4]):
			b.WriteByte((s[i+1]-'0')<<6 | (s[i+2]-'0')<<3 | (s[i+3] - '0'))
			i += 3
		case i+1 < len(s):
			i++
			if j := strings.IndexByte(`abtnvfr`, s[i]); j >= 0 {
				b.WriteByte("\a\b\t\n\v\f\r"[j])
			} else {
				b.WriteByte(s[i])
			}
		}
	}
	return "", s, false
}

func octal(s string) bool { return strings.Trim(s, "01234567") == "" && s[0] <= '3' }
