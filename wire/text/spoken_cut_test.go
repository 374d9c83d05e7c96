package text_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"jig/wire"
	"jig/wire/text"
)

// spokenSoups are what texts are stirred from, and the formats that have to read them.
func spokenSoups() []struct{ formats, pieces []string } {
	return []struct{ formats, pieces []string }{
		{
			[]string{"pythonic", "lfm2", "olmo3", "llama4_pythonic", "auto"},
			[]string{
				"[", "]", "(", ")", "f", "get", "run(command=", "key=", "'", "\"", "'''", ",", " ", "\n", "=", "{", "}", ":", "1", "07", "\\", "<",
				"<|tool_call_start|>", "<|tool_call_end|>", "<function_calls>", "</function_calls>", "<|python_start|>", "[get(key='a')]",
				"get(key=\"b\")", "<think>", "</think>", "é", "```", "**", "None", "{\"name\":\"get\",\"arguments\":{}}",
			},
		},
		{
			[]string{"gemma4", "functiongemma", "auto"},
			[]string{
				"<|tool_call>", "<tool_call|>", "<|\"|>", "call:", "get", "{", "}", "key", ":", ",", "[", "]", "\"", "'", "1", " ", "\n", "<",
				"<|channel>", "<channel|>", "thought\n", "<start_function_call>", "<end_function_call>", "<escape>", "(", ")",
				"<|tool_call>call:get{key:<|\"|>a<|\"|>}<tool_call|>", "é", "\\", "```",
			},
		},
		{
			[]string{"harmony", "inkling", "kimi_k3", "auto"},
			[]string{
				"<|start|>", "assistant", "<|channel|>", "analysis", "commentary", " to=functions.get", "to=functions.get", " ", "<|message|>",
				"{\"key\":1}", "{", "}", "\"", "<|call|>", "<|end|>", "<|return|>", "text", "<", "<|", "<|message_model|>", "<|content_invoke_tool_json|>",
				"{\"name\":\"get\",\"args\":{}}", "<|end_message|>", "<|content_thinking|>", "<|content_text|>", "<|open|>", "tools", "<|sep|>", "<|close|>",
				"call tool=\"get\"", "argument key=\"a\" type=\"number\"", "call", "argument", "think", "response", "1", "é",
			},
		},
		{
			[]string{"auto"},
			[]string{
				"<tool_call>", "</tool_call>", "{\"name\": \"get\", \"arguments\": {\"key\": \"a\"}}", "{", "}", "[", "]", "```json", "```", "\n", " ", ";",
				"<function=get>", "<parameter=key>", "</parameter>", "</function>", "<function_calls>", "<invoke name=\"get\">", "</invoke>", "get",
				"<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "text", "[TOOL_CALLS]", "get(key='a')", "<|python_tag|>", "Action:", "functools[",
				"<think>", "</think>", "é", "<",
			},
		},
	}
}

func TestSpokenFormatsAndAutoDoNotDependOnCuts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		for _, soup := range spokenSoups() {
			var b strings.Builder
			for range 1 + r.IntN(24) {
				b.WriteString(soup.pieces[r.IntN(len(soup.pieces))])
			}
			in, format, tools := b.String(), soup.formats[r.IntN(len(soup.formats))], r.IntN(2) == 0
			whole := spokenParts(t, format, in, tools, func() int { return len(in) })
			for name, cut := range map[string]func() int{
				"bytes":  func() int { return 1 },
				"random": func() int { return 1 + r.IntN(9) },
			} {
				if got := spokenParts(t, format, in, tools, cut); got != whole {
					t.Fatalf("%s, tools %t: %q\nwhole\n%s%s\n%s", format, tools, in, whole, name, got)
				}
			}
		}
	}
}

// spokenParts are the parts of the message that a decoder makes of a text.
func spokenParts(t *testing.T, format, in string, tools bool, cut func() int) string {
	t.Helper()
	opt := wire.Options{NewID: func() string { return "id" }}
	if tools {
		opt.Tools = spokenTools()
	}
	d, err := text.New(format, opt)
	if err != nil {
		t.Fatal(err)
	}
	for len(in) > 0 {
		n := min(cut(), len(in))
		d.Write([]byte(in[:n]))
		in = in[n:]
	}
	if _, err := d.Close(); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, p := range d.Reply().Parts {
		fmt.Fprintf(&b, "%s %q", p.Kind, p.Text)
		if p.Call != nil {
			fmt.Fprintf(&b, " %s %s", p.Call.Name, p.Call.Args)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
