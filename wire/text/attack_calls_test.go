package text_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"jig/wire"
	"jig/wire/text"
)

// attackAlmost are the pieces of calls that are almost right.
func attackAlmost() []string {
	return []string{
		`{"name": "get", "arguments": `, `{"type": "function", "function": `, `{"tool_call": `, `"parameters": `, `"arguments": "`, `"id": "1", `, `{"key": "a"}`, `{"key": 1e400}`,
		`"{\"key\": 1}"`, `"oops"`, `[]`, `null`, `{}`, `}`, `}}`, `]`, `[`, `,`, `'`, `"`, `\`, `\u00`, "\n", " ", `{'name': 'get', 'arguments': {'key': True}}`, `{"get": {"key": 1}}`,
		"\xff", "é", "\x00", "get", "get(", "key=", "key='a'", "1_000", "0x1f", ")", "**{'a': 1}", "(1,)", "{1, 2}", "r'x'", "f'{x}'", "'a' 'b'", "nan", "-", "call:get{", "key:", "key:[", "<|\"|>", "<escape>",
		"<function=get>", "<parameter=key>", "<parameter=n>", "</parameter>", "</function>", "<invoke name=\"get\">", "<parameter name=\"key\">", "</invoke>",
		"get\n", "<arg_key>key</arg_key>", "<arg_value>", "</arg_value>", "<name>get</name>", "<arguments>", "</arguments>", "<key>", "</key>", "functions.get:0", "]<]minimax[>[<key>", "]<]minimax[>[</key>",
		"<function name=\"get\">", "<param name=\"key\">", "</param>", "<|message|>", "<|sep|>", "<|open|>argument key=\"key\" type=\"integer\"<|sep|>", "<|close|>argument<|sep|>", "<|open|>call tool=\"get\"<|sep|>", "<|close|>call<|sep|>",
	}
}

// Whatever a model writes, a call has a name, and arguments that are JSON; and what comes
// does not depend on how it was cut.
func TestEveryCallHasANameAndArgumentsThatAreJSON(t *testing.T) {
	t.Parallel()
	almost := attackAlmost()
	for _, format := range text.Formats() {
		marks, control := text.Tokens(format)
		t.Run(format, rapid.MakeCheck(func(r *rapid.T) {
			pieces := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(append(marks[:len(marks):len(marks)], control...)), rapid.SampledFrom(almost), rapid.SampledFrom(almost)), 1, 12).Draw(r, "pieces")
			in := rapid.SampledFrom(marks).Draw(r, "mark") + strings.Join(pieces, "")
			opt := wire.Options{}
			if rapid.Bool().Draw(r, "tools") {
				opt.Tools = attackTools()
			}
			said, calls := attackRun(t, format, opt, in, 1<<20)
			for _, c := range calls {
				if c.Name == "" || !utf8.ValidString(c.Name) || !json.Valid(c.Args) || !utf8.Valid(c.Args) {
					r.Errorf("of %q there is %q with %q", in, c.Name, c.Args)
				}
			}
			for _, size := range []int{1, 2, 5} {
				again, more := attackRun(t, format, opt, in, size)
				if again != said || attackShow(more) != attackShow(calls) {
					r.Errorf("of %q\nthere is %q and %s,\nby %d  %q and %s", in, said, attackShow(calls), size, again, attackShow(more))
				}
			}
			if seed := rapid.Uint64().Draw(r, "seed"); seed%4 == 0 && !strings.Contains(in, "1e400") {
				sameHoweverCut(t, format, opt.Tools, in, rand.New(rand.NewPCG(seed, 1)))
			}
		}))
	}
}
