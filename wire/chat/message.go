package chat

import (
	"encoding/json"
	"strings"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/openai"
	"jig/wire/internal/transcript"
)

// message is one message of a request. Content is a text, which beside calls may be empty, or
// a list of parts. It is always there, since some servers want it to be.
type message struct {
	Role             string            `json:"role"`
	Content          any               `json:"content"`
	ReasoningContent *string           `json:"reasoning_content,omitempty"`
	Reasoning        string            `json:"reasoning,omitempty"`
	ReasoningDetails []json.RawMessage `json:"reasoning_details,omitempty"`
	ToolCalls        []call            `json:"tool_calls,omitempty"`
	ToolCallID       string            `json:"tool_call_id,omitempty"`
}

type call struct {
	ID       string          `json:"id"`
	Type     string          `json:"type"`
	Function calledFunction  `json:"function"`
	Extra    json.RawMessage `json:"extra_content,omitempty"`
}

type calledFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// textPart and imagePart are parts of content.
type textPart struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type imagePart struct {
	Type  string `json:"type"`
	Image struct {
		URL string `json:"url"`
	} `json:"image_url"`
}

func newImage(b *tool.Block) imagePart {
	p := imagePart{Type: "image_url"}
	p.Image.URL = openai.DataURL(b)
	return p
}

// messages renders the conversation.
func messages(req *wire.Request, f family) []message {
	clean := transcript.Clean(req.Messages, f.id)
	memory := recall(clean)
	var out []message
	for at := range clean {
		switch m := &clean[at]; {
		case m.Role == wire.Assistant:
			if said, ok := assistant(m, memory.of(at)); ok {
				out = append(out, said)
			}
		case m.Parts[0].Kind == wire.ResultPart:
			out = append(out, answers(resultsOf(m))...)
		default:
			out = append(out, user(m.Parts))
		}
	}
	if req.System != "" && len(out) > 0 {
		out = append([]message{{Role: "system", Content: req.System}}, out...)
	}
	return out
}

// user renders what the user says. Only images need a list of parts.
func user(said []wire.Part) message {
	var texts []string
	var parts []any
	images := false
	for i := range said {
		p := &said[i]
		switch {
		case p.Kind == wire.BlockPart && p.Block.Type == tool.ImageBlock:
			images = true
			parts = append(parts, newImage(p.Block))
			continue
		case p.Kind == wire.BlockPart:
			texts = append(texts, p.Block.String())
		case p.Kind == wire.TextPart:
			texts = append(texts, p.Text)
		default:
			continue
		}
		parts = append(parts, textPart{"text", texts[len(texts)-1]})
	}
	if images {
		return message{Role: "user", Content: parts}
	}
	return message{Role: "user", Content: strings.Join(texts, "\n\n")}
}

// assistant renders an answer; false if nothing is left of it for this provider.
func assistant(m *wire.Message, t thought) (message, bool) {
	out := message{Role: "assistant"}
	var text strings.Builder
	for i := range m.Parts {
		p := &m.Parts[i]
		switch p.Kind {
		case wire.TextPart:
			text.WriteString(p.Text)
		case wire.BlockPart:
			text.WriteString(p.Block.String())
		case wire.CallPart:
			c := call{p.Call.ID, "function", calledFunction{transcript.Name(p.Call.Name), string(transcript.Object(p.Call.Args))}, nil}
			if p.From == From {
				var raw fragment
				if json.Unmarshal(p.Raw, &raw) == nil {
					c.Extra = raw.Extra
				}
			}
			out.ToolCalls = append(out.ToolCalls, c)
		}
	}
	out.Content = text.String()
	if text.Len() == 0 && out.ToolCalls == nil {
		return out, false
	}
	t.put(&out)
	return out, true
}
