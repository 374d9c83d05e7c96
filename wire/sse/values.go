package sse

import (
	"bytes"
	"slices"
)

// Values cuts an answer into its JSON objects, however they are framed: as the data of
// server-sent events, as one object, as an array, or line by line. The zero value is
// ready to use.
type Values struct {
	framing framing
	mark    int // how much of a byte order mark has come
	events  Splitter
	object  Object
	held    []byte // the beginning of an object whose end has not come
	seen    int    // how much of it the object has looked at
	lent    *room  // where that comes from
	stray   []byte
}

type framing uint8

const (
	unknown framing = iota
	bare            // objects; what stands between them is commas, brackets and white space
	sent            // server-sent events
)

// Value is one JSON object of an answer.
type Value struct {
	// Event is the type of the server-sent event it came in, empty without one.
	Event string
	// Data is its text, valid only until the function it was handed to returns. The
	// data of a server-sent event are given whatever they are ("[DONE]" too), trimmed.
	Data []byte
}

// Hold takes a few bytes that complete nothing, if that is quickly seen: what most pieces of
// a slow stream are. Otherwise they are for Write.
func (v *Values) Hold(p []byte) bool {
	switch {
	case len(p) >= few:
		return false
	case v.framing == sent:
		return v.events.hold(p)
	case v.framing == bare && v.object.Begun():
		return v.holdObject(p)
	}
	return false
}

// holdObject is Hold inside of an object, which cannot be whole, or broken, without one of these
// bytes. A bracket may end one that is no JSON. They are looked at when it may be.
func (v *Values) holdObject(p []byte) bool {
	n := len(v.held)
	if n+len(p) > cap(v.held) {
		v.grow(len(p))
	}
	for i, room := 0, v.held[n:n+len(p)]; i < len(p) && i < len(room); i++ {
		if c := p[i]; c == '}' || c == ']' || c == '\n' {
			return false
		}
		room[i] = p[i]
	}
	v.held = v.held[:n+len(p)]
	return true
}

// grow makes room for more of an object.
func (v *Values) grow(more int) {
	if v.lent == nil {
		v.lent = borrow()
		v.held = append(v.lent.line, v.held...)
	}
	v.held = slices.Grow(v.held, max(firstLine, more))
}

// Write takes the next bytes and hands every object that they complete to emit.
func (v *Values) Write(p []byte, emit func(Value)) {
	if v.framing == unknown {
		p = v.detect(p)
	}
	switch v.framing {
	case sent:
		v.events.Write(p, func(e Event) { emit(Value{Event: e.Event, Data: bytes.TrimSpace(e.Data)}) })
	case bare:
		v.objects(p, emit)
	case unknown: // only white space so far
	}
}

// Close says that nothing more comes, and hands over what the stream ended in without
// saying that it is whole.
func (v *Values) Close(emit func(Value)) {
	v.events.Close(func(e Event) { emit(Value{Event: e.Event, Data: bytes.TrimSpace(e.Data)}) })
	if len(v.held) > 0 {
		emit(Value{Data: v.held})
	}
	if v.lent != nil {
		v.lent.giveBack(v.held, v.lent.data)
	}
	v.held, v.lent = nil, nil
}

// Stray is the beginning of what came and was no part of any frame: an error page for
// instance. It is empty in a good answer.
func (v *Values) Stray() string {
	if v.framing == sent {
		return v.events.Stray()
	}
	return string(bytes.TrimSpace(v.stray))
}

// detect decides by the first byte that is neither white space nor part of a byte order
// mark: JSON begins with a brace or a bracket, a line of server-sent events never does.
func (v *Values) detect(p []byte) []byte {
	for i, c := range p {
		switch {
		case v.mark < 3 && c == "\xef\xbb\xbf"[v.mark]:
			v.mark++
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
		case c == '{' || c == '[':
			v.framing = bare
			return p[i:]
		default:
			v.framing = sent
			return p[i:]
		}
	}
	return nil
}

// objects reads bare objects and skips what stands between them.
func (v *Values) objects(p []byte, emit func(Value)) {
	for len(p) > 0 {
		if !v.object.Begun() {
			v.object.byLine = true
			if p = v.skip(p); len(p) == 0 {
				return
			}
		}
		v.object.Write(v.held[v.seen:]) // what was held unseen has not ended it
		n := v.object.Write(p)
		switch {
		case !v.object.Whole() && !v.object.broken:
			v.held = append(v.held, p...)
			v.seen = len(v.held)
			return
		case len(v.held) == 0: // many may come at once: they are not moved
			emit(Value{Data: p[:n]})
		default:
			v.held = append(v.held, p[:n]...)
			emit(Value{Data: v.held})
		}
		p = p[n:]
		v.held, v.seen, v.object = v.held[:0], 0, Object{}
	}
}

// skip drops what stands before the next object.
func (v *Values) skip(p []byte) []byte {
	for i, c := range p {
		switch c {
		case '{':
			return p[i:]
		case ' ', '\t', '\r', '\n', ',', '[', ']', 0x1e:
		default:
			if len(v.stray) < strayKept {
				v.stray = append(v.stray, c)
			}
		}
	}
	return nil
}
