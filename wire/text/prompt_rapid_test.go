package text_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"jig/wire"
	"jig/wire/text"
)

// exactFormats can say everything: their strings have escapes, or ends that no text has.
func exactFormats() []string {
	return []string{
		"hermes", "longcat", "mistral", "llama3_json", "json_array", "jamba", "minimax", "apertus", "command_r", "internlm2", "deepseek_v31",
		"kimi_k2", "kimi_k3", "pythonic", "lfm2", "olmo3", "harmony", "inkling", "gemma4", "functiongemma",
	}
}

func TestEveryCallCanBeWrittenAndRead(t *testing.T) {
	t.Parallel()
	piece := rapid.SampledFrom([]string{
		"a", " ", "\n", "\\", "\"", "'", "'''", "{", "}", "[", "]", "(", ")", ",", ":", "=", "<", "</tool_call>", "<|tool_call_end|>", "]<|tool_call_end|>",
		"</function_calls>", "<|call|>", "<|end_message|>", "é", "😀", "\x00", "\u2028", "f(a='b')", "```", "<think>", "1", "null",
	})
	str := rapid.Custom(func(t *rapid.T) string {
		s := ""
		for _, p := range rapid.SliceOfN(piece, 0, 8).Draw(t, "pieces") {
			s += p
		}
		return s
	})
	var value func(depth int) *rapid.Generator[any]
	value = func(depth int) *rapid.Generator[any] {
		scalar := rapid.OneOf(
			str.AsAny(), rapid.Bool().AsAny(), rapid.Int32().AsAny(), rapid.Float64Range(-1e9, 1e9).AsAny(), rapid.Just[any](nil),
		)
		if depth == 0 {
			return scalar
		}
		return rapid.OneOf(scalar, rapid.SliceOfN(value(depth-1), 0, 3).AsAny(), rapid.MapOfN(str, value(depth-1), 0, 3).AsAny())
	}
	key := rapid.StringMatching(`[a-z_]{1,6}`)
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom(exactFormats()).Draw(t, "format")
		var calls []*wire.Call
		for range rapid.IntRange(1, 3).Draw(t, "calls") {
			args, err := json.Marshal(rapid.MapOfN(key, value(2), 0, 3).Draw(t, "args"))
			if err != nil {
				t.Fatal(err)
			}
			calls = append(calls, &wire.Call{Name: rapid.SampledFrom([]string{"read", "write_it"}).Draw(t, "name"), Args: args})
		}
		said, err := text.Calls(format, calls)
		if err != nil {
			t.Fatal(err)
		}
		d, err := text.New(format, wire.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for rest := []byte(said); len(rest) > 0; {
			n := min(rapid.IntRange(1, 12).Draw(t, "cut"), len(rest))
			d.Write(rest[:n])
			rest = rest[n:]
		}
		if _, err := d.Close(); err != nil {
			t.Fatal(err)
		}
		m := d.Reply().Message
		got := m.Calls()
		if len(got) != len(calls) {
			t.Fatalf("%d of %d calls were read from\n%s\nand text %q", len(got), len(calls), said, m.Text())
		}
		for i, want := range calls {
			var x, y any
			if json.Unmarshal(got[i].Args, &x) != nil || json.Unmarshal(want.Args, &y) != nil || got[i].Name != want.Name || !sameValue(x, y) {
				t.Fatalf("%s %s\nwant %s %s\nin\n%s", got[i].Name, got[i].Args, want.Name, want.Args, said)
			}
		}
	})
}
