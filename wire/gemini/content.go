package gemini

import (
	"encoding/json"
	"strings"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/transcript"
)

// sentPart is a part as it is sent.
type sentPart struct {
	Text      string      `json:"text,omitzero"`
	Inline    *sentBlob   `json:"inlineData,omitzero"`
	Call      *sentCall   `json:"functionCall,omitzero"`
	Response  *sentResult `json:"functionResponse,omitzero"`
	Signature string      `json:"thoughtSignature,omitzero"`
}

type sentBlob struct {
	MIME string `json:"mimeType"`
	Data []byte `json:"data"` // written as base64
}

type sentCall struct {
	ID   string          `json:"id,omitzero"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args,omitzero"` // left out if there are none
}

type sentResult struct {
	ID       string         `json:"id,omitzero"`
	Name     string         `json:"name"`
	Response map[string]any `json:"response"`
	Parts    []sentPart     `json:"parts,omitzero"`
}

// renderer renders the messages of one request.
type renderer struct {
	version version
	// known are the identifiers of calls that the provider gave itself. Others are never
	// sent: it goes by the order then.
	known map[string]bool
}

// message renders a message, the results first.
func (r *renderer) message(m *wire.Message) content {
	out := content{Role: "user"}
	if m.Role == wire.Assistant {
		out.Role = "model"
	}
	var images, rest []any
	calls := 0
	for i := range m.Parts {
		p := &m.Parts[i]
		switch {
		case p.Kind == wire.ResultPart:
			one, beside := r.result(p.Result)
			out.Parts = append(out.Parts, one)
			images = append(images, beside...)
		case p.Kind == wire.CallPart:
			rest = append(rest, r.call(p, calls == 0))
			calls++
		case p.Raw != nil:
			rest = append(rest, p.Raw)
		case p.Kind == wire.BlockPart:
			rest = append(rest, block(p.Block))
		default:
			rest = append(rest, sentPart{Text: p.Text})
		}
	}
	out.Parts = append(append(out.Parts, images...), rest...)
	return out
}

// unsigned stands for the signature of a call that this provider did not make. Models that
// check signatures want it on the first call of each message.
const unsigned = "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I=" // "skip_thought_signature_validator"

// call is a call that the model has made.
func (r *renderer) call(p *wire.Part, first bool) sentPart {
	out := sentPart{Call: &sentCall{Name: functionName(p.Call.Name)}}
	if args := transcript.Object(p.Call.Args); string(args) != "{}" {
		out.Call.Args = args
	}
	if p.Raw != nil {
		var was part
		if err := parse(p.Raw, &was); err == nil && was.Call != nil {
			out.Signature = was.Signature
			if was.Call.ID != "" {
				out.Call.ID = p.Call.ID
				r.known[p.Call.ID] = true
			}
		}
	}
	if out.Signature == "" && first && r.version.signs() {
		out.Signature = unsigned
	}
	return out
}

// result is the answer to a call, and the images that have to stand beside it because the
// model does not take them inside.
func (r *renderer) result(res *wire.Result) (sentPart, []any) {
	out := &sentResult{Name: functionName(res.Name)}
	if r.known[res.CallID] {
		out.ID = res.CallID
	}
	var texts []tool.Block
	var beside []any
	for i := range res.Content {
		b := &res.Content[i]
		one := block(b)
		switch {
		case one.Inline == nil:
			texts = append(texts, *b)
		case r.version.signs():
			out.Parts = append(out.Parts, one)
		default:
			beside = append(beside, one)
		}
	}
	key := "output"
	if res.IsError {
		key = "error"
	}
	empty := "(no output)"
	switch {
	case len(out.Parts)+len(beside) > 0:
		empty = "(an image)"
	case res.IsError:
		empty = "(the call failed and did not say why)"
	}
	out.Response = map[string]any{key: said(texts, empty)}
	return sentPart{Response: out}, beside
}

// said is the value of a result: JSON as it is, everything else as text, and something in
// place of nothing.
func said(blocks []tool.Block, empty string) any {
	if len(blocks) == 1 && blocks[0].Type == tool.JSONBlock && json.Valid(blocks[0].JSON) {
		return blocks[0].JSON
	}
	lines := make([]string, len(blocks))
	for i, b := range blocks {
		lines[i] = b.String()
	}
	if text := strings.Join(lines, "\n"); strings.TrimSpace(text) != "" {
		return text
	}
	return empty
}

// block is an image or a file. What is not there or not taken is named.
func block(b *tool.Block) sentPart {
	kind, _, _ := strings.Cut(b.MIME, "/")
	if len(b.Data) > 0 && (kind == "image" || kind == "audio" || kind == "video" || b.MIME == "application/pdf") {
		return sentPart{Inline: &sentBlob{b.MIME, b.Data}}
	}
	return sentPart{Text: b.String()}
}

// functionName is a name that a model may have made up, as the API takes it: a letter or an
// underscore first.
func functionName(s string) string {
	s = transcript.Name(s)
	if c := s[0]; c == '-' || c >= '0' && c <= '9' {
		s = "_" + s[:min(len(s), 63)]
	}
	return s
}

// encode writes values that have come as JSON, which always can be written.
func encode(v any) json.RawMessage {
	raw, err := marshal(v)
	if err != nil {
		return json.RawMessage("{}")
	}
	return raw
}
