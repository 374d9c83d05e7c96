package text

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// text reads a string, or several in a row, which are one.
func (v *pyValue) text(out []byte, prefix string) ([]byte, error) {
	b := v.spare[:0]
	defer func() { v.spare = b }()
	for n := 0; ; n++ {
		if len(v.strs) == 0 {
			return nil, errPySyntax
		}
		s := v.strs[0]
		v.strs = v.strs[1:]
		part := v.in[s.from:s.to]
		if v.pos = s.next; n == 0 && prefix == "" {
			if c := v.peek(); c != '\'' && c != '"' { // which is what most are
				if all, ok := appendPlain(out, part); ok {
					return all, nil
				}
			}
		}
		switch prefix {
		case "", "u":
			b = pyUnescape(b, part)
		case "r":
			b = append(b, part...)
		case "f":
			part := pyUnescape(nil, part)
			if strings.ContainsAny(string(part), "{}") {
				return nil, errPyLiteral
			}
			b = append(b, part...)
		default:
			return nil, errPyLiteral
		}
		v.pos = s.next
		if c := v.peek(); c != '\'' && c != '"' {
			return appendBare(out, b), nil
		}
		prefix = ""
	}
}

// appendPlain adds the text of a literal as JSON to b, if all that has to be changed means almost the
// same in both languages.
func appendPlain(b, s []byte) (_ []byte, ok bool) {
	b = append(slices.Grow(b, len(s)+len(s)/8+2), '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case bareEscape[c] == 0:
			b = append(b, c)
			continue
		case c == '"':
			b = append(b, '\\', c)
			continue
		case c != '\\' || i+1 == len(s):
			return nil, false
		}
		i++
		switch c := s[i]; c {
		case 'n', 't', 'r', 'b', 'f', '"', '\\':
			b = append(b, '\\', c)
		case '\'':
			b = append(b, c)
		default:
			return nil, false
		}
	}
	return append(b, '"'), true
}

// pyUnescape appends the text of a literal. What is no escape in Python stays as it is.
func pyUnescape(out, s []byte) []byte {
	if cap(out) == 0 {
		out = make([]byte, 0, len(s))
	}
	for i := 0; i < len(s); i++ {
		n := bytes.IndexByte(s[i:], '\\')
		if n < 0 || i+n+1 == len(s) {
			return append(out, s[i:]...)
		}
		out = append(out, s[i:i+n]...)
		i += n + 1
		switch c := s[i]; c {
		case '\n':
		case '\\', '\'', '"':
			out = append(out, c)
		case 'a':
			out = append(out, '\a')
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'v':
			out = append(out, '\v')
		case '/':
			out = append(out, '\\', '/')
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, digits := rune(0), 0
			for ; digits < 3 && i+digits < len(s) && s[i+digits] >= '0' && s[i+digits] <= '7'; digits++ {
				n = n<<3 | rune(s[i+digits]-'0')
			}
			out = utf8.AppendRune(out, n)
			i += digits - 1
		case 'x', 'u', 'U':
			size := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			r, ok := pyHex(s, i+1, size)
			if !ok {
				out = append(out, '\\', c)
				continue
			}
			i += size
			if low, ok := pyHex(s, i+3, 4); ok && utf16.IsSurrogate(r) && s[i+1] == '\\' && s[i+2] == 'u' {
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
					r = pair
					i += 6
				}
			}
			out = utf8.AppendRune(out, r)
		default:
			out = append(out, '\\', c)
		}
	}
	return out
}

func pyHex(s []byte, from, size int) (rune, bool) {
	if from+size > len(s) {
		return 0, false
	}
	n, err := strconv.ParseUint(string(s[from:from+size]), 16, 32)
	return rune(n), err == nil
}
