package textfile

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// sniffed is how much of the beginning is looked at to tell text from binary.
const sniffed = 8 << 10

// Survey learns the habits of a text from its bytes, given piece by piece through
// Write. The bytes are those after the mark, if the file has one; a text of two
// bytes per character is surveyed after it was made UTF-8. The zero value is
// ready for use.
type Survey struct {
	// Bytes, Lines and Ended count what was seen. A last line without an end is one
	// of Lines, and not of Ended.
	Bytes, Lines, Ended int64
	// Wide counts the characters of more than one byte that are UTF-8.
	Wide int64

	foreign int64
	crlf    int64
	nul     bool
	last    byte   // the last byte that was seen
	partial []byte // the beginning of a character whose rest is to come
}

// Write looks at the next piece. It never fails.
func (s *Survey) Write(p []byte) (int, error) {
	n := len(p)
	if n == 0 {
		return 0, nil
	}
	if head := min(int64(n), sniffed-s.Bytes); head > 0 && bytes.IndexByte(p[:head], 0) >= 0 {
		s.nul = true
	}
	s.crlf += int64(bytes.Count(p, []byte("\r\n")))
	if s.last == '\r' && p[0] == '\n' {
		s.crlf++
	}
	s.Ended += int64(bytes.Count(p, []byte{'\n'}))
	s.Bytes += int64(n)
	s.last = p[n-1]
	s.Lines = s.Ended
	if s.last != '\n' {
		s.Lines++
	}
	s.characters(p)
	return n, nil
}

// characters counts what is UTF-8 and what is not.
func (s *Survey) characters(p []byte) {
	if len(s.partial) > 0 {
		// Three bytes more complete any character or show that there is none.
		taken := min(len(p), utf8.UTFMax)
		joined := append(s.partial, p[:taken]...)
		if !utf8.FullRune(joined) {
			s.partial = joined
			return
		}
		before := len(s.partial)
		s.partial = nil
		used := 0
		for used < before {
			if !utf8.FullRune(joined[used:]) {
				break
			}
			used += s.character(joined[used:])
		}
		if used < before { // all of p stands in joined
			s.partial = bytes.Clone(joined[used:])
			return
		}
		p = p[used-before:]
	}
	for len(p) > 0 {
		i := wide(p)
		if p = p[i:]; len(p) == 0 {
			return
		}
		if !utf8.FullRune(p) {
			s.partial = bytes.Clone(p)
			return
		}
		p = p[s.character(p):]
	}
}

func (s *Survey) character(p []byte) int {
	r, size := utf8.DecodeRune(p)
	switch {
	case r == utf8.RuneError && size == 1:
		s.foreign++
	case size > 1:
		s.Wide++
	}
	return size
}

// wide is where the first byte stands that is not ASCII, len(p) without one.
func wide(p []byte) int {
	const high = 0x8080808080808080 // set in none of eight ASCII characters
	i := 0
	for ; i+8 <= len(p); i += 8 {
		if binary.LittleEndian.Uint64(p[i:])&high != 0 {
			break
		}
	}
	for ; i < len(p); i++ {
		if p[i] >= utf8.RuneSelf {
			return i
		}
	}
	return len(p)
}

// Encoding is what the bytes so far look like, for a file without a mark. Text
// that is UTF-8 but for a few bytes stays UTF-8: reading all of it as something
// else would spoil more than it mends.
func (s *Survey) Encoding() Encoding {
	foreign := s.Foreign()
	switch {
	case s.nul:
		return Binary
	case foreign > 0 && foreign > s.Wide:
		return Windows1252
	}
	return UTF8
}

// Foreign counts the bytes so far that are not UTF-8. A character whose rest is
// still to come is among them.
func (s *Survey) Foreign() int64 { return s.foreign + int64(len(s.partial)) }

// EOL is how the lines so far end.
func (s *Survey) EOL() EOL {
	switch {
	case s.Ended == 0:
		return NoEOL
	case s.crlf == 0:
		return LF
	case s.crlf == s.Ended:
		return CRLF
	}
	return Mixed
}

// FinalNewline reports whether the last line is ended.
func (s *Survey) FinalNewline() bool { return s.last == '\n' }
