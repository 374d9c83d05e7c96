package auto_test

import (
	"strings"
	"testing"

	"jig/tool"
	"jig/wire"
	"jig/wire/auto"
)

const (
	anthropicStream = `event: message_start
data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[]}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use"}}

event: message_stop
data: {"type":"message_stop"}

`
	chatStream = `: a comment

data: {"id":"1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{\"a\":1}"}}]},"finish_reason":"tool_calls"}]}

data: [DONE]

`
)

func TestAnAnswerIsFoundOutHoweverItIsCut(t *testing.T) {
	tests := map[string]struct{ answer, format string }{
		"a stream of Anthropic's":            {anthropicStream, "anthropic"},
		"one with a mark of the byte order":  {"\ufeff" + anthropicStream, "anthropic"},
		"a message of Anthropic's":           {`{"id":"m","type":"message","role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{"a":1}}],"stop_reason":"tool_use"}`, "anthropic"},
		"a stream of Chat Completions":       {chatStream, "openai-chat"},
		"a response of Chat Completions":     {`{"choices":[{"index":0,"message":{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]},"finish_reason":"tool_calls"}]}`, "openai-chat"},
		"a response of Responses":            {`{"id":"r","object":"response","status":"completed","output":[{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"{\"a\":1}"}]}`, "openai-responses"},
		"a response of Gemini's":             {`{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"f","args":{"a":1}}}]},"finishReason":"STOP"}]}`, "gemini"},
		"a list of Gemini's":                 {`[{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"f","args":{"a":1}}}]},"finishReason":"STOP"}]}]`, "gemini"},
		"lines of Ollama's":                  {`{"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":{"a":1}}}]},"done":true}` + "\n", "ollama"},
		"text with a call":                   {"So.\n<tool_call>{\"name\":\"f\",\"arguments\":{\"a\":1}}</tool_call>", "hermes"},
		"a bare object that names a tool":    {`{"name":"f","arguments":{"a":1}}`, ""},
		"text that begins like a stream":     {"data: is what I need.\n<tool_call>{\"name\":\"f\",\"arguments\":{\"a\":1}}</tool_call>", "hermes"},
		"text that begins like a list":       {"[1] says so.\n<tool_call>{\"name\":\"f\",\"arguments\":{\"a\":1}}</tool_call>", "hermes"},
		"text that begins like an object":    {"{x} is a set.\n<tool_call>{\"name\":\"f\",\"arguments\":{\"a\":1}}</tool_call>", "hermes"},
		"calls in Python's syntax, at first": {"[f(a=1)]", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1, 3, 7, len(test.answer)} {
				d, err := auto.New("", wire.Options{Tools: []tool.Definition{{Name: "f"}}})
				if err != nil {
					t.Fatal(err)
				}
				var calls []string
				take := func(events []wire.Event) {
					for _, e := range events {
						if e.Kind == wire.CallReady {
							calls = append(calls, e.Call.Name+string(e.Call.Args))
						}
					}
				}
				for rest := test.answer; rest != ""; {
					n := min(size, len(rest))
					take(d.Write([]byte(rest[:n])))
					rest = rest[n:]
				}
				events, err := d.Close()
				if err != nil {
					t.Errorf("in pieces of %d: %v", size, err)
				}
				take(events)
				if len(calls) != 1 || strings.ReplaceAll(calls[0], " ", "") != `f{"a":1}` {
					t.Errorf("in pieces of %d: %q", size, calls)
				}
				if found := auto.Found(d); test.format != "" && found != test.format {
					t.Errorf("in pieces of %d: found %s, want %s", size, found, test.format)
				}
			}
		})
	}
}

func TestNothingIsLostOfWhatIsNothingSpecial(t *testing.T) {
	for _, answer := range []string{"", " ", "{", "[", "data", "data:", "event: x\n", `{"error":"no"}`, "[1, 2]", "hello", "{\"a\":1,\"b\":[", "\ufeff"} {
		d, err := auto.New(auto.Auto, wire.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		take := func(events []wire.Event) {
			for _, e := range events {
				if e.Kind == wire.Text {
					text.WriteString(e.Text)
				}
			}
		}
		for i := range len(answer) {
			take(d.Write([]byte{answer[i]}))
		}
		events, _ := d.Close() // it may say that the answer made no sense
		take(events)
		if text.String() != answer {
			t.Errorf("%q became %q", answer, text.String())
		}
	}
}

func TestAWrongNameGetsTheRightOne(t *testing.T) {
	for name, want := range map[string]string{"hermez": "hermes", "qwen3-coder": "qwen3_coder", "claud": "", "glm": "glm"} {
		_, err := auto.New(name, wire.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range auto.Formats() {
		if _, err := auto.New(name, wire.Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
