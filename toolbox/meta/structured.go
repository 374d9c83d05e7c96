package meta

import (
	"bytes"
	"context"
	"encoding/json"

	"jig/schema"
	"jig/tool"
)

// StructuredOutput is the tool by which a model gives its final answer as data instead of prose. The answer is the call's
// arguments, so the engine has validated it against the schema, with every problem told to the model, before anybody reads
// it; the result is the same object as a JSON block. A nil schema takes any object.
func StructuredOutput(answer *schema.Schema) tool.Tool {
	if answer == nil {
		answer = schema.MustParse(`{"type":"object","additionalProperties":true}`)
	}
	spec := tool.Spec{
		Name:  "structured_output",
		Title: "Structured output",
		Description: "Gives your final answer as a JSON object. Call it once, at the end, when the answer is complete. " +
			"The arguments of the call are the answer itself.",
		Help: "Put the members of the answer directly into the arguments: {\"city\": \"Oslo\", \"population\": 717710}, not " +
			"{\"answer\": \"{...}\"} with JSON inside a string. If the arguments do not fit the schema, the error lists everything " +
			"that is wrong with them: correct it and call again.",
		Aliases:  []string{"StructuredOutput"},
		Keywords: []string{"answer", "final", "result", "json", "object", "schema", "return"},
		Input:    answer,
		Category: tool.Meta,
		Access:   tool.ReadOnly,
		Quick:    true,
	}
	return tool.New(spec, give).WithPlan(func(context.Context, json.RawMessage) (*tool.Intent, error) {
		return untouched("give the final answer"), nil
	})
}

// give returns the answer as it was written, without the white space between its parts. Marshalling it again would escape
// characters that the model wrote plainly.
func give(_ context.Context, answer json.RawMessage) (tool.Block, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, answer); err != nil {
		return tool.Block{}, err
	}
	return tool.Block{Type: tool.JSONBlock, JSON: compact.Bytes()}, nil
}
