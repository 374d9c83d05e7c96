package connect_test

import (
	"net/http"
	"strings"
)

// A wireFixture is one way in which a provider answers: "Hello", a call of weather with
// Paris, and what it cost.
type wireFixture struct {
	model string
	// path and header are how it is asked, and auth is what the header holds.
	path, header, auth string
	contentType        string
	events             []string
	// frame puts an event into the stream.
	frame func(event string) string
	end   string
}

func (f wireFixture) body() string {
	var b strings.Builder
	for _, e := range f.events {
		b.WriteString(f.frame(e))
	}
	return b.String() + f.end
}

func (f wireFixture) handler() http.HandlerFunc { return stream(f.contentType, f.body()) }

func data(event string) string { return "data: " + event + "\n\n" }

// named is a frame that also says the type of the event.
func named(event string) string {
	kind := event[strings.Index(event, `"type":"`)+len(`"type":"`):]
	return "event: " + kind[:strings.IndexByte(kind, '"')] + "\n" + data(event)
}

func fixtures() map[string]wireFixture {
	return map[string]wireFixture{
		"anthropic": {
			model: "anthropic/claude-sonnet-4-5", path: "/v1/messages", header: "X-Api-Key", auth: "the-key",
			contentType: "text/event-stream", frame: named,
			events: []string{
				`{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":10,"cache_creation_input_tokens":5,"cache_read_input_tokens":20,"output_tokens":1}}}`,
				`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
				`{"type":"ping"}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hel"}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"lo"}}`,
				`{"type":"content_block_stop","index":0}`,
				`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1","name":"weather","input":{}}}`,
				`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"city\":"}}`,
				`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"\"Paris\"}"}}`,
				`{"type":"content_block_stop","index":1}`,
				`{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":7}}`,
				`{"type":"message_stop"}`,
			},
		},
		"responses": {
			model: "openai/gpt-5", path: "/responses", header: "Authorization", auth: "Bearer the-key",
			contentType: "text/event-stream", frame: named,
			events: []string{
				`{"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","status":"in_progress","model":"gpt-5","output":[]}}`,
				`{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"msg_1","type":"message","status":"in_progress","role":"assistant","content":[]}}`,
				`{"type":"response.content_part.added","sequence_number":2,"item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[]}}`,
				`{"type":"response.output_text.delta","sequence_number":3,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"Hello"}`,
				`{"type":"response.output_text.done","sequence_number":4,"item_id":"msg_1","output_index":0,"content_index":0,"text":"Hello"}`,
				`{"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Hello","annotations":[]}]}}`,
				`{"type":"response.output_item.added","sequence_number":6,"output_index":1,"item":{"id":"fc_1","type":"function_call","status":"in_progress","call_id":"call_1","name":"weather","arguments":""}}`,
				`{"type":"response.function_call_arguments.delta","sequence_number":7,"item_id":"fc_1","output_index":1,"delta":"{\"city\":\"Paris\"}"}`,
				`{"type":"response.function_call_arguments.done","sequence_number":8,"item_id":"fc_1","output_index":1,"arguments":"{\"city\":\"Paris\"}"}`,
				`{"type":"response.output_item.done","sequence_number":9,"output_index":1,"item":{"id":"fc_1","type":"function_call","status":"completed","call_id":"call_1","name":"weather","arguments":"{\"city\":\"Paris\"}"}}`,
				`{"type":"response.completed","sequence_number":10,"response":{"id":"resp_1","object":"response","status":"completed","model":"gpt-5","output":[],"usage":{"input_tokens":35,"input_tokens_details":{"cached_tokens":20},"output_tokens":7,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":42}}}`,
			},
		},
		"chat": {
			model: "groq/llama-3.3-70b-versatile", path: "/chat/completions", header: "Authorization", auth: "Bearer the-key",
			contentType: "text/event-stream", frame: data, end: "data: [DONE]\n\n",
			events: []string{
				`{"id":"c1","object":"chat.completion.chunk","model":"llama","choices":[{"index":0,"delta":{"role":"assistant","content":"Hel"},"finish_reason":null}]}`,
				`{"id":"c1","object":"chat.completion.chunk","model":"llama","choices":[{"index":0,"delta":{"content":"lo"},"finish_reason":null}]}`,
				`{"id":"c1","object":"chat.completion.chunk","model":"llama","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"weather","arguments":"{\"city\":"}}]},"finish_reason":null}]}`,
				`{"id":"c1","object":"chat.completion.chunk","model":"llama","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"Paris\"}"}}]},"finish_reason":null}]}`,
				`{"id":"c1","object":"chat.completion.chunk","model":"llama","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`,
				`{"id":"c1","object":"chat.completion.chunk","model":"llama","choices":[],"usage":{"prompt_tokens":35,"completion_tokens":7,"total_tokens":42,"prompt_tokens_details":{"cached_tokens":20}}}`,
			},
		},
		"gemini": {
			model: "google/gemini-2.5-pro", path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse", header: "X-Goog-Api-Key", auth: "the-key",
			contentType: "text/event-stream", frame: func(e string) string { return "data: " + e + "\r\n\r\n" },
			events: []string{
				`{"candidates":[{"content":{"parts":[{"text":"Hello"}],"role":"model"},"index":0}],"modelVersion":"gemini-2.5-pro","responseId":"r1"}`,
				`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"weather","args":{"city":"Paris"}},"thoughtSignature":"c2ln"}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":35,"candidatesTokenCount":7,"cachedContentTokenCount":20,"totalTokenCount":42},"modelVersion":"gemini-2.5-pro","responseId":"r1"}`,
			},
		},
		"ollama": {
			model: "ollama/llama3.2", path: "/api/chat", header: "Authorization", auth: "Bearer the-key",
			contentType: "application/x-ndjson", frame: func(e string) string { return e + "\n" },
			events: []string{
				`{"model":"llama3.2","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"Hello"},"done":false}`,
				`{"model":"llama3.2","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"weather","arguments":{"city":"Paris"}}}]},"done":false}`,
				`{"model":"llama3.2","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":35,"eval_count":7}`,
			},
		},
	}
}
