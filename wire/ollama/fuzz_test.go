package ollama_test

import (
	"testing"

	"jig/wire/internal/streamtest"
	"jig/wire/ollama"
)

func FuzzDecode(f *testing.F) {
	streamtest.Fuzz(f, ollama.New,
		`{"message":{"content":"x","thinking":"y","tool_calls":[{"function":{"name":"f","arguments":{"x":1}}}]}}`+"\n"+end,
		`{"error":"x"}`, `{"message":{"tool_calls":[{"function":{"arguments":"{"}}]},"done":true,"done_reason":"length"}`)
}
