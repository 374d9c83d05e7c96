package text

import (
	"encoding/json"
	"unicode/utf8"

	"jig/wire"
)

// decoder reads one answer. It is in text, in thinking or in a block of calls.
type decoder struct {
	format *known
	out    calls
	tools  offered
	log    recorder
	made   callRoom
	newID  func() string   // nil for random ones
	ids    map[string]bool // those that calls have, except for random ones

	*bench
	head int // before it, what is held has been dealt with
	// literal bytes of it are text whatever they look like: a reader has refused them.
	literal int

	fence fence
	begun bool    // text that is not white space has come
	until string  // the mark that ends thinking; empty outside of it
	block reader  // of the block we are in
	calm  patient // the same, if it is one
	wait  *stirs  // see awaits
	seen  int     // how far the fence knows the text; -1 if it knows all of it
	tail  [4]byte // kept bytes of the text are not passed on yet: they may begin a mark, or are half a character
	kept  int
	node  int       // how far the mark has come that what is held may become; 0 if there is none
	mine  *markNode // its mark
	named bool      // its mark is more than a bracket
	cut   bool      // the answer ended inside a block
	over  bool

	finding *finding // nil if it is known that the answer is text

	room shortRoom
}

// A short answer needs no memory beside that of its decoder.
type shortRoom struct {
	entries [firstPage]entry
	events  [fewEvents]wire.Event
}

func newDecoder(f *known, opt wire.Options) *decoder {
	d := &decoder{format: f, newID: opt.NewID, seen: -1, bench: f.bench()}
	d.fence.newline = true
	d.log.events, d.log.parts.page = d.room.events[:0], d.room.entries[:0]
	if len(opt.Tools) > 0 {
		d.tools.list = opt.Tools
		d.out.tools = &d.tools
	}
	d.out.taker = (*found)(d)
	if opt.Thinking && len(f.think) > 0 {
		d.until = f.think[0].close
	}
	return d
}

// ready takes a whole call from a reader. Results are tied to calls by their id, so that
// one that comes twice is replaced.
func (d *decoder) ready(name, id string, args json.RawMessage) {
	if id == "" && d.newID == nil {
		id = d.made.id() // which nobody else will have
	} else {
		id = d.unique(id)
	}
	d.log.call(d.made.call(wire.Call{ID: id, Name: callName(name), Args: args}))
}

// found is the decoder as the taker of its readers.
type found decoder

func (f *found) ready(name, id string, args json.RawMessage) { (*decoder)(f).ready(name, id, args) }
func (f *found) warn(text string)                            { f.log.warn(text) }
func (f *found) think(text string)                           { f.log.write(wire.Thinking, []byte(text)) }

func (f *found) text(text string) {
	f.begun = true
	f.log.write(wire.Text, []byte(text))
}

// unique is the id itself, or another one if it is empty or taken.
func (d *decoder) unique(id string) string {
	if d.ids == nil {
		d.ids = map[string]bool{}
	}
	for tries := 0; tries < idTries && (id == "" || d.ids[id]); tries++ {
		if d.newID != nil {
			id = d.newID()
		} else {
			id = d.made.id()
		}
	}
	d.ids[id] = true
	return id
}

// take is Write for a piece that may change something.
func (d *decoder) take(p []byte) []wire.Event {
	if d.finding != nil {
		return d.find(p, false)
	}
	d.catchUp()
	d.log.reset()
	d.node = 0
	switch {
	case d.over:
		return nil
	case d.block == nil && d.plain(p):
		d.fence.pass(string(p))
		d.log.write(wire.Text, p)
	case d.head == len(d.buf):
		if n := d.run(p, false); n < len(p) {
			d.buf, d.head = d.buf[:0], 0
			d.hold(p[n:])
		}
	default:
		if rest := len(d.buf) - d.head; rest < d.head {
			copy(d.buf, d.buf[d.head:])
			d.buf, d.head = d.buf[:rest], 0
		}
		d.hold(p)
		d.head += d.run(d.buf[d.head:], false)
	}
	if d.wait = d.awaits(); d.wait == &d.format.marks.stirs {
		d.seen = d.log.text.Len()
	}
	return d.log.events
}

// Close implements [wire.Decoder].
func (d *decoder) Close() ([]wire.Event, error) {
	if d.finding != nil {
		return d.closeFinding()
	}
	d.catchUp()
	d.log.reset()
	d.wait, d.node = nil, 0
	if d.over {
		return nil, nil
	}
	if d.calm != nil { // what it was not asked about may show that it was none of its calls
		d.head += d.run(d.buf[d.head:], false)
	}
	d.over = true
	d.run(d.buf[d.head:], true)
	d.leave()
	d.log.events = append(d.log.events, wire.Event{Kind: wire.Done, Reply: d.Reply()})
	return d.log.events, nil
}

// Reply implements [wire.Decoder].
func (d *decoder) Reply() *wire.Reply {
	if d.finding != nil {
		return d.finding.reply()
	}
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
		d.rests(d.mine, r)
	}
	d.block, d.calm = nil, nil
}

// leave gives back what the decoder has worked with.
func (d *decoder) leave() {
	d.format.leave(d.bench)
	d.bench, d.block, d.calm = nil, nil, nil
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
			if unsure != 0 && !final {
				d.node = unsure
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
		d.mine = m
		if d.block = d.resting(m); d.block == nil {
			d.block = d.format.read(m.text)
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
