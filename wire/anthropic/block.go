package anthropic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"jig/wire"
	"jig/wire/internal/answer"
	"jig/wire/internal/transcript"
)

// block is one block of an answer while it grows.
type block struct {
	kind  string
	start json.RawMessage // the block as it began
	piece *answer.Piece   // its part of the reply
	call  *answer.Call    // of tool_use
	input json.RawMessage // the arguments, if the block began with them
	// grown is what has been added to its fields since, by name.
	grown     []*field
	citations []json.RawMessage
}

// field is a text that grows.
type field struct {
	name string
	text strings.Builder
}

// head is what a block begins with.
type head struct {
	Type     string          `json:"type"`
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Text     string          `json:"text"`
	Thinking string          `json:"thinking"`
	Input    json.RawMessage `json:"input"`
}

// open begins a block.
func (f *format) open(index int, raw json.RawMessage) error {
	var h head
	if !h.scan(raw) {
		var err error
		if h, err = parse[head](raw); err != nil {
			return err
		}
	}
	if h.Type == "" {
		return errors.New("the block does not say what it is")
	}
	f.close(index) // the end of another under this index did not come
	f.a.Seal()
	b := &block{kind: h.Type, start: bytes.Clone(raw)}
	f.blocks.Set(index, b)
	switch h.Type {
	case "text":
		b.piece = f.a.Say(wire.TextPart, h.Text)
	case "thinking":
		b.piece = f.a.Say(wire.ThinkingPart, h.Thinking)
	case "tool_use":
		b.call = f.a.Begin(h.ID, h.Name)
		b.piece = b.call.Piece
		if !answer.Null(h.Input) && string(transcript.Object(h.Input)) != "{}" {
			b.input = bytes.Clone(h.Input)
		}
	}
	return nil
}

// grow adds to a block what an event says.
func (f *format) grow(index int, d *delta, raw []byte) error {
	b := f.blocks.Get(index)
	if b == nil {
		f.a.Warn("block %d goes on without having begun", index)
		return nil
	}
	switch d.Type {
	case "text_delta":
		f.say(b, wire.TextPart, d.Text)
		b.add("text", d.Text)
	case "thinking_delta":
		f.say(b, wire.ThinkingPart, d.Thinking)
		b.add("thinking", d.Thinking)
	case "signature_delta":
		b.add("signature", d.Signature)
	case "input_json_delta":
		if b.call != nil {
			b.call.Write(d.PartialJSON)
		} else {
			b.add("input", d.PartialJSON)
		}
	case "citations_delta":
		if len(d.Citation) > 0 {
			b.citations = append(b.citations, sendable(d.Citation))
		}
	default:
		return b.addAll(raw)
	}
	return nil
}

// say adds to the text of a block that people or programs read.
func (f *format) say(b *block, kind wire.PartKind, text string) {
	if b.kind != "text" && b.kind != "thinking" {
		return
	}
	if p := f.a.Say(kind, text); p != nil {
		b.piece = p
	}
}

// close ends a block, which is the moment at which the whole of it is known.
func (f *format) close(index int) {
	b := f.blocks.Get(index)
	if b == nil {
		return
	}
	f.blocks.Delete(index)
	switch b.kind {
	case "tool_use":
		f.arguments(b)
		if b.special("type", "id", "name", "input") {
			b.piece.Part.Raw = b.raw()
		}
	case "text":
		if b.piece != nil && b.special("type", "text") {
			b.piece.Part.Raw = b.raw()
		}
	case "thinking", "redacted_thinking":
		if b.piece == nil { // nothing to read: it is only signed
			b.piece = f.a.Keep(wire.Part{Kind: wire.ThinkingPart})
		}
		b.piece.Part.Raw = b.raw()
	default:
		f.a.Keep(wire.Part{Kind: wire.OpaquePart, Raw: b.raw()})
	}
	f.a.Seal()
}

// arguments ends the arguments of a call. What has begun and is no whole object waits for
// the end of the message, which says whether it was cut.
func (f *format) arguments(b *block) {
	switch {
	case b.call.Ready():
	case b.call.Started():
		b.call.Next()
	default:
		b.call.Write(string(b.input))
		b.call.End()
	}
}

// add adds to a field.
func (b *block) add(name, text string) {
	if text == "" {
		return
	}
	for _, f := range b.grown {
		if f.name == name {
			f.text.WriteString(text)
			return
		}
	}
	f := &field{name: name}
	f.text.WriteString(text)
	b.grown = append(b.grown, f)
}

// addAll takes a kind of delta that is of no concern here: its fields are those of the
// block.
func (b *block) addAll(event []byte) error {
	e, err := parse[struct {
		Delta map[string]json.RawMessage `json:"delta"`
	}](event)
	if err != nil {
		return fmt.Errorf("the delta is no object: %w", err)
	}
	for field, value := range e.Delta {
		var text string
		if field != "type" && json.Unmarshal(value, &text) == nil {
			b.add(field, text)
		}
	}
	return nil
}
