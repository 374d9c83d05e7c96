package main

import "strings"

// What a model says and does in the wire group: some prose, with the signs that formats must look at twice, and a call that
// writes a piece of code.
const (
	wireProse = "I'll look at the parser first (a < b, so the [1] case is rare). The loop keeps `head`\n" +
		"and {tail}; both must move together, or the buffer grows without end. See the table:\n\n" +
		"| case | cost |\n|---|--:|\n| small | 10 ns |\n| large | 12 ns |\n\nNow to the change itself.\n"
	wireWide = "Сначала посмотрю на разбор: голова и хвост должны двигаться вместе, иначе буфер растёт без конца.\n" +
		"我先看一下解析器，两个指针必须一起移动。Danach prüfe ich die Schleife über den Puffer… ✅\n"
	wireCode = `func sum(all []int) (n int) {\n\tfor i, v := range all {\n\t\tif i < 10 && v > 0 {\n\t\t\tn += v\n\t\t}\n\t}\n\treturn n\n}\n`
)

// answerShapes are the answers that are read, in the order of the table.
func answerShapes() []answerShape {
	raw := strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(wireCode)
	hermes := "<tool_call>\n{\"name\": \"write\", \"arguments\": {\"path\": \"sum.go\", \"text\": \"" + wireCode + "\"}}\n</tool_call>\n"
	coder := "<tool_call>\n<function=write>\n<parameter=path>\nsum.go\n</parameter>\n<parameter=text>\n" + raw + "\n</parameter>\n</function>\n</tool_call>\n"
	gemma := `<|tool_call>call:write{path:<|"|>sum.go<|"|>,text:<|"|>` + raw + `<|"|>}<tool_call|>`
	pythonic := "[write(path='sum.go', text='" + wireCode + "')]\n"
	return append([]answerShape{
		{name: "hermes", format: "hermes", body: wireProse + hermes},
		{name: "qwen3_coder", format: "qwen3_coder", body: wireProse + coder},
		{name: "gemma4", format: "gemma4", body: wireProse + gemma},
		{name: "pythonic", format: "pythonic", body: wireProse + pythonic},
		{name: "auto", format: "auto", body: wireProse + hermes},
		{name: "hermes, not ASCII", format: "hermes", body: wireWide + hermes},
		{
			name: "hermes, nothing but short calls", format: "hermes", informs: true,
			body: "<tool_call>\n{\"name\": \"read\", \"arguments\": {\"path\": \"a/b/c.txt\", \"limit\": 100}}\n</tool_call>\n",
		},
	}, nativeShapes()...)
}

// nativeShapes are answers as the providers send them, a few tokens in each event.
func nativeShapes() []answerShape {
	named := func(event, data string) string { return "event: " + event + "\ndata: " + data + "\n\n" }
	grows := func(index int, kind, field, text string) string {
		return named("content_block_delta", `{"type":"content_block_delta","index":`+string(rune('0'+index))+`,"delta":{"type":"`+kind+`","`+field+`":"`+text+`"}}`)
	}
	anthropic := answerShape{
		name: "anthropic", format: "anthropic", streamed: true,
		head: named("message_start", `{"type":"message_start","message":{"id":"msg_01","type":"message","role":"assistant","model":"claude","content":[],"stop_reason":null,"usage":{"input_tokens":25,"output_tokens":1}}}`) +
			named("content_block_start", `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`) +
			named("content_block_start", `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_01","name":"write","input":{}}}`) +
			grows(1, "input_json_delta", "partial_json", `{\"text\":\"`),
		body: grows(0, "text_delta", "text", " over the lazy dog") + grows(1, "input_json_delta", "partial_json", `\\tif i < 10 {\\n`),
		tail: grows(1, "input_json_delta", "partial_json", `\"}`) +
			named("content_block_stop", `{"type":"content_block_stop","index":0}`) + named("content_block_stop", `{"type":"content_block_stop","index":1}`) +
			named("message_delta", `{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":15}}`) +
			named("message_stop", `{"type":"message_stop"}`),
	}
	chunk := func(delta, finish string) string {
		return `data: {"id":"chatcmpl-AbC123","object":"chat.completion.chunk","created":1754450000,"model":"gpt-4.1","system_fingerprint":"fp_51e1070cf2",` +
			`"choices":[{"index":0,"delta":` + delta + `,"logprobs":null,"finish_reason":` + finish + `}]}` + "\n\n"
	}
	args := func(text string) string {
		return chunk(`{"tool_calls":[{"index":0,"function":{"arguments":"`+text+`"}}]}`, "null")
	}
	chat := answerShape{
		name: "openai-chat", format: "openai-chat", streamed: true,
		head: chunk(`{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"write","arguments":""}}]}`, "null") +
			args(`{\"text\":\"`),
		body: chunk(`{"content":" over the lazy dog"}`, "null") + args(`\\tif i < 10 {\\n`),
		tail: args(`\"}`) + chunk("{}", `"tool_calls"`) + "data: [DONE]\n\n",
	}
	return append([]answerShape{anthropic, chat}, otherShapes()...)
}

// otherShapes are those of the other providers. Gemini and Ollama send a call at once.
func otherShapes() []answerShape {
	event := func(kind, rest string) string {
		return "event: " + kind + "\ndata: {\"type\":\"" + kind + "\",\"sequence_number\":7," + rest + "}\n\n"
	}
	args := func(text string) string {
		return event("response.function_call_arguments.delta", `"item_id":"fc_1","output_index":1,"delta":"`+text+`"`)
	}
	responses := answerShape{
		name: "openai-responses", format: "openai-responses", streamed: true,
		head: event("response.created", `"response":{"id":"resp_1","object":"response","created_at":1754450000,"status":"in_progress","model":"gpt-5","output":[],"tools":[],"usage":null}`) +
			event("response.output_item.added", `"output_index":0,"item":{"id":"msg_1","type":"message","status":"in_progress","role":"assistant","content":[]}`) +
			event("response.output_item.added", `"output_index":1,"item":{"id":"fc_1","type":"function_call","status":"in_progress","arguments":"","call_id":"call_1","name":"write"}`) +
			args(`{\"text\":\"`),
		body: event("response.output_text.delta", `"item_id":"msg_1","output_index":0,"content_index":0,"delta":" over the lazy dog","logprobs":[],"obfuscation":"a1b2c3"`) +
			args(`\\tif i < 10 {\\n`),
		tail: args(`\"}`) +
			event("response.completed", `"response":{"id":"resp_1","object":"response","status":"completed","model":"gpt-5","output":[],"usage":{"input_tokens":25,"output_tokens":15,"total_tokens":40}}`),
	}
	candidate := func(part, end string) string {
		return `data: {"candidates":[{"content":{"parts":[` + part + `],"role":"model"},` + end + `"index":0}],` +
			`"usageMetadata":{"promptTokenCount":25,"candidatesTokenCount":12,"totalTokenCount":37},"modelVersion":"gemini-2.5-pro","responseId":"r1"}` + "\r\n\r\n"
	}
	gemini := answerShape{
		name: "gemini", format: "gemini",
		body: candidate(`{"text":" over the lazy dog, and under the fence behind it"}`, "") +
			candidate(`{"functionCall":{"name":"write","args":{"path":"sum.go","text":"`+wireCode+`"}}}`, ""),
		tail: candidate(`{"text":""}`, `"finishReason":"STOP",`),
	}
	line := func(message, end string) string {
		return `{"model":"llama3.3","created_at":"2026-01-01T00:00:00.000000Z","message":{"role":"assistant",` + message + `},"done":` + end + "}\n"
	}
	ollama := answerShape{
		name: "ollama", format: "ollama",
		body: line(`"content":" over the lazy dog, and under the fence behind it"`, "false") +
			line(`"content":"","tool_calls":[{"function":{"name":"write","arguments":{"path":"sum.go","text":"`+wireCode+`"}}}]`, "false"),
		tail: line(`"content":""`, `true,"done_reason":"stop","prompt_eval_count":25,"eval_count":15`),
	}
	return []answerShape{responses, gemini, ollama}
}
