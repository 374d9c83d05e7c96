package text_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jig/wire"
	"jig/wire/text"
)

// attackContents are what files hold that calls write.
func attackContents() []string {
	return []string{
		"plain", "func main() { f(\"x\") }\n", "it's print('a') and {b: 'c'}", "a\n</parameter>\nb", "see </function> and </tool_call> there",
		"<tool_call> is how it begins", "<function=get> in code", "x = [\"a\", 'b']; y = {\"a\": {}}", "</invoke></arg_value> end", "<think>no</think>", "```\ncode\n```\n",
		"tail ]", "a]\nb", `back\slash "quoted"`, "a<|call|>b", "1}", "}", "')", "x', path='y", "{\"name\": \"get\", \"arguments\": {}}", "<![CDATA[x]]>", "&amp; &lt;", "\u2028é",
	}
}

func attackWrite(t testing.TB, content string) *wire.Call {
	args, err := json.Marshal(map[string]string{"path": "a.txt", "content": content})
	if err != nil {
		t.Fatal(err)
	}
	return &wire.Call{ID: "functions.write:0", Name: "write", Args: args}
}

// Half a file is never written: a call that was cut off anywhere is none, or it is whole.
func TestACallThatIsCutOffAnywhereIsNeverReadyInPart(t *testing.T) {
	t.Parallel()
	for _, format := range text.Formats() {
		for _, content := range attackContents() {
			call := attackWrite(t, content)
			full, err := text.Calls(format, []*wire.Call{call})
			if err != nil {
				full = strings.ReplaceAll(attackRead()[format], "CONTENT", content)
			}
			if full == "" {
				break
			}
			if err != nil && strings.HasPrefix(content, "see </") {
				continue // the last value, cut right behind what could be the end of all
			}
			opt := wire.Options{Tools: attackTools()}
			formats := []string{format, "auto"}
			if format == "generic_json" { // its whole answer is one object, which text may be as well
				formats = formats[:1]
			}
			for _, format := range formats {
				said, whole := attackRun(t, format, opt, full, 1<<20)
				if strings.TrimSpace(strings.TrimPrefix(said, "<tool_calls>")) != "" {
					t.Errorf("%s: of %q there is %q", format, full, said)
				}
				if err != nil && (len(whole) == 1 && !attackSame(whole[0], call) || len(whole) == 0) {
					continue // what stands in the value means something there
				}
				if len(whole) != 1 || !attackSame(whole[0], call) {
					t.Errorf("%s: of %q there are %s and %q", format, full, attackShow(whole), said)
					continue
				}
				for n := range full {
					if format == "auto" && n%4 != 0 && strings.IndexByte(">}])'\"", full[max(n, 1)-1]) < 0 {
						continue
					}
					said, calls := attackRun(t, format, opt, full[:n], 1<<20)
					if len(calls) > 1 || len(calls) == 1 && !attackSame(calls[0], call) {
						t.Errorf("%s: of %q there are %s and %q", format, full[:n], attackShow(calls), said)
						break
					}
				}
			}
		}
	}
}

// attackRead are calls in formats that are only read.
func attackRead() map[string]string {
	const sign = "]<]minimax[>["
	return map[string]string{
		"hunyuan":      "<tool_calls><tool_call>write<tool_sep><arg_key>path</arg_key><arg_value>a.txt</arg_value><arg_key>content</arg_key><arg_value>CONTENT</arg_value></tool_call></tool_calls>",
		"minicpm5_xml": `<function name="write"><param name="path">a.txt</param><param name="content">CONTENT</param></function>`,
		"minimax_m3": sign + "<tool_call>" + sign + `<invoke name="write">` + sign + "<path>a.txt" + sign + "</path>" + sign + "<content>CONTENT" + sign + "</content>" +
			sign + "</invoke>" + sign + "</tool_call>",
		"muse_glimmer": "<|start|>assistant to=write<|message|><atem:function_calls>\n<atem:invoke name=\"write\">\n<atem:parameter name=\"path\">a.txt</atem:parameter>\n" +
			"<atem:parameter name=\"content\">CONTENT</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>",
		"step3": "<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\"write\"><steptml:parameter name=\"path\">a.txt</steptml:parameter>" +
			"<steptml:parameter name=\"content\">CONTENT</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>",
	}
}

func attackSame(a, b *wire.Call) bool {
	var x, y map[string]any
	if a.Name != b.Name || json.Unmarshal(a.Args, &x) != nil || json.Unmarshal(b.Args, &y) != nil {
		return false
	}
	for _, args := range []map[string]any{x, y} {
		for name, value := range args {
			if s, ok := value.(string); ok {
				args[name] = strings.TrimSpace(s) // which some formats do
			}
		}
	}
	return fmt.Sprint(x) == fmt.Sprint(y)
}

func attackShow(calls []*wire.Call) string {
	var b strings.Builder
	for _, c := range calls {
		fmt.Fprintf(&b, "%s %s; ", c.Name, c.Args)
	}
	return b.String()
}

func TestAHeaderWithoutEndIsReadTheSameHoweverItIsCut(t *testing.T) {
	t.Parallel()
	const harmony, kimi, deepseek = "<|channel|>", "<|tool_calls_section_begin|>", "<｜tool▁calls▁begin｜>"
	rest := map[string]string{
		harmony:  "<|channel|>commentary to=functions.get<|message|>{\"key\": \"a\"}<|call|>",
		kimi:     "<|tool_call_begin|>functions.get:0<|tool_call_argument_begin|>{\"key\": \"a\"}<|tool_call_end|><|tool_calls_section_end|>",
		deepseek: "<｜tool▁call▁begin｜>get<｜tool▁sep｜>{\"key\": \"a\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
	}
	for _, one := range [][2]string{
		{"harmony", harmony}, {"auto", harmony}, {"kimi_k2", kimi}, {"auto", kimi}, {"deepseek_v31", deepseek}, {"deepseek_v3", deepseek},
	} {
		format, mark := one[0], one[1]
		for _, n := range []int{200, 250, 256, 257, 300, 500, 512, 513, 600, 900, 1000, 1010, 1014, 1020, 1024, 1025, 3000, 5000} {
			in := mark + strings.Repeat("x", n) + rest[mark]
			want, calls := attackRun(t, format, wire.Options{Tools: attackTools()}, in, len(in))
			for _, size := range []int{1, 3, 500} {
				if got, again := attackRun(t, format, wire.Options{Tools: attackTools()}, in, size); got != want || len(again) != len(calls) {
					t.Errorf("%s, %d, by %d: %d bytes and %d calls, want %d and %d", format, n, size, len(got), len(again), len(want), len(calls))
				}
			}
		}
	}
}
