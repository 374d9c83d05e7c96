package text_test

import (
	"fmt"
	"strings"
	"testing"

	"jig/tool"
	"jig/wire"
)

// The schema decides what a bare value is, digit by digit.
func TestBareValuesAreWhatTheSchemaSays(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, schema, in, want string }{
		{"a string of digits", `{"type":"string"}`, "02134", `"02134"`},
		{"a string that says true", `{"type":"string"}`, "true", `"true"`},
		{"a string that says null", `{"type":"string"}`, "null", `"null"`},
		{"a string that is JSON", `{"type":"string"}`, `{"a": 1}`, `"{\"a\": 1}"`},
		{"a large integer", `{"type":"integer"}`, "123456789012345678901234567890", `123456789012345678901234567890`},
		{"an integer beyond 2^53", `{"type":"integer"}`, "9007199254740993", `9007199254740993`},
		{"minus zero", `{"type":"integer"}`, "-0", `-0`},
		{"an integer with zeros in front", `{"type":"integer"}`, "007", `"007"`},
		{"an integer that is none", `{"type":"integer"}`, "1e400", `"1e400"`},
		{"a number with all its digits", `{"type":"number"}`, "0.10000000000000000000001", `0.10000000000000000000001`},
		{"an array as text", `{"type":"array"}`, `[1, [2, {"a": [3]}]]`, `[1, [2, {"a": [3]}]]`},
		{"an object as text", `{"type":"object"}`, `{"a": {"b": []}}`, `{"a": {"b": []}}`},
		{"a nullable integer that is null", `{"type":["integer","null"]}`, "null", `null`},
		{"a nullable integer", `{"type":"integer","nullable":true}`, "5", `5`},
		{"one of a string and null", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, "5", `"5"`},
		{"one of an integer and null", `{"anyOf":[{"type":"integer"},{"type":"null"}]}`, "5", `5`},
		{"a reference", `{"$ref":"#/$defs/zip"}`, "02134", `"02134"`},
		{"a reference to a string of digits", `{"$ref":"#/$defs/zip"}`, "5", `"5"`},
		{"a reference in circles", `{"$ref":"#/$defs/round"}`, "5", `"5"`},
		{"a choice of strings that look like numbers", `{"enum":["1","2"]}`, "1", `"1"`},
		{"a choice of strings of several types", `{"type":["string","integer"],"enum":["1","2"]}`, "1", `"1"`},
		{"a choice of numbers", `{"enum":[1,2]}`, "1", `1`},
		{"a choice of integers", `{"type":"integer","enum":[1,2]}`, "1", `1`},
		{"a constant that looks like a number", `{"const":"1"}`, "1", `"1"`},
		{"a schema that is no schema", `true`, "02134", `"02134"`},
	} {
		schema := fmt.Sprintf(`{"type":"object","properties":{"v":%s},"$defs":{"zip":{"type":"string"},"round":{"$ref":"#/$defs/round"}}}`, test.schema)
		tools := []tool.Definition{{Name: "get", Input: []byte(schema)}}
		for format, in := range map[string]string{
			"qwen3_coder":   "<tool_call>\n<function=get>\n<parameter=v>\n" + test.in + "\n</parameter>\n</function>\n</tool_call>",
			"anthropic_xml": `<function_calls><invoke name="get"><parameter name="v">` + test.in + "</parameter></invoke></function_calls>",
			"auto":          "<tool_call>\n<function=get>\n<parameter=v>\n" + test.in + "\n</parameter>\n</function>\n</tool_call>",
		} {
			_, calls := attackRun(t, format, wire.Options{Tools: tools}, in, 3)
			if want := `{"v":` + test.want + `}`; len(calls) != 1 || string(calls[0].Args) != want {
				t.Errorf("%s, %s: %s, want %s", format, test.name, attackShow(calls), want)
			}
		}
	}
}

// A schema comes from a server that nobody knows. It must not take longer than its size.
func TestASchemaThatRefersToItselfManyTimesIsReadAtOnce(t *testing.T) {
	t.Parallel()
	refs := strings.TrimSuffix(strings.Repeat(`{"$ref":"#"},{"$ref":"#/properties/v"},`, 500), ",")
	schema := `{"properties":{"v":{"anyOf":[` + refs + `]}},"allOf":[` + refs + `]}`
	tools := []tool.Definition{{Name: "get", Input: []byte(schema)}}
	for _, param := range []string{"v", "w"} {
		in := "<tool_call>\n<function=get>\n<parameter=" + param + ">\n1\n</parameter>\n</function>\n</tool_call>"
		if _, calls := attackRun(t, "qwen3_coder", wire.Options{Tools: tools}, in, 3); len(calls) != 1 {
			t.Errorf("%d calls", len(calls))
		}
		in = "]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"get\">]<]minimax[>[<" + param + ">1]<]minimax[>[</" + param + ">]<]minimax[>[</invoke>]<]minimax[>[</tool_call>"
		if _, calls := attackRun(t, "minimax_m3", wire.Options{Tools: tools}, in, 3); len(calls) != 1 {
			t.Errorf("%d calls", len(calls))
		}
	}
}

func TestNamesAndIdsAreFitToBeRepeated(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, format, in, want string }{
		{"no name", "hermes", `<tool_call>{"name": "", "arguments": {}}</tool_call>`, ""},
		{"a name of spaces", "hermes", `<tool_call>{"name": "  ", "arguments": {}}</tool_call>`, ""},
		{"a name that is a number", "hermes", `<tool_call>{"name": 5, "arguments": {}}</tool_call>`, ""},
		{"a name with a zero", "hermes", `<tool_call>{"name": "ge\u0000t", "arguments": {}}</tool_call>`, "ge\uFFFDt {}; "},
		{"a name with an escape", "qwen3_coder", "<tool_call><function=ge\x1b[0mt></function></tool_call>", "ge\uFFFD[0mt {}; "},
		{"a name that is no text", "qwen3_coder", "<tool_call><function=g\xfft></function></tool_call>", "g\uFFFDt {}; "},
		{"no name in a tag", "qwen3_coder", "<tool_call><function=></function></tool_call>", ""},
		{"no name in an attribute", "anthropic_xml", `<function_calls><invoke name=""></invoke></function_calls>`, ""},
		{"a call inside, with arguments that are none", "hermes", `<tool_call>{"function": {"name": "get", "arguments": "oops"}}</tool_call>`, ""},
		{"a call inside, with a list of arguments", "hermes", `<tool_call>{"function": {"name": "get", "arguments": [1]}}</tool_call>`, ""},
		{"a call inside", "hermes", `<tool_call>{"type": "function", "function": {"name": "get", "arguments": "{\"key\": 1}"}}</tool_call>`, `get {"key": 1}; `},
		{"a call inside, without arguments", "hermes", `<tool_call>{"type": "function", "function": {"name": "get"}}</tool_call>`, `get {}; `},
		{"keys twice", "hermes", `<tool_call>{"name": "get", "name": "rm", "arguments": {"key": 1}, "arguments": {"key": 2}}</tool_call>`, `get {"key": 1}; `},
		{"a parameter twice", "qwen3_coder", "<tool_call><function=get><parameter=key>1</parameter><parameter=key>2</parameter></function></tool_call>", `get {"key":"2"}; `},
		{"many other members", "hermes", `<tool_call>{"name": "get", ` + strings.Repeat(`"x": 1, `, 62) + `"arguments": {"key": 1}, ` + strings.Repeat(`"x": 1, `, 9) + `"y": 1}</tool_call>`, ""},
	} {
		for _, size := range []int{1 << 20, 1} {
			_, calls := attackRun(t, test.format, wire.Options{Tools: attackTools()}, test.in, size)
			if got := attackShow(calls); got != test.want {
				t.Errorf("%s: %q, want %q", test.name, got, test.want)
			}
		}
	}
}

func TestIdsAreNeverGivenTwice(t *testing.T) {
	t.Parallel()
	n := 0
	opt := wire.Options{NewID: func() string { n++; return fmt.Sprint("call_", n) }}
	one := func(id string) string {
		return `<tool_call>{"name": "get", ` + id + `"arguments": {}}</tool_call>`
	}
	_, calls := attackRun(t, "hermes", opt, one("")+one(`"id": "call_1", `)+one(`"id": "call_3", `)+one(`"id": "call_3", `)+one(""), 7)
	seen := map[string]bool{}
	for _, c := range calls {
		if seen[c.ID] {
			t.Errorf("%s comes twice", c.ID)
		}
		seen[c.ID] = true
	}
	if len(calls) != 5 {
		t.Errorf("%d calls", len(calls))
	}
}

func TestArgumentsThatWereCutInBrokenWritingAreNone(t *testing.T) {
	t.Parallel()
	for format, in := range map[string]string{
		"olmo3":   `<function_calls>write(path='a', content='print('a')`,
		"lfm2":    `<|tool_call_start|>[write(path='a', content='print('a')`,
		"harmony": `<|channel|>commentary to=functions.write<|message|>{path: "a", "content": "print(`,
	} {
		if _, calls := attackRun(t, format, wire.Options{Tools: attackTools()}, in, 3); len(calls) > 0 {
			t.Errorf("%s: %s", format, attackShow(calls))
		}
	}
}
