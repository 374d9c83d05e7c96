package chat

import (
	"cmp"
	"fmt"

	"jig/wire"
	"jig/wire/internal/answer"
)

// From marks the raw parts that belong to this format.
const From = "openai-chat"

// New makes a decoder of one answer: a stream of server-sent events, its events line by
// line or in an array, or a whole answer.
func New(opt wire.Options) wire.Feeder {
	return answer.New(opt, From, func(a *answer.Answer) answer.Format { return &decoder{Answer: a} })
}

type decoder struct {
	*answer.Answer
	calls    slots
	thinking thinking
	finish   string // why the model stopped, in the server's words
	stop     wire.Stop
	cut      bool // the model did not come to its end
	refused  bool
	streams  bool // the message comes in pieces
	over     bool
	quick    quick
}

// Event takes one chunk.
func (d *decoder) Event(name string, data []byte) error {
	if d.quick.scan(data, d) {
		d.take(name, &d.quick.chunk, data)
		return nil
	}
	c, err := answer.Read[chunk](d.Answer, data)
	if err != nil {
		return err
	}
	d.take(name, &c, data)
	return nil
}

func (d *decoder) take(name string, c *chunk, data []byte) {
	if c.ID != "" {
		d.Reply.ID = c.ID
	}
	if c.Model != "" {
		d.Reply.Model = c.Model
	}
	if c.Usage != nil {
		d.Reply.Usage = c.Usage.wire()
	}
	d.problem(name, c, data)
	for i := range c.Choices {
		if c.Choices[i].Index == 0 {
			d.choice(&c.Choices[i])
		}
	}
}

// problem takes errors that come in the place of an answer, or in the middle of one.
func (d *decoder) problem(name string, c *chunk, data []byte) {
	switch {
	case !answer.Null(c.Error):
		d.Trouble(c.Error)
	case len(c.Choices) == 0 && (name == "error" || c.Object == "error" || !answer.Null(c.Detail)):
		d.Trouble(data)
	}
	for i := range c.Choices {
		if !answer.Null(c.Choices[i].Error) {
			d.Trouble(c.Choices[i].Error)
		}
	}
}

func (d *decoder) choice(c *choice) {
	switch {
	case c.Delta != nil:
		d.streams = true
		d.delta(c.Delta, false)
	case c.Message != nil && !d.streams: // some send the whole once more at the end
		d.delta(c.Message, true)
	}
	if c.FinishReason != "" {
		d.finished(c.FinishReason)
	}
}

// delta takes more of the message, or the whole of it.
func (d *decoder) delta(m *delta, whole bool) {
	d.think(m)
	d.content(m.Content)
	if m.Refusal != "" {
		d.refused = true
		d.Say(wire.TextPart, m.Refusal)
	}
	if f := m.FunctionCall; f != nil {
		zero := 0
		d.fragment(&fragment{Index: &zero, Function: *f}, whole)
	}
	for i := range m.ToolCalls {
		d.fragment(&m.ToolCalls[i], whole)
	}
}

// finished takes the reason for the end of the answer, which also ends all calls.
func (d *decoder) finished(why string) {
	d.finish = why
	switch why {
	case "length", "model_length", "max_tokens":
		d.stop, d.cut = wire.MaxTokens, true
	case "content_filter", "refusal":
		d.stop, d.cut = wire.Refusal, true
	case "error", "abort", "insufficient_system_resource":
		d.Fail(&wire.Error{Kind: why, Message: "the provider broke off the answer; ask again"})
		return
	default:
		d.stop = wire.EndTurn
	}
	d.Settle(d.cut)
}

// Over takes "[DONE]". Servers that send it need not have said why the model stopped.
func (d *decoder) Over() {
	d.over = true
	if !d.Failed() {
		d.Stop(cmp.Or(d.stop, wire.EndTurn)) // so that whoever looks before the connection ends knows
	}
}

// Close ends the answer.
func (d *decoder) Close() error {
	d.thinking.keep(d.Answer)
	switch {
	case d.Failed():
		return nil
	case d.finish == "" && !d.over:
		return fmt.Errorf("%w: neither a finish_reason nor [DONE] came", wire.ErrCut)
	case d.finish == "":
		d.stop = wire.EndTurn
	}
	if d.refused {
		d.stop = wire.Refusal
	}
	d.Settle(d.cut) // calls that came after the reason
	d.Stop(d.stop)
	return nil
}
