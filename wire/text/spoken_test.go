package text_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jig/tool"
	"jig/wire"
	"jig/wire/text"
)

// spokenTools are offered where a case says so.
func spokenTools() []tool.Definition {
	return []tool.Definition{
		{Name: "run", Input: json.RawMessage(`{"type":"object","properties":{"command":{"type":"string"},"timeout":{"type":"integer"},"quiet":{"type":"boolean"}}}`)},
		{Name: "get", Input: json.RawMessage(`{"type":"object","properties":{"key":{"type":"string"}}}`)},
	}
}

// said is what a decoder made of a text: its calls, one a line, and its text.
func said(t *testing.T, format, in string, tools []tool.Definition, size int) (calls, rest string) {
	t.Helper()
	d, err := text.New(format, wire.Options{Tools: tools})
	if err != nil {
		t.Fatal(err)
	}
	for len(in) > 0 {
		n := min(size, len(in))
		d.Write([]byte(in[:n]))
		in = in[n:]
	}
	if _, err := d.Close(); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	m := d.Reply().Message
	for _, c := range m.Calls() {
		var args bytes.Buffer
		if err := json.Compact(&args, c.Args); err != nil {
			t.Fatalf("%s: arguments %s: %v", c.Name, c.Args, err)
		}
		fmt.Fprintf(&b, "%s %s\n", c.Name, args.String())
	}
	return strings.TrimSuffix(b.String(), "\n"), m.Text()
}

func TestSpokenFormats(t *testing.T) {
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
			name: "quotes that are nested without escapes belong to the string", format: "lfm2",
			in:    `<|tool_call_start|>[run(command='sed -n '1,9p' f.py')]<|tool_call_end|>`,
			calls: `run {"command":"sed -n '1,9p' f.py"}`,
		},
		{
			name: "nested quotes that can be read in two ways are no call", format: "lfm2",
			in:   `<|tool_call_start|>[run(command='echo 'a', note='b')]<|tool_call_end|>`,
			text: `<|tool_call_start|>[run(command='echo 'a', note='b')]`,
		},
		{
			name: "nested quotes do not swallow the next call", format: "lfm2",
			in:    `<|tool_call_start|>[run(command='echo 'a'), get(key='b')]<|tool_call_end|>`,
			calls: "run {\"command\":\"echo 'a\"}\nget {\"key\":\"b\"}",
		},
		{
			name: "a call that cannot be read does not take its neighbours with it", format: "lfm2",
			in:    `<|tool_call_start|>[get(key="a"), get("b"), get(key=f(1)), get(key="c")]<|tool_call_end|>`,
			calls: "get {\"key\":\"a\"}\nget {\"key\":\"c\"}",
		},
		{
			name: "expressions are no literals", format: "lfm2",
			in:    `<|tool_call_start|>[get(key='a' + 'b'), get(key=a), get(key=1e999), get(key=b'x'), get(key='c')]<|tool_call_end|>`,
			calls: `get {"key":"c"}`,
		},
		{
			name: "a block that breaks off leaves the next one alone", format: "lfm2",
			in:    `<|tool_call_start|>[get(key='a'<|tool_call_end|> <|tool_call_start|>[get(key='b')]<|tool_call_end|>`,
			calls: `get {"key":"b"}`, text: "<|tool_call_start|>[get(key='a' ",
		},
		{
			name: "one call without brackets", format: "lfm2",
			in:    `<|tool_call_start|>get(key="a")<|tool_call_end|>`,
			calls: `get {"key":"a"}`,
		},
		{
			name: "names of parameters may be words of Python", format: "lfm2",
			in:    `<|tool_call_start|>[get(from=1, class='x', in=None)]<|tool_call_end|>`,
			calls: `get {"from":1,"class":"x","in":null}`,
		},
		{
			name: "values of all kinds", format: "pythonic",
			in:    `[get(a=-1, b=+2.5, c=1_000, d=0x1f, e=1e3, f=(1, 2), g={'k': [True, False, None]}, h='a' "b", i=r'\d', j=f'x', k=.5, l={1, 2}, m={1: 'a'}, n="\x41\u00e9\N\d")]`,
			calls: `get {"a":-1,"b":2.5,"c":1000,"d":31,"e":1e3,"f":[1,2],"g":{"k":[true,false,null]},"h":"ab","i":"\\d","j":"x","k":0.5,"l":[1,2],"m":{"1":"a"},"n":"Aé\\N\\d"}`,
		},
		{
			name: "three quotes, and what is unpacked", format: "pythonic",
			in:    "[get(a='''it's\n\"so\"''', **{'b': 2})]",
			calls: `get {"a":"it's\n\"so\"","b":2}`,
		},
		{
			name: "an end of the list in a string does not end it", format: "pythonic",
			in:    `So: [get(key='a)]'), get(key="[b(c='d')]")] Done.`,
			calls: "get {\"key\":\"a)]\"}\nget {\"key\":\"[b(c='d')]\"}", text: "So:  Done.",
		},
		{
			name: "links and code are no calls", format: "pythonic", tools: true,
			in:   "See [the docs](http://x), a[f(x)], [1, 2], [get], [foo(a=1)] and [ ] ok",
			text: "See [the docs](http://x), a[f(x)], [1, 2], [get], [foo(a=1)] and [ ] ok",
		},
		{
			name: "calls in fences are no calls", format: "pythonic",
			in:   "```\n[get(key='a')]\n```\n",
			text: "```\n[get(key='a')]\n```\n",
		},
		{
			name: "what is cut off behind a call is text", format: "pythonic",
			in:    "[get(key='a'), get(key='b",
			calls: `get {"key":"a"}`, text: ", get(key='b",
		},
		{
			name: "a list that is cut off is text", format: "pythonic",
			in: "[get(key='a", text: "[get(key='a",
		},
		{
			name: "a bare list counts at the beginning if it names tools", format: "lfm2", tools: true,
			in:    "\n[run(command='ls'), get(key='a')]",
			calls: "run {\"command\":\"ls\"}\nget {\"key\":\"a\"}", text: "\n",
		},
		{
			name: "a bare list later on does not", format: "lfm2", tools: true,
			in: "I would do [run(command='ls')].", text: "I would do [run(command='ls')].",
		},
		{
			name: "an echo of the calls is left out", format: "lfm2",
			in:    "<|tool_call_start|>[get(key='a')]<|tool_call_end|>[get(key='a')]<|tool_call_end|>Done",
			calls: `get {"key":"a"}`, text: "Done",
		},
		{
			name: "calls in thinking are no calls", format: "lfm2",
			in:   "<think><|tool_call_start|>[get(key='a')]<|tool_call_end|></think>No.",
			text: "No.",
		},
		{
			name: "one call a line, over several lines, without an end", format: "olmo3",
			in:    "Ok <function_calls>\nget(key=\"a\")\nget(\n  key=\"b\",\n  n=1,\n)\n",
			calls: "get {\"key\":\"a\"}\nget {\"key\":\"b\",\"n\":1}", text: "Ok \n",
		},
		{
			name: "tokens around the list are no text", format: "llama4_pythonic",
			in:    "<|python_start|>[get(key='a')]<|python_end|>",
			calls: `get {"key":"a"}`,
		},

		{
			name: "the schema gives bare values their type", format: "gemma4", tools: true,
			in:    `<|tool_call>call:run{command:007,timeout:<|"|>5<|"|>,quiet:true}<tool_call|>`,
			calls: `run {"command":"007","timeout":5,"quiet":true}`,
		},
		{
			name: "an end in a string does not end the call", format: "gemma4",
			in:    `<|tool_call>call:get{key:<|"|>a}<tool_call|>b<|"|>}<tool_call|>!`,
			calls: `get {"key":"a}<tool_call|>b"}`, text: "!",
		},
		{
			name: "quotes of other kinds, missing and surplus brackets", format: "gemma4",
			in: `<|tool_call>call:get{"key":'it, so',n:[1,{a:"x"}]}}<tool_call|>` +
				`<|tool_call>call:get{key:<|"|>b<|"|><tool_call|><|tool_call>call:get<tool_call|><|tool_call>:get(key:c)<tool_call|>`,
			calls: "get {\"key\":\"it, so\",\"n\":[1,{\"a\":\"x\"}]}\nget {\"key\":\"b\"}\nget {}\nget {\"key\":\"c\"}",
		},
		{
			name: "a string that has lost its end", format: "gemma4",
			in:    `<|tool_call>call:get{key:<|"|>Paris}<tool_call|>`,
			calls: `get {"key":"Paris"}`,
		},
		{
			name: "what was cut off is no call", format: "gemma4",
			in: `<|tool_call>call:get{key:<|"|>Par`, text: `<|tool_call>call:get{key:<|"|>Par`,
		},
		{
			name: "a call in thinking that was not closed, and one without its mark", format: "gemma4",
			in:    "<|channel>thought\nHm <b>.<|tool_call>call:get{key:1}<tool_call|>call:get{key:2}<tool_call|> call: me {x}",
			calls: "get {\"key\":1}\nget {\"key\":2}", text: " call: me {x}",
		},
		{
			name: "text in place of a call", format: "functiongemma",
			in:    "<start_function_call>call me<end_function_call> or <start_function_call>call:get{key:<escape>a, b<escape>,n:x y}<end_function_call>",
			calls: `get {"key":"a, b","n":"x y"}`, text: "<start_function_call>call me or ",
		},

		{
			name: "a turn with thinking, words and two calls", format: "harmony",
			in: `<|channel|>analysis<|message|>A < b.<|end|><|start|>assistant<|channel|>commentary<|message|>I look.<|end|>` +
				`<|start|>assistant to=functions.get<|channel|>commentary json<|message|>{"key":"<|call|>"}<|call|>` +
				`<|start|>assistant<|channel|>commentary to=run <|constrain|>json<|message|>{"command":"ls"}<|call|>`,
			calls: "get {\"key\":\"\\u003c|call|\\u003e\"}\nrun {\"command\":\"ls\"}", text: "I look.",
		},
		{
			name: "a call without arguments, and one that is not JSON", format: "harmony",
			in:    `<|channel|>commentary to=functions.get<|message|><|call|><|start|>assistant<|channel|>analysis to=python code<|message|>print(1)<|call|>`,
			calls: "get {}\npython \"print(1)\"",
		},
		{
			name: "a call that was cut off", format: "harmony",
			in: `<|channel|>commentary to=functions.get<|message|>{"key": "a`,
		},

		{
			name: "an end in a string does not end the call", format: "inkling",
			in:    `<|content_thinking|>Hm.<|message_model|>get<|content_invoke_tool_json|>{"name":"get","args":{"key":"<|end_message|>"}}<|end_message|><|content_text|>Done`,
			calls: `get {"key":"\u003c|end_message|\u003e"}`, text: "Done",
		},
		{
			name: "escapes in attributes, and a call without its section", format: "kimi_k3",
			in: `<|open|>think<|sep|>Hm.<|close|>think<|sep|><|open|>call tool="get" index="1"<|sep|>` +
				`<|open|>argument key="a&quot;b&amp;" type="string"<|sep|> 1<|close|>call<|sep|> <|close|>argument<|sep|>` +
				`<|open|>argument key="c" type="array"<|sep|>[1]<|close|>argument<|sep|><|close|>call<|sep|>`,
			calls: `get {"a\"b&":" 1<|close|>call<|sep|> ","c":[1]}`,
		},
	}
	for _, test := range tests {
		for _, size := range []int{1 << 20, 1, 3, 7} {
			t.Run(fmt.Sprintf("%s/%s/%d", test.format, test.name, size), func(t *testing.T) {
				t.Parallel()
				var tools []tool.Definition
				if test.tools {
					tools = spokenTools()
				}
				calls, rest := said(t, test.format, test.in, tools, size)
				calls = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(calls)
				want := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(test.calls)
				if calls != want {
					t.Errorf("calls\n%s\nwant\n%s", calls, want)
				}
				if rest != test.text {
					t.Errorf("text %q\nwant %q", rest, test.text)
				}
			})
		}
	}
}
