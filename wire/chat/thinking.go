package chat

import (
	"encoding/json"
	"strings"

	"jig/wire"
	"jig/wire/internal/answer"
)

// thinking remembers in which shape the thinking came, since it has to go back in the same.
type thinking struct {
	field   string // the member that held it
	piece   *answer.Piece
	details []detail
}

// part is one of the parts that content may be a list of.
type part struct {
	Type     string          `json:"type"`
	Text     string          `json:"text"`
	Thinking json.RawMessage `json:"thinking"`
	Refusal  string          `json:"refusal"`
}

// content takes text, which may be a list of parts.
func (d *decoder) content(raw json.RawMessage) {
	if answer.Null(raw) {
		return
	}
	if raw[0] != '[' {
		d.Say(wire.TextPart, answer.String(raw))
		return
	}
	var parts []part
	if err := json.Unmarshal(raw, &parts); err != nil {
		d.Warn("a part of the content is left out, since it is not what it should be: %v", err)
		return
	}
	for i := range parts {
		p := &parts[i]
		switch p.Type {
		case "thinking":
			d.thought("content", flat(p.Thinking))
		case "refusal":
			d.refused = true
			d.Say(wire.TextPart, p.Refusal)
		default:
			d.Say(wire.TextPart, p.Text)
		}
	}
}

// flat is the text of thinking, which may be a list of parts itself.
func flat(raw json.RawMessage) string {
	var parts []part
	if json.Unmarshal(raw, &parts) != nil {
		return answer.String(raw)
	}
	var b strings.Builder
	for i := range parts {
		b.WriteString(parts[i].Text)
	}
	return b.String()
}

// think takes thinking that has a member of its own. Servers that send it under both names
// send the same twice.
func (d *decoder) think(m *delta) {
	switch {
	case !answer.Null(m.ReasoningContent):
		d.thought("reasoning_content", answer.String(m.ReasoningContent))
	case !answer.Null(m.Reasoning):
		d.thought("reasoning", answer.String(m.Reasoning))
	}
	d.thinking.add(m.ReasoningDetails)
}

func (d *decoder) thought(field, text string) {
	if d.thinking.field == "" {
		d.thinking.field = field
	}
	if p := d.Say(wire.ThinkingPart, text); p != nil && d.thinking.piece == nil {
		d.thinking.piece = p
	}
}

// keep puts into the first part of the thinking what has to go back besides its text: the
// name of its member, and details with signatures.
func (t *thinking) keep(a *answer.Answer) {
	if t.field == "" && len(t.details) == 0 {
		return
	}
	raw, err := json.Marshal(kept{Field: t.field, Details: t.details})
	if err != nil {
		a.Warn("the details of the thinking are left out: %v", err)
		return
	}
	if t.piece == nil {
		t.piece = a.Keep(wire.Part{Kind: wire.ThinkingPart})
	}
	t.piece.Part.Raw = raw
}

// kept is the raw part of thinking.
type kept struct {
	Field   string   `json:"field,omitempty"`
	Details []detail `json:"reasoning_details,omitempty"`
}
