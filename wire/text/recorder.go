package text

import (
	"strings"

	"jig/wire"
)

// recorder keeps what has come, as events and as the parts of a message.
//
// The text of events is a piece of the text of the part, so that nothing is allocated
// for it; what follows on the same kind in one Write is one event.
type recorder struct {
	events []wire.Event
	parts  []wire.Part
	called bool

	open wire.EventKind  // the kind of the part that is being written; 0 if none is
	text strings.Builder // of the last part, if it is text or thinking
	from int             // where the last event begins in it
}

// write adds text or thinking.
func (r *recorder) write(kind wire.EventKind, text []byte) {
	if len(text) == 0 {
		return
	}
	if r.open != kind {
		r.flush()
		part := wire.TextPart
		if kind == wire.Thinking {
			part = wire.ThinkingPart
		}
		r.open = kind
		r.parts = append(r.parts, wire.Part{Kind: part})
	}
	from := r.text.Len()
	r.text.Write(text)
	if n := len(r.events); n > 0 && r.events[n-1].Kind == kind {
		r.events[n-1].Text = r.text.String()[r.from:]
		return
	}
	r.from = from
	r.events = append(r.events, wire.Event{Kind: kind, Text: r.text.String()[from:]})
}

// flush completes the part that is being written.
func (r *recorder) flush() {
	if r.open != 0 {
		r.parts[len(r.parts)-1].Text = r.text.String()
		r.text = strings.Builder{}
		r.open = 0
	}
}

func (r *recorder) call(c *wire.Call) {
	r.flush()
	r.called = true
	r.parts = append(r.parts, wire.Part{Kind: wire.CallPart, Call: c})
	r.events = append(r.events, wire.Event{Kind: wire.CallReady, Call: c})
}

func (r *recorder) warn(text string) {
	r.events = append(r.events, wire.Event{Kind: wire.Warning, Text: text})
}

// message is what has come so far.
func (r *recorder) message() []wire.Part {
	parts := append([]wire.Part(nil), r.parts...)
	if r.text.Len() > 0 {
		parts[len(parts)-1].Text = r.text.String()
	}
	return parts
}
