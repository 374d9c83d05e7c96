package text

import (
	"slices"
	"strings"

	"jig/wire"
)

// recorder keeps what has come, as events and as the parts of a message.
//
// The text of events is a piece of the text of the part, so that nothing is allocated
// for it; what follows on the same kind in one Write is one event, as far as it lies in one
// piece of memory.
type recorder struct {
	events []wire.Event
	parts  pages
	called bool

	open  wire.EventKind  // the kind of the part that is being written; 0 if none is
	full  []string        // what the part has before the text
	text  strings.Builder // the end of it is that of the last part, if it is text or thinking
	base  int             // where that begins in it
	from  int             // where the last event begins in it
	split bool            // the last event does not lie in it: what follows is another one
	alone bool            // the only event is one of the part that is being written
}

// Parts share memory, so that short ones need none of their own.
const (
	firstRoom = 768      // for the first of them
	nextRoom  = 1024     // for those that follow
	mostRoom  = 32 << 10 // for one that goes on and on: a long text is put together once, at its end
	leastRoom = 128      // to begin another part with
	fewEvents = 2        // at once are most that there are
	short     = 16       // bytes are faster written one by one: then only the length changes
)

// reset forgets the events of the last Write.
func (r *recorder) reset() { r.events, r.alone = r.events[:0], false }

// more is a Write of a little more of the part that the last one was about, and of nothing
// else, if it was about one alone; nil if there is no room for it.
func (r *recorder) more(p []byte) []wire.Event {
	from := r.text.Len()
	if len(p) > short || r.text.Cap()-from < len(p) {
		return nil
	}
	for _, c := range p {
		r.text.WriteByte(c)
	}
	r.from, r.split = from, false
	r.events[0].Text = r.text.String()[from:]
	return r.events
}

// moreAfter is more behind bytes that were kept; nil if there is nothing to tell. There has to be room.
func (r *recorder) moreAfter(kept, p []byte) []wire.Event {
	from := r.text.Len()
	for _, c := range kept {
		r.text.WriteByte(c)
	}
	for _, c := range p {
		r.text.WriteByte(c)
	}
	if r.text.Len() == from {
		return nil
	}
	r.from, r.split = from, false
	r.events[0].Text = r.text.String()[from:]
	return r.events
}

// room says that there is some for so many bytes, and that they are few.
func (r *recorder) room(n int) bool { return n <= short && r.text.Cap()-r.text.Len() >= n }

// write adds text or thinking.
func (r *recorder) write(kind wire.EventKind, text []byte) {
	if len(text) == 0 {
		return
	}
	if r.open != kind {
		r.flush()
		r.begin(kind)
		r.parts.add(entry{thinking: kind == wire.Thinking})
	}
	if r.text.Cap()-r.text.Len() < len(text) {
		r.turn(len(text))
	}
	from := r.text.Len()
	if len(text) <= short {
		for _, c := range text {
			r.text.WriteByte(c)
		}
	} else {
		r.text.Write(text)
	}
	if n := len(r.events); n > 0 && r.events[n-1].Kind == kind && !r.split {
		r.events[n-1].Text = r.text.String()[r.from:]
		return
	}
	r.from, r.split = from, false
	// A place that was used before is filled member by member, since writing all of an event
	// costs much while garbage is collected.
	n := len(r.events)
	if n == cap(r.events) {
		r.events = slices.Grow(r.events, fewEvents)
	}
	r.events = r.events[:n+1]
	e := &r.events[n]
	e.Kind, e.Text = kind, r.text.String()[from:]
	if e.Call != nil || e.Reply != nil {
		e.Call, e.Reply = nil, nil
	}
	r.alone = n == 0
}

// turn makes room for more of the part. A short one moves there, so that it stays in one piece.
func (r *recorder) turn(least int) {
	begun := r.text.String()[r.base:]
	room := max(min(2*r.text.Cap(), mostRoom), nextRoom, least+len(begun))
	if len(begun) > nextRoom || len(r.full) > 0 {
		r.full, begun = append(r.full, begun), ""
	}
	r.text = strings.Builder{}
	r.text.Grow(room)
	r.text.WriteString(begun)
	r.base, r.split = 0, true
}

// written is the text of the part.
func (r *recorder) written() string {
	last := r.text.String()[r.base:]
	if len(r.full) == 0 {
		return last
	}
	return strings.Join(append(r.full[:len(r.full):len(r.full)], last), "")
}

// begin begins a part of text.
func (r *recorder) begin(kind wire.EventKind) {
	if r.open = kind; r.text.Cap()-r.text.Len() < leastRoom {
		room := nextRoom
		if r.text.Cap() == 0 {
			room = firstRoom
		}
		r.text = strings.Builder{}
		r.text.Grow(room)
	}
	r.base = r.text.Len()
}

// flush completes the part that is being written.
func (r *recorder) flush() {
	if r.open != 0 {
		r.parts.last().text = r.written()
		r.open, r.full = 0, nil
	}
}

func (r *recorder) call(c *wire.Call) {
	r.flush()
	r.called, r.alone = true, false
	r.parts.add(entry{call: c})
	r.events = append(r.events, wire.Event{Kind: wire.CallReady, Call: c})
}

func (r *recorder) warn(text string) {
	r.alone = false
	r.events = append(r.events, wire.Event{Kind: wire.Warning, Text: text})
}

// message is what has come so far.
func (r *recorder) message() []wire.Part {
	parts := r.parts.all()
	if r.open != 0 {
		parts[len(parts)-1].Text = r.written()
	}
	return parts
}
