package chat

import (
	"encoding/json"
	"reflect"
	"testing"

	"jig/wire/internal/answer"
)

// What is read where it stands is what a real decoder reads.
func FuzzQuick(f *testing.F) {
	for _, event := range []string{
		`{"id":"a","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":" dog"},"logprobs":null,"finish_reason":null}]}`,
		`{"choices":[{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"w","arguments":""}}]},"finish_reason":null}],"usage":null}`,
		`{"choices":[{"index":1,"delta":{"tool_calls":[{"index":3,"function":{"arguments":"{\"a\":\""}}]}}]}`,
		`{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}],"x":[1.5]}`,
		`{"choices":[{"delta":{"reasoning":"a","reasoning_content":"b","refusal":"no"}},{"delta":{}}]}`,
		`{"choices":[{"delta":{"tool_calls":[{"id":null,"extra_content":{}},{}]}}],"error":{"a":1}}`,
		`{"choices":[{"delta":{"content":"a","content":null,"tool_calls":[{"id":"a"}],"tool_calls":null}}]}`,
		`{"choices":[{"delta":{"reasoning":"a","reasoning":null}}]}`,
		`{"choices":[{"delta":{}}],"choices":[]}`,
	} {
		f.Add([]byte(event))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d := &decoder{Answer: new(answer.Answer)}
		if !d.quick.scan(data, d) {
			return
		}
		slow, err := answer.Read[chunk](d.Answer, data)
		quick := d.quick.chunk
		if simple(&quick); err != nil || !reflect.DeepEqual(quick, *simple(&slow)) {
			q, _ := json.Marshal(quick)
			r, _ := json.Marshal(slow)
			t.Errorf("%q: %v\nquick %s\nreal  %s", data, err, q, r)
		}
	})
}

// simple makes no difference between what is not there and what is null or empty.
func simple(c *chunk) *chunk {
	none := func(raw *json.RawMessage) {
		if answer.Null(*raw) {
			*raw = nil
		}
	}
	none(&c.Error)
	none(&c.Detail)
	for i := range c.Choices {
		none(&c.Choices[i].Error)
		m := c.Choices[i].Delta
		if m == nil {
			continue
		}
		none(&m.Content)
		none(&m.ReasoningContent)
		none(&m.Reasoning)
		if len(m.ToolCalls) == 0 {
			m.ToolCalls = nil
		}
		if len(m.ReasoningDetails) == 0 {
			m.ReasoningDetails = nil
		}
		for k := range m.ToolCalls {
			none(&m.ToolCalls[k].Extra)
			none(&m.ToolCalls[k].Function.Arguments)
		}
	}
	return c
}
