package ollama_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/streamtest"
	"jig/wire/ollama"
)

const end = `{"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":7,"eval_count":3}`

func TestAnswersAreRead(t *testing.T) {
	calls, text, thinking, out := streamtest.Lines(t, ollama.New, wire.Options{},
		`{"model":"m","message":{"role":"assistant","content":"","thinking":"h"},"done":false}`,
		`{"model":"m","message":{"role":"assistant","content":"","thinking":"m"},"done":false}`,
		`{"model":"m","message":{"role":"assistant","content":"I "},"done":false}`,
		`{"model":"m","message":{"role":"assistant","content":"look"},"done":false}`,
		`{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"index":0,"name":"f","arguments":{"x":{"y":[1]}}}},{"id":"a","function":{"name":"g","arguments":{}}}]},"done":false}`,
		`{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":"{\"x\":1}"}}]},"done":false}`, end)
	if diff := cmp.Diff([]string{`made_1 f({"x":{"y":[1]}})`, `a g({})`, `made_2 f({"x":1})`}, calls); diff != "" {
		t.Error(diff)
	}
	if text != "I look" || thinking != "hm" || out.Err != nil || !out.Done() || out.Reply.Stop != wire.ToolUse || out.Reply.Model != "m" {
		t.Errorf("got %q, %q, %+v, %v", text, thinking, out.Reply, out.Err)
	}
	if out.Reply.Usage != (wire.Usage{Input: 7, Output: 3}) {
		t.Errorf("got %+v", out.Reply.Usage)
	}
}

func TestTheEndOfAnAnswer(t *testing.T) {
	const text = `{"message":{"content":"hi"},"done":false}`
	for name, c := range map[string]struct {
		lines []string
		err   string
		stop  wire.Stop
	}{
		"whole":     {[]string{text, end}, "", wire.EndTurn},
		"at once":   {[]string{`{"message":{"content":"hi"},"done":true,"done_reason":"stop"}`}, "", wire.EndTurn},
		"the limit": {[]string{text, strings.Replace(end, "stop", "length", 1)}, "", wire.MaxTokens},
		"cut":       {[]string{text}, "cut off", ""},
		"an error":  {[]string{text, `{"error":"model runner has stopped"}`}, "model runner has stopped", ""},
		"too long":  {[]string{`{"error":"prompt exceeds the context length"}`}, "context length", wire.Overflow},
		"no model":  {[]string{`{"error":"model 'x' not found"}`}, "not found", ""},
		"nothing":   {nil, "empty", ""},
	} {
		_, _, _, out := streamtest.Lines(t, ollama.New, wire.Options{}, c.lines...)
		if (out.Err == nil) != (c.err == "") || out.Err != nil && !strings.Contains(out.Err.Error(), c.err) || out.Reply.Stop != c.stop {
			t.Errorf("%s: got %v, %s", name, out.Err, out.Reply.Stop)
		}
	}
}

func same(t *testing.T, got json.RawMessage, err error, want string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var x, y any
	if err := json.Unmarshal(got, &x); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &y); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(y, x); diff != "" {
		t.Error(diff)
	}
}

func TestAConversationInAnyStateMakesAValidRequest(t *testing.T) {
	got, err := ollama.Request(streamtest.Request())
	same(t, got, err, `{"model":"gpt-4.1","stream":false,"options":{"temperature":0.5,"num_predict":1000},
		"tools":[{"type":"function","function":{"name":"read","description":"Read a file","parameters":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}}},
			{"type":"function","function":{"name":"now","description":"What time it is","parameters":{"type":"object","properties":{}}}}],
		"messages":[{"role":"system","content":"Be brief."},
			{"role":"user","content":"What is in this <image> & in a.txt?\n\n[file b.txt, 3 bytes]","images":["cG5n"]},
			{"role":"assistant","content":"I look.","thinking":"elsewhere","tool_calls":[
				{"id":"call_1","function":{"name":"read","arguments":{"path":"a.txt"}}},{"id":"call_2","function":{"name":"now","arguments":{}}},
				{"id":"call_3","function":{"name":"read_me","arguments":{"invalid_arguments":"{\"path\":"}}},{"id":"call_4","function":{"name":"read","arguments":{"path":"c.png"}}}]},
			{"role":"tool","content":"one\ntwo","tool_name":"read","tool_call_id":"call_1"},
			{"role":"tool","content":"12","tool_name":"now","tool_call_id":"call_2"},
			{"role":"tool","content":"Error: no such tool","tool_name":"read_me","tool_call_id":"call_3"},
			{"role":"tool","content":"a picture\n[image image/png, 1 bytes]","tool_name":"read","tool_call_id":"call_4"},
			{"role":"user","content":"The images that the tools gave (read):","images":["Yw=="]},
			{"role":"user","content":"And be quick."},
			{"role":"assistant","content":"","tool_calls":[{"id":"call_5","function":{"name":"now","arguments":{}}}]},
			{"role":"tool","content":"Error: interrupted","tool_name":"now","tool_call_id":"call_5"}]}`)
}

func TestThinkingAndChoices(t *testing.T) {
	tools := []tool.Definition{{Name: "a"}, {Name: "b"}}
	const a, b = `{"type":"function","function":{"name":"a","description":"","parameters":{"type":"object","properties":{}}}}`, `{"type":"function","function":{"name":"b","description":"","parameters":{"type":"object","properties":{}}}}`
	for name, c := range map[string]struct {
		req  wire.Request
		want string
	}{
		"one tool":         {wire.Request{Model: "qwen3", Tools: tools, Choice: "b", Stream: true}, `"model":"qwen3","stream":true,"tools":[` + b + `]`},
		"no tool":          {wire.Request{Model: "qwen3", Tools: tools, Choice: "none"}, `"model":"qwen3","stream":false`},
		"any tool":         {wire.Request{Model: "qwen3", Tools: tools, Choice: "any"}, `"model":"qwen3","stream":false,"tools":[` + a + `,` + b + `]`},
		"thinking":         {wire.Request{Model: "qwen3", Effort: "high"}, `"model":"qwen3","stream":false,"think":true`},
		"thinking so much": {wire.Request{Model: "gpt-oss:20b", Effort: "high"}, `"model":"gpt-oss:20b","stream":false,"think":"high"`},
	} {
		t.Run(name, func(t *testing.T) {
			c.req.Messages = []wire.Message{wire.Say("hi")}
			got, err := ollama.Request(&c.req)
			same(t, got, err, `{"messages":[{"role":"user","content":"hi"}],`+c.want+`}`)
		})
	}
	got, err := ollama.Tools(tools)
	same(t, got, err, `[`+a+`,`+b+`]`)
	got, err = ollama.Results([]wire.Result{{CallID: "c", Name: "a", Content: []tool.Block{tool.Text("x")}}})
	same(t, got, err, `[{"role":"tool","content":"x","tool_name":"a","tool_call_id":"c"}]`)
	if _, err := ollama.Request(&wire.Request{}); err == nil {
		t.Error("a request without messages was rendered")
	}
}
