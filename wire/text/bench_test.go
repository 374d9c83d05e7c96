package text_test

import (
	"fmt"
	"strings"
	"testing"

	"jig/tool"
	"jig/wire"
	"jig/wire/text"
)

// BenchmarkStream reads texts of growing size in pieces of three bytes. The time per
// 100 bytes should be the same for all sizes.
func BenchmarkStream(b *testing.B) {
	for _, format := range text.Formats() {
		for name, piece := range pieces() {
			for _, size := range []int{1 << 10, 100 << 10, 10 << 20} {
				b.Run(fmt.Sprintf("%s/%s/%d", format, name, size), func(b *testing.B) {
					head, piece, ok := strings.Cut(piece, "\x00")
					if !ok {
						head, piece = "", head
					}
					stream(b, format, nil, []byte((head + strings.Repeat(piece, size/len(piece)+1))[:size]))
				})
			}
		}
	}
}

// pieces are what long texts are made of: prose, calls, and what only looks like them. What
// stands before a zero comes only once.
func pieces() map[string]string {
	return map[string]string{
		"prose":  "The quick brown fox (a < b) jumps over the lazy dog, and [1] says {so}.\n",
		"hermes": "<tool_call>\n{\"name\": \"read\", \"arguments\": {\"path\": \"a/b/c.txt\", \"limit\": 100}}\n</tool_call>\n",
		"long":   "<tool_call>\n{\"name\": \"write\", \"arguments\": {\"text\": \"\x00All work and <b>no play</b> makes Jack a {dull} boy.\\n",
		"marks":  "<tool_call><|tool_call_begin|>[TOOL_CALLS]<function=<｜tool▁calls▁begin｜>",
		"nested": `[{"name":`,
	}
}

// BenchmarkAnswers reads answers like those of the wire group of the benchmarks: prose and a call that writes code, in turn.
func BenchmarkAnswers(b *testing.B) {
	const prose = "I'll look at the parser first (a < b, so the [1] case is rare). The loop keeps `head`\n" +
		"and {tail}; both must move together, or the buffer grows without end. See the table:\n\n" +
		"| case | cost |\n|---|--:|\n| small | 10 ns |\n| large | 12 ns |\n\nNow to the change itself.\n"
	const code = `func sum(all []int) (n int) {\n\tfor i, v := range all {\n\t\tif i < 10 && v > 0 {\n\t\t\tn += v\n\t\t}\n\t}\n\treturn n\n}\n`
	raw := strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(code)
	hermes := "<tool_call>\n{\"name\": \"write\", \"arguments\": {\"path\": \"sum.go\", \"text\": \"" + code + "\"}}\n</tool_call>\n"
	tools := []tool.Definition{
		{Name: "read", Input: []byte(`{"type":"object","properties":{"path":{"type":"string"},"limit":{"type":"integer"}}}`)},
		{Name: "write", Input: []byte(`{"type":"object","properties":{"path":{"type":"string"},"text":{"type":"string"}}}`)},
	}
	for _, one := range []struct{ format, call string }{
		{"hermes", hermes},
		{"qwen3_coder", "<tool_call>\n<function=write>\n<parameter=path>\nsum.go\n</parameter>\n<parameter=text>\n" + raw + "\n</parameter>\n</function>\n</tool_call>\n"},
		{"gemma4", `<|tool_call>call:write{path:<|"|>sum.go<|"|>,text:<|"|>` + raw + `<|"|>}<tool_call|>`},
		{"pythonic", "[write(path='sum.go', text='" + code + "')]\n"},
		{"auto", hermes},
	} {
		for _, size := range []int{1 << 10, 100 << 10, 10 << 20} {
			b.Run(fmt.Sprintf("%s/%d", one.format, size), func(b *testing.B) {
				stream(b, one.format, tools, []byte(strings.Repeat(prose+one.call, size/len(prose+one.call))))
			})
		}
	}
}

func stream(b *testing.B, format string, tools []tool.Definition, data []byte) {
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		d, err := text.New(format, wire.Options{Tools: tools})
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
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(data))*100, "ns/100B")
}
