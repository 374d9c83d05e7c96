package responses_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/wire"
	"jig/wire/internal/streamtest"
	"jig/wire/responses"
)

func value(t *testing.T, raw []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return v
}

// input gives what the model is told.
func input(t *testing.T, req *wire.Request) any {
	t.Helper()
	raw, err := responses.Request(req)
	if err != nil {
		t.Fatal(err)
	}
	return value(t, raw).(map[string]any)["input"]
}

func TestOwnItemsGoBackAsTheyCame(t *testing.T) {
	const want = `[
		{"type":"message","role":"user","content":"hi"},
		{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"xyz"},
		{"id":"ws_1","type":"web_search_call","status":"completed","action":{"type":"search","query":"q"}},
		{"type":"message","role":"assistant","content":"I look.","phase":"commentary"},
		{"id":"fc_1","type":"function_call","status":"completed","arguments":"{}","call_id":"call_1","name":"now"},
		{"id":"ctc_1","type":"custom_tool_call","input":"select 1","call_id":"call_2","name":"sql"},
		{"type":"function_call_output","call_id":"call_1","output":"12"},
		{"type":"custom_tool_call_output","call_id":"call_2","output":"1"}]`
	if diff := cmp.Diff(value(t, []byte(want)), input(t, &wire.Request{Messages: streamtest.Own()})); diff != "" {
		t.Error(diff)
	}
}

func TestAConversationInAnyStateMakesAValidRequest(t *testing.T) {
	const want = `[
		{"type":"message","role":"user","content":[{"type":"input_text","text":"What is in this <image> & in a.txt?"},
			{"type":"input_image","image_url":"data:image/png;base64,cG5n","detail":"auto"},{"type":"input_text","text":"[file b.txt, 3 bytes]"}]},
		{"type":"message","role":"assistant","content":"I look."},
		{"type":"function_call","call_id":"call_1","name":"read","arguments":"{\"path\":\"a.txt\"}"},
		{"type":"function_call","call_id":"call_2","name":"now","arguments":"{}"},
		{"type":"function_call","call_id":"call_3","name":"read_me","arguments":"{\"invalid_arguments\":\"{\\\"path\\\":\"}"},
		{"type":"function_call","call_id":"call_4","name":"read","arguments":"{\"path\":\"c.png\"}"},
		{"type":"function_call_output","call_id":"call_1","output":"one\ntwo"},
		{"type":"function_call_output","call_id":"call_2","output":"12"},
		{"type":"function_call_output","call_id":"call_3","output":"Error: no such tool"},
		{"type":"function_call_output","call_id":"call_4","output":[{"type":"input_text","text":"a picture"},
			{"type":"input_image","image_url":"data:image/png;base64,Yw==","detail":"auto"}]},
		{"type":"message","role":"user","content":"And be quick."},
		{"type":"function_call","call_id":"call_5","name":"now","arguments":"{}"},
		{"type":"function_call_output","call_id":"call_5","output":"Error: interrupted"}]`
	if diff := cmp.Diff(value(t, []byte(want)), input(t, streamtest.Request())); diff != "" {
		t.Error(diff)
	}
}

func TestReasoningIsAskedForOfModelsThatHaveAny(t *testing.T) {
	for model, want := range map[string]bool{"gpt-4.1": false, "gpt-5.1": true, "gpt-5-chat-latest": false, "o4-mini": true, "grok-4": false} {
		raw, err := responses.Request(&wire.Request{Model: model, Messages: []wire.Message{wire.Say("hi")}, Stream: true})
		if err != nil {
			t.Fatal(err)
		}
		got := value(t, raw).(map[string]any)
		if _, asked := got["include"]; asked != want || got["store"] != false || got["stream"] != true {
			t.Errorf("%s: %s", model, raw)
		}
	}
}

func TestARequestThatCannotBeAnsweredIsRefusedWithAReason(t *testing.T) {
	for name, req := range map[string]*wire.Request{
		"none":            nil,
		"no message":      {Model: "m"},
		"an unknown tool": {Model: "m", Messages: []wire.Message{wire.Say("x")}, Choice: "read"},
	} {
		if raw, err := responses.Request(req); err == nil {
			t.Errorf("%s: got %s", name, raw)
		}
	}
}
