package text_test

import (
	"testing"

	"jig/tool"
	"jig/wire"
)

// attackProse are texts about formats, and of other things that look like calls.
func attackProse() map[string]string {
	return map[string]string{
		"tags named in a sentence":        "Hermes puts a JSON object between <tool_call> and </tool_call>, so a client looks for <tool_call> first.",
		"empty tags":                      "The block is <tool_call></tool_call> or <function_calls></function_calls>.",
		"tags in backticks":               "Use `<tool_call>`, `<function=name>`, `<parameter=key>` and `</tool_call>`; Claude has `<invoke name=\"x\">`.",
		"a whole call in backticks":       "Write `<tool_call>{\"name\": \"get\", \"arguments\": {\"key\": \"a\"}}</tool_call>` and wait.",
		"a template with an ellipsis":     "<tool_call>{\"name\": ..., \"arguments\": ...}</tool_call> is the shape.",
		"a template with brackets":        "<function=NAME> <parameter=KEY> VALUE </parameter> is the shape",
		"JSON in prose":                   "The config is {\"name\": \"demo\", \"arguments\": [\"-v\"], \"type\": \"module\"} and that is all.",
		"JSON in prose with a tool":       "It says {\"name\": \"get\", \"arguments\": {\"key\": \"a\"}} in the log.",
		"JSON at the beginning":           "{\"name\": \"demo\", \"version\": \"1.0\"} is my package.json.",
		"a JSON answer":                   "{\"name\": \"Bob\", \"parameters\": {\"age\": 5}}",
		"a JSON answer with a call in it": "{\"doc\": \"<tool_call>{\\\"name\\\": \\\"get\\\"}</tool_call>\", \"n\": [1, 2]}",
		"a JSON answer as a list":         "[{\"id\": 1, \"name\": \"Bob\"}, {\"id\": 2, \"name\": \"Eve\"}]",
		"a list of Python":                "The list is [1, 2, 3] and xs = [f(x) for x in ys if g(x=1)].",
		"a list of Python at the front":   "[x for x in range(10)] makes a list.",
		"lists of calls of Python":        "We have [foo(1), bar(x)], and [len(s)].",
		"a slice":                         "a[get(key)] = b[0]",
		"HTML":                            "<!DOCTYPE html>\n<html><body><function>x</function><user>Bob</user><name>N</name><arguments>a</arguments><parameter name=\"a\">b</parameter></body></html>",
		"XML":                             "<config><user id=\"1\"><name>Bob</name></user><tool name=\"x\"/><param name=\"y\">z</param></config>",
		"XML with functions":              "<functions><function name=\"main\"><param name=\"argc\">int</param></function></functions>",
		"LaTeX":                           "\\[ f(x) = \\int_{0}^{1} g(t)\\,dt \\] and $\\{a_{[i]}\\}$ and \\begin{call}[opt]{arg}\\end{call}",
		"a heredoc":                       "cat <<EOF > a.txt\n<tool_call>\nEOF\ncat <<'END'\n[x]\nEND\n",
		"shifts":                          "a << 2 | b >> 3; x<|>y; <|> <<| |>>",
		"ReAct":                           "Thought: I should look.\nAction: search\nAction Input: {\"q\": \"x\"}\n",
		"functools":                       "import functools\nfunctools.reduce(f, [1, 2])\nfunctools[0]",
		"the word call":                   "call: me maybe, call:me, call:foo(x), to=functions, to=self, to=user",
		"Go generics":                     "func F[T any](x []T) map[string]T { return m[T](x) }",
		"TypeScript":                      "const f = <T,>(x: Array<T>): T[] => [...x]; type A = {name: string, arguments: string[]};",
		"references":                      "As shown in [1], [2] and [get](https://example.com) [see (a)] [a(b=c)].",
		"Markdown tasks":                  "- [ ] one\n- [x] two\n",
		"diff":                            "<<<<<<< HEAD\n[a]\n=======\n{b}\n>>>>>>> main\n",
		"a log of SSE":                    "data: {\"a\": 1}\n\ndata: [DONE]\n",
		"unfinished tag":                  "It ends with <tool_call",
		"unfinished JSON":                 "{\"name\": \"get\", \"arguments\": {\"key\": \"a",
		"control characters":              "a\x00b\x1b[31mred\x1b[0m\r\nx\u2028\ufeff",
		"bytes that are no text":          "a\xff\xfe\xe2\x82<\xf0\x9f",
	}
}

// With "auto", what only looks like a call is text to the last byte, and a real call
// behind it is one.
func TestProseAboutCallsIsNoCallAndHidesNone(t *testing.T) {
	t.Parallel()
	const call = "\n<tool_call>{\"name\": \"get\", \"arguments\": {\"key\": \"a\"}}</tool_call>"
	for name, prose := range attackProse() {
		for _, tools := range [][]tool.Definition{nil, attackTools()} {
			if tools == nil && (name == "a JSON answer" || name == "references") {
				continue // which cannot be told from calls then
			}
			for _, size := range []int{1 << 20, 1, 4} {
				opt := wire.Options{Tools: tools}
				if said, calls := attackRun(t, "auto", opt, prose, size); len(calls) > 0 || said != prose {
					t.Errorf("%s, with %d tools, by %d: %s and %q\nof %q", name, len(tools), size, attackShow(calls), said, prose)
					break
				}
				if name == "unfinished tag" || name == "unfinished JSON" || tools == nil && name == "a template with brackets" {
					continue // behind them, nobody knows
				}
				said, calls := attackRun(t, "auto", opt, prose+call, size)
				if len(calls) != 1 || calls[0].Name != "get" || said != prose+"\n" {
					t.Errorf("%s, with %d tools, by %d: a call behind it: %s and %q", name, len(tools), size, attackShow(calls), said)
					break
				}
			}
		}
	}
}
