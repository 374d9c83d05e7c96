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
	case d.last == 0 && !d.wait.in(p):
		if events := d.log.more(p); events != nil {
			return events
		}
	case d.seen >= 0:
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
	marks := d.format.marks
	before, last := d.last, byte(0)
	if !d.log.room(p) || before != 0 && marks.goesOn(before, p) {
		return nil, false
	}
	for i, c := range p {
		if !marks.stirs[c] {
			continue
		}
		if last = c; i+1 == len(p) && marks.second[c] != nil {
			p = p[:i]
			break
		}
		if last = 0; marks.goesOn(c, p[i+1:]) {
			return nil, false
		}
	}
	d.last = last
	return d.log.moreAfter(before, p), true
}

// catchUp tells the fence of text that was passed on without it, and takes back what was kept.
func (d *decoder) catchUp() {
	if d.seen < 0 {
		return
	}
	if d.last != 0 {
		d.hold([]byte{d.last})
		d.last = 0
	}
	d.fence.pass(d.log.text.String()[d.seen:])
	d.seen, d.wait = -1, nil
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
