package text

import "strings"

// jsonSpace gives the first place that is not white space.
func jsonSpace(in []byte, at int) int {
	for at < len(in) && (in[at] == ' ' || in[at] == '\n' || in[at] == '\t' || in[at] == '\r') {
		at++
	}
	return at
}

// jsonFence gives the length of the beginning of a code fence, such as "```json"; 0 if it
// is not whole yet.
func jsonFence(in []byte) (n int, ok bool) {
	const marks = "```"
	if len(in) <= len(marks) {
		return 0, strings.HasPrefix(marks, string(in))
	}
	if string(in[:len(marks)]) != marks {
		return 0, false
	}
	const longest = 16 // with the name of a language
	for i := len(marks); i < len(in); i++ {
		if i == longest {
			return 0, false
		}
		if c := in[i]; c < 'a' || c > 'z' {
			return i, true
		}
	}
	return 0, true
}

// jsonHex says whether a byte is a hexadecimal digit.
func jsonHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// jsonDelimits says whether a byte ends a number or a literal.
func jsonDelimits(c byte) bool {
	switch c {
	case ',', ':', '[', ']', '{', '}', '"', '\'', ' ', '\n', '\t', '\r', '<':
		return true
	}
	return false
}

// jsonNumber says whether a text is a number of JSON.
func jsonNumber(w []byte) bool {
	i := 0
	digits := func() bool {
		from := i
		for i < len(w) && w[i] >= '0' && w[i] <= '9' {
			i++
		}
		return i > from
	}
	if i < len(w) && w[i] == '-' {
		i++
	}
	zero := i < len(w) && w[i] == '0'
	from := i
	if !digits() || zero && i > from+1 {
		return false
	}
	if i < len(w) && w[i] == '.' {
		i++
		if !digits() {
			return false
		}
	}
	if i < len(w) && (w[i] == 'e' || w[i] == 'E') {
		i++
		if i < len(w) && (w[i] == '+' || w[i] == '-') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(w)
}
