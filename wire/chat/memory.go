package chat

import (
	"encoding/json"

	"jig/wire"
)

// Servers that think in the middle of using tools want their thoughts back: DeepSeek refuses
// a conversation in which one is missing from any turn with calls, even an empty one. A turn
// is what happens between two messages that the user really wrote. In turns without calls
// thinking is of no more use, and is left out.

// thought is the thinking of one message, as it came.
type thought struct {
	text    string
	field   string
	details []json.RawMessage
	send    bool
}

type memory struct {
	thoughts []thought
	always   bool // thinking came as reasoning_content, which must not be missing
}

// recall collects the thinking of a conversation.
func recall(messages []wire.Message) memory {
	m := memory{thoughts: make([]thought, len(messages))}
	begin, tools := 0, false
	turn := func(end int) {
		for at := begin; at < end; at++ {
			m.thoughts[at].send = tools
		}
		begin, tools = end, false
	}
	for at := range messages {
		msg := &messages[at]
		switch {
		case msg.Role == wire.Assistant:
			tools = tools || len(msg.Calls()) > 0
			m.thoughts[at] = thoughtOf(msg)
			m.always = m.always || m.thoughts[at].field == "reasoning_content"
		case msg.Parts[0].Kind != wire.ResultPart:
			turn(at)
		}
	}
	turn(len(messages))
	return m
}

func thoughtOf(m *wire.Message) thought {
	var t thought
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Kind != wire.ThinkingPart || p.From != From && t.field == "" {
			continue
		}
		var raw struct {
			Field   string            `json:"field"`
			Details []json.RawMessage `json:"reasoning_details"`
		}
		if p.From == From && json.Unmarshal(p.Raw, &raw) == nil && raw.Field != "" {
			t.field = raw.Field
		}
		t.text += p.Text
		t.details = append(t.details, raw.Details...)
	}
	return t
}

// of is the thought of a message as far as it goes back.
func (m memory) of(at int) thought {
	t := m.thoughts[at]
	if !t.send {
		return thought{}
	}
	if t.field == "" && m.always {
		t.field = "reasoning_content"
	}
	return t
}

// put puts a thought where its server had it.
func (t thought) put(m *message) {
	switch t.field {
	case "reasoning_content":
		m.ReasoningContent = &t.text
	case "reasoning":
		m.Reasoning = t.text
	case "content":
		parts := []any{thinkingPart{"thinking", []textPart{{"text", t.text}}}}
		if text, ok := m.Content.(string); ok && text != "" {
			parts = append(parts, textPart{"text", text})
		}
		m.Content = parts
	}
	m.ReasoningDetails = t.details
}

type thinkingPart struct {
	Type     string     `json:"type"`
	Thinking []textPart `json:"thinking"`
}
