package text_test

import (
	"strings"
	"sync"
	"testing"

	"jig/tool"
	"jig/wire"
	"jig/wire/text"
)

func TestTextAroundCallsIsKeptAndCallsAreFoundOnlyWhereTheyAreMeant(t *testing.T) {
	const call = `<tool_call>{"name": "read", "arguments": {"path": "a"}}</tool_call>`
	const story = "\n5 call_1 read {\"path\": \"a\"}"
	for _, test := range []struct{ name, format, in, want string }{
		{"text before and after", "hermes", "Well. " + call + " Done.", "\n1 Well. " + story + "\n1  Done.\n7 "},
		{"two calls", "hermes", call + call, story + "\n5 call_2 read {\"path\": \"a\"}\n7 "},
		{"in a code fence", "hermes", "So:\n```xml\n" + call + "\n```\n", "\n1 So:\n```xml\n" + call + "\n```\n\n7 "},
		{"in a longer fence that holds another", "hermes", "````\n```\n" + call + "\n```\n````\n", "\n1 ````\n```\n" + call + "\n```\n````\n\n7 "},
		{"in a fence of tildes", "hermes", "~~~\n" + call + "\n~~~", "\n1 ~~~\n" + call + "\n~~~\n7 "},
		{"in a fence inside a line", "hermes", "Write ```" + call + "``` to read.", "\n1 Write ```" + call + "``` to read.\n7 "},
		{"after a fence", "hermes", "```\nx\n```\n" + call, "\n1 ```\nx\n```\n" + story + "\n7 "},
		{"after an unfinished quotation in a line", "hermes", "a ``` b\n" + call, "\n1 a ``` b\n" + story + "\n7 "},
		{"in thinking", "hermes", "<think>I could " + call + "</think>No.", "\n2 I could " + call + "\n1 No.\n7 "},
		{"after thinking whose beginning was in the prompt", "hermes", "Hm.</think>" + call, "\n1 Hm." + story + "\n7 "},
		{"an end of the block inside a string", "hermes", `<tool_call>{"name": "w", "arguments": {"t": "</tool_call>\"}"}}</tool_call>`, "\n5 call_1 w {\"t\": \"</tool_call>\\\"}\"}\n7 "},
		{"an end that is missing", "hermes", strings.TrimSuffix(call, "</tool_call>"), story + "\n7 "},
		{"a bracket too many", "hermes", strings.Replace(call, "}}", "}}}", 1), story + "\n7 "},
		{"control tokens", "hermes", "Hi.<|im_end|>", "\n1 Hi.\n7 "},
		{"a call that was cut off", "hermes", "<tool_call>{\"name\": \"read\", \"argum", "\n6 what looks like a call cannot be read, and was kept as text\n1 <tool_call>{\"name\": \"read\", \"argum\n7 "},
		{"a mark that is none", "hermes", "<tool_callx <tool", "\n1 <tool_callx <tool\n7 "},
		{"line breaks in strings", "hermes", "<tool_call>{\"name\": \"w\", \"arguments\": {\"t\": \"a\nb\"}}</tool_call>", "\n5 call_1 w {\"t\": \"a\\nb\"}\n7 "},
		{"backslashes that escape nothing", "hermes", `<tool_call>{"name": "w", "arguments": {"t": "\d+\n"}}</tool_call>`, "\n5 call_1 w {\"t\": \"\\\\d+\\n\"}\n7 "},
		{"arguments as a string", "hermes", `<tool_call>{"name": "w", "arguments": "{\"a\": 1}"}</tool_call>`, "\n5 call_1 w {\"a\": 1}\n7 "},
		{"the shape of OpenAI", "hermes", `<tool_call>{"id": "x", "type": "function", "function": {"name": "w", "arguments": "{}"}}</tool_call>`, "\n5 x w {}\n7 "},
		{"several objects in one block", "minimax", "<tool_calls>\n{\"name\": \"a\", \"arguments\": {}}\n{\"name\": \"b\"}\n</tool_calls>", "\n5 call_1 a {}\n5 call_2 b {}\n7 "},
		{"lines that are no calls, between others", "minimax", "<tool_calls>\n{\"name\": \"a\", \"arguments\": {}}\n{no json}\n{\"x\": 1}\n{\"name\": \"b\"}\n</tool_calls>", "\n5 call_1 a {}\n6 what is no call was left out\n6 what is no call was left out\n5 call_2 b {}\n7 "},
		{"a bare name that nobody offered", "llama3_json", `{"name": "John"}`, "\n1 {\"name\": \"John\"}\n7 "},
		{"objects that are no calls, and what is inside them", "llama3_json", `{"data": {"name": "a", "parameters": {}}} ok`, "\n1 {\"data\": {\"name\": \"a\", \"parameters\": {}}} ok\n7 "},
		{"ids of the model, once each", "kimi_k2", strings.Repeat("<|tool_call_begin|>functions.a:0<|tool_call_argument_begin|>{}<|tool_call_end|>", 2), "\n5 functions.a:0 a {}\n5 call_1 a {}\n7 "},
		{"a tool whose name ends in json", "deepseek_v31", "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>parse_json<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>", "\n5 call_1 parse_json {}\n7 "},
		{"a fence that is the envelope", "xlam", "```json\n[{\"name\": \"a\", \"arguments\": {}}]\n```\nOk.", "\n5 call_1 a {}\n1 \nOk.\n7 "},
		{"a fence that is not", "xlam", "```python\n[{\"name\": \"a\", \"arguments\": {}}]\n```", "\n1 ```python\n[{\"name\": \"a\", \"arguments\": {}}]\n```\n7 "},
		{"an answer in JSON", "generic_json", `{"response": "Hi \"you\""}`, "\n1 Hi \"you\"\n7 "},
		{"a call in JSON", "generic_json", `{"tool_calls": [{"name": "a", "arguments": {"x": 1}, "id": "9"}]}`, "\n5 9 a {\"x\": 1}\n7 "},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, got := decode(t, test.format, nil, []string{test.in}); got != test.want {
				t.Errorf("of %q\ngot  %q\nwant %q", test.in, got, test.want)
			}
		})
	}
}

func TestTextThatBeginsInThinkingWhenThePromptDid(t *testing.T) {
	d, err := text.New("hermes", wire.Options{Thinking: true})
	if err != nil {
		t.Fatal(err)
	}
	d.Write([]byte("Maybe <tool_call>{\"name\": \"a\"}</tool_call>?</think>No."))
	if _, err := d.Close(); err != nil {
		t.Fatal(err)
	}
	reply := d.Reply()
	if len(reply.Parts) != 2 || reply.Parts[0].Kind != wire.ThinkingPart || reply.Text() != "No." || reply.Stop != wire.EndTurn {
		t.Errorf("the reply is %+v", reply)
	}
}

func TestAReplySaysWhyItEnded(t *testing.T) {
	for in, want := range map[string]wire.Stop{
		"Hi.": wire.EndTurn,
		"<tool_call>{\"name\": \"a\"}</tool_call>": wire.ToolUse,
		"<tool_call>{\"name\": \"a":                wire.MaxTokens,
	} {
		d, err := text.New("hermes", wire.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.Write([]byte(in))
		if _, err := d.Close(); err != nil {
			t.Fatal(err)
		}
		if got := d.Reply().Stop; got != want {
			t.Errorf("%q ended with %q, want %q", in, got, want)
		}
	}
}

func TestTextsInBareJSONMustNameAToolThatWasOffered(t *testing.T) {
	tools := []tool.Definition{{Name: "read"}}
	for in, want := range map[string]int{
		`{"name": "read"}`:                   1,
		`{"name": "John", "arguments": {}}`:  0,
		`I say {"name": "read"}`:             0,
		`[{"name": "read", "parameters":{}}`: 1,
	} {
		if found, _ := decode(t, "ollama_prompt_json", tools, []string{in}); len(found) != want {
			t.Errorf("%q has %d calls, want %d", in, len(found), want)
		}
	}
}

func TestAKimiCallWithoutANameIsForTheToolThatItsArgumentsFit(t *testing.T) {
	tools := []tool.Definition{
		{Name: "read", Input: []byte(`{"properties": {"path": {"type": "string"}}}`)},
		{Name: "weather", Input: []byte(`{"properties": {"city": {"type": "string"}}}`)},
	}
	for in, want := range map[string]string{`{"city": "Oslo"}`: "weather", `{"path": "a"}`: "read", `{"x": 1}`: ""} {
		found, _ := decode(t, "kimi_k2", tools, []string{"<|tool_calls_section_begin|><|tool_call_begin|>3<|tool_call_argument_begin|>" + in + "<|tool_call_end|><|tool_calls_section_end|>"})
		got := ""
		if len(found) > 0 {
			got = found[0].Name
		}
		if got != want {
			t.Errorf("%s is for %q, want %q", in, got, want)
		}
	}
}

func TestFormatsCanBeReadByManyAtOnce(t *testing.T) {
	var all sync.WaitGroup
	for _, format := range text.Formats() {
		for range 2 {
			all.Go(func() {
				decode(t, format, nil, []string{"<tool_call>{\"name\": \"a\", ", "\"arguments\": {}}</tool_call>", "[f(x=1)]"})
			})
		}
	}
	all.Wait()
}

func TestAnUnknownFormatIsAnErrorThatNamesTheOthers(t *testing.T) {
	_, err := text.New("klingon", wire.Options{})
	if err == nil || !strings.Contains(err.Error(), "hermes") {
		t.Errorf("the error is %v", err)
	}
}
