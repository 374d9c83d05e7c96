package gemini_test

import (
	"fmt"
	"strings"
	"testing"

	"jig/wire/gemini"
	"jig/wire/internal/streamtest"
)

// A stream in pieces of three bytes: what a byte costs must not depend on how much came
// before it.
func BenchmarkDecoder(b *testing.B) {
	for _, size := range []int{1 << 10, 100 << 10, 10 << 20} {
		one := chunk("", `{"text":"`+strings.Repeat("word ", 8)+`"}`)
		all := lines(append(strings.Split(strings.Repeat(one+"\n", size/len(one)), "\n"), chunk("STOP"))...)
		stream := streamtest.SSE(all, "\n")
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			streamtest.Bench(b, gemini.New, stream)
		})
	}
}
