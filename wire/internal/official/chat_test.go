package official_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openai/openai-go/v3"

	"jig/tool"
	"jig/wire"
	"jig/wire/chat"
	"jig/wire/internal/streamtest"
)

// same compares what was rendered with what the official types make of it.
func same(t *testing.T, raw json.RawMessage, err error, typed any) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, typed); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	again, err := json.Marshal(typed)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(value(t, raw), value(t, again)); diff != "" {
		t.Errorf("the official types lose something: %s", diff)
	}
}

func value(t *testing.T, raw []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return v
}

func TestChatRequestsAreWhatTheOfficialTypesAre(t *testing.T) {
	for name, change := range map[string]func(*wire.Request){
		"everything":          func(*wire.Request) {},
		"a reasoning model":   func(r *wire.Request) { r.Model, r.Effort, r.Choice = "gpt-5", "high", "read" },
		"no tools":            func(r *wire.Request) { r.Tools, r.Choice = nil, "auto" },
		"one message":         func(r *wire.Request) { r.Messages = []wire.Message{wire.Say("hi")} },
		"somebody else's one": func(r *wire.Request) { r.Model = "mistral-large-latest" },
	} {
		t.Run(name, func(t *testing.T) {
			req := streamtest.Request()
			change(req)
			raw, err := chat.Request(req)
			var one struct {
				Choice map[string]any `json:"tool_choice"`
			}
			if json.Unmarshal(raw, &one) == nil && one.Choice != nil {
				// The union of choices cannot be read back by the official types, its member can.
				choice, err := json.Marshal(one.Choice)
				same(t, choice, err, &openai.ChatCompletionNamedToolChoiceParam{})
				req.Choice = ""
				raw, err = chat.Request(req)
				same(t, raw, err, &openai.ChatCompletionNewParams{})
				return
			}
			same(t, raw, err, &openai.ChatCompletionNewParams{})
		})
	}
	tools, err := chat.Tools(streamtest.Request().Tools)
	same(t, tools, err, &[]openai.ChatCompletionToolUnionParam{})
	results, err := chat.Results([]wire.Result{{CallID: "call_1", Name: "read", Content: []tool.Block{tool.Image("image/png", []byte("x"))}}})
	same(t, results, err, &[]openai.ChatCompletionMessageParamUnion{})
}
