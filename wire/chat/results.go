package chat

import (
	"encoding/json"
	"fmt"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/openai"
	"jig/wire/internal/transcript"
)

// Results renders results as the messages that answer the calls. A message of a tool holds
// text only, so images follow in a message of the user.
func Results(results []wire.Result) (json.RawMessage, error) {
	list := make([]*wire.Result, len(results))
	for i := range results {
		list[i] = &results[i]
	}
	out := answers(list)
	if out == nil {
		out = []message{}
	}
	return openai.Marshal(out)
}

func resultsOf(m *wire.Message) []*wire.Result {
	var list []*wire.Result
	for i := range m.Parts {
		list = append(list, m.Parts[i].Result)
	}
	return list
}

func answers(results []*wire.Result) []message {
	var out []message
	var images []any
	for _, r := range results {
		out = append(out, message{Role: "tool", ToolCallID: r.CallID, Content: transcript.Text(r)})
		for i := range r.Content {
			b := &r.Content[i]
			if b.Type != tool.ImageBlock {
				continue
			}
			images = append(images, textPart{"text", fmt.Sprintf("The image that %s gave (call %s):", r.Name, r.CallID)}, newImage(b))
		}
	}
	if images != nil {
		out = append(out, message{Role: "user", Content: images})
	}
	return out
}
