package wire

// EventKind says what an [Event] tells.
type EventKind uint8

// The kinds of event.
const (
	Text      EventKind = iota + 1 // more text for people
	Thinking                       // more of what the model thinks
	CallBegun                      // a call is on its way: ID and Name are known, if the format says them first
	CallDelta                      // more of its arguments, in Text, as they are written
	CallReady                      // the call is whole and can run
	Warning                        // something was not as it should be; Text says what
	Done                           // the answer is whole; always the last, and only of a stream that did not break
)

// Event is one thing that happened in an answer.
type Event struct {
	Kind EventKind
	Text string
	// Call is set on CallBegun, CallDelta and CallReady: the same pointer for one call,
	// whose Args are there only when it is ready.
	Call *Call
	// Reply is the whole answer, set on Done.
	Reply *Reply
}

// Stop is why an answer ended.
type Stop string

// The reasons to stop.
const (
	EndTurn   Stop = "end_turn"   // the model has said what it wanted to
	ToolUse   Stop = "tool_use"   // it waits for results
	MaxTokens Stop = "max_tokens" // it was cut
	Refusal   Stop = "refusal"    // it, or its provider, does not want to
	Paused    Stop = "pause"      // the provider wants the message back to go on
	Overflow  Stop = "overflow"   // the conversation is too long for the model
	Sequence  Stop = "sequence"   // a stop sequence came
)

// Usage is what an answer cost, in tokens. Input counts all of it, with what was read
// from and written to a cache.
type Usage struct {
	Input      int64 `json:"input_tokens"`
	Output     int64 `json:"output_tokens"`
	CacheRead  int64 `json:"cache_read_tokens,omitempty"`
	CacheWrite int64 `json:"cache_write_tokens,omitempty"`
	Reasoning  int64 `json:"reasoning_tokens,omitempty"` // part of Output
}

// Add counts another answer.
func (u *Usage) Add(v Usage) {
	u.Input += v.Input
	u.Output += v.Output
	u.CacheRead += v.CacheRead
	u.CacheWrite += v.CacheWrite
	u.Reasoning += v.Reasoning
}

// Reply is an answer of a model.
type Reply struct {
	Message
	// ID and Model are the provider's own.
	ID    string `json:"id,omitempty"`
	Model string `json:"model,omitempty"`
	Stop  Stop   `json:"stop,omitempty"`
	Usage Usage  `json:"usage"`
}
