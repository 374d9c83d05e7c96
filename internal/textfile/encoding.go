package textfile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Encoding is how the characters of a file are written.
type Encoding string

// The encodings. Those of two bytes are known by their mark at the beginning.
const (
	UTF8    Encoding = "utf-8"
	UTF8BOM Encoding = "utf-8-bom"
	UTF16LE Encoding = "utf-16le"
	UTF16BE Encoding = "utf-16be"
	// Windows1252 is the guess for what is no UTF-8: it gives every byte a
	// character, and agrees with Latin-1 on the letters.
	Windows1252 Encoding = "windows-1252"
	// Binary is no text.
	Binary Encoding = "binary"
)

const (
	markUTF8    = "\xef\xbb\xbf"
	markUTF16LE = "\xff\xfe"
	markUTF16BE = "\xfe\xff"
)

// Marked is the encoding that a file says it has by its first bytes, and how many
// these are. Without a mark it is empty.
func Marked(data []byte) (enc Encoding, mark int) {
	switch {
	case bytes.HasPrefix(data, []byte(markUTF8)):
		return UTF8BOM, len(markUTF8)
	case bytes.HasPrefix(data, []byte(markUTF16LE)):
		return UTF16LE, len(markUTF16LE)
	case bytes.HasPrefix(data, []byte(markUTF16BE)):
		return UTF16BE, len(markUTF16BE)
	}
	return "", 0
}

// decode gives the content without its mark. It reports false for what the
// encoding cannot hold or could not give back exactly.
func (e Encoding) decode(data []byte) (string, bool) {
	switch e {
	case UTF8, Binary:
		return string(data), true
	case UTF8BOM:
		return string(data[len(markUTF8):]), true
	case UTF16LE, UTF16BE:
		return decodeUTF16(data[2:], e == UTF16BE)
	case Windows1252:
		return decode1252(data), true
	}
	return "", false
}

// Show gives a piece of a file for people and models to read. The piece is as a
// [Survey] takes it; what is not in the encoding shows as U+FFFD.
func (e Encoding) Show(piece []byte) string {
	if e == Windows1252 {
		return decode1252(piece)
	}
	return strings.ToValidUTF8(string(piece), string(utf8.RuneError))
}

func decode1252(data []byte) string {
	var b strings.Builder
	b.Grow(len(data) + len(data)/8)
	for _, c := range data {
		b.WriteRune(rune1252(c))
	}
	return b.String()
}

// rune1252 also gives the five bytes a character that have none in the table:
// the control character of their number, as browsers do.
func rune1252(c byte) rune {
	if r := charmap.Windows1252.DecodeByte(c); r != utf8.RuneError {
		return r
	}
	return rune(c)
}

func byte1252(r rune) (byte, bool) {
	if c, ok := charmap.Windows1252.EncodeRune(r); ok {
		return c, true
	}
	c := byte(r & 0xff)
	return c, r == rune(c) && rune1252(c) == r
}

// decodeUTF16 accepts text only: pairs that are whole, and no NUL.
func decodeUTF16(data []byte, big bool) (string, bool) {
	if len(data)%2 != 0 {
		return "", false
	}
	var b strings.Builder
	b.Grow(len(data)/2 + len(data)/8)
	unit := func(i int) rune {
		if big {
			return rune(data[i])<<8 | rune(data[i+1])
		}
		return rune(data[i+1])<<8 | rune(data[i])
	}
	for i := 0; i < len(data); i += 2 {
		r := unit(i)
		if utf16.IsSurrogate(r) {
			if i += 2; i >= len(data) {
				return "", false
			}
			if r = utf16.DecodeRune(r, unit(i)); r == utf8.RuneError {
				return "", false
			}
		}
		if r == 0 {
			return "", false
		}
		b.WriteRune(r)
	}
	return b.String(), true
}

// ErrCannotWrite is in the error for characters that an encoding does not have.
var ErrCannotWrite = errors.New("the file's encoding has no such character")

// encode is the opposite of decode.
func (e Encoding) encode(content string) ([]byte, error) {
	switch e {
	case UTF8, Binary, "":
		return []byte(content), nil
	case UTF8BOM:
		return append([]byte(markUTF8), content...), nil
	case UTF16LE, UTF16BE:
		return encodeUTF16(content, e == UTF16BE)
	case Windows1252:
		out := make([]byte, 0, len(content))
		for _, r := range content {
			c, ok := byte1252(r)
			if !ok {
				return nil, fmt.Errorf("%w: %q cannot be written as %s; use other characters, or rewrite the whole file as UTF-8", ErrCannotWrite, r, e)
			}
			out = append(out, c)
		}
		return out, nil
	}
	return nil, fmt.Errorf("unknown encoding %q", e)
}

func encodeUTF16(content string, big bool) ([]byte, error) {
	if !utf8.ValidString(content) {
		return nil, fmt.Errorf("%w: the text is not valid UTF-8", ErrCannotWrite)
	}
	out := make([]byte, 0, 2+2*len(content))
	put := func(u uint16) {
		if big {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	put(0xfeff)
	for _, r := range content {
		if hi, lo := utf16.EncodeRune(r); hi != utf8.RuneError {
			put(uint16(hi))
			put(uint16(lo))
			continue
		}
		put(uint16(r))
	}
	return out, nil
}
