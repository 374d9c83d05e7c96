package onepass

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// scanEscaped reads on in a string that began at from and has its first
// backslash at i. Source files arrive in this form, so it is made to be fast:
// eight bytes are copied before they are looked at, and those that turn out
// not to be plain are written over.
func (r *run) scanEscaped(from, i int, wide bool) (span, bool) {
	raw := r.raw
	end := closing(raw, i)
	if end < 0 {
		return span{}, false
	}
	// What is written is never longer than what was read.
	if need := end - from + 8; len(r.buf) < need {
		r.buf = make([]byte, need)
	}
	buf := r.buf
	n := copy(buf, raw[from:i])
	for i < end {
		if i+8 <= len(raw) {
			x := binary.LittleEndian.Uint64(raw[i:])
			binary.LittleEndian.PutUint64(buf[n:], x)
			count := bits.TrailingZeros64(special(x)) >> 3 // 8 if all are plain
			i += count
			n += count
			if count == 8 || i == end {
				continue
			}
		}
		switch c := raw[i]; {
		case c == '\\':
			char, size := unescape(raw[i:end])
			if size == 0 {
				return span{}, false
			}
			i += size
			if char < utf8.RuneSelf {
				buf[n] = byte(char)
				n++
			} else {
				n += utf8.EncodeRune(buf[n:], char)
				wide = true
			}
		case c < 0x20, c == '"':
			return span{}, false
		case c < utf8.RuneSelf:
			buf[n] = c
			i++
			n++
		default:
			_, size := utf8.DecodeRune(raw[i:end])
			if size == 1 {
				return span{}, false
			}
			n += copy(buf[n:], raw[i:i+size])
			i += size
			wide = true
		}
	}
	r.i = end + 1
	return span{chars: buf[:n], from: -1, wide: wide}, true
}

// closing returns the index of the quote that ends a string, looking from
// its first backslash on; -1 if there is none.
func closing(raw []byte, first int) int {
	for i := first; ; i++ {
		quote := bytes.IndexByte(raw[i:], '"')
		if quote < 0 {
			return -1
		}
		i += quote
		slash := i
		for slash > first && raw[slash-1] == '\\' {
			slash--
		}
		if (i-slash)%2 == 0 {
			return i
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
