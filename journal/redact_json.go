package journal

import (
	"bytes"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON adds a JSON text to dst, with the secrets taken out of its strings. The text must
// be compact, as [encoding/json] makes it.
func (r *Redactor) JSON(dst, src []byte) []byte {
	var (
		name    []byte // of the member whose value comes next
		scratch []byte
		spans   []span
		at      int // up to where src is in dst
	)
	for i := 0; i < len(src); {
		if src[i] != '"' {
			if src[i] != ':' {
				name = nil
			}
			next := bytes.IndexByte(src[i:], '"')
			if next < 0 {
				break
			}
			if next > 1 || src[i] != ':' {
				name = nil // the value is no string
			}
			i += next
			continue
		}
		end, escapes := stringEnd(src, i+1)
		if end < 0 {
			break
		}
		text := src[i+1 : end]
		if escapes {
			scratch = unescape(slices.Grow(scratch[:0], len(text)), text)
			text = scratch
		}
		spans = spans[:0]
		if name != nil && r.nameKind(name).takes(text, true) {
			spans = append(spans, span{0, len(text)})
		} else if len(text) >= 4 {
			spans = r.find(spans, text)
		}
		if len(spans) > 0 {
			dst = append(dst, src[at:i]...)
			dst = appendString(dst, cutSpans(nil, text, spans))
			at = end + 1
		}
		name = nil
		if end+1 < len(src) && src[end+1] == ':' {
			name = src[i+1 : end]
		}
		i = end + 1
	}
	return append(dst, src[at:]...)
}

// stringEnd finds the quote that ends a JSON string, and says whether there are escapes
// in it. Without an end it gives -1.
func stringEnd(src []byte, at int) (end int, escapes bool) {
	quote := bytes.IndexByte(src[at:], '"')
	if quote < 0 {
		return -1, false
	}
	slash := bytes.IndexByte(src[at:at+quote], '\\')
	if slash < 0 {
		return at + quote, false
	}
	for i := at + slash; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '"':
			return i, true
		}
	}
	return -1, true
}

// unescape writes out what is in a JSON string.
func unescape(dst, s []byte) []byte {
	for len(s) > 0 {
		n := bytes.IndexByte(s, '\\')
		if n < 0 || n+1 >= len(s) {
			return append(dst, s...)
		}
		dst = append(dst, s[:n]...)
		c := s[n+1]
		s = s[n+2:]
		switch c {
		case 'n':
			dst = append(dst, '\n')
		case 't':
			dst = append(dst, '\t')
		case 'r':
			dst = append(dst, '\r')
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'u':
			r, rest := hexRune(s)
			s = rest
			if utf16.IsSurrogate(r) && len(s) > 1 && s[0] == '\\' && s[1] == 'u' {
				low, rest := hexRune(s[2:])
				if whole := utf16.DecodeRune(r, low); whole != utf8.RuneError {
					r, s = whole, rest
				}
			}
			dst = utf8.AppendRune(dst, r)
		default: // a quote, a slash, a backslash
			dst = append(dst, c)
		}
	}
	return dst
}

func hexRune(s []byte) (rune, []byte) {
	if len(s) < 4 {
		return utf8.RuneError, nil
	}
	var r rune
	for _, c := range s[:4] {
		r <<= 4
		switch {
		case '0' <= c && c <= '9':
			r |= rune(c - '0')
		case 'a' <= c && c <= 'f':
			r |= rune(c-'a') + 10
		case 'A' <= c && c <= 'F':
			r |= rune(c-'A') + 10
		}
	}
	return r, s[4:]
}

// appendString writes a JSON string.
func appendString(dst, s []byte) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	for len(s) > 0 {
		c := s[0]
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		case c < utf8.RuneSelf:
			dst = append(dst, c)
		default:
			r, n := utf8.DecodeRune(s)
			dst = utf8.AppendRune(dst, r)
			s = s[n:]
			continue
		}
		s = s[1:]
	}
	return append(dst, '"')
}
