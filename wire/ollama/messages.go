package ollama

import (
	"encoding/json"
	"fmt"
	"strings"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/openai"
	"jig/wire/internal/transcript"
)

// said is one message of a request.
type said struct {
	Role       string     `json:"role"`
	Content    string     `json:"content"`
	Thinking   string     `json:"thinking,omitempty"`
	Images     [][]byte   `json:"images,omitempty"`
	ToolCalls  []toolCall `json:"tool_calls,omitempty"`
	ToolName   string     `json:"tool_name,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

// Results renders results as the messages that answer the calls, in the same order. Images
// follow in a message of the user, where models look for them.
func Results(results []wire.Result) (json.RawMessage, error) {
	parts := make([]wire.Part, len(results))
	for i := range results {
		parts[i] = wire.Part{Kind: wire.ResultPart, Result: &results[i]}
	}
	out := answers(parts)
	if out == nil {
		out = []said{}
	}
	return openai.Marshal(out)
}

func answers(parts []wire.Part) []said {
	var out []said
	var names []string
	var images [][]byte
	for i := range parts {
		r := parts[i].Result
		out = append(out, said{Role: "tool", Content: transcript.Text(r), ToolName: transcript.Name(r.Name), ToolCallID: r.CallID})
		for _, b := range r.Content {
			if b.Type == tool.ImageBlock {
				images = append(images, b.Data)
				names = append(names, r.Name)
			}
		}
	}
	if images != nil {
		out = append(out, said{Role: "user", Content: fmt.Sprintf("The images that the tools gave (%s):", strings.Join(names, ", ")), Images: images})
	}
	return out
}

// messages renders the conversation.
func messages(req *wire.Request) []said {
	var out []said
	for _, m := range transcript.Clean(req.Messages, func(id string) string { return id }) {
		if m.Parts[0].Kind == wire.ResultPart {
			out = append(out, answers(m.Parts)...)
			continue
		}
		if one := one(&m); one.Content != "" || one.ToolCalls != nil || one.Images != nil {
			out = append(out, one)
		}
	}
	if req.System != "" && len(out) > 0 {
		out = append([]said{{Role: "system", Content: req.System}}, out...)
	}
	return out
}

// one renders a message of either side. Thinking goes back, whoever thought it: Ollama's
// templates decide how much of it the model sees.
func one(m *wire.Message) said {
	out := said{Role: string(m.Role)}
	var texts []string
	for i := range m.Parts {
		p := &m.Parts[i]
		switch {
		case p.Kind == wire.TextPart:
			texts = append(texts, p.Text)
		case p.Kind == wire.ThinkingPart:
			out.Thinking += p.Text
		case p.Kind == wire.BlockPart && p.Block.Type == tool.ImageBlock:
			out.Images = append(out.Images, p.Block.Data)
		case p.Kind == wire.BlockPart:
			texts = append(texts, p.Block.String())
		case p.Kind == wire.CallPart:
			out.ToolCalls = append(out.ToolCalls, toolCall{p.Call.ID, function{transcript.Name(p.Call.Name), transcript.Object(p.Call.Args)}})
		}
	}
	separator := "\n\n"
	if m.Role == wire.Assistant {
		separator = ""
	}
	out.Content = strings.Join(texts, separator)
	return out
}
