package connect

import (
	"fmt"
	"slices"

	"jig/wire"
	"jig/wire/text"
)

// readable gives an error for a format that does not exist.
func readable(format string) error {
	_, err := text.New(format, wire.Options{})
	return err
}

// reading is the text of one answer while it is searched for calls.
type reading struct {
	wire.Decoder
}

func newReading(format string, req *wire.Request) (*reading, error) {
	d, err := text.New(format, wire.Options{Tools: req.Tools})
	if err != nil {
		return nil, err
	}
	return &reading{Decoder: d}, nil
}

// close ends the text. That it ended inside of a call is a warning: the provider says that
// the answer is whole, and why it stopped.
func (r *reading) close() []wire.Event {
	events, err := r.Close()
	events = slices.DeleteFunc(slices.Clone(events), func(e wire.Event) bool { return e.Kind == wire.Done })
	if err != nil {
		events = append(events, wire.Event{Kind: wire.Warning, Text: fmt.Sprintf("a call in the text of the answer cannot be read: %v", err)})
	}
	return events
}

// done is the end of the whole answer: what the provider says about it, with the parts that
// were found in its text in place of the text.
func (r *reading) done(inner *wire.Reply) wire.Event {
	found := r.Reply()
	reply := *inner
	reply.Role = wire.Assistant
	if len(found.Calls()) == 0 && found.Text() == inner.Text() {
		return wire.Event{Kind: wire.Done, Reply: &reply}
	}
	reply.Parts = nil
	put := false
	for _, p := range inner.Parts {
		if p.Kind != wire.TextPart {
			reply.Parts = append(reply.Parts, p)
		} else if !put {
			reply.Parts = append(reply.Parts, found.Parts...)
			put = true
		}
	}
	if len(found.Calls()) > 0 && (reply.Stop == wire.EndTurn || reply.Stop == wire.Sequence || reply.Stop == "") {
		reply.Stop = wire.ToolUse
	}
	return wire.Event{Kind: wire.Done, Reply: &reply}
}
