package gemini

import (
	"bytes"
	"encoding/json"
	"fmt"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/answer"
)

// New makes a decoder of one answer. Of several candidates it reads the first.
func New(opt wire.Options) wire.Feeder {
	return answer.New(opt, name, func(a *answer.Answer) answer.Format { return &format{a: a} })
}

// format understands the responses of a stream.
type format struct {
	a      *answer.Answer
	open   *partialCall // a call whose arguments come in pieces
	ended  bool
	broken bool
	spent  wire.Usage // by earlier answers of a recording
	piece  part       // the one that is being read
	quick  quick
}

// Event takes one response.
func (f *format) Event(_ string, data []byte) error {
	if q := &f.quick; q.scan(data, &f.a.Reply) {
		f.about(&q.response)
		if q.raw != nil {
			f.take(&q.part, q.raw)
		}
		if q.end.FinishReason != "" {
			f.finish(&q.end)
		}
		return nil
	}
	var r response
	if err := parse(data, &r); err != nil {
		return err
	}
	if r.Wrapped != nil {
		r = *r.Wrapped
	}
	if !answer.Null(r.Error) {
		f.broken = true
		f.a.Trouble(r.Error)
		return nil
	}
	f.about(&r)
	if fb := r.Feedback; fb != nil && fb.BlockReason != "" {
		f.a.Warn("the provider does not answer this: %s %s", fb.BlockReason, fb.Message)
		f.end(wire.Refusal)
	}
	for i := range r.Candidates {
		if c := &r.Candidates[i]; c.Index == 0 {
			f.candidate(c)
			break
		}
	}
	return nil
}

// about takes what a response says about the answer. Each piece repeats what the answer
// has cost so far.
func (f *format) about(r *response) {
	reply := &f.a.Reply
	if f.ended && r.ID != "" && reply.ID != "" && r.ID != reply.ID {
		f.spent, f.ended = reply.Usage, false // a recording goes on with another answer
	}
	if r.ID != "" {
		reply.ID = r.ID
	}
	if r.Model != "" {
		reply.Model = r.Model
	}
	if r.Usage != nil {
		reply.Usage = f.spent
		reply.Usage.Add(r.Usage.neutral())
	}
}

func (f *format) candidate(c *candidate) {
	for _, raw := range c.Content.Parts {
		if err := f.part(raw); err != nil {
			f.a.Warn("a part is left out: %v", err)
		}
	}
	if c.FinishReason != "" {
		f.finish(c)
	}
}

// part takes one part of the content.
func (f *format) part(raw json.RawMessage) error {
	f.piece = part{}
	p := &f.piece
	if err := parse(raw, p); err != nil {
		return err
	}
	f.take(p, raw)
	return nil
}

func (f *format) take(p *part, raw json.RawMessage) {
	switch {
	case p.Call != nil:
		f.call(p, raw)
	case p.Inline != nil:
		block := tool.Image(p.Inline.MIME, p.Inline.Data)
		kept := wire.Part{Kind: wire.BlockPart, Block: &block}
		if p.Signature != "" {
			kept.Raw = bytes.Clone(raw)
		}
		f.a.Keep(kept)
	case p.Text != "":
		f.say(p, raw)
	case p.Signature != "" || foreign(raw):
		f.a.Keep(wire.Part{Kind: wire.OpaquePart, Raw: bytes.Clone(raw)})
	}
}

// say takes text or thinking. What is signed is a part of its own.
func (f *format) say(p *part, raw json.RawMessage) {
	kind := wire.TextPart
	if p.Thought {
		kind = wire.ThinkingPart
	}
	if p.Signature == "" {
		f.a.Say(kind, p.Text)
		return
	}
	f.a.Seal()
	f.a.Say(kind, p.Text).Part.Raw = bytes.Clone(raw)
	f.a.Seal()
}

// foreign says that a part holds something that this package does not know: the code that
// the provider has run, for instance.
func foreign(raw json.RawMessage) bool {
	if answer.Only(raw, "text", "thought") {
		return false
	}
	var fields map[string]json.RawMessage
	if err := parse(raw, &fields); err != nil {
		return false
	}
	for name, value := range fields {
		if name != "text" && name != "thought" && !answer.Null(value) {
			return true
		}
	}
	return false
}

// Over is for streams that end with a mark.
func (f *format) Over() {}

// Close says whether the answer was whole.
func (f *format) Close() error {
	switch {
	case f.broken || f.ended:
		return nil
	case f.open != nil:
		return fmt.Errorf("%w in the middle of a call", wire.ErrCut)
	}
	return fmt.Errorf("%w: it does not say why it ended", wire.ErrCut)
}
