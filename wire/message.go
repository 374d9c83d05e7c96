package wire

import (
	"encoding/json"
	"strings"

	"jig/tool"
)

// Role says who speaks.
type Role string

// The roles. Results of calls are said by the user; instructions are not a message but
// [Request.System].
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is what one side says at once.
type Message struct {
	Role  Role   `json:"role"`
	Parts []Part `json:"parts"`
}

// Say makes a message of the user.
func Say(text string) Message {
	return Message{Role: User, Parts: []Part{{Kind: TextPart, Text: text}}}
}

// PartKind says what a part is.
type PartKind string

// The kinds of part.
const (
	TextPart     PartKind = "text"
	ThinkingPart PartKind = "thinking" // what the model thought; not for the answer
	CallPart     PartKind = "call"     // a call for us to run
	ResultPart   PartKind = "result"   // the result of one
	BlockPart    PartKind = "block"    // an image or a file
	OpaquePart   PartKind = "opaque"   // something of the provider's own, such as a tool that it runs itself
)

// Part is one piece of a message. Kind says which of the fields are set.
type Part struct {
	Kind   PartKind    `json:"kind"`
	Text   string      `json:"text,omitempty"` // of text and thinking
	Call   *Call       `json:"call,omitempty"`
	Result *Result     `json:"result,omitempty"`
	Block  *tool.Block `json:"block,omitempty"`
	// Raw is the part exactly as its provider sent it, where that has to go back
	// unchanged: signed thinking, encrypted reasoning, signatures on calls, opaque parts.
	// From says whose it is. Other providers never see it.
	Raw  json.RawMessage `json:"raw,omitempty"`
	From string          `json:"from,omitempty"`
}

// Call is a request of the model to run a tool.
type Call struct {
	// ID ties the result to the call. Where a format has none, the decoder makes one.
	ID   string `json:"id"`
	Name string `json:"name"`
	// Args are the arguments as JSON. They are whole, but nobody has validated them;
	// if the model wrote something else, they are what it wrote.
	Args json.RawMessage `json:"arguments"`
}

// Tool is the call as the engine takes it.
func (c *Call) Tool() tool.Call { return tool.Call{ID: c.ID, Name: c.Name, Args: c.Args} }

// Result is the answer to a call.
type Result struct {
	CallID string `json:"call_id"`
	// Name is that of the tool, as in the call; some providers want it.
	Name    string       `json:"name"`
	Content []tool.Block `json:"content"`
	IsError bool         `json:"is_error,omitempty"`
}

// Text is the text of the message, without thinking, calls and results.
func (m *Message) Text() string {
	var b strings.Builder
	for i := range m.Parts {
		if m.Parts[i].Kind == TextPart {
			b.WriteString(m.Parts[i].Text)
		}
	}
	return b.String()
}

// Calls are the calls of the message, in order.
func (m *Message) Calls() []*Call {
	var calls []*Call
	for i := range m.Parts {
		if m.Parts[i].Kind == CallPart {
			calls = append(calls, m.Parts[i].Call)
		}
	}
	return calls
}
