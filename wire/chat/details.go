package chat

import (
	"encoding/json"
	"maps"
	"strings"

	"jig/wire/internal/answer"
)

// detail is one block of "reasoning_details", in which routers hand on signed and encrypted
// thinking. Unknown members are kept.
type detail struct {
	members map[string]json.RawMessage
	texts   map[string]*strings.Builder // the members that grow
}

// add takes more blocks. In a stream they come in pieces: one of the same type and index as
// the last goes on with it.
func (t *thinking) add(more []json.RawMessage) {
	for _, raw := range more {
		var next map[string]json.RawMessage
		if json.Unmarshal(raw, &next) != nil || next == nil {
			continue
		}
		if n := len(t.details); n == 0 || !t.details[n-1].continues(next) {
			t.details = append(t.details, detail{members: map[string]json.RawMessage{}, texts: map[string]*strings.Builder{}})
		}
		t.details[len(t.details)-1].join(next)
	}
}

func (d detail) continues(next map[string]json.RawMessage) bool {
	return !answer.Null(next["index"]) && string(d.members["index"]) == string(next["index"]) &&
		string(d.members["type"]) == string(next["type"])
}

// join adds texts to texts; of everything else, the last that was said counts.
func (d detail) join(next map[string]json.RawMessage) {
	for name, value := range next {
		grows := name == "text" || name == "summary" || name == "data"
		switch {
		case answer.Null(value):
			if _, known := d.members[name]; !known {
				d.members[name] = value
			}
		case grows && value[0] == '"':
			if d.texts[name] == nil {
				d.texts[name] = new(strings.Builder)
			}
			d.texts[name].WriteString(answer.String(value))
		default:
			d.members[name] = value
		}
	}
}

// MarshalJSON writes the block as if it had come at once.
func (d detail) MarshalJSON() ([]byte, error) {
	all := make(map[string]any, len(d.members)+len(d.texts))
	for name, value := range maps.All(d.members) {
		all[name] = value
	}
	for name, text := range maps.All(d.texts) {
		all[name] = text.String()
	}
	return json.Marshal(all)
}
