package practice

import (
	"context"
	"time"
	"unicode/utf8"

	"jig/wire"
)

// player gives the events of one answer.
type player struct {
	ctx   context.Context //nolint:containedctx // a player lives as long as one answer
	name  string
	opt   *Options
	yield func(wire.Event, error) bool
	ids   ids

	pace  float64
	start time.Time     // when the first thing was due
	due   time.Duration // after start: when the next thing is
	reply wire.Reply
	calls int
	over  bool // nobody listens any more, or the answer has broken off
}

// play gives the whole answer. The time of each event counts from the beginning: if the
// listener is late, what is due meanwhile comes at once, as from a socket.
func (p *player) play(t *Turn, req *wire.Request) {
	p.start, p.due = time.Now(), p.opt.Delay
	if p.pace = t.Pace; p.pace == 0 {
		p.pace = p.opt.Pace
	}
	p.reply = wire.Reply{Message: wire.Message{Role: wire.Assistant}, Model: p.name}
	for _, s := range t.steps() {
		p.step(&s)
	}
	if p.over || !p.pause() {
		return
	}
	p.reply.Stop = t.Stop
	if p.reply.Stop == "" {
		p.reply.Stop = wire.EndTurn
		if p.calls > 0 {
			p.reply.Stop = wire.ToolUse
		}
	}
	if t.Usage != nil {
		p.reply.Usage = *t.Usage
	} else {
		p.reply.Usage = usage(req, &p.reply.Message)
	}
	mark(&p.reply.Message, place{Turn: position(req.Messages), Step: t.step})
	p.yield(wire.Event{Kind: wire.Done, Reply: &p.reply}, nil)
}

func (p *player) step(s *Step) {
	if p.over {
		return
	}
	switch {
	case s.Err != nil:
		if p.pause() {
			p.over = true
			p.yield(wire.Event{}, s.Err)
		}
	case s.Call != nil:
		p.call(s.Call)
	case s.Thinking != "":
		p.text(wire.Thinking, s.Thinking, nil)
		p.add(wire.Part{Kind: wire.ThinkingPart, Text: s.Thinking})
	case s.Text != "":
		p.text(wire.Text, s.Text, nil)
		p.add(wire.Part{Kind: wire.TextPart, Text: s.Text})
	case s.Warning != "":
		p.send(wire.Event{Kind: wire.Warning, Text: s.Warning})
	}
	p.due += s.Wait
}

func (p *player) call(c *Call) {
	args, err := c.arguments()
	if err != nil {
		p.over = true
		p.yield(wire.Event{}, err)
		return
	}
	call := &wire.Call{ID: c.ID, Name: c.Name}
	if call.ID == "" {
		call.ID = p.ids.next()
	}
	p.send(wire.Event{Kind: wire.CallBegun, Call: call})
	if c.Half {
		p.text(wire.CallDelta, string(args[:len(args)/2]), call)
		return
	}
	p.text(wire.CallDelta, string(args), call)
	if p.over {
		return
	}
	// Ready comes the moment the last of the arguments is due, not with what follows.
	call.Args = args
	p.calls++
	p.add(wire.Part{Kind: wire.CallPart, Call: call})
	p.send(wire.Event{Kind: wire.CallReady, Call: call})
}

// text gives a text in pieces, cut between characters.
func (p *player) text(kind wire.EventKind, text string, call *wire.Call) {
	for len(text) > 0 && !p.over {
		n := min(p.opt.chunk(p.pace), len(text))
		for n < len(text) && !utf8.RuneStart(text[n]) {
			n++
		}
		if p.pace > 0 {
			p.due += time.Duration(float64(n) / token / p.pace * float64(time.Second))
		}
		p.send(wire.Event{Kind: kind, Text: text[:n], Call: call})
		text = text[n:]
	}
}

func (p *player) send(e wire.Event) {
	if !p.over && p.pause() && !p.yield(e, nil) {
		p.over = true
	}
}

// pause waits until the next thing is due, and reports whether to go on.
func (p *player) pause() bool {
	err := p.ctx.Err()
	if left := p.due - time.Since(p.start); left > 0 && err == nil {
		timer := time.NewTimer(left)
		select {
		case <-timer.C:
		case <-p.ctx.Done():
			timer.Stop()
			err = p.ctx.Err()
		}
	}
	if err != nil {
		p.over = true
		p.yield(wire.Event{}, context.Cause(p.ctx))
		return false
	}
	return true
}

func (p *player) add(part wire.Part) {
	if !p.over {
		p.reply.Parts = append(p.reply.Parts, part)
	}
}
