package agent

import (
	"time"

	"jig/engine"
	"jig/wire"
)

// Kind says what an [Event] tells.
type Kind string

// The kinds of event.
const (
	RunStarted  Kind = "run_started"
	RunEnded    Kind = "run_ended"    // the last of a run; End says how it ended
	TurnStarted Kind = "turn_started" // the model is asked
	TurnEnded   Kind = "turn_ended"   // every call of the answer has its result; Usage and Cost are those of the answer

	TextDelta     Kind = "text"     // more text of the answer
	ThinkingDelta Kind = "thinking" // more of what the model thinks
	CallBegun     Kind = "call_begun"
	CallDelta     Kind = "call_delta" // more of its arguments, in Text
	CallReady     Kind = "call_ready" // it is whole, and on its way to the engine
	Warned        Kind = "warning"    // something in the answer was not as it should be

	Tool     Kind = "tool"     // what the engine tells of a call, in Tool
	Spoken   Kind = "message"  // a message is part of the conversation now, in Message: of the person, of the model, or the results of calls
	Steered  Kind = "steered"  // a message that came in between was taken
	Followed Kind = "followup" // a message that waited for the end of the turn was taken
	Restored Kind = "restored" // a message that had not reached the model when the session ended waits again since it was resumed

	Retrying    Kind = "retrying"    // the answer broke off; what it had said so far does not count; Delay is the pause
	Compacting  Kind = "compacting"  // old messages are about to be summarised
	Compacted   Kind = "compacted"   // Compaction says what became of them
	Interrupted Kind = "interrupted" // somebody pressed a key
)

// Event is one thing that happened in a session or in one of its children. Kind says
// which of the fields are set.
type Event struct {
	Kind Kind      `json:"type"`
	Time time.Time `json:"time"`
	// Loop is the session that it happened in. Parent is the one above it, if it is a
	// child, and ParentCall the call that started it.
	Loop       string `json:"loop_id"`
	Parent     string `json:"parent_loop_id,omitempty"`
	ParentCall string `json:"parent_call_id,omitempty"`
	// Turn counts the answers of the session from 1.
	Turn int `json:"turn,omitempty"`

	Text    string        `json:"text,omitempty"`
	Call    *wire.Call    `json:"call,omitempty"`
	Tool    *engine.Event `json:"tool,omitempty"`
	Message *wire.Message `json:"message,omitempty"`
	Queued  string        `json:"queued,omitempty"` // the id that the message has, or had, in its queue
	Stop    wire.Stop     `json:"stop,omitempty"`
	Usage   *wire.Usage   `json:"usage,omitempty"`
	// Cost is in US dollars.
	Cost       float64       `json:"cost,omitempty"`
	Delay      time.Duration `json:"delay,omitempty"`
	Attempt    int           `json:"attempt,omitempty"`
	Compaction *Compaction   `json:"compaction,omitempty"`
	End        *End          `json:"end,omitempty"`
	// Missed counts pieces of text, arguments and progress that this reader was too slow
	// for. What they were pieces of still comes whole. For one who does not read at all, in
	// the end, it counts everything.
	Missed int `json:"missed,omitempty"`
}

// piece reports whether the event is only a part of something that comes whole later.
func (e *Event) piece() bool {
	switch e.Kind {
	case TextDelta, ThinkingDelta, CallDelta:
		return true
	case Tool:
		return e.Tool.Kind == engine.Updated || e.Tool.Kind == engine.Progress
	}
	return false
}

// joins reports whether a piece of text continues the one before it.
func (e *Event) joins(next *Event) bool {
	if e.Kind != next.Kind || e.Loop != next.Loop || e.Turn != next.Turn {
		return false
	}
	switch e.Kind {
	case TextDelta, ThinkingDelta:
		return true
	case CallDelta:
		return e.Call.ID == next.Call.ID
	}
	return false
}

// Reason is why a run ended.
type Reason string

// The reasons.
const (
	Done        Reason = "done"         // the model has said all it wanted to
	MaxTurns    Reason = "max_turns"    // as many answers as allowed
	MaxTokens   Reason = "max_tokens"   // as many tokens as allowed
	MaxTime     Reason = "max_time"     // the time is up
	MaxCost     Reason = "max_cost"     // the money is spent
	Stopped     Reason = "stopped"      // a tool, or the guard against circles, ended the turn
	Suspended   Reason = "suspended"    // a tool parked the conversation; End.Suspend says until when
	Halted      Reason = "interrupted"  // a person stopped it
	Cancelled   Reason = "cancelled"    // the context of the run ended
	Blocked     Reason = "blocked"      // a hook did not let the message pass
	Refused     Reason = "refusal"      // the model, or its provider, does not want to
	Truncated   Reason = "output_limit" // the answer is longer than the model may write
	ContextFull Reason = "context_full" // the conversation does not fit, even made shorter
	Failed      Reason = "failed"       // End.Err says why
)

// End is how a run ended.
type End struct {
	Reason Reason `json:"reason"`
	// Text is what the model said last, or why the run ended where it did not come to that.
	Text  string     `json:"text,omitempty"`
	Turns int        `json:"turns"`
	Usage wire.Usage `json:"usage"`
	Cost  float64    `json:"cost,omitempty"`
	// Suspend is what the conversation waits for, if a tool parked it.
	Suspend string `json:"suspend,omitempty"`
	// Background are the handles of work that goes on.
	Background []string `json:"background,omitempty"`
	// Err is set when something failed.
	Err error `json:"-"`
}
