package text_test

import (
	"strings"
	"testing"

	"jig/wire"
	"jig/wire/text"
)

// BenchmarkSpokenHostile streams texts that are made to be slow to read.
func BenchmarkSpokenHostile(b *testing.B) {
	const size = 1 << 18
	texts := []struct{ name, format, head, unit string }{
		{"brackets", "pythonic", "", "["},
		{"open_calls", "pythonic", "", "[f(a='"},
		{"quotes", "pythonic", "[f(a='", "' , "},
		{"long_string", "pythonic", "[f(a='", "some text, "},
		{"deep", "pythonic", "[f(a=", "["},
		{"marks", "lfm2", "", "<|tool_call_start|>"},
		{"open_blocks", "lfm2", "", "<|tool_call_start|>[f(a='x"},
		{"many_calls", "lfm2", "<|tool_call_start|>[", "f(a='x', b=[1, 2]), "},
		{"open_blocks", "gemma4", "", `<|tool_call>call:f{a:<|"|>`},
		{"closed_blocks", "gemma4", "", `<|tool_call>call:f{a:<|"|>}<tool_call|>`},
		{"deep", "gemma4", "<|tool_call>call:f{a:", "[{a:"},
		{"bare", "gemma4", "<|tool_call>call:f{a:", "x,y "},
		{"long_string", "gemma4", `<|tool_call>call:f{a:<|"|>`, "some text, "},
		{"headers", "harmony", "", "<|channel|>"},
		{"thinking", "harmony", "<|channel|>analysis<|message|>", "some < text "},
		{"arguments", "harmony", `<|channel|>commentary to=functions.f<|message|>{"a":"`, "some < text "},
		{"no_arguments", "harmony", `<|channel|>commentary to=functions.f<|message|>`, "some < text "},
		{"headers", "inkling", "", "<|message_model|>"},
		{"tags", "kimi_k3", "<|open|>tools<|sep|>", "<|open|>"},
		{"value", "kimi_k3", `<|open|>tools<|sep|><|open|>call tool="f"<|sep|><|open|>argument key="a"<|sep|>`, "<|close|>argument "},
		{"attributes", "kimi_k3", `<|open|>tools<|sep|><|open|>call `, `a="b" `},
		{"lines", "olmo3", "<function_calls>", "f(a=1)\n"},
	}
	for _, in := range texts {
		for _, n := range []int{size / 4, size} {
			data := []byte(in.head + strings.Repeat(in.unit, n/len(in.unit)))
			name := in.format + "/" + in.name + map[bool]string{true: "/long", false: "/short"}[n == size]
			b.Run(name, func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					d, err := text.New(in.format, wire.Options{})
					if err != nil {
						b.Fatal(err)
					}
					for rest := data; len(rest) > 0; {
						n := min(3, len(rest))
						d.Write(rest[:n])
						rest = rest[n:]
					}
					if _, err := d.Close(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
