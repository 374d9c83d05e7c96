package shell

import (
	"unicode"
	"unicode/utf8"
)

// cleaner makes text for a model of what a program prints: without the sequences that steer a terminal, without characters
// that nobody can see (with which a text can say something else to a model than to a person), and valid as UTF-8. It is fed
// in pieces, and a sequence or character may be split between two of them.
type cleaner struct {
	in      stage
	partial [utf8.UTFMax]byte // the beginning of a character that has not come whole
	held    int
	length  int // of the terminal string that is being skipped
	hidden  int // how many invisible characters were taken out
	bad     bool
	line    bool // a carriage return came last: it may belong to the end of a line
}

// stage is where in a terminal sequence the cleaner is.
type stage uint8

const (
	plain stage = iota
	escaped
	control     // CSI: parameters until a final byte
	quoted      // OSC, DCS and the like: text until it is terminated
	quotedAfter // an escape inside of quoted text
)

// longestString is how much a terminal string may swallow. One that is never terminated would hide everything after it.
const longestString = 4096

// feed appends the text of a piece to dst.
func (c *cleaner) feed(dst, piece []byte) []byte {
	for len(piece) > 0 {
		if c.held == 0 && piece[0] < utf8.RuneSelf {
			dst = c.char(dst, rune(piece[0]))
			piece = piece[1:]
			continue
		}
		n := copy(c.partial[c.held:], piece)
		whole := c.partial[:c.held+n]
		if !utf8.FullRune(whole) {
			c.held = len(whole)
			return dst
		}
		r, size := utf8.DecodeRune(whole)
		if r == utf8.RuneError && size == 1 {
			// Only what was held may be wrong: its first byte is, and the others are looked at again.
			rest := append([]byte(nil), whole[1:max(c.held, 1)]...)
			dst = c.broken(dst)
			piece = piece[1-min(c.held, 1):]
			c.held = 0
			if len(rest) > 0 {
				dst = c.feed(dst, rest)
			}
			continue
		}
		piece = piece[size-c.held:]
		c.held = 0
		dst = c.char(dst, r)
	}
	return dst
}

// flush ends the text: what has come of a character is all that will.
func (c *cleaner) flush(dst []byte) []byte {
	if c.held > 0 {
		c.held = 0
		dst = c.broken(dst)
	}
	c.in, c.line = plain, false
	return dst
}

// broken stands for a run of bytes that are no text.
func (c *cleaner) broken(dst []byte) []byte {
	if c.bad || c.in != plain {
		return dst
	}
	c.bad = true
	return utf8.AppendRune(dst, utf8.RuneError)
}

func (c *cleaner) char(dst []byte, r rune) []byte {
	switch c.in {
	case plain:
		return c.visible(dst, r)
	case escaped:
		switch {
		case r == '[':
			c.in = control
		case r == ']' || r == 'P' || r == 'X' || r == '^' || r == '_':
			c.in, c.length = quoted, 0
		case r >= ' ' && r <= '/' || r == 0x1b: // an intermediate byte, or an escape anew
		case r < ' ':
			c.in = plain
			return c.visible(dst, r)
		default:
			c.in = plain
		}
	case control:
		switch {
		case r >= ' ' && r <= '?':
		case r >= '@' && r <= '~':
			c.in = plain
		default:
			c.in = plain
			return c.visible(dst, r)
		}
	case quoted:
		c.length++
		switch {
		case r == 0x1b:
			c.in = quotedAfter
		case r == '\a' || r == 0x9c || c.length > longestString:
			c.in = plain
		case r == '\n':
			c.in = plain
			return c.visible(dst, r)
		}
	case quotedAfter:
		c.in = plain
		if r != '\\' {
			c.in = escaped
			return c.char(dst, r)
		}
	}
	return dst
}

// visible appends a character that stands outside of terminal sequences.
func (c *cleaner) visible(dst []byte, r rune) []byte {
	c.bad = false
	after := c.line
	c.line = false
	switch {
	case r == '\n' && after: // the line has ended with the carriage return
		return dst
	case r == '\n' || r == '\t':
		return append(dst, byte(r))
	case r == '\r':
		c.line = true
		return append(dst, '\n')
	case r == 0x1b:
		c.in = escaped
		return dst
	case r == 0x9b:
		c.in = control
		return dst
	case r == '\b':
		// Struck over: what was there is replaced.
		if last, size := utf8.DecodeLastRune(dst); size > 0 && last != '\n' {
			return dst[:len(dst)-size]
		}
		return dst
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return dst
	case r < utf8.RuneSelf:
		return append(dst, byte(r))
	case unseen(r):
		c.hidden++
		return dst
	case r == 0x2028 || r == 0x2029:
		return append(dst, '\n')
	}
	return utf8.AppendRune(dst, r)
}

// unseen reports whether a character changes nothing that a person sees, or only the order in which it is seen.
func unseen(r rune) bool {
	return r == 0x115f || r == 0x1160 || r == 0x3164 || r >= 0xe0100 && r <= 0xe01ef || unicode.Is(unicode.Cf, r)
}

// cleaned is a whole text for a model, and how many invisible characters it held.
func cleaned(raw []byte) (text string, hidden int) {
	var c cleaner
	out := c.flush(c.feed(make([]byte, 0, len(raw)), raw))
	return string(out), c.hidden
}
