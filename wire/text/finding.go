package text

import (
	"bytes"
	"slices"

	"jig/wire"
)

// A Native is the decoder of an answer that turned out not to be text.
type Native struct {
	Name    string
	Decoder wire.Decoder
}

// Finding gives a decoder "auto" for an answer that may also be something else than text: what a
// provider sends around it. look is asked about all that has come until it is sure, and gives
// what goes on with it; nothing, if it is text. Text is then read as fast as if that had been known.
func Finding(opt wire.Options, look func(all []byte, final bool) (native Native, sure bool)) wire.Decoder {
	d := newDecoder(registry()["auto"], opt)
	d.finding = &finding{look: look}
	return d
}

// finding is what a decoder does before it is known whether the answer is text.
type finding struct {
	look  func(all []byte, final bool) (Native, bool)
	found Native
}

// find takes a piece as long as that is not known, or known not to be.
func (d *decoder) find(p []byte, final bool) []wire.Event {
	f := d.finding
	if native := f.found.Decoder; native != nil {
		return native.Write(p)
	}
	d.hold(p)
	found, sure := f.look(d.buf, final)
	if !sure && !final {
		return nil
	}
	if f.found = found; found.Decoder != nil {
		defer d.leave()
		return found.Decoder.Write(d.buf)
	}
	p = bytes.Clone(d.buf)
	d.buf = d.buf[:0]
	if d.finding = nil; len(p) == 0 {
		return nil
	}
	return d.take(p)
}

// closeFinding is Close before it is known whether the answer is text, or if it is none.
func (d *decoder) closeFinding() ([]wire.Event, error) {
	var events []wire.Event
	if d.finding.found.Decoder == nil {
		events = slices.Clone(d.find(nil, true)) // they are valid only until what follows
	}
	closer := wire.Decoder(d)
	if d.finding != nil {
		closer = d.finding.found.Decoder
	}
	last, err := closer.Close()
	if len(events) > 0 {
		last = append(events, last...)
	}
	return last, err
}

// reply is Reply before it is known whether the answer is text, or if it is none.
func (f *finding) reply() *wire.Reply {
	if f.found.Decoder == nil {
		return &wire.Reply{Message: wire.Message{Role: wire.Assistant}}
	}
	return f.found.Decoder.Reply()
}
