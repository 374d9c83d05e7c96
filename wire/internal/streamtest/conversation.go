package streamtest

import (
	"encoding/json"

	"jig/tool"
	"jig/wire"
)

// Request is a conversation with everything that can be in one.
func Request() *wire.Request {
	temperature := 0.5
	return &wire.Request{
		Model: "gpt-4.1", System: "Be brief.", Choice: "any", MaxTokens: 1000, Temperature: &temperature,
		Tools: []tool.Definition{
			{Name: "read", Description: "Read a file", Input: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}`), Strict: true},
			{Name: "now", Description: "What time it is"},
		},
		Messages: []wire.Message{
			{Role: wire.User, Parts: []wire.Part{
				{Kind: wire.TextPart, Text: "What is in this <image> & in a.txt?"},
				{Kind: wire.BlockPart, Block: &tool.Block{Type: tool.ImageBlock, MIME: "image/png", Data: []byte("png")}},
				{Kind: wire.BlockPart, Block: &tool.Block{Type: tool.FileBlock, Path: "b.txt", Size: 3}},
			}},
			{Role: wire.Assistant, Parts: []wire.Part{
				{Kind: wire.ThinkingPart, Text: "elsewhere", Raw: json.RawMessage(`{"signature":"x"}`), From: "anthropic"},
				{Kind: wire.OpaquePart, Raw: json.RawMessage(`{"type":"server_tool_use"}`), From: "anthropic"},
				{Kind: wire.TextPart, Text: "I look."},
				{Kind: wire.CallPart, Call: &wire.Call{ID: "call_1", Name: "read", Args: json.RawMessage(`{"path":"a.txt"}`)}},
				{Kind: wire.CallPart, Call: &wire.Call{ID: "call_2", Name: "now"}},
				{Kind: wire.CallPart, Call: &wire.Call{ID: "call_3", Name: "read me", Args: json.RawMessage(`{"path":`)}},
				{Kind: wire.CallPart, Call: &wire.Call{ID: "call_4", Name: "read", Args: json.RawMessage(`{"path":"c.png"}`)}},
			}},
			{Role: wire.User, Parts: []wire.Part{
				{Kind: wire.ResultPart, Result: &wire.Result{CallID: "call_2", Name: "now", Content: []tool.Block{tool.JSON(12)}}},
				{Kind: wire.ResultPart, Result: &wire.Result{CallID: "call_1", Name: "read", Content: []tool.Block{tool.Text("one"), tool.Text("two")}}},
				{Kind: wire.ResultPart, Result: &wire.Result{CallID: "call_3", Name: "read me", Content: []tool.Block{tool.Text("no such tool")}, IsError: true}},
				{Kind: wire.ResultPart, Result: &wire.Result{CallID: "call_4", Name: "read", Content: []tool.Block{tool.Text("a picture"), tool.Image("image/png", []byte("c"))}}},
				{Kind: wire.TextPart, Text: "And be quick."},
			}},
			{Role: wire.Assistant, Parts: []wire.Part{{Kind: wire.CallPart, Call: &wire.Call{ID: "call_5", Name: "now", Args: json.RawMessage(`{}`)}}}},
			{Role: wire.User, Parts: []wire.Part{{Kind: wire.ResultPart, Result: &wire.Result{CallID: "call_9", Name: "now"}}}},
		},
	}
}

// Own is a conversation with items that the Responses API wants back.
func Own() []wire.Message {
	const from = "openai-responses"
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	return []wire.Message{
		wire.Say("hi"),
		{Role: wire.Assistant, Parts: []wire.Part{
			{Kind: wire.ThinkingPart, Text: "hm", From: from, Raw: raw(`{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"xyz"}`)},
			{Kind: wire.OpaquePart, From: from, Raw: raw(`{"id":"ws_1","type":"web_search_call","status":"completed","action":{"type":"search","query":"q"}}`)},
			{Kind: wire.ThinkingPart, From: from, Raw: raw(`{"id":"rs_2","type":"reasoning","summary":[],"encrypted_content":"before what is left out"}`)},
			{Kind: wire.OpaquePart, From: from, Raw: raw(`{"id":"lsh_1","type":"local_shell_call","status":"completed","call_id":"call_l","action":{"type":"exec","command":["ls"],"env":{}}}`)},
			{Kind: wire.ThinkingPart, From: from, Raw: raw(`{"id":"rs_4","type":"reasoning","summary":[]}`)},
			{Kind: wire.TextPart, Text: "I look.", From: from, Raw: raw(`{"phase":"commentary"}`)},
			{Kind: wire.CallPart, Call: &wire.Call{ID: "call_1", Name: "now"}, From: from, Raw: raw(`{"id":"fc_1","type":"function_call","status":"completed","arguments":"","call_id":"call_1","name":"now"}`)},
			{Kind: wire.CallPart, Call: &wire.Call{ID: "call_2", Name: "sql", Args: raw(`{"input":"select 1"}`)}, From: from, Raw: raw(`{"id":"ctc_1","type":"custom_tool_call","input":"select 1","call_id":"call_2","name":"sql"}`)},
			{Kind: wire.ThinkingPart, From: from, Raw: raw(`{"id":"rs_3","type":"reasoning","summary":[],"encrypted_content":"at the end"}`)},
		}},
		{Role: wire.User, Parts: []wire.Part{
			{Kind: wire.ResultPart, Result: &wire.Result{CallID: "call_1", Content: []tool.Block{tool.Text("12")}}},
			{Kind: wire.ResultPart, Result: &wire.Result{CallID: "call_2", Content: []tool.Block{tool.Text("1")}}},
		}},
	}
}
