package text

import (
	"fmt"
	"strings"
)

// tagWriter writes calls as tags, and each argument in tags of its own.
type tagWriter struct {
	open, end string // of all calls
	// The patterns take the name of the tool or the key of the argument.
	call, callEnd string
	arg, argEnd   string
	// typed patterns also take whether the value is a string.
	typed bool
	// lines says that values stand on lines of their own; otherwise line breaks around
	// them are written only where the reader would take away those of the value.
	lines bool
}

func (w tagWriter) write(b *strings.Builder, calls []spokenCall) {
	b.WriteString(w.open)
	for i, c := range calls {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, w.call, c.Name)
		for _, a := range c.args {
			if w.typed {
				fmt.Fprintf(b, w.arg, a.key, a.plain)
			} else {
				fmt.Fprintf(b, w.arg, a.key)
			}
			raw := a.raw()
			if w.lines || strings.HasPrefix(raw, "\n") && strings.HasSuffix(raw, "\n") && !w.typed {
				raw = "\n" + raw + "\n"
			}
			b.WriteString(raw)
			b.WriteString(w.argEnd)
		}
		b.WriteString(w.callEnd)
	}
	b.WriteString(w.end)
}

const promptBareNote = "Write strings as they are, without quotes or escapes, and all other values as JSON."

// taggedDialects write each argument in tags of its own.
func taggedDialects() []dialect {
	function := func(open, end string) tagWriter {
		return tagWriter{
			call: open + "\n<function=%s>\n", callEnd: "</function>\n" + end,
			arg: "<parameter=%s>", argEnd: "</parameter>\n", lines: true,
		}
	}
	invoke := func(open, end, prefix string) tagWriter {
		return tagWriter{
			open: open + "\n", end: "\n" + end,
			call: "<" + prefix + "invoke name=\"%s\">\n", callEnd: "</" + prefix + "invoke>",
			arg: "<" + prefix + "parameter name=\"%s\">", argEnd: "</" + prefix + "parameter>\n",
		}
	}
	dsml := func(block string) tagWriter {
		w := invoke("<｜DSML｜"+block+">", "</｜DSML｜"+block+">", "｜DSML｜")
		w.arg, w.typed = `<｜DSML｜parameter name="%s" string="%t">`, true
		return w
	}
	pairs := tagWriter{
		call: "<tool_call>%s\n", callEnd: "</tool_call>",
		arg: "<arg_key>%s</arg_key>\n<arg_value>", argEnd: "</arg_value>\n",
	}
	const response, result = "tool_response", "tool_result"
	return []dialect{
		{formats: []string{"qwen3_coder", "step3p5"}, write: function("<tool_call>", "</tool_call>").write, result: response, note: promptBareNote},
		{formats: []string{"seed_oss"}, write: function("<seed:tool_call>", "</seed:tool_call>").write, result: result, note: promptBareNote},
		{formats: []string{"glm47", "glm4_moe", "ling3", "poolside_v1", "laguna"}, write: pairs.write, result: response, note: promptBareNote},
		{formats: []string{"anthropic_xml"}, write: invoke("<function_calls>", "</function_calls>", "").write, result: "function_result", note: promptBareNote},
		{formats: []string{"minimax_m2"}, write: invoke("<minimax:tool_call>", "</minimax:tool_call>", "").write, result: "minimax:tool_result", note: promptBareNote},
		{formats: []string{"dots"}, write: invoke("<dots_function_call>", "</dots_function_call>", "").write, result: result, note: promptBareNote},
		{formats: []string{"deepseek_v32_dsml"}, write: dsml("function_calls").write, result: "｜DSML｜tool_result", note: promptBareNote},
		{formats: []string{"deepseek_v4_dsml"}, write: dsml("tool_calls").write, result: "｜DSML｜tool_result", note: promptBareNote},
		{formats: []string{"xml_nested"}, write: nestedCalls, result: result},
	}
}

// nestedCalls writes the arguments as one JSON object, in tags like the name.
func nestedCalls(b *strings.Builder, calls []spokenCall) {
	for i, c := range calls {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "<tool_call>\n<name>%s</name>\n<arguments>%s</arguments>\n</tool_call>", c.Name, c.json())
	}
}
