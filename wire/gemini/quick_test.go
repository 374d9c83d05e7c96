package gemini

import (
	"reflect"
	"testing"

	"jig/wire"
)

// What is read where it stands is what a real decoder reads.
func FuzzQuick(f *testing.F) {
	for _, text := range []string{
		`{"candidates":[{"content":{"parts":[{"text":" dog"}],"role":"model"},"index":0}],"usageMetadata":{"promptTokenCount":25,"candidatesTokenCount":12},"modelVersion":"g","responseId":"r"}`,
		`{"candidates":[{"content":{"parts":[{"functionCall":{"id":"c","name":"w","args":{"a":[1]}},"thoughtSignature":"s"}]},"finishReason":"STOP"}]}`,
		`{"candidates":[{"content":{"parts":[{"thought":true,"text":"a"}]}}],"usageMetadata":{},"usageMetadata":{"thoughtsTokenCount":1}}`,
		`{"candidates":[{"content":{"parts":[]},"finishReason":"MAX_TOKENS","content":{"role":"model"}}]}`,
		`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"a"},"functionCall":{"args":{}}}]}}]}`,
		`{"candidates":[{"content":{"parts":[{"text":"a"}],"parts":[]}}]}`,
		`{"candidates":[{"content":{"parts":[{"text":"a"}]}}],"candidates":[]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var q quick
		if !q.scan(data, &wire.Reply{}) {
			return
		}
		var slow response
		if err := parse(data, &slow); err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		if q.response.ID != slow.ID || q.response.Model != slow.Model || !reflect.DeepEqual(q.response.Usage, slow.Usage) {
			t.Errorf("%q: %+v, want %+v", data, q.response, slow)
		}
		if len(slow.Candidates) != 1 {
			t.Fatalf("%q has %d candidates", data, len(slow.Candidates))
		}
		c := &slow.Candidates[0]
		if c.Index != 0 || c.FinishReason != q.end.FinishReason || c.FinishMessage != q.end.FinishMessage || len(c.Content.Parts) > 1 || (len(c.Content.Parts) == 1) != (q.raw != nil) {
			t.Fatalf("%q: %+v, want %+v", data, q, slow)
		}
		if q.raw == nil {
			return
		}
		var p part
		if err := parse(c.Content.Parts[0], &p); err != nil || !reflect.DeepEqual(q.part, p) {
			t.Errorf("%q: %v\nquick %+v\nreal  %+v", data, err, q.part, p)
		}
	})
}
