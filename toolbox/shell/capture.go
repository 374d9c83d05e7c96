package shell

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// capture keeps the two ends of a stream of any length.
type capture struct {
	first, last int // how much to keep of each end
	head, tail  []byte
	total       int64
}

// add takes the next piece of the stream.
func (c *capture) add(p []byte) {
	c.total += int64(len(p))
	if room := c.first - len(c.head); room > 0 {
		n := min(room, len(p))
		c.head = append(c.head, p[:n]...)
		p = p[n:]
	}
	if len(p) >= c.last {
		c.tail = append(c.tail[:0], p[len(p)-c.last:]...)
		return
	}
	// The front is dropped only now and then, so that a byte is moved once on average.
	if len(c.tail)+len(p) > 2*c.last {
		c.tail = c.tail[:copy(c.tail, c.tail[len(c.tail)-(c.last-len(p)):])]
	}
	c.tail = append(c.tail, p...)
}

// end is the last part that is kept.
func (c *capture) end() []byte { return c.tail[max(len(c.tail)-c.last, 0):] }

// full reports whether n more bytes would have something left out.
func (c *capture) full(n int) bool { return c.total+int64(n) > int64(c.first+c.last) }

// since gives what of the stream lies behind the offset and is still kept at its end, and how much before that is not.
func (c *capture) since(offset int64) (kept []byte, missed int64) {
	if c.total <= int64(len(c.head)+len(c.end())) {
		whole := append(bytes.Clone(c.head), c.end()...)
		return whole[min(offset, int64(len(whole))):], 0
	}
	end := c.end()
	start := c.total - int64(len(end))
	if offset < start {
		return end, start - offset
	}
	return end[offset-start:], 0
}

// text is the stream for a model: whole, or its ends with a note between them that says how much is missing and where
// it is.
func (c *capture) text(where string) (text string, hidden int) {
	if !c.full(0) {
		return cleaned(append(bytes.Clone(c.head), c.tail...))
	}
	head, tail := c.head, c.end()
	// Whole lines read better, where they are not too long to be spared.
	if i := bytes.LastIndexByte(head, '\n'); i > len(head)/2 {
		head = head[:i+1]
	}
	if i := bytes.IndexByte(tail, '\n'); i >= 0 && i < len(tail)/2 {
		tail = tail[i+1:]
	}
	tail = trimFront(tail, true)
	left := c.total - int64(len(head)) - int64(len(tail))
	before, some := cleaned(trimPartial(head))
	after, more := cleaned(tail)
	return fmt.Sprintf("%s\n[… %d of %d bytes are left out here; %s …]\n%s", before, left, c.total, where, after), some + more
}

// trimPartial drops the beginning of a character at the end of a text that was cut.
func trimPartial(p []byte) []byte {
	for i := 1; i <= min(utf8.UTFMax, len(p)); i++ {
		if tail := p[len(p)-i:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return p[:len(p)-i]
			}
			break
		}
	}
	return p
}

// trimFront drops the end of a character at the beginning of a text, if that was cut.
func trimFront(p []byte, cut bool) []byte {
	for range utf8.UTFMax - 1 {
		if cut && len(p) > 0 && !utf8.RuneStart(p[0]) {
			p = p[1:]
		}
	}
	return p
}
