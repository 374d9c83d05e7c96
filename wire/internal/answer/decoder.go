package answer

import (
	"bytes"
	"fmt"

	"jig/wire"
	"jig/wire/sse"
)

// Format understands the events of one provider.
type Format interface {
	// Event takes one event, a JSON object. The error says that it is none.
	Event(name string, data []byte) error
	// Over takes the mark that some streams end with.
	Over()
	// Close says that nothing more comes. The error says that something is missing.
	Close() error
}

// decoder is a [wire.Feeder] for a format.
type decoder struct {
	a      *Answer
	format Format
	values sse.Values
	seen   bool // an event has come
	closed bool
	reply  *wire.Reply
}

// New makes a decoder of the format that is made for an answer.
func New(opt wire.Options, from string, format func(*Answer) Format) wire.Feeder {
	a := &Answer{opt: opt, From: from}
	a.Reply.Role = wire.Assistant
	return &decoder{a: a, format: format(a)}
}

// Write takes the next bytes.
func (d *decoder) Write(p []byte) []wire.Event {
	if !d.closed && d.values.Hold(p) {
		return nil
	}
	d.a.events = d.a.events[:0]
	if !d.closed {
		d.values.Write(p, d.take)
	}
	return d.a.events
}

// Feed takes one event.
func (d *decoder) Feed(event []byte) []wire.Event {
	d.a.events = d.a.events[:0]
	if !d.closed {
		d.take(sse.Value{Data: bytes.TrimSpace(event)})
	}
	return d.a.events
}

// take reads one value. What is no JSON may be several that were run together, because a
// line is damaged or the empty lines between events are missing; then each line counts.
func (d *decoder) take(v sse.Value) {
	if d.one(v) == nil {
		return
	}
	lines := 0
	for line := range bytes.Lines(v.Data) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		lines++
		if err := d.one(sse.Value{Event: v.Event, Data: line}); err != nil && lines < 100 {
			d.a.Warn("an event is left out, since it is no JSON: %v: %.80q", err, line)
		}
	}
}

func (d *decoder) one(v sse.Value) error {
	switch {
	case len(v.Data) == 0:
		return nil
	case string(v.Data) == "[DONE]":
		d.seen = true
		d.a.End()
		d.format.Over()
		return nil
	}
	err := d.format.Event(v.Event, v.Data)
	d.seen = d.seen || err == nil
	return err
}

// Close says that nothing more comes.
func (d *decoder) Close() ([]wire.Event, error) {
	d.a.events = d.a.events[:0]
	if d.closed {
		return nil, d.a.err
	}
	d.values.Close(d.take)
	d.closed = true
	switch stray := d.values.Stray(); {
	case !d.seen && stray != "":
		d.a.Fail(fmt.Errorf("this is no answer of %s; it begins with %q", d.a.From, cut(stray)))
	case !d.seen:
		d.a.Fail(fmt.Errorf("%w: it is empty", wire.ErrCut))
	default:
		if err := d.format.Close(); err != nil {
			d.a.Fail(err)
		}
	}
	for _, c := range d.a.calls {
		c.Abandon()
	}
	if !d.a.Failed() {
		d.a.emit(wire.Event{Kind: wire.Done, Reply: d.Reply()})
	}
	return d.a.events, d.a.err
}

// Over reports whether the provider has said that nothing more comes.
func (d *decoder) Over() bool { return d.a.over }

// Reply is what has come so far.
func (d *decoder) Reply() *wire.Reply {
	if d.reply != nil {
		return d.reply
	}
	r := d.a.Reply
	r.Message = d.a.message()
	if d.closed {
		d.reply = &r
	}
	return &r
}

func cut(s string) string {
	if len(s) > 120 {
		return s[:120] + "…"
	}
	return s
}
