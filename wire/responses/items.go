package responses

import (
	"encoding/json"

	"jig/wire"
	"jig/wire/internal/openai"
	"jig/wire/internal/transcript"
)

// said is a message. Content is a text or a list of parts.
type said struct {
	Type    string `json:"type"`
	Role    string `json:"role"`
	Content any    `json:"content"`
	Phase   string `json:"phase,omitempty"`
}

// called is a function call.
type called struct {
	Type      string `json:"type"`
	CallID    string `json:"call_id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// maxID is how long identifiers of calls may be.
const maxID = 64

// items renders a conversation. It also tells whether there is reasoning in it.
func items(messages []wire.Message) (out []any, thought bool) {
	clean := transcript.Clean(messages, transcript.AtMost(maxID))
	custom := map[string]bool{} // identifiers of calls whose results have a type of their own
	for at := range clean {
		switch m := &clean[at]; {
		case m.Role == wire.Assistant:
			more, thinks := assistant(m, custom)
			out = append(out, more...)
			thought = thought || thinks
		case m.Parts[0].Kind == wire.ResultPart:
			for i := range m.Parts {
				r := m.Parts[i].Result
				out = append(out, outputOf(r, custom[r.CallID]))
			}
		default:
			out = append(out, user(m.Parts))
		}
	}
	return out, thought
}

func user(parts []wire.Part) said {
	var list []any
	for i := range parts {
		switch p := &parts[i]; p.Kind {
		case wire.TextPart:
			list = append(list, textPart{"input_text", p.Text})
		case wire.BlockPart:
			list = append(list, block(p.Block))
		}
	}
	if len(list) == 1 {
		if t, ok := list[0].(textPart); ok {
			return said{Type: "message", Role: "user", Content: t.Text}
		}
	}
	return said{Type: "message", Role: "user", Content: list}
}

// assistant renders an answer. Reasoning goes back only together with what it led to, as the
// provider wants it: what stands at the end, because the answer was cut, is left out.
func assistant(m *wire.Message, custom map[string]bool) (out []any, thought bool) {
	var held []any
	put := func(item any) {
		thought = thought || len(held) > 0
		out = append(append(out, held...), item)
		held = nil
	}
	lost := unanswered(m.Parts)
	for i := range m.Parts {
		p := &m.Parts[i]
		ours := p.From == From && json.Valid(p.Raw)
		switch {
		case p.Kind == wire.ThinkingPart && ours:
			if tells(p.Raw) {
				held = append(held, p.Raw)
			}
		case p.Kind == wire.OpaquePart && ours && !lost[i]:
			put(p.Raw)
		case p.Kind == wire.OpaquePart && ours:
			held = nil
		case p.Kind == wire.TextPart:
			put(text(p, ours))
		case p.Kind == wire.BlockPart:
			put(said{Type: "message", Role: "assistant", Content: p.Block.String()})
		case p.Kind == wire.CallPart:
			put(call(p, ours, custom))
		}
	}
	return out, thought
}

// tells reports whether there is something in a reasoning item. One that is only a reference
// to what the provider has stored would be refused, since nothing is.
func tells(raw json.RawMessage) bool {
	var it struct {
		Encrypted string            `json:"encrypted_content"`
		Content   []json.RawMessage `json:"content"`
	}
	return json.Unmarshal(raw, &it) == nil && (it.Encrypted != "" || len(it.Content) > 0)
}

func text(p *wire.Part, ours bool) said {
	s := said{Type: "message", Role: "assistant", Content: p.Text}
	var raw phase
	if ours && json.Unmarshal(p.Raw, &raw) == nil {
		s.Phase = raw.Phase
	}
	return s
}

// call renders a call: with all that the provider had said besides, if it is its own.
func call(p *wire.Part, ours bool, custom map[string]bool) any {
	c := called{"function_call", p.Call.ID, transcript.Name(p.Call.Name), string(transcript.Object(p.Call.Args))}
	var raw map[string]json.RawMessage
	if !ours || json.Unmarshal(p.Raw, &raw) != nil {
		return c
	}
	members := map[string]string{"call_id": c.CallID, "name": c.Name, "arguments": c.Arguments}
	if string(raw["type"]) == `"custom_tool_call"` {
		custom[c.CallID] = true
		delete(members, "arguments") // its input is there
	}
	for name, value := range members {
		quoted, err := openai.Marshal(value)
		if err != nil {
			return c
		}
		raw[name] = quoted
	}
	return raw
}
