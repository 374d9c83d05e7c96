package ollama

import (
	"reflect"
	"testing"

	"jig/wire/internal/answer"
)

// What is read where it stands is what a real decoder reads.
func FuzzQuick(f *testing.F) {
	for _, text := range []string{
		`{"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":" dog","thinking":"a"},"done":false}`,
		`{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"id":"c","function":{"index":0,"name":"w","arguments":{"a":[1]}}}]},"done":false}`,
		`{"message":{"content":""},"done":true,"done_reason":"stop","prompt_eval_count":25,"eval_count":15,"total_duration":123456789012}`,
		`{"message":{"tool_calls":[{"function":{"arguments":null}}],"tool_calls":[]},"message":{"content":"b"}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var quick line
		if !quick.scan(data, "m") {
			return
		}
		slow, err := answer.Read[line](new(answer.Answer), data)
		if err != nil || !reflect.DeepEqual(plain(quick), plain(slow)) {
			t.Errorf("%q: %v\nquick %+v\nreal  %+v", data, err, quick, slow)
		}
	})
}

// plain makes no difference between what is not there and what is empty.
func plain(l line) line {
	if len(l.Message.ToolCalls) == 0 {
		l.Message.ToolCalls = nil
	}
	return l
}
