package text_test

import (
	"strings"
	"testing"

	"jig/tool"
)

func TestAuto(t *testing.T) {
	t.Parallel()
	const object = `{"name": "get", "arguments": {"key": "a"}}`
	const call = `get {"key":"a"}`
	tests := []struct {
		name  string
		tools bool
		in    string
		calls string
		text  string
	}{
		{name: "text stays text", in: "So [1] is {a: 1}, <b>bold</b> and x < y.", text: "So [1] is {a: 1}, <b>bold</b> and x < y."},
		{name: "JSON that is the whole answer", tools: true, in: " " + object + "\n", calls: call, text: " "},
		{name: "several objects", tools: true, in: object + "; " + object, calls: call + "\n" + call},
		{name: "a list of objects", tools: true, in: "[" + object + "]", calls: call},
		{name: "JSON in a fence", tools: true, in: "```json\n" + object + "\n```", calls: call},
		{name: "JSON in a fence without a word", tools: true, in: "```\n" + object + "\n```", calls: call},
		{name: "JSON that is not the whole answer", tools: true, in: object + " is how it looks.", text: object + " is how it looks."},
		{name: "JSON behind words", tools: true, in: "Look: " + object, text: "Look: " + object},
		{name: "JSON in a fence behind words", tools: true, in: "Look:\n```json\n" + object + "\n```\n", text: "Look:\n```json\n" + object + "\n```\n"},
		{name: "JSON that names no tool", tools: true, in: `{"name": "Bob", "arguments": {}}`, text: `{"name": "Bob", "arguments": {}}`},
		{name: "JSON without any tools", in: object, calls: call},
		{name: "other JSON", tools: true, in: `{"get": 1, "name": "x"}`, text: `{"get": 1, "name": "x"}`},
		{name: "Python behind words, naming a tool", tools: true, in: "So: [get(key='a')]", calls: call, text: "So: "},
		{name: "Python behind words, without tools", in: "So: [get(key='a')]", text: "So: [get(key='a')]"},
		{name: "Python alone, without tools", in: "[get(key='a')]", calls: call},
		{name: "one mark, three formats", in: "<tool_call>" + object + "</tool_call><tool_call>\n<function=get>\n<parameter=key>\na\n</parameter>\n</function>\n</tool_call>" +
			"<tool_call>get\n<arg_key>key</arg_key>\n<arg_value>a</arg_value>\n</tool_call>", calls: call + "\n" + call + "\n" + call},
		{name: "one mark, two shapes", in: "<function_calls>get(key=\"a\")</function_calls><function_calls><invoke name=\"get\"><parameter name=\"key\">a</parameter></invoke></function_calls>", calls: call + "\n" + call},
		{name: "a mark in thinking", in: "<think><tool_call>" + object + "</tool_call></think>No.", text: "No."},
		{name: "a mark in a fence", in: "```xml\n<tool_call>" + object + "</tool_call>\n```", text: "```xml\n<tool_call>" + object + "</tool_call>\n```"},
		{name: "tags that are text", in: "<answer>42</answer> <response>x</response>", text: "<answer>42</answer> <response>x</response>"},
	}
	for _, test := range tests {
		for _, size := range []int{1 << 20, 1, 5} {
			var tools []tool.Definition
			if test.tools {
				tools = spokenTools()
			}
			calls, rest := said(t, "auto", test.in, tools, size)
			if calls != test.calls {
				t.Errorf("%s, by %d: calls\n%s\nwant\n%s", test.name, size, calls, test.calls)
			}
			if strings.TrimSpace(rest) != strings.TrimSpace(test.text) {
				t.Errorf("%s, by %d: text %q\nwant %q", test.name, size, rest, test.text)
			}
		}
	}
}
