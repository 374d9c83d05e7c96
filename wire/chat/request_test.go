package chat_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/wire"
	"jig/wire/chat"
	"jig/wire/internal/streamtest"
)

func value(t *testing.T, raw []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return v
}

func TestAConversationInAnyStateMakesAValidRequest(t *testing.T) {
	raw, err := chat.Request(streamtest.Request())
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Messages json.RawMessage `json:"messages"`
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	const want = `[
		{"role":"system","content":"Be brief."},
		{"role":"user","content":[{"type":"text","text":"What is in this <image> & in a.txt?"},
			{"type":"image_url","image_url":{"url":"data:image/png;base64,cG5n"}},{"type":"text","text":"[file b.txt, 3 bytes]"}]},
		{"role":"assistant","content":"I look.","tool_calls":[
			{"id":"call_1","type":"function","function":{"name":"read","arguments":"{\"path\":\"a.txt\"}"}},
			{"id":"call_2","type":"function","function":{"name":"now","arguments":"{}"}},
			{"id":"call_3","type":"function","function":{"name":"read_me","arguments":"{\"invalid_arguments\":\"{\\\"path\\\":\"}"}},
			{"id":"call_4","type":"function","function":{"name":"read","arguments":"{\"path\":\"c.png\"}"}}]},
		{"role":"tool","tool_call_id":"call_1","content":"one\ntwo"},
		{"role":"tool","tool_call_id":"call_2","content":"12"},
		{"role":"tool","tool_call_id":"call_3","content":"Error: no such tool"},
		{"role":"tool","tool_call_id":"call_4","content":"a picture\n[image image/png, 1 bytes]"},
		{"role":"user","content":[{"type":"text","text":"The image that read gave (call call_4):"},
			{"type":"image_url","image_url":{"url":"data:image/png;base64,Yw=="}}]},
		{"role":"user","content":"And be quick."},
		{"role":"assistant","content":"","tool_calls":[{"id":"call_5","type":"function","function":{"name":"now","arguments":"{}"}}]},
		{"role":"tool","tool_call_id":"call_5","content":"Error: interrupted"}]`
	if diff := cmp.Diff(value(t, []byte(want)), value(t, got.Messages)); diff != "" {
		t.Error(diff)
	}
}

func TestWhatAServerRefusesIsNotSent(t *testing.T) {
	for model, want := range map[string]string{
		"gpt-4.1":             `{"stream":true,"stream_options":{"include_usage":true},"max_tokens":7}`,
		"o3":                  `{"stream":true,"stream_options":{"include_usage":true},"max_completion_tokens":7}`,
		"openai/gpt-5.1":      `{"stream":true,"stream_options":{"include_usage":true},"max_completion_tokens":7}`,
		"devstral-small-2512": `{"stream":true,"max_tokens":7}`,
	} {
		raw, err := chat.Request(&wire.Request{Model: model, Messages: []wire.Message{wire.Say("hi")}, Stream: true, MaxTokens: 7})
		if err != nil {
			t.Fatal(err)
		}
		got := value(t, raw).(map[string]any)
		delete(got, "model")
		delete(got, "messages")
		if diff := cmp.Diff(value(t, []byte(want)), any(got)); diff != "" {
			t.Errorf("%s: %s", model, diff)
		}
	}
}

func TestARequestThatCannotBeAnsweredIsRefusedWithAReason(t *testing.T) {
	for name, req := range map[string]*wire.Request{
		"none":            nil,
		"no message":      {Model: "m"},
		"an empty one":    {Model: "m", System: "s", Messages: []wire.Message{wire.Say(" ")}},
		"an unknown tool": {Model: "m", Messages: []wire.Message{wire.Say("x")}, Choice: "read"},
	} {
		if raw, err := chat.Request(req); err == nil {
			t.Errorf("%s: got %s", name, raw)
		}
	}
}
