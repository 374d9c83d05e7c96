package anthropic

import (
	"reflect"
	"testing"

	"jig/wire/internal/answer"
)

// What is read where it stands is what a real decoder reads.
func FuzzQuick(f *testing.F) {
	for _, event := range []string{
		`{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"c","content":[],"stop_reason":null,"usage":{"input_tokens":25,"output_tokens":1}}}`,
		`{"type":"message_start","message":{"id":"m","content":[{"type":"tool_use"}],"usage":null}}`,
		`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"w","input":{"a":[1]}}}`,
		`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"a\n","citations":null}}`,
		`{"type":"content_block_stop","index":0}`,
		`{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":15,"cache_read_input_tokens":null}}`,
		`{"type":"message_delta","usage":{"input_tokens":1,"input_tokens":2,"output_tokens_details":{"thinking_tokens":3}}}`,
		`{"type":"message_delta","usage":{"input_tokens":1},"usage":{"output_tokens":2}}`,
		`{"type":"message_start","message":{"usage":{"input_tokens":1},"usage":{"output_tokens":2}}}`,
		`{"type":"message_stop"}`, `{"type":"ping","x":1.5}`, `{"type":null,"index":"a"}`, `{"error":null}`,
	} {
		f.Add([]byte(event))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var quick event
		if quick.scan(data) {
			same(t, data, quick)
			if m := (opening{}); m.scan(quick.Message) {
				same(t, quick.Message, m)
			}
			if h := (head{}); h.scan(quick.ContentBlock) {
				same(t, quick.ContentBlock, h)
			}
		}
		names := []string{"type", "text"}
		if answer.Only(data, names...) {
			fields, err := parse[map[string]any](data)
			for name, value := range fields {
				if value != nil && name != names[0] && name != names[1] {
					t.Errorf("%q: %s is special", data, name)
				}
			}
			if err != nil {
				t.Errorf("%q: %v", data, err)
			}
		}
	})
}

func same[T any](t *testing.T, data []byte, quick T) {
	t.Helper()
	slow, err := parse[T](data)
	if err != nil || !reflect.DeepEqual(plain(quick), plain(slow)) {
		t.Errorf("%q: %v\nquick %+v\nreal  %+v", data, err, quick, slow)
	}
}

// plain makes no difference between what is not there and what is empty.
func plain(v any) any {
	switch v := v.(type) {
	case event:
		v.opening = plain(v.opening).(opening)
		return v
	case opening:
		if len(v.Content) == 0 {
			v.Content = nil
		}
		return v
	}
	return v
}
