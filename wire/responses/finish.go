package responses

import (
	"bytes"
	"encoding/json"
	"strings"

	"jig/wire"
	"jig/wire/internal/answer"
)

// keep makes a copy of an item that goes back unchanged.
func keep(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return bytes.Clone(raw)
	}
	return b.Bytes()
}

// finishCall makes a call ready. One that was cut by a limit is left to [answer.Answer.Settle].
func (d *decoder) finishCall(c *answer.Call, it *item, raw json.RawMessage) {
	c.Piece.Part.Raw = keep(raw)
	c.SetName(it.Name)
	arguments := answer.String(it.Arguments)
	if it.Type == "custom_tool_call" {
		arguments = it.Input
	}
	if it.Status == "incomplete" {
		if !c.Started() {
			c.Write(arguments)
		}
		return
	}
	complete(c, arguments)
}

// finishMessage says what was not streamed, and keeps the phase, which tells the model
// whether a message was its final answer.
func (d *decoder) finishMessage(en *entry, it *item) {
	for _, c := range it.Content {
		d.refused = d.refused || c.Refusal != ""
		if !en.said {
			if p := d.Say(wire.TextPart, c.Text+c.Refusal); p != nil {
				en.piece = p
			}
		}
	}
	if it.Phase != "" && en.piece != nil {
		if raw, err := json.Marshal(phase{it.Phase}); err == nil {
			en.piece.Part.Raw = raw
		}
	}
}

// phase is the raw part of a text.
type phase struct {
	Phase string `json:"phase,omitempty"`
}

// finishReasoning keeps the item, which may hold the reasoning in encrypted form.
func (d *decoder) finishReasoning(en *entry, it *item, raw json.RawMessage) {
	if !en.said {
		var texts []string
		for _, c := range append(it.Summary, it.Content...) {
			if c.Text != "" {
				texts = append(texts, c.Text)
			}
		}
		en.piece = d.Say(wire.ThinkingPart, strings.Join(texts, "\n\n"))
	}
	if en.piece == nil {
		en.piece = d.Keep(wire.Part{Kind: wire.ThinkingPart})
	}
	en.piece.Part.Raw = keep(raw)
}
