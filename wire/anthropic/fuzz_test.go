package anthropic_test

import (
	"encoding/json"
	"slices"
	"testing"

	"jig/wire"
	"jig/wire/anthropic"
	"jig/wire/internal/streamtest"
)

// Whatever comes: no crash, the same events however it is cut, and an answer that can be
// sent back.
func FuzzDecoder(f *testing.F) {
	const tool = `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"read","input":{}}}`
	const half = `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":"}}`
	const rest = `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"1}"}}`
	const think = `{"type":"content_block_start","index":1,"content_block":{"type":"thinking","thinking":"","signature":""}}`
	const sign = `{"type":"content_block_delta","index":1,"delta":{"type":"signature_delta","signature":"S"}}`
	const cite = `{"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"file_id":1}}}`
	f.Add([]byte(lines(start, tool, half, rest, `{"type":"content_block_stop","index":0}`, ending("tool_use"))), uint8(3))
	f.Add(streamtest.SSE([]byte(lines(start, think, sign, `{"type":"content_block_stop","index":1}`, ending("end_turn"))), "\r\n"), uint8(1))
	f.Add([]byte(lines(start, tool, half, cite, ending("max_tokens"))), uint8(9))
	f.Add([]byte(`{"type":"message","content":[{"type":"text","text":"a"},{"type":"x"},1],"stop_reason":"end_turn"}`), uint8(2))
	f.Add([]byte(`{"type":"error","error":{"type":"a"}}`), uint8(2))
	f.Fuzz(func(t *testing.T, stream []byte, size uint8) {
		if len(stream) > 1<<14 {
			return
		}
		whole := streamtest.Run(anthropic.New, wire.Options{}, streamtest.Cut(stream, 0))
		cut := streamtest.Run(anthropic.New, wire.Options{}, streamtest.Cut(stream, 1+int(size)))
		if !slices.Equal(whole.Events, cut.Events) {
			t.Errorf("the events depend on the cuts\n%q\n%q", whole.Events, cut.Events)
		}
		sent, err := anthropic.Request(&wire.Request{Model: "claude-opus-5", Messages: []wire.Message{wire.Say("hi"), whole.Reply.Message, wire.Say("go on")}})
		if err != nil || !json.Valid(sent) {
			t.Errorf("the answer cannot be sent back: %v %s", err, sent)
		}
	})
}
