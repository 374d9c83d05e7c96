package text_test

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkTagged streams calls, and texts that are made to be slow to read.
func BenchmarkTagged(b *testing.B) {
	const call = "<tool_call>\n<function=read>\n<parameter=path>\n"
	texts := []struct{ name, format, head, unit string }{
		{"calls", "qwen3_coder", "", call + "a/b/c.txt\n</parameter>\n</function>\n</tool_call>\n"},
		{"long_value", "qwen3_coder", call, "if a < b { return <b>text</b> }\n"},
		{"open_blocks", "qwen3_coder", "", "<tool_call>"},
		{"open_calls", "qwen3_coder", "", call},
		{"open_functions", "qwen3_coder", "", "<function=f>"},
		{"brackets", "qwen3_coder", call, "<"},
		{"closes", "qwen3_coder", call, "</parameter>"},
		{"spaced_closes", "qwen3_coder", call, "</parameter>" + strings.Repeat(" ", 100)},
		{"function_closes", "qwen3_coder", call, "</function>\n"},
		{"block_closes", "qwen3_coder", call, "</tool_call> x"},
		{"params", "qwen3_coder", call, "\n<parameter=x>"},
		{"junk", "qwen3_coder", call + "</parameter>", "</parameter> x <y> "},
		{"space", "qwen3_coder", "<tool_call>", " "},
		{"json", "qwen3_coder", "<tool_call><function=f>", `{"a":`},
		{"children", "qwen3_coder", "<tool_call><function=f>", "<a>b</a>"},
		{"calls", "deepseek_v32_dsml", "<｜DSML｜function_calls>\n", "<｜DSML｜invoke name=\"read\">\n<｜DSML｜parameter name=\"path\" string=\"true\">a.txt</｜DSML｜parameter>\n</｜DSML｜invoke>\n"},
		{"quotes", "deepseek_v32_dsml", "<｜DSML｜function_calls><｜DSML｜invoke name=\"f\">", `<｜DSML｜parameter name="`},
		{"open_invokes", "minimax_m2", "", `<invoke name='a"`},
		{"calls", "glm47", "", "<tool_call>read<arg_key>path</arg_key><arg_value>a/b/c.txt</arg_value></tool_call>\n"},
		{"keys", "glm47", "<tool_call>read", "<arg_key>path</arg_key>"},
		{"values", "glm47", "<tool_call>read<arg_key>path</arg_key><arg_value>", "</arg_value>\\n"},
		{"pairs", "glm47", "<tool_call>read<arg_key>path</arg_key><arg_value>", "<arg_key>path</arg_key>"},
		{"names", "glm47", "", "<tool_call>name"},
		{"calls", "minimax_m3", "]<]minimax[>[<tool_call>", "]<]minimax[>[<invoke name=\"read\">]<]minimax[>[<path>a/b/c.txt]<]minimax[>[</path>]<]minimax[>[</invoke>\n"},
		{"signs", "minimax_m3", "", "]<]minimax[>["},
		{"deep", "minimax_m3", "]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"read\">", "]<]minimax[>[<a>"},
		{"repeated", "minimax_m3", "]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"read\">", "]<]minimax[>[<a>x]<]minimax[>[</a>"},
		{"long_value", "minimax_m3", "]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"read\">]<]minimax[>[<a>", "if a[0] < b { return } "},
		{"messages", "muse_glimmer", "<|start|>assistant to=user<|message|>", "text <|eom|><|start|>assistant to=self<|message|>"},
		{"headers", "muse_glimmer", "", " to="},
		{"functions", "minicpm5_xml", "", `<function name="f">`},
		{"entities", "minicpm5_xml", `<function name="f"><param name="a">`, `&amp;<`},
		{"objects", "laguna", "", `{"name":`},
		{"users", "laguna", "", `<user>read<arg_key>`},
	}
	for _, in := range texts {
		for _, size := range []int{1 << 10, 100 << 10, 10 << 20} {
			data := []byte(in.head + strings.Repeat(in.unit, size/len(in.unit)))
			b.Run(fmt.Sprintf("%s/%s/%d", in.format, in.name, size), func(b *testing.B) { stream(b, in.format, nil, data) })
		}
	}
}
