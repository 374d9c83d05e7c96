package answer

import (
	"fmt"
	"strings"

	"jig/wire"
	"jig/wire/internal/few"
)

// Answer is a reply that is being put together. What is added to it becomes events.
type Answer struct {
	// Reply holds what is known besides the parts.
	Reply wire.Reply
	// From is whose the raw parts are.
	From string

	opt    wire.Options
	events []wire.Event
	pieces []*Piece
	calls  []*Call
	// settled is how many of the calls are ready or gone, from the first on; made is how
	// many are ready.
	settled, made int
	ids           few.Map[string, bool]
	odd           map[string]bool // members that were warned of
	err           error
	room          []byte // to work in
	over          bool   // the provider has said that nothing more comes
}

// Piece is a part that may still grow.
type Piece struct {
	Part   wire.Part
	text   strings.Builder
	sealed bool
	hidden bool // a call that is not complete
}

// Say adds to the text or, with [wire.ThinkingPart], to the thinking, and gives the part
// that it became part of.
func (a *Answer) Say(kind wire.PartKind, text string) *Piece {
	if text == "" {
		return nil
	}
	p := a.open(kind)
	if p == nil {
		p = a.Keep(wire.Part{Kind: kind})
	}
	p.text.WriteString(text)
	event := wire.Text
	if kind == wire.ThinkingPart {
		event = wire.Thinking
	}
	a.emit(wire.Event{Kind: event, Text: text})
	return p
}

// open is the last part, if more of that kind can be added to it.
func (a *Answer) open(kind wire.PartKind) *Piece {
	if len(a.pieces) == 0 {
		return nil
	}
	if last := a.pieces[len(a.pieces)-1]; last.Part.Kind == kind && !last.sealed {
		return last
	}
	return nil
}

// Seal ends the part that is being added to, so that what comes next is another one.
func (a *Answer) Seal() {
	if len(a.pieces) > 0 {
		a.pieces[len(a.pieces)-1].sealed = true
	}
}

// Keep adds a part without an event.
func (a *Answer) Keep(part wire.Part) *Piece {
	p := &Piece{Part: part}
	p.text.WriteString(part.Text)
	a.pieces = append(a.pieces, p)
	return p
}

// Warn tells that something was not as it should be.
func (a *Answer) Warn(format string, args ...any) {
	a.emit(wire.Event{Kind: wire.Warning, Text: fmt.Sprintf(format, args...)})
}

// Fail says that the answer is broken. The first reason counts.
func (a *Answer) Fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// Failed reports whether the answer is broken.
func (a *Answer) Failed() bool { return a.err != nil }

// End notes that the provider has said that nothing more comes, whatever becomes of the connection.
func (a *Answer) End() { a.over = true }

// Stop says why the answer ended. Models that have made calls wait for their results,
// whatever word a server has for it; those that have made none do not.
func (a *Answer) Stop(why wire.Stop) {
	switch {
	case why == wire.EndTurn && a.made > 0:
		why = wire.ToolUse
	case why == wire.ToolUse && a.made == 0:
		why = wire.EndTurn
	}
	a.Reply.Stop = why
}

func (a *Answer) emit(e wire.Event) { a.events = append(a.events, e) }

// message puts the parts together. Calls that are not complete are left out, and so is
// what has nothing in it.
func (a *Answer) message() wire.Message {
	m := wire.Message{Role: wire.Assistant, Parts: make([]wire.Part, 0, len(a.pieces))}
	for _, p := range a.pieces {
		part := p.Part
		part.Text = p.text.String()
		if len(part.Raw) > 0 && part.From == "" {
			part.From = a.From
		}
		empty := part.Text == "" && len(part.Raw) == 0
		if p.hidden || empty && (part.Kind == wire.TextPart || part.Kind == wire.ThinkingPart) {
			continue
		}
		m.Parts = append(m.Parts, part)
	}
	return m
}
