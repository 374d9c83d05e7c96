package responses_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/streamtest"
	"jig/wire/responses"
)

const (
	created   = `{"type":"response.created","response":{"id":"r","model":"m","status":"in_progress","output":[]}}`
	completed = `{"type":"response.completed","response":{"id":"r","model":"m","status":"completed","output":[],"usage":{"input_tokens":5,"output_tokens":2,"input_tokens_details":{"cached_tokens":3},"output_tokens_details":{"reasoning_tokens":1}}}}`
)

// added and done are the events around an item.
func added(index int, item string) string {
	return fmt.Sprintf(`{"type":"response.output_item.added","output_index":%d,"item":%s}`, index, item)
}

func done(index int, item string) string {
	return fmt.Sprintf(`{"type":"response.output_item.done","output_index":%d,"item":%s}`, index, item)
}

func TestCallsAreThoseThatAreForUsToRun(t *testing.T) {
	custom := `{"type":"custom_tool_call","id":"ctc","call_id":"c","name":"sql","input":"select 1","status":"completed"}`
	for name, c := range map[string]struct {
		opt   wire.Options
		lines []string
		want  []string
	}{
		"streamed": {wire.Options{}, []string{
			created, added(0, `{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":""}`),
			`{"type":"response.function_call_arguments.delta","item_id":"fc","output_index":0,"delta":"{\"x\":"}`,
			`{"type":"response.function_call_arguments.delta","item_id":"fc","output_index":0,"delta":"1}"}`,
			`{"type":"response.function_call_arguments.done","item_id":"fc","output_index":0,"arguments":"{\"x\":1}"}`,
			done(0, `{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"{\"x\":1}"}`), completed,
		}, []string{`c f({"x":1})`}},
		"only at the end of the item": {wire.Options{}, []string{
			created, added(0, `{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":""}`),
			done(0, `{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"{\"x\":1}"}`), completed,
		}, []string{`c f({"x":1})`}},
		"without identifiers of items": {wire.Options{}, []string{
			added(0, `{"type":"function_call","call_id":"c","name":"f"}`), added(1, `{"type":"function_call","call_id":"d","name":"g"}`),
			`{"type":"response.function_call_arguments.delta","output_index":1,"delta":"{\"y\":2}"}`,
			`{"type":"response.function_call_arguments.done","output_index":0,"arguments":"{\"x\":1}"}`, completed,
		}, []string{`d g({"y":2})`, `c f({"x":1})`}},
		"only in the last event": {wire.Options{}, []string{
			`{"type":"response.completed","response":{"id":"r","status":"completed","output":[{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":""}]}}`,
		}, []string{`c f({})`}},
		"a whole response": {wire.Options{}, []string{
			`{"id":"r","object":"response","status":"completed","error":null,"output":[{"type":"reasoning","id":"rs","summary":[]},{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"{\"x\":1}"}]}`,
		}, []string{`c f({"x":1})`}},
		"several responses": {wire.Options{}, []string{
			created, added(0, `{"type":"function_call","id":"fc","call_id":"c","name":"f"}`), done(0, `{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"{}"}`), completed,
			strings.ReplaceAll(created, `"r"`, `"s"`), done(0, `{"type":"function_call","id":"fd","call_id":"d","name":"f","arguments":"{}"}`), strings.ReplaceAll(completed, `"r"`, `"s"`),
		}, []string{`c f({})`, `d f({})`}},
		"a custom tool that nobody offers": {wire.Options{}, []string{created, added(0, custom), done(0, custom), completed}, nil},
		"a custom tool of ours":            {wire.Options{Tools: []tool.Definition{{Name: "sql"}}}, []string{created, added(0, custom), done(0, custom), completed}, []string{`c sql({"input":"select 1"})`}},
		"a custom tool that the answer tells of": {wire.Options{}, []string{
			strings.Replace(created, `"output"`, `"tools":[{"type":"custom","name":"sql"}],"output"`, 1), added(0, custom),
			`{"type":"response.custom_tool_call_input.delta","item_id":"ctc","delta":"{\"a\":1} "}`, `{"type":"response.custom_tool_call_input.delta","item_id":"ctc","delta":"is text"}`,
			`{"type":"response.custom_tool_call_input.done","item_id":"ctc","input":"{\"a\":1} is text"}`, done(0, custom), completed,
		}, []string{`c sql({"input":"{\"a\":1} is text"})`}},
		"the provider's own tools": {wire.Options{}, []string{
			created, done(0, `{"type":"web_search_call","id":"ws","status":"completed"}`), done(1, `{"type":"mcp_call","id":"m","name":"f","arguments":"{}"}`),
			done(2, `{"type":"shell_call","id":"sh","call_id":"x"}`), done(3, `{"type":"something_new","id":"y"}`), completed,
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			calls, _, _, out := streamtest.Lines(t, responses.New, c.opt, c.lines...)
			stop := wire.ToolUse
			if c.want == nil {
				stop = wire.EndTurn
			}
			if diff := cmp.Diff(c.want, calls); diff != "" || out.Err != nil || !out.Done() || out.Reply.Stop != stop {
				t.Errorf("%s %v %v %v", diff, out.Err, out.Reply.Stop, out.Events)
			}
		})
	}
}

func TestTextThinkingAndItemsAreKept(t *testing.T) {
	_, text, thinking, out := streamtest.Lines(t, responses.New, wire.Options{},
		created, added(0, `{"type":"reasoning","id":"rs","summary":[]}`),
		`{"type":"response.reasoning_summary_part.added","item_id":"rs","summary_index":0}`,
		`{"type":"response.reasoning_summary_text.delta","item_id":"rs","delta":"one"}`,
		`{"type":"response.reasoning_summary_part.added","item_id":"rs","summary_index":1}`,
		`{"type":"response.reasoning_summary_text.delta","item_id":"rs","delta":"two"}`,
		done(0, `{"type":"reasoning","id":"rs","summary":[],"encrypted_content":"x"}`),
		done(1, `{"type":"web_search_call","id":"ws"}`),
		added(2, `{"type":"message","id":"msg","content":[]}`),
		`{"type":"response.output_text.delta","item_id":"msg","delta":"Hel"}`, `{"type":"response.output_text.delta","item_id":"msg","delta":"lo"}`,
		done(2, `{"type":"message","id":"msg","phase":"final_answer","content":[{"type":"output_text","text":"Hello"}]}`),
		done(3, `{"type":"message","id":"msg2","content":[{"type":"output_text","text":" you"}]}`), completed)
	if text != "Hello you" || thinking != "one\n\ntwo" || out.Err != nil {
		t.Errorf("got %q, %q, %v", text, thinking, out.Err)
	}
	var raws []string
	for _, p := range out.Reply.Parts {
		raws = append(raws, fmt.Sprintf("%s %s %s", p.Kind, p.From, p.Raw))
	}
	want := []string{
		`thinking openai-responses {"type":"reasoning","id":"rs","summary":[],"encrypted_content":"x"}`,
		`opaque openai-responses {"type":"web_search_call","id":"ws"}`,
		`text openai-responses {"phase":"final_answer"}`, `text  `,
	}
	if diff := cmp.Diff(want, raws); diff != "" {
		t.Error(diff)
	}
	if want := (wire.Usage{Input: 5, Output: 2, CacheRead: 3, Reasoning: 1}); out.Reply.Usage != want {
		t.Errorf("got %+v", out.Reply.Usage)
	}
}

func TestTheEndOfAnAnswer(t *testing.T) {
	begun := added(0, `{"type":"function_call","id":"fc","call_id":"c","name":"f"}`) + "\n" +
		`{"type":"response.function_call_arguments.delta","item_id":"fc","delta":"{\"x\":"}`
	for name, c := range map[string]struct {
		lines []string
		err   string
		stop  wire.Stop
	}{
		"the limit":            {[]string{begun, done(0, `{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"{\"x\":","status":"incomplete"}`), `{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}`}, "", wire.MaxTokens},
		"a filter":             {[]string{begun, `{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"content_filter"}}}`}, "", wire.Refusal},
		"a refusal":            {[]string{`{"type":"response.refusal.delta","delta":"no"}`, completed}, "", wire.Refusal},
		"nothing but calls":    {[]string{completed}, "", wire.EndTurn},
		"a last brace missing": {[]string{created, completed[:len(completed)-1]}, "", wire.EndTurn},
		"cut":                  {[]string{created, begun}, "cut off", ""},
		"cut in an event":      {[]string{created, begun, completed[:60]}, "cut off", ""},
		"failed":               {[]string{`{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"oops"}}}`}, "server_error: oops", ""},
		"a whole one failed":   {[]string{`{"object":"response","status":"failed","error":{"code":"server_error","message":"oops"},"output":[]}`}, "server_error: oops", ""},
		"cancelled":            {[]string{`{"object":"response","status":"cancelled","output":[]}`}, "cancelled", ""},
		"an error event":       {[]string{created, `{"type":"error","code":"rate_limit_exceeded","message":"slow down","param":null}`}, "rate_limit_exceeded: slow down", ""},
		"an error object":      {[]string{`{"error":{"message":"no key","type":"invalid_request_error"}}`}, "no key", ""},
		"too long":             {[]string{`{"type":"error","error":{"code":"context_length_exceeded","message":"x"}}`}, "context_length", wire.Overflow},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, _, out := streamtest.Lines(t, responses.New, wire.Options{}, c.lines...)
			if (out.Err == nil) != (c.err == "") || out.Err != nil && !strings.Contains(out.Err.Error(), c.err) || out.Reply.Stop != c.stop {
				t.Errorf("got %v, %s", out.Err, out.Reply.Stop)
			}
			if len(out.Calls) != 0 || len(out.Reply.Calls()) != 0 || out.Done() != (c.err == "") {
				t.Errorf("got %v", out.Events)
			}
		})
	}
}
