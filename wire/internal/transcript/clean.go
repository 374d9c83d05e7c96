package transcript

import (
	"slices"
	"strconv"
	"strings"

	"jig/tool"
	"jig/wire"
)

// Interrupted is the result of a call that has none.
const Interrupted = "interrupted"

// Clean gives the conversation in a form in which
//   - each message of the assistant with calls is followed by a message with exactly one
//     result for each, in the order of the calls; a call without a result gets one that
//     says that it was interrupted, a result without a call is gone;
//   - identifiers of calls are not empty, differ from each other, and are as fit makes them;
//   - nothing is empty.
//
// What it is given stays unchanged.
func Clean(messages []wire.Message, fit func(string) string) []wire.Message {
	c := cleaner{fit: fit, used: map[string]bool{}, results: resultsOf(messages), calls: callsOf(messages)}
	for at := range messages {
		c.message(at, &messages[at])
	}
	return c.out
}

type cleaner struct {
	fit     func(string) string
	used    map[string]bool
	results map[string][]placed
	calls   map[string][]int // where calls of an identifier are
	out     []wire.Message
}

// placed is a result and the number of its message.
type placed struct {
	at     int
	result *wire.Result
}

func resultsOf(messages []wire.Message) map[string][]placed {
	all := map[string][]placed{}
	for at := range messages {
		for i := range messages[at].Parts {
			if p := &messages[at].Parts[i]; p.Kind == wire.ResultPart && p.Result != nil {
				all[p.Result.CallID] = append(all[p.Result.CallID], placed{at, p.Result})
			}
		}
	}
	return all
}

func callsOf(messages []wire.Message) map[string][]int {
	all := map[string][]int{}
	for at := range messages {
		for _, call := range messages[at].Calls() {
			if call != nil && messages[at].Role == wire.Assistant {
				all[call.ID] = append(all[call.ID], at)
			}
		}
	}
	return all
}

func (c *cleaner) message(at int, m *wire.Message) {
	said := wire.Message{Role: m.Role}
	answers := wire.Message{Role: wire.User}
	for _, p := range m.Parts {
		switch {
		case p.Kind == wire.ResultPart || empty(&p):
		case p.Kind != wire.CallPart:
			said.Parts = append(said.Parts, p)
		case m.Role == wire.Assistant:
			result := c.answer(at, p.Call)
			call := *p.Call
			call.ID = c.id(call.ID)
			result.CallID, result.Name = call.ID, call.Name
			p.Call = &call
			said.Parts = append(said.Parts, p)
			answers.Parts = append(answers.Parts, wire.Part{Kind: wire.ResultPart, Result: &result})
		}
	}
	for _, m := range []wire.Message{said, answers} {
		if len(m.Parts) > 0 {
			c.out = append(c.out, m)
		}
	}
}

// empty reports whether a part says nothing.
func empty(p *wire.Part) bool {
	switch p.Kind {
	case wire.TextPart:
		return strings.TrimSpace(p.Text) == ""
	case wire.ThinkingPart:
		return p.Text == "" && len(p.Raw) == 0
	case wire.CallPart:
		return p.Call == nil
	case wire.BlockPart:
		return p.Block == nil || p.Block.Type == tool.TextBlock && strings.TrimSpace(p.Block.Text) == ""
	case wire.OpaquePart:
		return len(p.Raw) == 0
	}
	return false
}

// answer takes the first result that was not taken yet and stands after the call, but
// before another call of the same identifier: some servers begin to count anew with each
// answer.
func (c *cleaner) answer(at int, call *wire.Call) wire.Result {
	before := -1
	for _, other := range c.calls[call.ID] {
		if other > at {
			before = other
			break
		}
	}
	list := c.results[call.ID]
	for i, r := range list {
		if r.at > at && (before < 0 || r.at <= before) {
			c.results[call.ID] = slices.Delete(slices.Clone(list), i, i+1)
			return *r.result
		}
	}
	return wire.Result{Content: []tool.Block{tool.Text(Interrupted)}, IsError: true}
}

// id makes an identifier that nobody has.
func (c *cleaner) id(id string) string {
	fitted := c.fit(id)
	for n := 2; id == "" || c.used[fitted]; n++ {
		if id == "" {
			id = "call"
		}
		fitted = c.fit(id + "_" + strconv.Itoa(n))
		if !c.used[fitted] {
			break
		}
	}
	c.used[fitted] = true
	return fitted
}
