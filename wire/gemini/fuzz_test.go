package gemini_test

import (
	"encoding/json"
	"slices"
	"testing"

	"jig/wire"
	"jig/wire/gemini"
	"jig/wire/internal/streamtest"
)

// Whatever comes: no crash, the same events however it is cut, and an answer that can be
// sent back.
func FuzzDecoder(f *testing.F) {
	f.Add(lines(chunk("", `{"text":"a","thoughtSignature":"U2ln"}`), chunk("STOP", `{"functionCall":{"name":"read","args":{"a":1}}}`)), uint8(3))
	f.Add(streamtest.SSE(lines(chunk("", `{"text":"hm","thought":true}`), chunk("MAX_TOKENS", `{"executableCode":{"code":"1"}}`)), "\n"), uint8(7))
	f.Add(lines(chunk("", `{"functionCall":{"name":"w","willContinue":true}}`), chunk("STOP", `{"functionCall":{"partialArgs":[{"jsonPath":"$.a[0].b","stringValue":"x"}]}}`)), uint8(1))
	f.Add([]byte(`[{"error":{"code":1}}]`), uint8(2))
	f.Fuzz(func(t *testing.T, stream []byte, size uint8) {
		if len(stream) > 1<<14 {
			return
		}
		whole := streamtest.Run(gemini.New, wire.Options{}, streamtest.Cut(stream, 0))
		cut := streamtest.Run(gemini.New, wire.Options{}, streamtest.Cut(stream, 1+int(size)))
		if !slices.Equal(whole.Events, cut.Events) {
			t.Errorf("the events depend on the cuts\n%q\n%q", whole.Events, cut.Events)
		}
		sent, err := gemini.Request(&wire.Request{Model: "gemini-3-pro", Messages: []wire.Message{wire.Say("hi"), whole.Reply.Message, wire.Say("go on")}})
		if err != nil || !json.Valid(sent) {
			t.Errorf("the answer cannot be sent back: %v %s", err, sent)
		}
	})
}
