package anthropic

import (
	"fmt"
	"slices"

	"jig/wire"
	"jig/wire/internal/answer"
	"jig/wire/internal/few"
)

// New makes a decoder of one answer.
//
// A recording of several answers, one after the other, is read as one: the parts of all of
// them, what they cost together, and the end of the last.
func New(opt wire.Options) wire.Feeder {
	return answer.New(opt, name, func(a *answer.Answer) answer.Format {
		return &format{a: a}
	})
}

// format understands the events of the stream.
type format struct {
	a      *answer.Answer
	blocks few.Map[int, *block] // those that have begun and not ended
	begun  int                  // how many messages have begun
	ended  bool                 // the last of them has said why it ended
	spent  wire.Usage           // by the messages before the last
	usage  usage                // of the last
	broken bool                 // the provider has sent an error
	delta  growth               // the event that comes most often
}

// Event takes one event, or a whole message.
func (f *format) Event(sent string, data []byte) error {
	if d := &f.delta; d.scan(data) {
		return f.grow(d.index, &d.delta, data)
	}
	var e event
	if !e.scan(data) {
		var err error
		if e, err = parse[event](data); err != nil {
			return err
		}
	}
	return f.take(sent, &e, data)
}

func (f *format) take(sent string, e *event, data []byte) error {
	if e.Type == "" {
		e.Type = sent
	}
	switch {
	case e.Type == "error" || !answer.Null(e.Error):
		f.fail(e, data)
	case e.Type == "message_start":
		m, err := opened(e.Message)
		if err != nil {
			return fmt.Errorf("message_start has no message: %w", err)
		}
		f.begin(&m)
	case e.Type == "message" && e.Content != nil:
		f.whole(&e.opening)
	case e.Type == "content_block_start":
		return f.open(e.Index, e.ContentBlock)
	case e.Type == "content_block_delta":
		return f.grow(e.Index, &e.Delta, data)
	case e.Type == "content_block_stop":
		f.close(e.Index)
	case e.Type == "message_delta":
		f.count(e.Usage)
		f.finish(e.Delta.StopReason)
	case e.Type == "message_stop":
		f.a.End()
	}
	return nil // ping, and what may be added: the API says to pass over it
}

// Over is for streams that end with a mark of their own, which this API has not.
func (f *format) Over() {}

// Close says whether the message was whole.
func (f *format) Close() error {
	switch {
	case f.broken: // the error says more than that the stream ended there
		return nil
	case f.begun == 0:
		return fmt.Errorf("%w: no message has begun", wire.ErrCut)
	case f.blocks.Len() > 0:
		return fmt.Errorf("%w in the middle of a block", wire.ErrCut)
	case !f.ended:
		return fmt.Errorf("%w: the message does not say why it ended", wire.ErrCut)
	}
	return nil
}

// begin takes the message as it is when it begins. Mostly that is empty; but when code that
// the provider runs calls one of our tools, the call stands there, and nothing is streamed
// after it. A decoder reads one answer, so this holds for the first message only: of those
// that follow it in a recording, what is streamed counts, and what they begin with is left
// out with a warning.
func (f *format) begin(m *opening) {
	f.enter(m)
	if len(m.Content) > 0 && f.begun > 1 {
		f.a.Warn("a further message begins with %d blocks that were not streamed; they are left out", len(m.Content))
	} else {
		f.blocksOf(m)
	}
	f.finish(m.StopReason)
}

// whole takes a message that was not streamed.
func (f *format) whole(m *opening) {
	f.enter(m)
	f.blocksOf(m)
	f.finish(m.StopReason)
}

func (f *format) enter(m *opening) {
	f.begun++
	f.ended = false
	f.blocks.Clear()
	f.spent.Add(f.usage.neutral())
	f.usage = usage{}
	f.a.Reply.ID, f.a.Reply.Model = m.ID, m.Model
	f.count(m.Usage)
}

// blocksOf takes blocks that have come at once.
func (f *format) blocksOf(m *opening) {
	for i, raw := range m.Content {
		if err := f.open(i, raw); err != nil {
			f.a.Warn("block %d of the message is left out: %v", i, err)
			continue
		}
		f.close(i)
	}
}

func (f *format) count(u *usage) {
	f.usage.correct(u)
	f.a.Reply.Usage = f.spent
	f.a.Reply.Usage.Add(f.usage.neutral())
}

// finish takes the reason to stop, if there is one. Calls whose block ended before their
// arguments did are then judged: cut by the limit they are lost, else they are what the
// model wrote.
func (f *format) finish(reason string) {
	if reason == "" {
		return
	}
	f.ended = true
	for _, index := range slices.Sorted(slices.Values(f.blocks.Keys())) { // not every server ends them
		f.close(index)
	}
	why := stop(reason)
	f.a.Settle(why == wire.MaxTokens || why == wire.Overflow || why == wire.Refusal)
	f.a.Stop(why)
}

// fail takes an error of the provider. Some gateways put it beside the place where it
// belongs.
func (f *format) fail(e *event, whole []byte) {
	f.broken = true
	if answer.Null(e.Error) {
		f.a.Trouble(whole)
	} else {
		f.a.Trouble(e.Error)
	}
}
