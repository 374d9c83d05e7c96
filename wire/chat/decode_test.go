package chat_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/wire"
	"jig/wire/chat"
	"jig/wire/internal/streamtest"
)

// delta is a chunk with tool calls, and with the reason for the end if there is one.
func delta(calls, finish string) string {
	if finish != "" {
		finish = fmt.Sprintf(`,"finish_reason":%q`, finish)
	}
	return fmt.Sprintf(`{"id":"x","model":"m","choices":[{"index":0,"delta":{"tool_calls":[%s]}%s}]}`, calls, finish)
}

func TestCallsAreFoundInTheFragmentsOfEveryServer(t *testing.T) {
	const end = `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`
	for name, c := range map[string]struct {
		lines []string
		want  []string
	}{
		"by index, the identifier first": {[]string{
			delta(`{"index":0,"id":"a","function":{"name":"f","arguments":""}}`, ""),
			delta(`{"index":0,"function":{"arguments":"{\"x\":"}}`, ""),
			delta(`{"index":0,"function":{"arguments":"1}"}}`, ""),
			delta(`{"index":1,"id":"b","function":{"name":"g","arguments":"{}"}}`, ""), end,
		}, []string{`a f({"x":1})`, `b g({})`}},
		"fragments in turns": {[]string{
			delta(`{"index":0,"id":"a","function":{"name":"f","arguments":""}},{"index":1,"id":"b","function":{"name":"g"}}`, ""),
			delta(`{"index":1,"function":{"arguments":"{\"y\":"}},{"index":0,"function":{"arguments":"{\"x\":"}}`, ""),
			delta(`{"index":1,"function":{"arguments":"2}"}},{"index":0,"function":{"arguments":"1}"}}`, ""), end,
		}, []string{`b g({"y":2})`, `a f({"x":1})`}},
		"whole calls without an index": {[]string{
			delta(`{"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}},{"id":"b","function":{"name":"f","arguments":"{\"x\":2}"}}`, "tool_calls"),
		}, []string{`a f({"x":1})`, `b f({"x":2})`}},
		"all at index 0": {[]string{
			delta(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}`, ""),
			delta(`{"index":0,"id":"b","function":{"name":"f","arguments":"{\"x\":2}"}}`, ""), end,
		}, []string{`a f({"x":1})`, `b f({"x":2})`}},
		"neither index nor identifier": {[]string{
			delta(`{"function":{"name":"f","arguments":"{\"x\":"}}`, ""),
			delta(`{"function":{"arguments":"1}"}}`, ""),
			delta(`{"function":{"name":"f","arguments":"{\"x\":2}"}}`, ""), end,
		}, []string{`made_1 f({"x":1})`, `made_2 f({"x":2})`}},
		"another identifier with each fragment": {[]string{
			delta(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":"}}`, ""),
			delta(`{"index":0,"id":"b","function":{"arguments":"1}"}}`, ""), end,
		}, []string{`a f({"x":1})`}},
		"the name with each fragment": {[]string{
			delta(`{"index":0,"function":{"name":"f","arguments":"{\"x\":"}}`, ""),
			delta(`{"index":0,"function":{"name":"f","arguments":"1}"}}`, ""), end,
		}, []string{`made_1 f({"x":1})`}},
		"the name after the identifier": {[]string{
			delta(`{"index":0,"id":"a"}`, ""), delta(`{"index":0,"function":{"name":"f"}}`, ""),
			delta(`{"index":0,"function":{"arguments":"{\"x\":1}"}}`, ""), end,
		}, []string{`a f({"x":1})`}},
		"the same identifier twice in a whole message": {[]string{
			`{"object":"chat.completion","choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}},{"id":"a","function":{"name":"g","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`,
		}, []string{`a f({})`, `made_1 g({})`}},
		"arguments as an object":        {[]string{delta(`{"index":0,"id":"a","function":{"name":"f","arguments":{"x":[1]}}}`, "stop")}, []string{`a f({"x":[1]})`}},
		"no arguments":                  {[]string{delta(`{"index":0,"id":"a","function":{"name":"f","arguments":""}}`, ""), end}, []string{`a f({})`}},
		"null for arguments":            {[]string{delta(`{"index":0,"id":"a","function":{"name":"f","arguments":null}}`, ""), end}, []string{`a f({})`}},
		"an empty object to begin with": {[]string{delta(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`, ""), delta(`{"index":0,"function":{"arguments":"{\"x\":1}"}}`, ""), end}, []string{`a f({"x":1})`}},
		"arguments that are no JSON":    {[]string{delta(`{"index":0,"id":"a","function":{"name":"f","arguments":"{x: 1}"}}`, ""), end}, []string{`a f({x: 1})`}},
		"arguments that lack the end":   {[]string{delta(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1"}}`, ""), end}, []string{`a f({"x":1)`}},
		"white space around them":       {[]string{delta(`{"index":0,"id":"a","function":{"name":"f","arguments":" \n{\"x\":1} "}}`, ""), delta(`{"index":0,"function":{"arguments":"\n"}}`, ""), end}, []string{`a f({"x":1})`}},
		"only the first choice":         {[]string{`{"choices":[{"index":1,"delta":{"tool_calls":[{"index":0,"id":"z","function":{"name":"z","arguments":"{}"}}]}},{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}}]}`, end}, []string{`a f({})`}},
		"a call of the old kind":        {[]string{`{"choices":[{"delta":{"function_call":{"name":"f","arguments":"{\"x\""}}}]}`, `{"choices":[{"delta":{"function_call":{"arguments":":1}"}},"finish_reason":"function_call"}]}`}, []string{`made_1 f({"x":1})`}},
		"done without a reason":         {[]string{"data: " + delta(`{"index":0,"id":"a","function":{"name":"f","arguments":""}}`, ""), "", "data: [DONE]", ""}, []string{`a f({})`}},
		"a call after the reason":       {[]string{`{"choices":[{"delta":{},"finish_reason":"stop"}]}`, delta(`{"index":0,"id":"a","function":{"name":"f","arguments":""}}`, "")}, []string{`a f({})`}},
		"events without lines between":  {[]string{"data: " + delta(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":"}}`, ""), "data: " + delta(`{"index":0,"function":{"arguments":"1}"}}`, "stop"), "data: [DONE]"}, []string{`a f({"x":1})`}},
		"members of another type":       {[]string{`{"id":7,"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"stop"}]}`}, []string{`a f({})`}},
	} {
		t.Run(name, func(t *testing.T) {
			calls, _, _, out := streamtest.Lines(t, chat.New, wire.Options{}, c.lines...)
			if diff := cmp.Diff(c.want, calls); diff != "" || out.Err != nil || !out.Done() || out.Reply.Stop != wire.ToolUse {
				t.Errorf("%s %v %v %v", diff, out.Err, out.Reply.Stop, out.Events)
			}
		})
	}
}

func TestACallIsReadyTheMomentItsArgumentsAreComplete(t *testing.T) {
	d := chat.New(wire.Options{})
	ready := func(line string) int {
		n := 0
		for _, e := range d.Feed([]byte(line)) {
			if e.Kind == wire.CallReady {
				n++
			}
		}
		return n
	}
	for i, step := range []struct {
		line string
		want int
	}{
		{delta(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":"}}`, ""), 0},
		{delta(`{"index":0,"function":{"arguments":"\"}\"}"}}`, ""), 1},
		{delta(`{"index":1,"id":"b","function":{"name":"f","arguments":"{}"}}`, ""), 0},
		{delta(`{"index":2,"id":"c","function":{"name":"f","arguments":""}}`, ""), 1},
		{delta(``, "tool_calls"), 1},
	} {
		if got := ready(step.line); got != step.want {
			t.Errorf("step %d: got %d, want %d", i, got, step.want)
		}
	}
}

func TestTextThinkingAndTheReasonForTheEnd(t *testing.T) {
	for name, c := range map[string]struct {
		line           string
		text, thinking string
		stop           wire.Stop
	}{
		"text":                    {`{"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}`, "hi", "", wire.EndTurn},
		"the limit":               {`{"choices":[{"delta":{"content":"hi"},"finish_reason":"length"}]}`, "hi", "", wire.MaxTokens},
		"a filter":                {`{"choices":[{"delta":{"content":"hi"},"finish_reason":"content_filter"}]}`, "hi", "", wire.Refusal},
		"a refusal":               {`{"choices":[{"delta":{"refusal":"no"},"finish_reason":"stop"}]}`, "no", "", wire.Refusal},
		"calls without calls":     {`{"choices":[{"delta":{"content":"hi"},"finish_reason":"tool_calls"}]}`, "hi", "", wire.EndTurn},
		"reasoning_content":       {`{"choices":[{"delta":{"content":"hi","reasoning_content":"hm"},"finish_reason":"stop"}]}`, "hi", "hm", wire.EndTurn},
		"reasoning":               {`{"choices":[{"delta":{"content":"hi","reasoning":"hm"},"finish_reason":"stop"}]}`, "hi", "hm", wire.EndTurn},
		"both names":              {`{"choices":[{"delta":{"reasoning_content":"hm","reasoning":"hm"},"finish_reason":"stop"}]}`, "", "hm", wire.EndTurn},
		"parts of the content":    {`{"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"hi"}]},"finish_reason":"stop"}]}`, "hi", "hm", wire.EndTurn},
		"a whole message":         {`{"choices":[{"message":{"role":"assistant","content":"hi","reasoning_content":"hm"},"finish_reason":"stop"}]}`, "hi", "hm", wire.EndTurn},
		"a message over lines":    {"{\n \"choices\": [\n  {\"message\": {\"content\": \"hi\"},\n \"finish_reason\": \"stop\"}]\n}", "hi", "", wire.EndTurn},
		"the whole once more":     {`{"choices":[{"delta":{"content":"hi"}}]}` + "\n" + `{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}`, "hi", "", wire.EndTurn},
		"the limit cuts thinking": {`{"choices":[{"delta":{"reasoning":"hm"},"finish_reason":"length"}]}`, "", "hm", wire.MaxTokens},
	} {
		_, text, thinking, out := streamtest.Lines(t, chat.New, wire.Options{}, c.line)
		if text != c.text || thinking != c.thinking || out.Reply.Stop != c.stop || out.Err != nil {
			t.Errorf("%s: got %q, %q, %s, %v", name, text, thinking, out.Reply.Stop, out.Err)
		}
	}
}

func TestABrokenAnswerIsAnErrorAndWhatWasCutDoesNotRun(t *testing.T) {
	begun := delta(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}},{"index":1,"id":"b","function":{"name":"g","arguments":"{\"x\":"}}`, "")
	for name, c := range map[string]struct {
		lines []string
		want  string
		stop  wire.Stop
		calls int
	}{
		"nothing":                 {nil, "empty", "", 0},
		"a page":                  {[]string{"<html><body>502 Bad Gateway</body>"}, "502 Bad Gateway", "", 0},
		"cut between events":      {[]string{begun}, "cut off", "", 1},
		"cut in an event":         {[]string{begun, `{"choices":[{"del`}, "cut off", "", 1},
		"an error object":         {[]string{`{"error":{"message":"slow down","type":"rate_limit","code":"429"}}`}, "rate_limit: slow down", "", 0},
		"an error in the middle":  {[]string{begun, `{"error":{"message":"overloaded","code":502},"choices":[{"delta":{},"finish_reason":"error"}]}`}, "overloaded", "", 1},
		"an error that is a text": {[]string{`{"error":"no such model"}`}, "no such model", "", 0},
		"too long a conversation": {[]string{`{"error":{"message":"x","code":"context_length_exceeded"}}`}, "context_length_exceeded: x", wire.Overflow, 0},
		"vLLM's errors":           {[]string{`{"object":"error","message":"bad","type":"BadRequestError","code":400}`}, "bad", "", 0},
		"a server's own errors":   {[]string{`{"detail":"Not Found"}`}, "Not Found", "", 0},
		"broken off":              {[]string{begun, `{"choices":[{"delta":{},"finish_reason":"abort"}]}`}, "abort", "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, _, out := streamtest.Lines(t, chat.New, wire.Options{}, c.lines...)
			if out.Err == nil || !strings.Contains(out.Err.Error(), c.want) || out.Done() || out.Reply.Stop != c.stop {
				t.Errorf("got %v, %s; want %q", out.Err, out.Reply.Stop, c.want)
			}
			if len(out.Calls) != c.calls || len(out.Reply.Calls()) != c.calls {
				t.Errorf("got %d calls, want %d", len(out.Calls), c.calls)
			}
		})
	}
	_, _, _, out := streamtest.Lines(t, chat.New, wire.Options{}, begun, `{"choices":[{"delta":{},"finish_reason":"length"}]}`)
	if out.Err != nil || len(out.Calls) != 1 || !out.Warned() || out.Reply.Stop != wire.MaxTokens {
		t.Errorf("at the limit: %v, %v", out.Err, out.Events)
	}
}

func TestUsageCountsWhatServersCountApart(t *testing.T) {
	_, _, _, out := streamtest.Lines(t, chat.New, wire.Options{}, `{"choices":[{"delta":{},"finish_reason":"stop"}]}`,
		`{"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":1,"total_tokens":303,"prompt_tokens_details":{"cached_tokens":11},"completion_tokens_details":{"reasoning_tokens":290}}}`)
	if want := (wire.Usage{Input: 12, Output: 291, CacheRead: 11, Reasoning: 290}); out.Reply.Usage != want {
		t.Errorf("got %+v", out.Reply.Usage)
	}
}
