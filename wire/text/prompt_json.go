package text

import (
	"fmt"
	"strings"
)

// jsonWriter writes calls as JSON in an envelope: each in one, or all in one.
type jsonWriter struct {
	open, between, end string
	// name and args are the keys; by default "name" and "arguments".
	name, args string
	// keyed calls have the name of the tool as their only key.
	keyed bool
}

func (w jsonWriter) write(b *strings.Builder, calls []spokenCall) {
	b.WriteString(w.open)
	for i, c := range calls {
		if i > 0 {
			b.WriteString(w.between)
		}
		if w.keyed {
			fmt.Fprintf(b, "{%s: %s}", bareString(c.Name), c.json())
			continue
		}
		name, args := w.name, w.args
		if name == "" {
			name = "name"
		}
		if args == "" {
			args = "arguments"
		}
		fmt.Fprintf(b, `{"%s": %s, "%s": %s}`, name, bareString(c.Name), args, c.json())
	}
	b.WriteString(w.end)
}

// json is the arguments as an object.
func (c *spokenCall) json() string {
	if len(c.args) == 0 {
		return "{}"
	}
	return strings.TrimSpace(string(c.Args))
}

// namedWriter writes the name of a call and its arguments, with marks around them.
type namedWriter struct {
	open, end    string // of all calls
	begin, close string // of one
	head         func(i int, c *spokenCall) string
}

func (w namedWriter) write(b *strings.Builder, calls []spokenCall) {
	b.WriteString(w.open)
	for i := range calls {
		c := &calls[i]
		b.WriteString(w.begin + w.head(i, c) + c.json() + w.close)
	}
	b.WriteString(w.end)
}

// jsonDialects write calls as JSON.
func jsonDialects() []dialect {
	each := func(open, end string) jsonWriter {
		return jsonWriter{open: open, between: end + "\n" + open, end: end}
	}
	list := func(open, end string) jsonWriter {
		return jsonWriter{open: open + "[", between: ", ", end: "]" + end}
	}
	bare := jsonWriter{between: "\n", args: "parameters"}
	object := list(`{"tool_calls": `, "}")
	action := list("<|START_ACTION|>", "<|END_ACTION|>")
	action.name, action.args = "tool_name", "parameters"
	keyed := list("<|tools_prefix|>", "<|tools_suffix|>")
	keyed.keyed = true
	lines := jsonWriter{open: "<tool_calls>\n", between: "\n", end: "\n</tool_calls>"}
	plugin := each("<|action_start|><|plugin|>\n", "<|action_end|>")
	plugin.args = "parameters"
	const response, result = "tool_response", "tool_result"
	return []dialect{
		{formats: []string{"hermes", "granite4", "ernie45", "reka"}, write: each("<tool_call>\n", "\n</tool_call>").write, result: response},
		{formats: []string{"longcat"}, write: each("<longcat_tool_call>", "</longcat_tool_call>").write, result: "longcat_tool_result"},
		{formats: []string{"mistral"}, write: list("[TOOL_CALLS]", "").write, result: result},
		{formats: []string{"llama3_json"}, write: bare.write, result: result},
		{formats: []string{"ollama_prompt_json", "json_array", "xlam"}, write: list("", "").write, result: result},
		{formats: []string{"generic_json"}, write: object.write, result: result},
		{formats: []string{"phi4mini"}, write: list("functools", "").write, result: result},
		{formats: []string{"granite"}, write: list("<|tool_call|>", "").write, result: response},
		{formats: []string{"granite_20b_fc"}, write: each("<function_call> ", "").write, result: result},
		{formats: []string{"jamba", "hunyuan_a13b"}, write: list("<tool_calls>", "</tool_calls>").write, result: result},
		{formats: []string{"minimax"}, write: lines.write, result: result},
		{formats: []string{"nemotron_v2"}, write: list("<TOOLCALL>", "</TOOLCALL>").write, result: response},
		{formats: []string{"internlm2"}, write: plugin.write, result: result},
		{formats: []string{"apertus"}, write: keyed.write, result: result},
		{formats: []string{"command_r"}, write: action.write, result: result},
		{formats: []string{"deepseek_v31"}, write: deepseekWriter("", "<｜tool▁sep｜>", "").write, result: result},
		{formats: []string{"deepseek_v3", "cogito"}, write: deepseekWriter("function<｜tool▁sep｜>", "\n```json\n", "\n```").write, result: result},
		{formats: []string{"kimi_k2"}, write: namedWriter{
			open: "<|tool_calls_section_begin|>", end: "<|tool_calls_section_end|>",
			begin: "<|tool_call_begin|>", close: "<|tool_call_end|>",
			head: func(i int, c *spokenCall) string {
				return fmt.Sprintf("functions.%s:%d<|tool_call_argument_begin|>", c.Name, i)
			},
		}.write, result: result},
	}
}

func deepseekWriter(before, behind, end string) namedWriter {
	return namedWriter{
		open: "<｜tool▁calls▁begin｜>", end: "<｜tool▁calls▁end｜>",
		begin: "<｜tool▁call▁begin｜>", close: end + "<｜tool▁call▁end｜>",
		head: func(_ int, c *spokenCall) string { return before + c.Name + behind },
	}
}
