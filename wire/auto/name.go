package auto

import (
	"bytes"
	"encoding/json"
	"strings"
)

// clue are the fields by which the providers' formats can be told apart.
type clue struct {
	Type       string          `json:"type"`
	Object     string          `json:"object"`
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	Choices    json.RawMessage `json:"choices"`
	Candidates json.RawMessage `json:"candidates"`
	Output     json.RawMessage `json:"output"`
	Message    json.RawMessage `json:"message"`
	Done       *bool           `json:"done"`
	CreatedAt  json.RawMessage `json:"created_at"`
	Feedback   json.RawMessage `json:"promptFeedback"`
	Model      json.RawMessage `json:"model"`
	Error      json.RawMessage `json:"error"`
}

// anthropicEvents are the events of Anthropic's streams that can come first.
func anthropicEvent(kind string) bool {
	switch kind {
	case "message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "message_stop", "ping":
		return true
	}
	return false
}

// nameOf tells whose format a JSON value is, empty for nobody's. Of a list it looks at the first object.
func nameOf(value []byte) string {
	if len(value) > 0 && value[0] == '[' {
		var list []json.RawMessage
		if json.Unmarshal(value, &list) != nil || len(list) == 0 {
			return ""
		}
		value = bytes.TrimSpace(list[0])
	}
	var c clue
	if json.Unmarshal(value, &c) != nil {
		return ""
	}
	switch {
	case anthropicEvent(c.Type), c.Type == "message" && c.Role == "assistant" && len(c.Content) > 0 && c.Content[0] == '[' && !strings.HasPrefix(c.Object, "response"):
		return "anthropic"
	case listOf(c.Choices, "delta", "message", "text", "finish_reason"), string(c.Choices) == "[]" && c.Model != nil, strings.HasPrefix(c.Object, "chat.completion"):
		return "openai-chat"
	case strings.HasPrefix(c.Type, "response."), c.Object == "response", listOf(c.Output, "type"):
		return "openai-responses"
	case listOf(c.Candidates, "content", "finishReason"), c.Feedback != nil:
		return "gemini"
	case c.Message != nil && c.Message[0] == '{' && (c.Done != nil || c.CreatedAt != nil):
		return "ollama"
	}
	return errorOf(&c)
}

// listOf reports whether a value is a list whose first item is an object with one of the keys. Others have lists of the same name
// as well: a model may be asked for JSON.
func listOf(value json.RawMessage, keys ...string) bool {
	var list []map[string]json.RawMessage
	if len(value) == 0 || value[0] != '[' || json.Unmarshal(value, &list) != nil || len(list) == 0 {
		return false
	}
	for _, key := range keys {
		if _, ok := list[0][key]; ok {
			return true
		}
	}
	return false
}

// errorOf tells whose error it is that came in the place of an answer.
func errorOf(c *clue) string {
	var problem struct {
		Message *string `json:"message"`
		Status  string  `json:"status"`
	}
	if len(c.Error) == 0 || c.Error[0] != '{' || json.Unmarshal(c.Error, &problem) != nil || problem.Message == nil {
		return ""
	}
	switch {
	case c.Type == "error":
		return "anthropic"
	case problem.Status != "":
		return "gemini"
	}
	return "openai-chat"
}
