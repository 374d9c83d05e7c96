package responses

import (
	"encoding/json"
	"reflect"
	"testing"

	"jig/wire/internal/answer"
)

// What is read where it stands is what a real decoder reads.
func FuzzQuick(f *testing.F) {
	for _, event := range []string{
		`{"type":"response.created","sequence_number":0,"response":{"id":"r","object":"response","created_at":1,"status":"in_progress","model":"m","output":[],"tools":[{"type":"function","name":"f","parameters":{}}],"usage":null,"error":null}}`,
		`{"type":"response.output_item.added","output_index":1,"item":{"id":"fc","type":"function_call","status":"in_progress","arguments":"","call_id":"c","name":"w"}}`,
		`{"type":"response.output_item.done","output_index":0,"item":{"id":"m","type":"message","content":[{"type":"output_text","text":"a\n","annotations":[]}],"summary":[{"text":"b"}]}}`,
		`{"type":"response.function_call_arguments.delta","item_id":"fc","output_index":1,"delta":"{\"a\":"}`,
		`{"type":"response.function_call_arguments.done","arguments":"{}"}`,
		`{"type":"response.completed","response":{"output":[{"type":"reasoning"}],"usage":{"input_tokens":1,"output_tokens":2,"input_tokens_details":{"cached_tokens":3},"output_tokens_details":{"reasoning_tokens":4}}}}`,
		`{"type":"response.reasoning_summary_text.delta","item_id":"rs","output_index":0,"summary_index":1,"delta":"a"}`,
		`{"type":"response.output_text.delta","delta":" dog","logprobs":[],"obfuscation":"x"}`,
		`{"type":"response.completed","response":{"usage":{"input_tokens":1},"usage":{"output_tokens":2},"incomplete_details":{"reason":"x"}},"response":{}}`,
	} {
		f.Add([]byte(event))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var q quick
		if !q.scan(data) {
			return
		}
		if slow, err := answer.Read[event](new(answer.Answer), data); err != nil || !reflect.DeepEqual(plainEvent(q.event), plainEvent(slow)) {
			t.Errorf("%q: %v\nquick %s\nreal  %s", data, err, shown(q.event), shown(slow))
		}
		var it item
		if q.event.Item == nil || !it.scan(q.event.Item) {
			return
		}
		if slow, err := answer.Read[item](new(answer.Answer), q.event.Item); err != nil || !reflect.DeepEqual(plainItem(it), plainItem(slow)) {
			t.Errorf("%q: %v\nquick %s\nreal  %s", data, err, shown(it), shown(slow))
		}
	})
}

func shown(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// plainEvent makes no difference between what is not there and what is null or empty.
func plainEvent(e event) event {
	for _, raw := range []*json.RawMessage{&e.Item, &e.Delta, &e.Arguments, &e.Error} {
		if answer.Null(*raw) {
			*raw = nil
		}
	}
	if r := e.Response; r != nil {
		if answer.Null(r.Failure) {
			r.Failure = nil
		}
		if len(r.Output) == 0 {
			r.Output = nil
		}
		if len(r.Tools) == 0 {
			r.Tools = nil
		}
	}
	return e
}

func plainItem(it item) item {
	if answer.Null(it.Arguments) {
		it.Arguments = nil
	}
	if len(it.Content) == 0 {
		it.Content = nil
	}
	if len(it.Summary) == 0 {
		it.Summary = nil
	}
	return it
}
