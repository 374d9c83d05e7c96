package anthropic

import (
	"encoding/json"
	"strings"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/transcript"
)

// param is a block of a message as it is sent.
type param struct {
	Type      string          `json:"type"`
	Text      string          `json:"text,omitzero"`
	ID        string          `json:"id,omitzero"`
	Name      string          `json:"name,omitzero"`
	Input     json.RawMessage `json:"input,omitzero"`
	ToolUseID string          `json:"tool_use_id,omitzero"`
	Content   []*param        `json:"content,omitzero"`
	IsError   bool            `json:"is_error,omitzero"`
	Source    *source         `json:"source,omitzero"`
	Cache     *cache          `json:"cache_control,omitzero"`
}

// source is an image or a file.
type source struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type"`
	Data      []byte `json:"data"` // written as base64
}

// render makes the content of a message. Results are first, whatever stands among them.
func render(m *wire.Message, last bool) turn {
	t := turn{Role: m.Role}
	var after []any // what the API does not take inside of results
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Kind == wire.ResultPart {
			one, rest := result(p.Result)
			t.Content = append(t.Content, one)
			after = append(after, rest...)
		}
	}
	t.Content = append(t.Content, after...)
	for i := range m.Parts {
		p := &m.Parts[i]
		switch p.Kind {
		case wire.ResultPart:
		case wire.CallPart:
			t.Content = append(t.Content, use(p))
		case wire.BlockPart:
			if m.Role == wire.Assistant { // only people show images
				t.Content = append(t.Content, &param{Type: "text", Text: p.Block.String()})
			} else {
				t.Content = append(t.Content, content(p.Block))
			}
		default:
			if p.Raw != nil {
				t.Content = append(t.Content, p.Raw)
			} else {
				t.Content = append(t.Content, &param{Type: "text", Text: p.Text})
			}
		}
	}
	if last && m.Role == wire.Assistant {
		trimEnd(&t)
	}
	return t
}

// trimEnd drops the white space at the end of an answer that the model shall go on with:
// the API refuses it there.
func trimEnd(t *turn) {
	if end, ok := t.Content[len(t.Content)-1].(*param); ok && end.Type == "text" {
		end.Text = strings.TrimRight(end.Text, " \t\r\n")
	}
}

// use is a call that the model has made. What else the provider said about it goes back too.
func use(p *wire.Part) any {
	input := transcript.Object(p.Call.Args)
	called := transcript.Name(p.Call.Name)
	if p.Raw != nil {
		if fields, err := parse[map[string]json.RawMessage](p.Raw); err == nil && fields != nil {
			fields["id"], fields["name"], fields["input"] = encode(p.Call.ID), encode(called), input
			return encode(fields)
		}
	}
	return &param{Type: "tool_use", ID: p.Call.ID, Name: called, Input: input}
}

// result is the answer to a call, and what has to follow the answers: a failure is told in
// text only.
func result(r *wire.Result) (*param, []any) {
	out := &param{Type: "tool_result", ToolUseID: r.CallID, IsError: r.IsError}
	var after []any
	for i := range r.Content {
		switch c := content(&r.Content[i]); {
		case c.Type == "text" && strings.TrimSpace(c.Text) == "":
		case c.Type != "text" && r.IsError:
			after = append(after, c)
		default:
			out.Content = append(out.Content, c)
		}
	}
	if len(out.Content) == 0 {
		said := "(no output)"
		if r.IsError {
			said = "(the call failed and did not say why)"
		}
		out.Content = []*param{{Type: "text", Text: said}}
	}
	return out, after
}

// largest is how long an image may be, as base64.
const largest = 5 << 20

// content is a block of a result or of a message. What the API does not take is named.
func content(b *tool.Block) *param {
	if len(b.Data) > 0 && (len(b.Data)+2)/3*4 <= largest {
		switch b.MIME {
		case "image/png", "image/jpeg", "image/gif", "image/webp":
			return &param{Type: "image", Source: &source{"base64", b.MIME, b.Data}}
		case "application/pdf":
			return &param{Type: "document", Source: &source{"base64", b.MIME, b.Data}}
		}
	}
	return &param{Type: "text", Text: b.String()}
}
