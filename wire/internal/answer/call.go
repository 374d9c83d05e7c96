package answer

import (
	"bytes"
	"encoding/json"

	"jig/wire"
	"jig/wire/internal/callid"
	"jig/wire/sse"
)

// Call is a call on its way.
type Call struct {
	*wire.Call
	// Piece is its part of the reply, for what has to go back with it.
	Piece *Piece

	a      *Answer
	begun  bool
	ready  bool
	gone   bool // it was cut off, and will not be ready any more
	warned bool
	args   []byte
	object sse.Object
	broken bool // what came is no JSON object; the end must be told
	free   bool // it need not be one
}

// Begin adds a call. An identifier that is missing or taken is made up. The name may come
// later.
func (a *Answer) Begin(id, name string) *Call {
	for id == "" || a.ids.Has(id) {
		id = a.newID()
	}
	a.ids.Set(id, true)
	c := &Call{Call: &wire.Call{ID: id}, a: a}
	c.Piece = a.Keep(wire.Part{Kind: wire.CallPart, Call: c.Call})
	c.Piece.hidden = true
	a.calls = append(a.calls, c)
	c.SetName(name)
	return c
}

func (a *Answer) newID() string {
	if a.opt.NewID != nil {
		if id := a.opt.NewID(); id != "" && !a.ids.Has(id) {
			return id
		}
	}
	return callid.New()
}

// Freeform says that the tool takes any text. It becomes arguments when it is whole: an object
// as it is, other text as the member "input".
func (c *Call) Freeform() { c.free, c.broken = true, true }

// SetName tells the name, which is the moment at which the call has begun.
func (c *Call) SetName(name string) {
	if name == "" || c.begun {
		return
	}
	c.Name = name
	c.begun = true
	c.a.emit(wire.Event{Kind: wire.CallBegun, Call: c.Call})
}

// Ready reports whether the call can run.
func (c *Call) Ready() bool { return c.ready }

// Started reports whether any of the arguments have come.
func (c *Call) Started() bool { return len(c.args) > 0 }

// Write adds to the arguments. The call is ready when they are a whole JSON object; only
// the empty one waits, since some servers send it first in place of what is to come.
func (c *Call) Write(text string) {
	if text == "" {
		return
	}
	switch {
	case c.ready:
		c.surplus(text)
		return
	case c.gone:
		return
	}
	c.a.emit(wire.Event{Kind: wire.CallDelta, Call: c.Call, Text: text})
	c.a.room = append(c.a.room[:0], text...)
	p := c.a.room
	for len(p) > 0 {
		if c.broken {
			c.args = append(c.args, p...)
			return
		}
		if c.object.Whole() {
			if rest := bytes.TrimLeft(p, " \t\r\n"); len(rest) > 0 && rest[0] == '{' {
				c.args, c.object = c.args[:0], sse.Object{} // the empty object was in place of this one
			} else {
				c.surplus(string(rest))
				return
			}
		}
		n := c.object.Write(p)
		c.args = append(c.args, p[:n]...)
		p = p[n:]
		if !c.object.Whole() {
			c.broken = len(p) > 0
			continue
		}
		switch {
		case !json.Valid(c.args):
			c.broken = true
		case !c.placeholder():
			c.End()
			c.surplus(string(p))
			return
		}
	}
}

// Object adds arguments that have come at once, as valid JSON of their own.
func (c *Call) Object(raw json.RawMessage) {
	if len(raw) == 0 || raw[0] != '{' || c.ready || c.gone || c.broken || c.Started() {
		c.Write(string(raw))
		return
	}
	c.a.emit(wire.Event{Kind: wire.CallDelta, Call: c.Call, Text: string(raw)})
	c.args, c.object = bytes.Clone(raw), sse.WholeObject()
}

// placeholder reports whether the arguments are an empty object.
func (c *Call) placeholder() bool {
	inner := bytes.TrimSpace(c.args)
	return len(bytes.TrimSpace(inner[1:len(inner)-1])) == 0
}

func (c *Call) surplus(text string) {
	if !c.warned && len(bytes.TrimSpace([]byte(text))) > 0 {
		c.warned = true
		c.a.Warn("the call of %q went on after the end of its arguments; the rest is left out", c.Name)
	}
}

// Next says that another call has begun. A call whose arguments are a whole object is then
// complete. Any other waits: servers may send the pieces of several calls in turns.
func (c *Call) Next() {
	if c.object.Whole() && !c.broken {
		c.End()
	}
}

// End says that nothing more comes for the call, and makes it ready. Without arguments, they
// are empty; what is no JSON stays as the model wrote it.
func (c *Call) End() {
	if c.ready || c.gone {
		return
	}
	c.a.made++
	c.begin()
	c.ready, c.Piece.hidden = true, false
	c.Args = bytes.TrimSpace(c.args)
	switch {
	case c.free:
		c.Args = wrap(c.args)
	case len(c.Args) == 0:
		c.Args = json.RawMessage("{}")
	}
	c.a.emit(wire.Event{Kind: wire.CallReady, Call: c.Call})
}

func wrap(text []byte) json.RawMessage {
	if object := bytes.TrimSpace(text); len(object) > 0 && object[0] == '{' && json.Valid(object) {
		return object
	}
	wrapped, err := json.Marshal(map[string]string{"input": string(text)})
	if err != nil {
		return text
	}
	return wrapped
}

// begin tells of a call whose name never came.
func (c *Call) begin() {
	if !c.begun {
		c.begun = true
		c.a.emit(wire.Event{Kind: wire.CallBegun, Call: c.Call})
	}
}

// Abandon says that the answer was cut while the call was on its way: it never is ready.
func (c *Call) Abandon() {
	if !c.ready && !c.gone {
		c.gone = true
		c.a.Warn("the call of %q was cut off and will not run", c.Name)
	}
}

// Settle ends the calls that have begun since it was asked last. After a limit was reached,
// only those with whole arguments are complete.
func (a *Answer) Settle(cut bool) {
	for ; a.settled < len(a.calls); a.settled++ {
		c := a.calls[a.settled]
		if cut && (!c.object.Whole() || c.broken) {
			c.Abandon()
		} else {
			c.End()
		}
	}
}
