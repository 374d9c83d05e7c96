package text_test

import (
	"strings"
	"testing"

	"jig/wire"
	"jig/wire/text"
)

// saidSoFar is what has come of a text that was written piece by piece and is not at its end.
func saidSoFar(t *testing.T, format, in string, size int) string {
	t.Helper()
	d, err := text.New(format, wire.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for rest := []byte(in); len(rest) > 0; {
		n := min(size, len(rest))
		for _, e := range d.Write(rest[:n]) {
			all.WriteString(e.Text)
		}
		rest = rest[n:]
	}
	return all.String()
}

func TestABraceBehindAMarkDoesNotHoldBackTheProseThatFollows(t *testing.T) {
	t.Parallel()
	const prose = "{ is what the model writes first, and then come the name and the arguments of the call"
	for format, mark := range map[string]string{
		"hermes": "<tool_call>", "auto": "<tool_call>", "mistral": "[TOOL_CALLS]", "qwen3_coder": "<tool_call>", "jamba": "<tool_calls>",
		"llama3_json": "<|python_tag|>", "glm47": "<tool_call>", "dots": "<dots_function_call>", "internlm2": "<|action_start|><|plugin|>",
	} {
		for _, size := range []int{1, 3, 1 << 10} {
			if got := saidSoFar(t, format, "So: "+mark+prose, size); !strings.Contains(got, "arguments of the") {
				t.Errorf("%s, by %d: only %q has come", format, size, got)
			}
		}
	}
}

func TestWhatFollowsACallThatWasTornOffIsReadLineByLine(t *testing.T) {
	t.Parallel()
	for format, torn := range map[string]string{
		"hermes":       `<tool_call>{"name": "get", "arguments": {"n": 1</tool_call>`,
		"auto":         `<tool_call>{"name": "get", "arguments": {"n": 1</tool_call>`,
		"mistral":      "[TOOL_CALLS] [{\"name\": \"get\", \"arguments\": {\"n\": 1\n\nSorry.",
		"pythonic":     "[get(n=[1)\n\nSorry.",
		"llama3_json":  "<|python_tag|>{\"name\": \"get\", \"parameters\": {\"n\": 1\n\nSorry.",
		"qwen3_coder":  `<tool_call>{"name": "get", "arguments": {"n": 1</tool_call>`,
		"internlm2":    `<|action_start|><|plugin|>{"name": "get", "parameters": {"n": 1<|action_end|>`,
		"generic_json": "{\"tool_call\": {\"name\": \"get\"\n\nSorry.",
	} {
		for _, size := range []int{1, 3, 1 << 10} {
			if got := saidSoFar(t, format, torn+"\nI forgot a bracket, and will\ntry again", size); !strings.Contains(got, "try aga") {
				t.Errorf("%s, by %d: only %q has come", format, size, got)
			}
		}
	}
}

// A call that is none is not one that was cut off, even if nobody has asked before the end.
func TestWhyAnAnswerEndedDoesNotDependOnHowItIsCut(t *testing.T) {
	t.Parallel()
	for _, format := range text.Formats() {
		marks, _ := text.Tokens(format)
		for _, in := range []string{
			marks[0] + `{"name": "get", "arguments": {"n": 1 2`,
			marks[0] + `[{"name": "get", "arguments": {"n": x`,
			marks[0] + "[get(n=[1)",
			`<|tool_call_begin|>functions.get:0<|tool_call_argument_begin|>{"key": "a" b`,
			`<tool_call>{"name": "get" "arguments`,
			`<|tool_calls_section_begin|><|tool_call_begin|>functions.get:8<|tool_call_argument_begin|>{"key": "a" b<|tool_call_end|><|tool_calls_section_end|>`,
			`<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get<｜tool▁sep｜>{"n": 1<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
		} {
			var stops []wire.Stop
			for _, size := range []int{1, 3, 1 << 10} {
				d, err := text.New(format, wire.Options{Tools: attackTools()})
				if err != nil {
					t.Fatal(err)
				}
				for rest := []byte(in); len(rest) > 0; {
					n := min(size, len(rest))
					d.Write(rest[:n])
					rest = rest[n:]
				}
				if _, err := d.Close(); err != nil {
					t.Error(err)
				}
				stops = append(stops, d.Reply().Stop)
			}
			if stops[0] != stops[2] || stops[1] != stops[2] {
				t.Errorf("%s: %q ends with %v", format, in, stops)
			}
		}
	}
}

// What comes late comes at once: many pieces of text must not be put together one by one.
func TestMuchTextThatComesAtOnceIsReadInTheTimeOfItsSize(t *testing.T) {
	t.Parallel()
	const size = 2 << 20
	for format, piece := range map[string]string{"auto": `{"a":`, "llama3_json": `{{"name": "x`, "xlam": `[{"name": "x`} {
		in := "<tool_call>" + strings.Repeat(piece, size/len(piece))
		for _, by := range []int{3, len(in)} {
			if got, calls := attackRun(t, format, wire.Options{Tools: attackTools()}, in, by); got != in || len(calls) > 0 {
				t.Errorf("%s: %d of %d bytes, %d calls", format, len(got), len(in), len(calls))
			}
		}
	}
}
