package official_test

import (
	"encoding/json"
	"testing"

	oai "github.com/openai/openai-go/v3/responses"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/streamtest"
	"jig/wire/responses"
)

func TestResponsesRequestsAreWhatTheOfficialTypesAre(t *testing.T) {
	for name, change := range map[string]func(*wire.Request){
		"everything":        func(*wire.Request) {},
		"a reasoning model": func(r *wire.Request) { r.Model, r.Effort, r.Choice = "gpt-5", "high", "none" },
		"no tools":          func(r *wire.Request) { r.Tools, r.Choice = nil, "auto" },
		"one message":       func(r *wire.Request) { r.Messages = []wire.Message{wire.Say("hi")} },
		"own items":         func(r *wire.Request) { r.Messages = streamtest.Own() },
	} {
		t.Run(name, func(t *testing.T) {
			req := streamtest.Request()
			change(req)
			raw, err := responses.Request(req)
			same(t, raw, err, &oai.ResponseNewParams{})
		})
	}
	raw, err := responses.Request(&wire.Request{Tools: streamtest.Request().Tools, Choice: "read", Messages: []wire.Message{wire.Say("hi")}})
	if err != nil {
		t.Fatal(err)
	}
	var one struct {
		Choice json.RawMessage `json:"tool_choice"`
	}
	err = json.Unmarshal(raw, &one)
	same(t, one.Choice, err, &oai.ToolChoiceFunctionParam{})
	tools, err := responses.Tools(streamtest.Request().Tools)
	same(t, tools, err, &[]oai.ToolUnionParam{})
	results, err := responses.Results([]wire.Result{{CallID: "call_1", Name: "read", Content: []tool.Block{tool.Image("image/png", []byte("x"))}}})
	same(t, results, err, &[]oai.ResponseInputItemUnionParam{})
}
