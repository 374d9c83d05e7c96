package responses

import (
	"encoding/json"
	"slices"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/answer"
)

// entry is an item on its way.
type entry struct {
	kind  string
	call  *answer.Call
	piece *answer.Piece // of text or thinking
	said  bool          // deltas have come
	done  bool
}

// at finds an item by its identifier or else by its place; nil if it is not known.
func (d *decoder) at(id string, index *int) *entry {
	if e := d.byID.Get(id); e != nil {
		return e
	}
	if index != nil {
		if e := d.byIndex.Get(*index); e != nil {
			return e
		}
		return nil
	}
	if id == "" {
		return d.last
	}
	return nil
}

// progress takes an event about one item.
func (d *decoder) progress(e *event) {
	switch e.Type {
	case "response.output_item.added":
		d.begin(e)
	case "response.output_item.done":
		if it, err := d.read(e.Item); err == nil {
			d.finish(d.at(it.ID, e.OutputIndex), &it, e.Item)
		}
	case "response.output_text.delta":
		d.say(e, wire.TextPart)
	case "response.refusal.delta":
		d.refused = true
		d.say(e, wire.TextPart)
	case "response.reasoning_summary_text.delta", "response.reasoning_text.delta", "response.reasoning.delta":
		d.say(e, wire.ThinkingPart)
	case "response.reasoning_summary_part.added":
		if e.Index > 0 {
			d.Say(wire.ThinkingPart, "\n\n")
		}
	case "response.function_call_arguments.delta", "response.custom_tool_call_input.delta":
		if c := d.callOf(e); c != nil {
			c.Write(answer.String(e.Delta))
		}
	case "response.function_call_arguments.done":
		if c := d.callOf(e); c != nil {
			complete(c, answer.String(e.Arguments))
		}
	case "response.custom_tool_call_input.done":
		if c := d.callOf(e); c != nil {
			complete(c, e.Input)
		}
	}
}

// callOf is the call that an event is about, nil if it is not one of ours.
func (d *decoder) callOf(e *event) *answer.Call {
	if en := d.at(e.ItemID, e.OutputIndex); en != nil {
		return en.call
	}
	return nil
}

// complete ends a call whose arguments are all told again at the end. Servers that do not
// stream them tell them only then.
func complete(c *answer.Call, arguments string) {
	if !c.Started() {
		c.Write(arguments)
	}
	c.End()
}

// begin takes the beginning of an item.
func (d *decoder) begin(e *event) {
	if it, err := d.read(e.Item); err == nil {
		d.enter(&it, e.OutputIndex)
	}
}

// enter makes a note of an item. What comes before and after it are different parts.
func (d *decoder) enter(it *item, index *int) *entry {
	d.Seal()
	en := &entry{kind: it.Type}
	if it.Type == "function_call" || it.Type == "custom_tool_call" && d.runs(it.Name) {
		en.call = d.Begin(it.CallID, it.Name)
		if it.Type == "custom_tool_call" {
			en.call.Freeform()
		}
	}
	if it.ID != "" {
		d.byID.Set(it.ID, en)
	}
	if index != nil {
		d.byIndex.Set(*index, en)
	}
	d.last = en
	return en
}

// runs reports whether a tool is ours to run.
func (d *decoder) runs(name string) bool {
	return d.offered.Has(name) || slices.ContainsFunc(d.tools, func(t tool.Definition) bool { return t.Name == name })
}

// say takes more of a text.
func (d *decoder) say(e *event, kind wire.PartKind) {
	p := d.Say(kind, answer.String(e.Delta))
	if en := d.at(e.ItemID, e.OutputIndex); en != nil && p != nil {
		en.said = true
		if en.piece == nil {
			en.piece = p
		}
	}
}

// finish takes an item that is whole.
func (d *decoder) finish(en *entry, it *item, raw json.RawMessage) {
	if en == nil {
		en = d.enter(it, nil)
	}
	if en.done {
		return
	}
	en.done = true
	switch {
	case en.call != nil:
		d.finishCall(en.call, it, raw)
	case it.Type == "message":
		d.finishMessage(en, it)
	case it.Type == "reasoning":
		d.finishReasoning(en, it, raw)
	default:
		d.Keep(wire.Part{Kind: wire.OpaquePart, Raw: keep(raw)})
	}
	d.Seal()
}
