package responses

import (
	"encoding/json"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/openai"
	"jig/wire/internal/transcript"
)

// output is the answer to a call. Output is a text or, with images, a list of parts.
type output struct {
	Type   string `json:"type"`
	CallID string `json:"call_id"`
	Output any    `json:"output"`
}

type textPart struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type imagePart struct {
	Type   string `json:"type"`
	URL    string `json:"image_url"`
	Detail string `json:"detail"`
}

// Results renders results as the items that answer the calls.
func Results(results []wire.Result) (json.RawMessage, error) {
	out := make([]output, len(results))
	for i := range results {
		out[i] = outputOf(&results[i], false)
	}
	return openai.Marshal(out)
}

func outputOf(r *wire.Result, custom bool) output {
	out := output{Type: "function_call_output", CallID: r.CallID, Output: transcript.Text(r)}
	if custom {
		out.Type = "custom_tool_call_output"
	}
	var parts []any
	images := false
	for i := range r.Content {
		images = images || r.Content[i].Type == tool.ImageBlock
		parts = append(parts, block(&r.Content[i]))
	}
	if !images {
		return out
	}
	if r.IsError {
		parts = append([]any{textPart{"input_text", "Error"}}, parts...)
	}
	out.Output = parts
	return out
}

// block renders a block as a part of content.
func block(b *tool.Block) any {
	if b.Type == tool.ImageBlock {
		return imagePart{"input_image", openai.DataURL(b), "auto"}
	}
	return textPart{"input_text", b.String()}
}
