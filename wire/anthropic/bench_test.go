package anthropic_test

import (
	"fmt"
	"strings"
	"testing"

	"jig/wire/anthropic"
	"jig/wire/internal/streamtest"
)

// A stream of one large call in pieces of three bytes: what a byte costs must not depend
// on how much came before it.
func BenchmarkDecoder(b *testing.B) {
	for _, size := range []int{1 << 10, 100 << 10, 10 << 20} {
		const tool = `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"write","input":{}}}`
		piece := func(s string) string {
			return `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"` + s + `"}}`
		}
		one := piece("word word word word ")
		all := lines(start, tool, piece(`{\"text\":\"`), strings.Repeat(one+"\n", size/len(one)), piece(`\"}`), `{"type":"content_block_stop","index":0}`, ending("tool_use"))
		stream := streamtest.SSE([]byte(all), "\n")
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			streamtest.Bench(b, anthropic.New, stream)
		})
	}
}
