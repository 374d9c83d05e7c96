package practice

import (
	"encoding/json"
	"strconv"
	"strings"

	"jig/wire"
)

// from marks what is this model's own in a message.
const from = "practice"

// place is what an answer says about itself, for the next request to know where the
// conversation is, even if what came before was summarised meanwhile.
type place struct {
	// Turn is how many answers came before this one.
	Turn int `json:"turn"`
	// Step is which answer it is to what was asked last.
	Step int `json:"step,omitempty"`
}

// mark writes the place of an answer on its first part.
func mark(m *wire.Message, at place) {
	if len(m.Parts) == 0 {
		return
	}
	raw, err := json.Marshal(at)
	if err != nil {
		return // cannot be: it is two numbers
	}
	m.Parts[0].Raw, m.Parts[0].From = raw, from
}

// position is how many answers the conversation has: by the last one that says its
// place, and those after it.
func position(messages []wire.Message) int {
	after := 0
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role != wire.Assistant {
			continue
		}
		if at, ok := placeOf(&messages[i]); ok {
			return at.Turn + 1 + after
		}
		after++
	}
	return after
}

func placeOf(m *wire.Message) (place, bool) {
	for i := range m.Parts {
		if p := &m.Parts[i]; p.From == from {
			var at place
			return at, json.Unmarshal(p.Raw, &at) == nil
		}
	}
	return place{}, false
}

// ids makes the ids of calls: call_1, call_2, and so on, from the highest one in the
// conversation.
type ids struct {
	prefix string
	last   int
}

func newIDs(prefix string, messages []wire.Message) ids {
	if prefix == "" {
		prefix = "call_"
	}
	d := ids{prefix: prefix}
	for i := range messages {
		for _, p := range messages[i].Parts {
			switch {
			case p.Call != nil:
				d.see(p.Call.ID)
			case p.Result != nil:
				d.see(p.Result.CallID)
			}
		}
	}
	return d
}

func (d *ids) see(id string) {
	if digits, ok := strings.CutPrefix(id, d.prefix); ok {
		if n, err := strconv.Atoi(digits); err == nil && n < 1<<40 {
			d.last = max(d.last, n)
		}
	}
}

func (d *ids) next() string {
	d.last++
	return d.prefix + strconv.Itoa(d.last)
}
