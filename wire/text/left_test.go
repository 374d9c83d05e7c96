package text_test

import (
	"runtime"
	"strings"
	"testing"
	"weak"

	"jig/tool"
	"jig/wire"
	"jig/wire/text"
)

// Decoders leave their readers to others. What those read may be small, and somebody else's.
func TestNothingOfAnAnswerIsLeftToTheNext(t *testing.T) {
	const size = 8 << 20
	word := strings.Repeat("word ", size/len("word "))
	for _, test := range []struct{ format, answer string }{
		{"pythonic", "[f(a='" + word + "')]"},
		{"auto", "[f(a='" + word + "')] and so on"},
		{"auto", "<tool_call>\n<function=f>\n<parameter=a>\n" + word + "\n</parameter>\n</function>\n</tool_call>"},
		{"auto", "<|tool_call>call:f{a:<|\"|>" + word + "<|\"|>}<tool_call|>"},
		{"hermes", `<tool_call>{"name": "f", "arguments": {"a": "` + word + `"}}</tool_call>`},
		{"qwen3_coder", "<tool_call>\n<function=f>\n<parameter=a>\n" + word + "\n</parameter>\n</function>\n</tool_call>"},
		{"gemma4", "<|tool_call>call:f{a:<|\"|>" + word + "<|\"|>}<tool_call|>"},
	} {
		t.Run(test.format, func(t *testing.T) {
			before := heap()
			tools := called(t, test.format, test.answer)
			left := text.Left(test.format)
			if after := heap(); after > before+size/4 {
				t.Errorf("%d bytes are left of %d", after-before, len(test.answer))
			}
			if tools.Value() != nil {
				t.Error("the tools are still there")
			}
			runtime.KeepAlive(left)
		})
	}
}

// called reads an answer with one call, and gives the tool that it was about.
func called(t *testing.T, format, answer string) weak.Pointer[tool.Definition] {
	t.Helper()
	tools := []tool.Definition{{Name: "f"}}
	d, err := text.New(format, wire.Options{Tools: tools})
	if err != nil {
		t.Fatal(err)
	}
	d.Write([]byte(answer))
	if _, err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if n := len(d.Reply().Calls()); n != 1 {
		t.Errorf("there are %d calls", n)
	}
	return weak.Make(&tools[0])
}

func heap() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc) //nolint:gosec // it is not that large
}
