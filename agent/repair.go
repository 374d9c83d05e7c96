package agent

import (
	"strconv"

	"jig/tool"
	"jig/wire"
)

// Repair makes a transcript that every provider takes of any list of messages, and changes
// as little as it can: a transcript that is fine comes back as it is. Calls without a
// result get one that says so, results without a call are dropped, neighbours of one side
// are joined. The messages that were given are not changed.
func Repair(messages []wire.Message) []wire.Message {
	if Check(messages) == nil {
		return messages
	}
	var t transcript
	for i := range messages {
		switch m := &messages[i]; m.Role {
		case wire.Assistant:
			t.assistant(mendAnswer(m.Parts))
		case wire.User:
			t.user(m.Parts)
		}
	}
	t.answer(nil)
	return t.messages
}

// transcript puts messages together so that what must hold does. It is used for what a
// session adds, and for what is read from elsewhere.
type transcript struct {
	messages []wire.Message
	// open are the calls of the last message that have no result yet.
	open []*wire.Call
	// missing makes the result of a call that got none; nil says that it was lost.
	missing func(call *wire.Call) *wire.Result
}

func (t *transcript) last() *wire.Message {
	if len(t.messages) == 0 {
		return nil
	}
	return &t.messages[len(t.messages)-1]
}

// assistant adds an answer, whose parts are sound. Two in a row are one that was paused.
func (t *transcript) assistant(parts []wire.Part) {
	if len(parts) == 0 {
		return
	}
	t.answer(nil)
	switch last := t.last(); {
	case last == nil:
		t.append(wire.Message{Role: wire.User, Parts: []wire.Part{{Kind: wire.TextPart, Text: textBeginning}}})
		t.append(wire.Message{Role: wire.Assistant, Parts: parts})
	case last.Role == wire.Assistant:
		joined := make([]wire.Part, 0, len(last.Parts)+len(parts))
		last.Parts = renamed(append(append(joined, last.Parts...), parts...))
	default:
		t.append(wire.Message{Role: wire.Assistant, Parts: parts})
	}
	t.open = t.last().Calls()
}

// user adds what the person said. Results in it answer the calls that are open, and those
// for no call are dropped.
func (t *transcript) user(parts []wire.Part) {
	var results, rest []wire.Part
	for i := range parts {
		p := parts[i]
		switch {
		case p.Kind == wire.ResultPart && p.Result != nil:
			results = append(results, p)
		case sound(&p, wire.User):
			rest = append(rest, p)
		}
	}
	if len(results) > 0 || len(rest) > 0 {
		t.answer(results)
	}
	t.say(rest)
}

// say adds parts to the message of the user that is last, or makes one.
func (t *transcript) say(parts []wire.Part) {
	if len(parts) == 0 {
		return
	}
	if last := t.last(); last != nil && last.Role == wire.User {
		// A new list: requests that were made, and readers, may hold the old one.
		joined := make([]wire.Part, 0, len(last.Parts)+len(parts))
		last.Parts = append(append(joined, last.Parts...), parts...)
		return
	}
	t.append(wire.Message{Role: wire.User, Parts: parts})
}

// answer adds the results of the open calls, in their order.
func (t *transcript) answer(results []wire.Part) {
	if len(t.open) == 0 {
		return
	}
	parts := make([]wire.Part, 0, len(t.open))
	for _, call := range t.open {
		var found *wire.Result
		for i := range results {
			if r := results[i].Result; r.CallID == call.ID {
				found = r
				break
			}
		}
		if found == nil && t.missing != nil {
			found = t.missing(call)
		}
		if found == nil {
			found = madeUp(call, textUnanswered)
		}
		if len(found.Content) == 0 {
			kept := *found
			kept.Content = validContent(nil)
			found = &kept
		}
		parts = append(parts, wire.Part{Kind: wire.ResultPart, Result: found})
	}
	t.open = nil
	t.append(wire.Message{Role: wire.User, Parts: parts})
}

func (t *transcript) append(m wire.Message) { t.messages = append(t.messages, m) }

// madeUp is an error result with that text.
func madeUp(call *wire.Call, text string) *wire.Result {
	return &wire.Result{CallID: call.ID, Name: call.Name, Content: []tool.Block{tool.Text(text)}, IsError: true}
}

// mendAnswer makes the parts of an answer sound: calls get ids, names and arguments that
// are JSON; what cannot be mended is left out. The parts that were given stay as they are.
func mendAnswer(parts []wire.Part) []wire.Part {
	mended := make([]wire.Part, 0, len(parts))
	for i := range parts {
		p := parts[i]
		if p.Kind == wire.CallPart && p.Call != nil {
			p.Call = mendCall(p.Call)
		}
		if sound(&p, wire.Assistant) {
			mended = append(mended, p)
		}
	}
	return renamed(mended)
}

// mendCall gives a call what a transcript needs of it.
func mendCall(c *wire.Call) *wire.Call {
	args := validArgs(c.Args)
	if c.ID != "" && c.Name != "" && len(args) == len(c.Args) {
		return c
	}
	fixed := wire.Call{ID: c.ID, Name: c.Name, Args: args}
	if fixed.ID == "" {
		fixed.ID = "call"
	}
	if fixed.Name == "" {
		fixed.Name = "unknown"
	}
	return &fixed
}

// renamed gives calls ids of their own. What a provider wants to have back unchanged is
// lost for one that needed another id.
func renamed(parts []wire.Part) []wire.Part {
	seen := make(map[string]bool)
	for i := range parts {
		p := &parts[i]
		if p.Kind != wire.CallPart {
			continue
		}
		id := p.Call.ID
		for n := 2; seen[id]; n++ {
			id = p.Call.ID + "_" + strconv.Itoa(n)
		}
		seen[id] = true
		if id != p.Call.ID {
			other := *p.Call
			other.ID = id
			p.Call, p.Raw, p.From = &other, nil, ""
		}
	}
	return parts
}
