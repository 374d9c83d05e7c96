package anthropic_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/wire"
	"jig/wire/anthropic"
)

const start = `{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-5","content":[],"stop_reason":null,"usage":{"input_tokens":10,"cache_read_input_tokens":100,"cache_creation_input_tokens":1000,"output_tokens":1}}}`

func ending(reason string) string {
	return `{"type":"message_delta","delta":{"stop_reason":"` + reason + `"},"usage":{"output_tokens":7}}` + "\n" + `{"type":"message_stop"}`
}

func lines(all ...string) string { return strings.Join(all, "\n") }

func whole(left int) int { return left }

func TestAnswersAreRead(t *testing.T) {
	usage := wire.Usage{Input: 1110, Output: 7, CacheRead: 100, CacheWrite: 1000}
	reply := func(stop wire.Stop, parts ...wire.Part) *wire.Reply {
		return &wire.Reply{Message: wire.Message{Role: wire.Assistant, Parts: parts}, ID: "msg_1", Model: "claude-opus-5", Stop: stop, Usage: usage}
	}
	call := func(args string) wire.Part {
		return wire.Part{Kind: wire.CallPart, Call: &wire.Call{ID: "t1", Name: "read", Args: []byte(args)}}
	}
	const tool = `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"read","input":{}}}`
	piece := func(s string) string {
		return `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"` + strings.ReplaceAll(s, `"`, `\"`) + `"}}`
	}
	const end = `{"type":"content_block_stop","index":0}`
	cases := []struct {
		name   string
		stream string
		want   *wire.Reply
	}{
		{"a call without arguments has empty ones", lines(start, tool, piece(""), end, ending("tool_use")), reply(wire.ToolUse, call("{}"))},
		{"a call without any delta", lines(start, tool, end, ending("tool_use")), reply(wire.ToolUse, call("{}"))},
		{"arguments in pieces", lines(start, tool, piece(`{"a`), piece(`":1}`), end, ending("tool_use")), reply(wire.ToolUse, call(`{"a":1}`))},
		{"an empty object in place of what comes", lines(start, tool, piece(`{}`), piece(`{"a":1}`), end, ending("tool_use")), reply(wire.ToolUse, call(`{"a":1}`))},
		{"arguments that are no JSON stay as they are", lines(start, tool, piece(`{"a":`), end, ending("tool_use")), reply(wire.ToolUse, call(`{"a":`))},
		{"arguments that the limit has cut are no call", lines(start, tool, piece(`{"a":`), end, ending("max_tokens")), reply(wire.MaxTokens)},
		{"arguments that were whole before the limit are", lines(start, tool, piece(`{"a":1}`), end, ending("max_tokens")), reply(wire.MaxTokens, call(`{"a":1}`))},
		{"a call that the message begins with", lines(strings.Replace(start, `"content":[]`, `"content":[{"type":"tool_use","id":"t1","name":"read","input":{"a":1}}]`, 1), ending("tool_use")), reply(wire.ToolUse, call(`{"a":1}`))},
		{
			"a call that code has made keeps who made it",
			lines(start, `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"read","input":{"a":1},"caller":{"type":"code_execution_20250825","tool_id":"x"}}}`, end, ending("tool_use")),
			reply(wire.ToolUse, wire.Part{
				Kind: wire.CallPart, Call: &wire.Call{ID: "t1", Name: "read", Args: []byte(`{"a":1}`)}, From: "anthropic",
				Raw: []byte(`{"type":"tool_use","id":"t1","name":"read","input":{"a":1},"caller":{"type":"code_execution_20250825","tool_id":"x"}}`),
			}),
		},
		{
			"signed thinking", lines(start, `{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"S=="}}`, end,
				`{"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"R=="}}`, `{"type":"content_block_stop","index":1}`, ending("end_turn")),
			reply(wire.EndTurn, wire.Part{Kind: wire.ThinkingPart, Text: "hm", From: "anthropic", Raw: []byte(`{"signature":"S==","thinking":"hm","type":"thinking"}`)},
				wire.Part{Kind: wire.ThinkingPart, From: "anthropic", Raw: []byte(`{"type":"redacted_thinking","data":"R=="}`)}),
		},
		{
			"text with a citation", lines(start, `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"type":"char_location","cited_text":"c","file_id":null}}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hi"}}`, end, ending("stop_sequence")),
			reply(wire.Sequence, wire.Part{
				Kind: wire.TextPart, Text: "hi", From: "anthropic",
				Raw: []byte(`{"citations":[{"cited_text":"c","type":"char_location"}],"text":"hi","type":"text"}`),
			}),
		},
		{
			"a tool that the provider runs", lines(start, `{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s1","name":"web_search","input":{}}}`,
				piece(`{"q":`), piece(`"x"}`), end, ending("pause_turn")),
			reply(wire.Paused, wire.Part{Kind: wire.OpaquePart, From: "anthropic", Raw: []byte(`{"id":"s1","input":{"q":"x"},"name":"web_search","type":"server_tool_use"}`)}),
		},
		{
			"a message at once", "\n {\n\"type\":\"message\",\"id\":\"msg_1\",\"role\":\"assistant\",\"model\":\"claude-opus-5\",\"stop_reason\":\"tool_use\",\"usage\":{\"input_tokens\":10,\"cache_read_input_tokens\":100,\"cache_creation_input_tokens\":1000,\"output_tokens\":7},\n\"content\":[{\"type\":\"text\",\"text\":\"hi\"},{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"read\",\"input\":{\"a\":1}}]}\n",
			reply(wire.ToolUse, wire.Part{Kind: wire.TextPart, Text: "hi"}, call(`{"a":1}`)),
		},
		{"events that nobody knows", lines(start, `{"type":"ping"}`, `{"type":"sparkle"}`, ending("refusal")), reply(wire.Refusal)},
		{"blocks whose end does not come", lines(start, tool, piece(`{"a":1`), piece(`}`), ending("tool_use")), reply(wire.ToolUse, call(`{"a":1}`))},
		{"no room for more", lines(start, ending("model_context_window_exceeded")), reply(wire.Overflow)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for how, cut := range cuts() {
				got, events, err := play(t, []byte(c.stream), cut)
				if err != nil {
					t.Fatal(err)
				}
				if got.Parts = append([]wire.Part(nil), got.Parts...); len(got.Parts) == 0 {
					got.Parts = nil
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("%s: (-want +got)\n%s", how, diff)
				}
				checkCalls(t, got, events)
			}
		})
	}
}

func TestACallIsReadyAtTheByteThatCompletesIt(t *testing.T) {
	d := anthropic.New(wire.Options{})
	ready := func(events []wire.Event) (n int) {
		for _, e := range events {
			if e.Kind == wire.CallReady {
				n++
			}
		}
		return n
	}
	d.Feed([]byte(start))
	d.Feed([]byte(`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"read","input":{}}}`))
	if n := ready(d.Feed([]byte(`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":{}"}}`))); n != 0 {
		t.Error("it is ready too early")
	}
	if n := ready(d.Feed([]byte(`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"}"}}`))); n != 1 {
		t.Error("it is not ready")
	}
	if n := ready(d.Feed([]byte(`{"type":"content_block_stop","index":0}`))); n != 0 {
		t.Error("it is ready twice")
	}
}

func TestBrokenAnswersSayWhatIsWrong(t *testing.T) {
	const tool = `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"read","input":{}}}`
	const half = `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":"}}`
	const overloaded = `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`
	cases := []struct {
		name, stream, want string
		cut                bool
		calls              int
	}{
		{"nothing", "", "empty", true, 0},
		{"an error page", "<html>502</html>", "502", false, 0},
		{"only the beginning", start, "cut off", true, 0},
		{"cut in a call", lines(start, tool, half), "cut off", true, 0},
		{"cut after a call", lines(start, tool, half, strings.Replace(half, `{\"a\":`, `1}`, 1), `{"type":"content_block_stop","index":0}`), "cut off", true, 1},
		{"cut in an event", lines(start, tool, half[:40]), "cut off", true, 0},
		{"an error in the middle", lines(start, tool, half, overloaded), "overloaded_error: Overloaded", false, 0},
		{"an error instead", overloaded, "overloaded_error: Overloaded", false, 0},
		{"an error as server-sent event", "event: error\ndata: " + overloaded + "\n\n", "overloaded_error: Overloaded", false, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			reply, events, err := play(t, []byte(c.stream), whole)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, want %q", err, c.want)
			}
			if errors.Is(err, wire.ErrCut) != c.cut {
				t.Errorf("%v is wire.ErrCut: %t", err, !c.cut)
			}
			if n := len(reply.Calls()); n != c.calls {
				t.Errorf("got %d calls, want %d", n, c.calls)
			}
			for _, e := range events {
				if e.Kind == wire.Done {
					t.Error("a broken answer is done")
				}
			}
		})
	}
	t.Run("the status of an error is known", func(t *testing.T) {
		_, _, err := play(t, []byte(overloaded), whole)
		var said *wire.Error
		if !errors.As(err, &said) || said.Status != 529 {
			t.Errorf("got %#v", err)
		}
	})
}
