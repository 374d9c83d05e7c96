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
	case c.Choices != nil, strings.HasPrefix(c.Object, "chat.completion"):
		return "openai-chat"
	case strings.HasPrefix(c.Type, "response."), c.Object == "response", c.Output != nil && c.Output[0] == '[':
		return "openai-responses"
	case c.Candidates != nil, c.Feedback != nil:
		return "gemini"
	case c.Message != nil && c.Message[0] == '{' && (c.Done != nil || c.CreatedAt != nil):
		return "ollama"
	}
	return ""
}
