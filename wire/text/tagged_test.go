package text_test

import (
	"encoding/json"
	"testing"

	"jig/tool"
)

// taggedTools are offered where a case says so.
func taggedTools() []tool.Definition {
	return []tool.Definition{
		{Name: "write", Input: json.RawMessage(`{"type":"object","properties":{
			"path":{"type":"string"},"text":{"type":"string"},"mode":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}},
			"owner":{"type":"object","properties":{"name":{"type":"string"},"id":{"type":"integer"}}}},"required":["path"]}`)},
		{Name: "now", Input: json.RawMessage(`{"type":"object","properties":{}}`)},
	}
}

func TestTaggedFormats(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		format string
		tools  bool
		in     string
		calls  string
		text   string
	}{
		{
			"values keep their type", "qwen3_coder", true,
			"<tool_call>\n<function=write>\n<parameter=path>\n02134\n</parameter>\n<parameter=mode>\n420\n</parameter>\n</function>\n</tool_call>",
			`write {"path":"02134","mode":420}`, "",
		},
		{
			"a closing tag in a value is part of it", "qwen3_coder", true,
			"<tool_call>\n<function=write>\n<parameter=text>\na </parameter> b </function> c </tool_call> d\n</parameter>\n</function>\n</tool_call>",
			`write {"text":"a </parameter> b </function> c </tool_call> d"}`, "",
		},
		{
			"only one line break is dropped", "qwen3_coder", true,
			"<function=write>\n<parameter=text>\n\n  x\n\n</parameter>\n</function>",
			`write {"text":"\n  x\n"}`, "",
		},
		{
			"the end of a value is missing", "qwen3_coder", true,
			"<tool_call>\n<function=write>\n<parameter=path>\na\n<parameter=text>\nb\n</function>\n</tool_call>",
			`write {"path":"a","text":"b"}`, "",
		},
		{
			"the end of a call is missing", "qwen3_coder", true,
			"<tool_call>\n<function=write>\n<parameter=path>a</parameter>\n</tool_call> done",
			`write {"path":"a"}`, " done",
		},
		{
			"all ends are missing but that of the block", "qwen3_coder", true,
			"<tool_call><function=write><parameter=path>a</tool_call>\n<tool_call><function=now></function></tool_call>",
			`write {"path":"a"}` + "\n" + `now {}`, "\n",
		},
		{
			"the parameters of a format that a value describes are part of it", "qwen3_coder", true,
			"<function=write><parameter=text>\n<parameter=nothing>\nx</parameter></function>",
			`write {"text":"<parameter=nothing>\nx"}`, "",
		},
		{
			"several calls in one block", "qwen3_coder", false,
			"<tool_call><function=a></function><function=b><parameter=x>1</parameter></function></tool_call>",
			"a {}\n" + `b {"x":"1"}`, "",
		},
		{
			"arguments are JSON", "qwen3_coder", false,
			`<tool_call><function=a>{"x": "</function>"}</function></tool_call>`,
			`a {"x":"</function>"}`, "",
		},
		{
			"the call is JSON", "qwen3_coder", false,
			`<tool_call>{"name": "a", "arguments": {"x": 1}}</tool_call>`,
			`a {"x":1}`, "",
		},
		{
			"parameters are elements", "qwen3_coder", false,
			"<function=a><action>go</action>\n<count>2</count></function>",
			`a {"action":"go","count":"2"}`, "",
		},
		{
			"a call that was cut off is none", "qwen3_coder", true,
			"Now: <tool_call>\n<function=write>\n<parameter=path>\n/etc/pas",
			"", "Now: <tool_call>\n<function=write>\n<parameter=path>\n/etc/pas",
		},
		{
			"the first of two calls was whole", "qwen3_coder", true,
			"<tool_call><function=now></function></tool_call><tool_call><function=write><parameter=path>a",
			"now {}", "<tool_call><function=write><parameter=path>a",
		},
		{
			"a call that only begins is none", "qwen3_coder", true,
			"<function=now><function=now></function>",
			"now {}", "<function=now>",
		},
		{
			"a value may hold markup", "qwen3_coder", true,
			"<function=write><parameter=text>a</parameter>\n<b>b</b></parameter></function>",
			`write {"text":"a</parameter>\n<b>b</b>"}`, "",
		},
		{
			"prose about the format is no call", "qwen3_coder", true,
			"Write <tool_call> and then <function=name> and so on.",
			"", "Write <tool_call> and then <function=name> and so on.",
		},
		{
			"a call in a code fence is none", "qwen3_coder", true,
			"```xml\n<tool_call><function=now></function></tool_call>\n```\n",
			"", "```xml\n<tool_call><function=now></function></tool_call>\n```\n",
		},
		{
			"a call in thinking is none", "qwen3_coder", true,
			"<think><tool_call><function=now></function></tool_call></think>No.",
			"", "No.",
		},
		{
			"strings and others", "deepseek_v32_dsml", false,
			`<｜DSML｜function_calls><｜DSML｜invoke name="f"><｜DSML｜parameter name="a" string="true">1</｜DSML｜parameter><｜DSML｜parameter name="b" string="false">[1]</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>`,
			`f {"a":"1","b":[1]}`, "",
		},
		{
			"without the prefix", "deepseek_v32_dsml", false,
			`<function_calls><invoke name="f"><parameter name="a" string="true">1</parameter></invoke></function_calls>`,
			`f {"a":"1"}`, "",
		},
		{
			"arguments as an object", "deepseek_v32_dsml", false,
			`<｜DSML｜function_calls><｜DSML｜invoke name="f">{"a": 1}</｜DSML｜invoke></｜DSML｜function_calls>`,
			`f {"a":1}`, "",
		},
		{
			"spaced tags", "deepseek_v4_dsml", false,
			`<｜DSML｜ calls><｜DSML｜ invoke name="f"><｜DSML｜ parameter name="a" string="true">1</｜DSML｜ parameter></｜DSML｜ invoke></｜DSML｜ calls>`,
			`f {"a":"1"}`, "",
		},
		{
			"a parameter that only seems to wrap", "deepseek_v4_dsml", true,
			`<｜DSML｜tool_calls><｜DSML｜invoke name="write"><｜DSML｜parameter name="arguments" string="true">{"other":1}</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜tool_calls>`,
			`write {"arguments":"{\"other\":1}"}`, "",
		},
		{
			"the beginning of the block is missing", "minimax_m2", false,
			`<invoke name="f"><parameter name="a">1</parameter></invoke></minimax:tool_call>`,
			`f {"a":"1"}`, "",
		},
		{
			"other quotes", "anthropic_xml", false,
			`Sure. <function_calls><invoke name='f'><parameter name='a'>x > y</parameter></invoke></function_calls>`,
			`f {"a":"x > y"}`, "Sure. ",
		},
		{
			"separators", "step3", false,
			`<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="f"><steptml:parameter name="a">1</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>`,
			`f {"a":"1"}`, "",
		},
		{
			"a name alone", "glm47", true, "<tool_call>now</tool_call>", "now {}", "",
		},
		{
			"a closing tag in a value is part of it", "glm47", true,
			"<tool_call>write<arg_key>text</arg_key><arg_value>a</arg_value> b</tool_call> c</arg_value></tool_call>",
			`write {"text":"a</arg_value> b</tool_call> c"}`, "",
		},
		{
			"a key without a value", "glm47", true,
			"<tool_call>write<arg_key>path</arg_key><arg_key>text</arg_key><arg_value>a</arg_value></tool_call>",
			`write {"text":"a"}`, "",
		},
		{
			"quotes that belong to a value", "glm47", true,
			`<tool_call>write<arg_key>path</arg_key><arg_value>"a.\d"</arg_value><arg_key>text</arg_key><arg_value>"a", "b"</arg_value></tool_call>`,
			`write {"path":"a.\\d","text":"\"a\", \"b\""}`, "",
		},
		{
			"prose is no name", "glm47", true, "A <tool_call> is a tag.", "", "A <tool_call> is a tag.",
		},
		{
			"line breaks around a value", "poolside_v1", true,
			"<tool_call>write\n<arg_key>text</arg_key>\n<arg_value>\na\n</arg_value>\n</tool_call>",
			`write {"text":"a"}`, "",
		},
		{
			"objects and arrays", "minimax_m3", true,
			"]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"write\">]<]minimax[>[<tags>]<]minimax[>[<item>1]<]minimax[>[</item>]<]minimax[>[</tags>]<]minimax[>[<owner>]<]minimax[>[<name>7]<]minimax[>[</name>]<]minimax[>[<id>7]<]minimax[>[</id>]<]minimax[>[</owner>]<]minimax[>[</invoke>]<]minimax[>[</tool_call>",
			`write {"tags":["1"],"owner":{"name":"7","id":7}}`, "",
		},
		{
			"a string may hold tags", "minimax_m3", true,
			"]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"write\">]<]minimax[>[<text>a]<]minimax[>[</invoke>b]<]minimax[>[</text>]<]minimax[>[</invoke>]<]minimax[>[</tool_call>",
			`write {"text":"a]<]minimax[>[</invoke>b"}`, "",
		},
		{
			"an element that comes twice", "minimax_m3", false,
			"]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"f\">]<]minimax[>[<a>1]<]minimax[>[</a>]<]minimax[>[<a>2]<]minimax[>[</a>]<]minimax[>[</invoke>]<]minimax[>[</tool_call>",
			`f {"a":["1","2"]}`, "",
		},
		{
			"escaped values", "minicpm5_xml", true,
			`<function name="write"><param name="path">a &lt; b</param><param name="text"><![CDATA[x && <y>]]></param></function>`,
			`write {"path":"a < b","text":"x && <y>"}`, "",
		},
		{
			"what the tool needs is missing", "minicpm5_xml", true,
			`<function name="write"><param name="text">a</param></function>`,
			"", `<function name="write"><param name="text">a</param></function>`,
		},
		{
			"a turn of the user that is no call", "laguna", true,
			"<user>hello there</user>", "", "<user>hello there</user>",
		},
		{
			"messages", "muse_glimmer", true,
			" to=user<|message|>a <b> c<|eom|><|start|>assistant to=now.now<|message|><atem:function_calls><atem:invoke name=\"now.now\"></atem:invoke></atem:function_calls><|eot|>",
			"now {}", "a <b> c",
		},
		{
			"a message to the user is text", "muse_glimmer", true,
			" to=user<|message|><atem:function_calls><atem:invoke name=\"now\"></atem:invoke></atem:function_calls> is a call<|eot|>",
			"", "<atem:function_calls><atem:invoke name=\"now\"></atem:invoke></atem:function_calls> is a call",
		},
		{
			"a message to nobody can be a call", "muse_glimmer", true,
			"<|message|><atem:function_calls><atem:invoke name=\"now\"></atem:invoke></atem:function_calls><|eot|>",
			"now {}", "",
		},
		{
			"name and arguments", "xml_nested", false,
			"Yes.\n<tool_call>\n<name>read</name>\n<arguments>{\"path\": \"</tool_call>\"}</arguments>\n</tool_call>\n",
			`read {"path":"</tool_call>"}`, "Yes.\n\n",
		},
		{
			"no arguments", "xml_nested", false, "<tool_call><name>now</name></tool_call>", "now {}", "",
		},
		{
			"no name", "xml_nested", false,
			"<tool_call><name></name><arguments>{}</arguments></tool_call>", "", "<tool_call><name></name><arguments>{}</arguments></tool_call>",
		},
	}
	for _, test := range tests {
		t.Run(test.format+" "+test.name, func(t *testing.T) {
			t.Parallel()
			var tools []tool.Definition
			if test.tools {
				tools = taggedTools()
			}
			for _, size := range []int{1, 2, 3, 7, len(test.in)} {
				calls, text := said(t, test.format, test.in, tools, size)
				if calls != test.calls {
					t.Errorf("in pieces of %d: calls\n%s\nwant\n%s", size, calls, test.calls)
				}
				if text != test.text {
					t.Errorf("in pieces of %d: text %q, want %q", size, text, test.text)
				}
			}
		})
	}
}
