package text

import (
	"unicode/utf8"

	"jig/wire"
)

// An answer comes in small pieces, of which most change nothing. What is here sees that at a
// glance; everything else is for take.

// Write implements [wire.Decoder]. Most pieces of an answer change nothing: they are more of
// the text that is being said, or of the arguments that are being written.
func (d *decoder) Write(p []byte) []wire.Event {
	if len(p) == 0 {
		return nil
	}
	switch {
	case d.wait == nil:
		if d.node == 0 {
			break
		}
		if d.node = d.format.marks.along(d.node, p); d.node != 0 {
			d.hold(p)
			return nil
		}
	case d.block != nil:
		if d.holdCalm(p, d.wait) {
			return nil
		}
	case d.kept == 0 && !d.wait.in(p):
		if events := d.log.more(p); events != nil {
			return events
		}
	case d.kept > 0 && d.tail[0] >= utf8.RuneSelf:
		if events, ok := d.wide(p); ok {
			return events
		}
	default:
		if events, ok := d.glance(p); ok {
			return events
		}
	}
	return d.take(p)
}

// glance passes on text in which no mark begins, and no fence, although some bytes are those
// that they begin with: letters, most often, with other letters behind them, or backticks
// around a word. One at the end is kept.
func (d *decoder) glance(p []byte) (events []wire.Event, ok bool) {
	marks, wait := d.format.marks, d.wait
	before, last := byte(0), byte(0)
	if d.kept > 0 {
		before = d.tail[0]
	}
	if !d.log.room(len(p)+1) || before != 0 && marks.goesOn(before, p) {
		return nil, false
	}
	for i, c := range p {
		switch {
		case !wait[c]:
			continue
		case c >= utf8.RuneSelf:
			return d.wide(p)
		case d.until != "": // thinking
			return nil, false
		}
		if last = c; i+1 == len(p) && marks.second[c] != nil {
			p = p[:i]
			break
		}
		if last = 0; marks.goesOn(c, p[i+1:]) {
			return nil, false
		}
	}
	events = d.log.moreAfter(d.tail[:d.kept], p)
	if d.kept = 0; last != 0 {
		d.tail[0], d.kept = last, 1
	}
	return events, true
}

// wide is glance for text that is not ASCII. Half a character at the end is kept.
func (d *decoder) wide(p []byte) (events []wire.Event, ok bool) {
	if !d.log.room(d.kept + len(p)) {
		return nil, false
	}
	marks, wait := d.format.marks, d.wait
	n, i := len(p), 0
	if d.kept > 0 && d.tail[0] >= utf8.RuneSelf {
		if i = d.ends(p); i < 0 {
			return nil, false
		}
		if i == 0 { // it is still cut
			d.kept += copy(d.tail[d.kept:], p)
			return nil, true
		}
	}
	for i < n {
		c := p[i]
		switch {
		case !wait[c]:
			i++
		case c >= utf8.RuneSelf:
			size := int(width[c])
			if size == 0 || d.until == "" && marks.first[c] != 0 {
				return nil, false
			}
			if i+size > n {
				n = i
				break
			}
			if !whole(p[i : i+size]) {
				return nil, false
			}
			i += size
		case d.until != "":
			return nil, false
		case i+1 == n && marks.second[c] != nil:
			n = i
		case marks.goesOn(c, p[i+1:]):
			return nil, false
		default:
			i++
		}
	}
	events = d.log.moreAfter(d.tail[:d.kept], p[:n])
	d.kept = 0
	for _, c := range p[n:] {
		d.tail[d.kept] = c
		d.kept++
	}
	return events, true
}

// ends is how much of p belongs to the character that was kept: 0 if it is still cut, and below that
// if it is none.
func (d *decoder) ends(p []byte) int {
	size := int(width[d.tail[0]])
	n := size - d.kept
	if size == 2 {
		if p[0]&0xc0 != 0x80 {
			return -1
		}
		return n
	}
	all := d.tail
	for i := 0; i < n && i < len(p); i++ {
		if all[d.kept+i] = p[i]; p[i]&0xc0 != 0x80 {
			return -1
		}
	}
	switch {
	case n > len(p):
		return 0
	case !whole(all[:size]):
		return -1
	}
	return n
}

// width is how many bytes a character has that begins with a byte which is not ASCII; 0 if none does.
//
//nolint:gochecknoglobals // a constant table
var width = func() (width [256]uint8) {
	for c := 0xc2; c < 0xf5; c++ {
		width[c] = 2
		if c >= 0xe0 {
			width[c] = 3
		}
		if c >= 0xf0 {
			width[c] = 4
		}
	}
	return width
}()

// whole says that bytes are one character: as many as its first byte says, and most need no
// closer look.
func whole(c []byte) bool {
	switch first := c[0]; {
	case first < 0xe0:
		return c[1]&0xc0 == 0x80
	case first > 0xe0 && first < 0xf0 && first != 0xed:
		return c[1]&0xc0 == 0x80 && c[2]&0xc0 == 0x80
	}
	return utf8.Valid(c)
}

// catchUp tells the fence of text that was passed on without it, and takes back what was kept.
func (d *decoder) catchUp() {
	if d.kept > 0 {
		d.hold(d.tail[:d.kept])
		d.kept = 0
	}
	if d.seen >= 0 {
		d.fence.pass(d.log.text.String()[d.seen:])
		d.seen, d.wait = -1, nil
	}
}

// awaits are the bytes without which a piece changes nothing; nil if there are no such.
func (d *decoder) awaits() *stirs {
	switch {
	case d.calm != nil:
		return d.calm.until()
	case d.block != nil || d.head != len(d.buf) || d.literal > 0 || !d.log.alone:
	case d.until != "":
		if d.until[0] == '<' && d.log.open == wire.Thinking {
			return stirsThought
		}
	case d.begun && d.fence.calm() && d.log.open == wire.Text:
		return &d.format.marks.stirs
	}
	return nil
}

// plain says that all of p is text and nothing else, whatever follows. It is what text would
// find, quickly.
func (d *decoder) plain(p []byte) bool {
	marks := d.format.marks
	if !d.begun || d.until != "" || d.head != len(d.buf) || d.literal > 0 || !d.fence.calm() {
		return false
	}
	for i := 0; i < len(p); i++ {
		switch c := p[i]; {
		case !marks.stirs[c]:
		case c >= utf8.RuneSelf && marks.first[c] == 0:
			r, size := utf8.DecodeRune(p[i:])
			if r == utf8.RuneError && size <= 1 {
				return false
			}
			i += size - 1
		case marks.goesOn(c, p[i+1:]):
			return false
		}
	}
	return true
}
