package text

import (
	"encoding/json"
	"math/rand/v2"
	"unicode/utf8"

	"jig/wire"
)

// decoder reads one answer. It is in text, in thinking or in a block of calls.
type decoder struct {
	format *known
	read   func(mark string) reader
	out    calls
	log    recorder
	newID  func() string
	ids    map[string]bool // those that calls have

	buf  []byte // what is not dealt with yet, from head on
	head int
	// literal bytes of it are text whatever they look like: a reader has refused them.
	literal int

	fence fence
	begun bool                 // text that is not white space has come
	until string               // the mark that ends thinking; empty outside of it
	block reader               // of the block we are in
	calm  patient              // the same, if it is one
	wait  *stirs               // see awaits
	mine  *markNode            // its mark
	idle  map[*markNode]reader // of blocks that have ended, by their mark
	named bool                 // its mark is more than a bracket
	cut   bool                 // the answer ended inside a block
	over  bool
}

func newDecoder(f *known, opt wire.Options) *decoder {
	d := &decoder{format: f, read: f.read, newID: opt.NewID}
	if f.each != nil {
		d.read = f.each()
	}
	if d.newID == nil {
		d.newID = randomID
	}
	d.fence.newline = true
	if len(opt.Tools) > 0 {
		d.out.tools = make(map[string]*params, len(opt.Tools))
		for _, t := range opt.Tools {
			d.out.tools[t.Name] = newParams(t.Input)
			d.out.names = append(d.out.names, t.Name)
		}
	}
	d.out.ready = d.ready
	d.out.warn = d.log.warn
	d.out.think = func(s string) { d.log.write(wire.Thinking, []byte(s)) }
	d.out.text = func(s string) {
		d.begun = true
		d.log.write(wire.Text, []byte(s))
	}
	if opt.Thinking && len(f.think) > 0 {
		d.until = f.think[0].close
	}
	return d
}

func randomID() string {
	const digits = "0123456789abcdef"
	id := [29]byte{'c', 'a', 'l', 'l', '_'}
	for i := 5; i < len(id); i += 12 {
		for j, r := 0, rand.Uint64(); j < 12; j++ {
			id[i+j] = digits[r&15]
			r >>= 4
		}
	}
	return string(id[:])
}

// ready takes a whole call from a reader. Results are tied to calls by their id, so that
// one that comes twice is replaced.
func (d *decoder) ready(name, id string, args json.RawMessage) {
	if d.ids == nil {
		d.ids = map[string]bool{}
	}
	for tries := 0; tries < idTries && (id == "" || d.ids[id]); tries++ {
		id = d.newID()
	}
	d.ids[id] = true
	d.log.call(&wire.Call{ID: id, Name: callName(name), Args: args})
}

// Write implements [wire.Decoder]. Most pieces of an answer change nothing: they are more of
// the text that is being said, or of the arguments that are being written.
func (d *decoder) Write(p []byte) []wire.Event {
	if len(p) == 0 {
		return nil
	}
	if d.wait != nil && !d.wait.in(p) {
		if d.block != nil {
			d.hold(p)
			return nil
		}
		kind := wire.Text
		if d.until != "" {
			kind = wire.Thinking
		}
		if events := d.log.more(kind, p); events != nil {
			return events
		}
	}
	return d.take(p)
}

// take is Write for a piece that may change something.
func (d *decoder) take(p []byte) []wire.Event {
	d.log.reset()
	switch {
	case d.over:
		return nil
	case d.block == nil && d.plain(p):
		d.log.write(wire.Text, p)
	case d.head == len(d.buf):
		if n := d.run(p, false); n < len(p) {
			d.buf, d.head = append(d.buf[:0], p[n:]...), 0
		}
	default:
		if rest := len(d.buf) - d.head; rest < d.head {
			copy(d.buf, d.buf[d.head:])
			d.buf, d.head = d.buf[:rest], 0
		}
		d.hold(p)
		d.head += d.run(d.buf[d.head:], false)
	}
	d.wait = d.awaits()
	return d.log.events
}

// awaits are the bytes without which a piece changes nothing; nil if there are no such.
func (d *decoder) awaits() *stirs {
	switch {
	case d.calm != nil:
		return d.calm.until()
	case d.block != nil || d.head != len(d.buf) || d.literal > 0:
		return nil
	case d.until != "":
		if d.until[0] == '<' {
			return stirsThought
		}
		return nil
	case d.begun && d.fence.quiet():
		return &d.format.marks.stirs
	}
	return nil
}

// plain says that all of p is text and nothing else, whatever follows, and notes the lines in
// it. It is what text would find, quickly.
func (d *decoder) plain(p []byte) bool {
	f, marks := &d.fence, d.format.marks
	if !d.begun || d.until != "" || d.head != len(d.buf) || d.literal > 0 || f.run > 0 || f.inline {
		return false
	}
	newline, item, same := f.newline, f.item, f.same
	for i := 0; i < len(p); i++ {
		switch c := p[i]; marks.class[c] {
		case classWord:
			newline = false
		case classBlank:
		case classItem:
			item = item || newline
		case classLine:
			newline, item, same = true, false, false
		case classMark:
			if i+1 == len(p) || marks.second[c][p[i+1]] {
				return false
			}
			newline = false
		case classRune:
			r, size := utf8.DecodeRune(p[i:])
			if r == utf8.RuneError && size <= 1 {
				return false
			}
			newline = false
			i += size - 1
		case classOther:
			return false
		}
	}
	f.newline, f.item, f.same = newline, item, same
	return true
}

// hold adds to what is not dealt with yet. Where there is room, only the length of the buffer
// changes: append would write its address too, which costs much while garbage is collected.
func (d *decoder) hold(p []byte) {
	n := len(d.buf)
	if n+len(p) > cap(d.buf) {
		d.buf = append(d.buf, p...)
		return
	}
	d.buf = d.buf[:n+len(p)]
	copy(d.buf[n:], p)
}

// Close implements [wire.Decoder].
func (d *decoder) Close() ([]wire.Event, error) {
	d.log.reset()
	d.wait = nil
	if d.over {
		return nil, nil
	}
	d.over = true
	d.run(d.buf[d.head:], true)
	d.buf, d.head = nil, 0
	d.log.events = append(d.log.events, wire.Event{Kind: wire.Done, Reply: d.Reply()})
	return d.log.events, nil
}

// Reply implements [wire.Decoder].
func (d *decoder) Reply() *wire.Reply {
	r := &wire.Reply{Message: wire.Message{Role: wire.Assistant, Parts: d.log.message()}}
	switch {
	case !d.over:
	case d.cut:
		r.Stop = wire.MaxTokens
	case d.log.called:
		r.Stop = wire.ToolUse
	default:
		r.Stop = wire.EndTurn
	}
	return r
}

// run goes on until more is needed, and gives how much it has dealt with.
func (d *decoder) run(in []byte, final bool) (done int) {
	for {
		var n int
		var wait bool
		switch {
		case d.block != nil:
			n, wait = d.calls(in[done:], final)
		case d.until != "":
			n, wait = d.thinking(in[done:], final)
		default:
			n, wait = d.text(in[done:], final)
		}
		if done += n; wait {
			return done
		}
	}
}

// calls lets the reader of the block go on.
func (d *decoder) calls(in []byte, final bool) (n int, wait bool) {
	n, v := d.block.read(in, final, &d.out)
	if v == more && !final {
		return 0, true
	}
	n = min(n, len(in))
	d.rest()
	switch {
	case v == ended && n > 0:
		d.fence = fence{newline: true}
		return n, false
	case v == more:
		d.literal = len(in)
	default:
		d.literal = max(n, 1)
	}
	d.cut = final && d.named && d.literal == len(in)
	return 0, false
}

// rest leaves the block. Its reader may be used for another one.
func (d *decoder) rest() {
	if r, ok := d.block.(lasting); ok {
		r.renew()
		if d.idle == nil {
			d.idle = map[*markNode]reader{}
		}
		d.idle[d.mine] = r
	}
	d.block, d.calm = nil, nil
}

// thinking passes on what the model thinks, until its end comes.
func (d *decoder) thinking(in []byte, final bool) (n int, wait bool) {
	n, found := find(in, d.until)
	if !found {
		if final {
			n = len(in)
		}
		n -= partial(in[:n], final)
		d.log.write(wire.Thinking, in[:n])
		return n, true
	}
	d.log.write(wire.Thinking, in[:n])
	n += len(d.until)
	d.until = ""
	d.begun, d.fence = false, fence{newline: true}
	return n, false
}

// text passes on text until a mark comes. What could become one is held back.
func (d *decoder) text(in []byte, final bool) (n int, wait bool) {
	marks := d.format.marks
	for i := 0; i < len(in); i++ { //nolint:intrange // i is moved on below
		c := in[i]
		if d.begun && marks.plain[c] && d.fence.quiet() {
			continue
		}
		if marks.first[c] != 0 && i >= d.literal && !d.fence.quoted(c) {
			n, found, unsure := marks.at(in[i:])
			if unsure && !final {
				d.pass(in[:i])
				return i, true
			}
			if n > 0 {
				d.pass(in[:i])
				return i + d.mark(found), false
			}
		}
		d.fence.next(c)
		if c > ' ' {
			d.begun = true
		}
	}
	n = len(in) - partial(in, final)
	d.pass(in[:n])
	return n, true
}

// pass gives text that is known to be text.
func (d *decoder) pass(text []byte) {
	d.log.write(wire.Text, text)
	if d.literal > 0 {
		d.literal = max(0, d.literal-len(text))
	}
}

// mark does what a mark says, and gives how much of it is dealt with.
func (d *decoder) mark(m *markNode) int {
	switch m.role {
	case callMark:
		d.out.first = !d.begun
		d.named = len(m.text) > 1
		if d.mine, d.block = m, d.idle[m]; d.block == nil {
			d.block = d.read(m.text)
		}
		d.calm, _ = d.block.(patient)
		return 0
	case thinkMark:
		d.until = d.format.think[m.span].close
	case unthinkMark:
		d.begun = false
	}
	return len(m.text)
}

// find gives the place of a mark, or how much of in is surely none of it.
func find(in []byte, mark string) (n int, found bool) {
	for i := range in {
		if in[i] != mark[0] {
			continue
		}
		rest := in[i:]
		if len(rest) >= len(mark) {
			if string(rest[:len(mark)]) == mark {
				return i, true
			}
		} else if string(rest) == mark[:len(rest)] {
			return i, false
		}
	}
	return len(in), false
}

// partial is how many bytes at the end are the beginning of a character.
func partial(in []byte, final bool) int {
	for n := 1; n < utf8.UTFMax && n <= len(in) && !final; n++ {
		if c := in[len(in)-n]; utf8.RuneStart(c) {
			if c < utf8.RuneSelf || utf8.FullRune(in[len(in)-n:]) {
				return 0
			}
			return n
		}
	}
	return 0
}
