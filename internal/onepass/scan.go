package onepass

import (
	"encoding/binary"
	"math/bits"
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

// special looks at eight bytes at once. The lowest bit that it sets is in the
// first byte that is not plain; the bits above mean nothing, since borrows
// can reach them.
func special(x uint64) uint64 {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	quote := x ^ (ones * '"')
	slash := x ^ (ones * '\\')
	return ((x-ones*0x20)&^x | (quote-ones)&^quote | (slash-ones)&^slash | x) & highs
}

// plain returns the index of the first byte from i on that ends a run of
// plain characters: a quote, a backslash, a control character or a byte of a
// character outside ASCII; len(raw) if there is none.
func plain(raw []byte, i int) int {
	for i+8 <= len(raw) {
		if s := special(binary.LittleEndian.Uint64(raw[i:])); s != 0 {
			return i + bits.TrailingZeros64(s)>>3
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

// A few short strings of a long input are copied one by one: the common copy
// would cost more, and they would keep all of it alive.
const (
	longInput = 1024
	fewShort  = 8
)

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
		if len(r.raw) > longInput && r.short < fewShort && len(s.chars) < len(r.raw)/fewShort {
			r.short++
			return string(s.chars)
		}
		r.text = string(r.raw)
	}
	return r.text[s.from : s.from+len(s.chars)]
}
