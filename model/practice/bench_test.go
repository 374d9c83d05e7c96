package practice_test

import (
	"strings"
	"testing"

	"jig/model/practice"
	"jig/tool"
	"jig/wire"
)

// BenchmarkTurn is one answer in the middle of a script of a thousand lines.
func BenchmarkTurn(b *testing.B) {
	m := practice.New(practice.Options{})
	req := &wire.Request{
		Tools:    []tool.Definition{{Name: "read"}},
		Messages: []wire.Message{wire.Say(strings.Repeat("read go.mod and read main.go 10-20\n", 1000))},
	}
	for range 3 {
		for e, err := range m.Stream(b.Context(), req) {
			if err != nil {
				b.Fatal(err)
			}
			if e.Kind == wire.Done {
				req.Messages = append(req.Messages, e.Reply.Message)
			}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range m.Stream(b.Context(), req) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
