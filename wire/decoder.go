package wire

import "jig/tool"

// Options is what a decoder may know about the conversation.
type Options struct {
	// Tools are those that were offered. Formats without types take the types of
	// arguments from their schemas, and texts that could be a call are one only if they
	// name a tool, as far as any are given. They are not to be changed while it reads.
	Tools []tool.Definition
	// NewID makes the identifier of a call whose format has none; default "call_" and
	// 24 random hexadecimal digits.
	NewID func() string
	// Thinking says that the prompt ended inside the model's thinking, so that the text
	// begins there without a mark.
	Thinking bool
}

// Decoder reads one answer of a model. It is used by one goroutine.
type Decoder interface {
	// Write takes the next bytes and gives what has happened. The events are valid until
	// the next Write; calls and replies for ever. Bytes that make no sense end in a
	// [Warning] or in the error of Close, never in a crash or a hang.
	Write(p []byte) []Event
	// Close says that nothing more comes. The error says that the answer was cut off or
	// is not what the format says; what had come is still given.
	Close() ([]Event, error)
	// Reply is what has come so far; after Close, the whole answer.
	Reply() *Reply
}

// Ender is a decoder that can tell, before the connection ends, that the provider has said its last word. Those of formats without
// such a word never do.
type Ender interface {
	Decoder
	Over() bool
}

// Feeder is a decoder for those who have the events of a stream one by one already, each
// as JSON, for instance from a provider's own client.
type Feeder interface {
	Decoder
	Feed(event []byte) []Event
}
