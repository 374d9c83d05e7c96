package text_test

import (
	"fmt"
	"strings"
	"testing"

	"jig/wire"
	"jig/wire/text"
)

// What takes longer than its size would not end within the time of a test.
func TestHostileTextsAreReadInTheTimeOfTheirSize(t *testing.T) {
	t.Parallel()
	const size = 1 << 16
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	call := &wire.Call{ID: "functions.get:0", Name: "get", Args: []byte(`{"key":"abc","n":5}`)}
	for _, format := range text.Formats() {
		marks, _ := text.Tokens(format)
		texts := map[string]string{
			"marks":      fill(strings.Join(marks, "")),
			"one mark":   fill(marks[len(marks)-1]),
			"brackets":   fill("["),
			"braces":     fill(`{"name":`),
			"functions":  marks[0] + fill(`{"function":`),
			"backticks":  fill("` "),
			"quotations": marks[0] + "[get(key='" + fill("' "),
		}
		if whole, err := text.Calls(format, []*wire.Call{call}); err == nil {
			for _, n := range []int{strings.Index(whole, "get") + len("get"), strings.LastIndexAny(whole, "})") + 1, len(whole) - 1, len(whole)} {
				texts[fmt.Sprint("white space behind ", n)] = whole[:n] + strings.Repeat(" ", 2*size)
			}
			texts["closing brackets"] = whole + fill("}")
		}
		for name, in := range texts {
			if said, calls := attackRun(t, format, wire.Options{Tools: attackTools()}, in, 3); len(calls) > 1 || len(said) > len(in) {
				t.Errorf("%s, %s: %d calls, %d bytes of text", format, name, len(calls), len(said))
			}
		}
	}
}

func TestDeepNestingIsNoStackOfCalls(t *testing.T) {
	t.Parallel()
	const depth = 100_000
	formats := []string{"auto", "hermes", "llama3_json", "apertus", "kimi_k2", "qwen3_coder", "glm47", "minicpm5_xml", "minimax_m3", "pythonic", "olmo3", "gemma4", "harmony", "generic_json", "laguna"}
	nested := strings.Repeat("[", depth) + strings.Repeat("]", depth)
	objects := strings.Repeat(`{"function":`, depth) + "1" + strings.Repeat("}", depth)
	for _, format := range formats {
		marks, _ := text.Tokens(format)
		for _, in := range []string{
			`<tool_call>{"name": "get", "arguments": {"key": ` + nested + `}}</tool_call>`,
			"<tool_call><function=get><parameter=n>" + nested + "</parameter></function></tool_call>",
			"[get(key=" + nested + ")]",
			marks[0] + "[get(key=" + nested + ")]",
			marks[0] + "call:get{key:" + nested + "}",
			objects, marks[0] + objects,
		} {
			attackRun(t, format, wire.Options{Tools: attackTools()}, in, 1<<14)
		}
	}
	// As deep as is read, with much inside: not once for each level.
	in := "<tool_call>" + strings.Repeat(`{"function":`, 990) + `{"name":"get","arguments":{"key":"` + strings.Repeat("x", 1<<20) + `"}}` + strings.Repeat("}", 990) + "</tool_call>"
	attackRun(t, "hermes", wire.Options{}, in, 1<<16)
}

func TestAnAnswerMayHaveManyCallsAndLargeArguments(t *testing.T) {
	t.Parallel()
	const many = 10_000
	for format, block := range attackBlocks() {
		for _, format := range []string{format, "auto"} {
			if _, calls := attackRun(t, format, wire.Options{Tools: attackTools()}, strings.Repeat(block+"\n", many), 1<<10); len(calls) != many {
				t.Errorf("%s: %d calls", format, len(calls))
			}
			large := strings.Repeat("All work and <b>no play</b>. ", 1<<16)
			in := strings.Replace(strings.Replace(block, `"a"`, `"`+large+`"`, 1), "\na\n", "\n"+large+"\n", 1)
			in = strings.Replace(strings.Replace(in, ">a<", ">"+large+"<", 1), `(key="a")`, `(key="`+large+`")`, 1)
			if _, calls := attackRun(t, format, wire.Options{Tools: attackTools()}, in, 1<<10); len(calls) != 1 || len(calls[0].Args) < len(large) {
				t.Errorf("%s: %d calls", format, len(calls))
			}
		}
	}
}
