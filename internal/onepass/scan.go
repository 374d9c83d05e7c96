package onepass

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// peek skips white space and returns the next byte, 0 at the end of input.
// A zero byte in the input reads the same, and is an error wherever peek is
// called, just as the end is.
func (r *run) peek() byte {
	if r.i < len(r.raw) && r.raw[r.i] > ' ' {
		return r.raw[r.i]
	}
	return r.peekFar()
}

func (r *run) peekFar() byte {
	for r.i < len(r.raw) {
		switch c := r.raw[r.i]; c {
		case ' ', '\n', '\t', '\r':
			r.i++
		default:
			return c
		}
	}
	return 0
}

// word reads a literal such as true.
func (r *run) word(w string) bool {
	end := r.i + len(w)
	if end > len(r.raw) || string(r.raw[r.i:end]) != w {
		return false
	}
	r.i = end
	return true
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plain returns the index of the first byte from i on that ends a run of
// plain characters: a quote, a backslash, a control character or a byte of a
// character outside ASCII; len(raw) if there is none.
func plain(raw []byte, i int) int {
	for i+8 <= len(raw) {
		// Eight bytes at once: each term sets the top bit of a byte that is
		// special. Borrows can only mark bytes above the first special one.
		x := binary.LittleEndian.Uint64(raw[i:])
		quote := x ^ (ones * '"')
		slash := x ^ (ones * '\\')
		special := ((x-ones*0x20)&^x | (quote-ones)&^quote | (slash-ones)&^slash | x) & highs
		if special != 0 {
			return i + bits.TrailingZeros64(special)>>3
		}
		i += 8
	}
	for i < len(raw) {
		if c := raw[i]; c < 0x20 || c == '"' || c == '\\' || c >= 0x80 {
			return i
		}
		i++
	}
	return i
}

// span is a string as it was found: its characters, where they stand in the
// input (-1 if they had escapes and stand in run.buf), and whether any of
// them is outside ASCII.
type span struct {
	chars []byte
	from  int
	wide  bool
}

// scanString reads a string whose opening quote is at r.i.
func (r *run) scanString() (s span, ok bool) {
	from := r.i + 1
	i := from
	for {
		i = plain(r.raw, i)
		if i >= len(r.raw) {
			return span{}, false
		}
		switch c := r.raw[i]; {
		case c == '"':
			r.i = i + 1
			s.chars, s.from = r.raw[from:i], from
			return s, true
		case c == '\\':
			return r.scanEscaped(from, i, s.wide)
		case c < 0x20:
			return span{}, false
		default:
			_, size := utf8.DecodeRune(r.raw[i:])
			if size == 1 {
				return span{}, false
			}
			s.wide = true
			i += size
		}
	}
}

// scanEscaped reads on in a string that began at from and has its first
// backslash at i.
func (r *run) scanEscaped(from, i int, wide bool) (span, bool) {
	buf := append(r.buf[:0], r.raw[from:i]...)
	for {
		stop := plain(r.raw, i)
		buf = append(buf, r.raw[i:stop]...)
		i = stop
		if i >= len(r.raw) {
			return span{}, false
		}
		switch c := r.raw[i]; {
		case c == '"':
			r.i = i + 1
			r.buf = buf
			return span{chars: buf, from: -1, wide: wide}, true
		case c == '\\':
			char, size := unescape(r.raw[i:])
			if size == 0 {
				return span{}, false
			}
			if char >= utf8.RuneSelf {
				wide = true
			}
			buf = utf8.AppendRune(buf, char)
			i += size
		case c < 0x20:
			return span{}, false
		default:
			_, size := utf8.DecodeRune(r.raw[i:])
			if size == 1 {
				return span{}, false
			}
			wide = true
			buf = append(buf, r.raw[i:i+size]...)
			i += size
		}
	}
}

// unescape reads the escape sequence at the start of b, a backslash. size is
// 0 if it is malformed, half of a surrogate pair, or the NUL character.
func unescape(b []byte) (char rune, size int) {
	if len(b) < 2 {
		return 0, 0
	}
	switch b[1] {
	case '"', '\\', '/':
		return rune(b[1]), 2
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'u':
		char = hex4(b[2:])
		if !utf16.IsSurrogate(char) {
			if char <= 0 {
				return 0, 0
			}
			return char, 6
		}
		if len(b) < 12 || b[6] != '\\' || b[7] != 'u' {
			return 0, 0
		}
		char = utf16.DecodeRune(char, hex4(b[8:]))
		if char == utf8.RuneError {
			return 0, 0
		}
		return char, 12
	}
	return 0, 0
}

// hex4 reads four hexadecimal digits, -1 if there are none.
func hex4(b []byte) rune {
	if len(b) < 4 {
		return -1
	}
	var char rune
	for _, c := range b[:4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		char = char<<4 | rune(c)
	}
	return char
}

// str makes a Go string of s: a piece of the one copy of the input, unless
// s had escapes.
func (r *run) str(s span) string {
	if len(s.chars) == 0 {
		return ""
	}
	if s.from < 0 {
		return string(s.chars)
	}
	if r.text == "" {
		r.text = string(r.raw)
	}
	return r.text[s.from : s.from+len(s.chars)]
}
