package anthropic

import (
	"encoding/json"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// event is any event of a stream. A whole message is one too: its fields are those of the
// message in message_start.
type event struct {
	Type         string          `json:"type"`
	Index        int             `json:"index"`
	Message      json.RawMessage `json:"message"` // an object, or the text of an error
	ContentBlock json.RawMessage `json:"content_block"`
	Delta        delta           `json:"delta"`
	Error        json.RawMessage `json:"error"`

	opening
}

// opening is a message, or what is known of it when it begins.
type opening struct {
	ID         string            `json:"id"`
	Model      string            `json:"model"`
	Content    []json.RawMessage `json:"content"`
	StopReason string            `json:"stop_reason"`
	Usage      *usage            `json:"usage"`
}

// delta is what is new in a block, or in the message itself.
type delta struct {
	Type        string          `json:"type"`
	Text        string          `json:"text"`
	Thinking    string          `json:"thinking"`
	Signature   string          `json:"signature"`
	PartialJSON string          `json:"partial_json"`
	Citation    json.RawMessage `json:"citation"`
	StopReason  string          `json:"stop_reason"`
}

// parse reads JSON leniently: a provider may repeat a name or send half a character, and
// it is not for a reader of streams to refuse that.
func parse[T any](raw []byte) (T, error) {
	var into T
	err := jsonv2.Unmarshal(raw, &into, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return into, err
}
