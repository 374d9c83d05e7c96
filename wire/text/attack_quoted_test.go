package text_test

import (
	"strings"
	"testing"

	"jig/wire"
)

// attackBlocks are a call in the formats that have a mark of their own.
func attackBlocks() map[string]string {
	return map[string]string{
		"hermes":        `<tool_call>{"name": "get", "arguments": {"key": "a"}}</tool_call>`,
		"qwen3_coder":   "<tool_call>\n<function=get>\n<parameter=key>\na\n</parameter>\n</function>\n</tool_call>",
		"glm47":         "<tool_call>get\n<arg_key>key</arg_key>\n<arg_value>a</arg_value>\n</tool_call>",
		"anthropic_xml": "<function_calls>\n<invoke name=\"get\">\n<parameter name=\"key\">a</parameter>\n</invoke>\n</function_calls>",
		"mistral":       `[TOOL_CALLS][{"name": "get", "arguments": {"key": "a"}}]`,
		"deepseek_v31":  "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get<｜tool▁sep｜>{\"key\": \"a\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
		"kimi_k2":       "<|tool_calls_section_begin|><|tool_call_begin|>functions.get:0<|tool_call_argument_begin|>{\"key\": \"a\"}<|tool_call_end|><|tool_calls_section_end|>",
		"lfm2":          `<|tool_call_start|>[get(key="a")]<|tool_call_end|>`,
		"gemma4":        `<|tool_call>call:get{key:<|"|>a<|"|>}<tool_call|>`,
	}
}

// CALL stands for the call; the number is how many calls there are.
func TestACallThatIsQuotedOrThoughtIsNone(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		in    string
		calls int
	}{
		{"behind prose", "So:\nCALL", 1},
		{"in a fence", "So:\n```\nCALL\n```\n", 0},
		{"in a fence with a language", "So:\n```xml\nCALL\n```\n", 0},
		{"in a fence of tildes", "~~~\nCALL\n~~~\n", 0},
		{"in a fence of four", "````\n```\nCALL\n```\n````\n", 0},
		{"in a fence of five tildes", "~~~~~\n~~~\nCALL\n~~~\n~~~~~\n", 0},
		{"in an indented fence", "    ```\n    CALL\n    ```\n", 0},
		{"in a fence of an item", "- ```xml\n  CALL\n  ```\n", 0},
		{"in a fence of a numbered item", "1. Do:\n2. ```\n   CALL\n   ```\n", 0},
		{"in a fence of a starred item", "* ```\n  CALL\n  ```\n", 0},
		{"in a fence of a quotation", "> ```\n> CALL\n> ```\n", 0},
		{"in a fence with lines of DOS", "```xml\r\nCALL\r\n```\r\n", 0},
		{"in a fence that is not closed", "```\nCALL", 0},
		{"in a fence in a fence", "```md\nSo:\n```xml\nCALL\n```\n", 0},
		{"in a fence behind other tildes", "~~~\n```\n~~~\n```\nCALL\n```\n", 0},
		{"in a line with fences", "So ```CALL``` it is", 0},
		{"in backticks", "So `CALL` it is", 0},
		{"in two backticks", "So ``CALL`` it is", 0},
		{"behind a fence", "```\nx\n```\nCALL", 1},
		{"right behind a fence", "```\nx\n```CALL", 1},
		{"behind a fence of an item", "- ```\n  x\n  ```\nCALL", 1},
		{"behind backticks", "Use `x` and `y`.\nCALL", 1},
		{"behind one backtick", "A lone ` here, CALL", 1},
		{"behind a fence in a line", "So ```x``` it is.\nCALL", 1},
		{"behind inline fences that are not closed", "So ```x it is.\nCALL", 1},
		{"in thinking", "<think>\nCALL\n</think>\nNo.", 0},
		{"in thinking that is not closed", "<think>\nCALL\n", 0},
		{"in a fence in thinking", "<think>\n```\nCALL\n</think>No.", 0},
		{"behind a fence that thinking left open", "<think>\n```\nx\n</think>\nCALL", 1},
		{"in thinking in a fence that is not closed", "```\n<think>\nCALL\n</think>\n", 0},
		{"behind thinking", "<think>x</think>CALL", 1},
		{"behind the end of thinking alone", "x</think>CALL", 1},
		{"twice", "CALL\nCALL", 2},
		{"behind one that is quoted", "```\nCALL\n```\nCALL", 1},
		{"behind one in backticks", "Like `CALL`:\nCALL", 1},
	} {
		for format, block := range attackBlocks() {
			if format == "mistral" && strings.Contains(test.in, "think") && test.calls > 1 {
				continue
			}
			in := strings.ReplaceAll(test.in, "CALL", block)
			if strings.Contains(in, "<think>") && format == "gemma4" {
				continue // which thinks otherwise
			}
			if test.name == "in backticks" && strings.Contains(block, "\n") || test.name == "in two backticks" && strings.Contains(block, "\n") {
				continue // nobody writes several lines into them
			}
			if strings.Contains(test.in, "`CALL`") && strings.Contains(block, "\n") || strings.Contains(test.in, "```CALL```") && strings.Contains(block, "\n") {
				continue
			}
			for _, format := range []string{format, "auto"} {
				for _, size := range []int{1 << 20, 1, 3} {
					said, calls := attackRun(t, format, wire.Options{Tools: attackTools()}, in, size)
					if len(calls) != test.calls {
						t.Errorf("%s, %s, by %d: %d calls, want %d, in %q\ntext %q", format, test.name, size, len(calls), test.calls, in, said)
						break
					}
				}
			}
		}
	}
}
