package engine

import (
	"encoding/json"
	"fmt"
	"time"

	"jig/tool"
)

// Kind says what an event tells.
type Kind uint8

// The kinds of event, in the order in which a call can meet them. Started and
// Ended come in pairs, one pair for every call, whatever became of it; only a
// call vetoed by a BeforeExecution callback has neither, and ends with Skipped.
const (
	Proposed     Kind = iota + 1 // the call was added to the turn
	Decided                      // the gate allowed or refused it
	RateLimited                  // a rate limit refused it
	LoopDetected                 // the conversation goes round in circles
	Started                      // it runs now
	Updated                      // a piece of the result, for people
	Progress                     // how far it is, for people
	Skipped                      // it will not run: steering, or a veto
	Ended                        // it has its result
	TurnEnded                    // every call of the turn has its result
)

func (k Kind) String() string {
	names := [...]string{
		Proposed: "proposed", Decided: "decided", RateLimited: "rate_limited",
		LoopDetected: "loop_detected", Started: "started", Updated: "updated",
		Progress: "progress", Skipped: "skipped", Ended: "ended", TurnEnded: "turn_ended",
	}
	if int(k) < len(names) && names[k] != "" {
		return names[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Event is one thing that happened in a turn.
type Event struct {
	Kind Kind
	// Status is set on Ended and Skipped.
	Status Status
	// Time is when it happened.
	Time time.Time
	// Index is the place of the call in its turn, -1 for the turn itself.
	Index int
	// Call is the call concerned, nil for the turn itself. While it is on its
	// way only its ID and Name may be looked at.
	Call *tool.Call
	// Args are the arguments: as sent on Proposed, as validated on Decided.
	Args json.RawMessage
	// Tool is the canonical name of the tool, empty if there is none.
	Tool string
	// Decision is set on Decided.
	Decision *Decision
	// Result is the piece on Updated and the final result on Ended and Skipped.
	Result *tool.Result
	// Text is the line of Progress, and the reason where there is one.
	Text string
	// Missed counts Updated and Progress events that this reader was too slow
	// for since the last event it got.
	Missed int
}

// MarshalJSON writes the event as one flat object with snake_case keys.
func (e Event) MarshalJSON() ([]byte, error) {
	j := eventJSON{
		Type: e.Kind.String(), Time: e.Time.UTC(), Tool: e.Tool,
		Decision: e.Decision, Result: e.Result, Text: e.Text, Missed: e.Missed,
	}
	if e.Kind == Ended || e.Kind == Skipped {
		j.Status = e.Status.String()
	}
	if e.Call != nil {
		j.Index = &e.Index
		j.CallID = e.Call.ID
		if e.Kind == Proposed {
			j.Name = e.Call.Name
		}
	}
	if j.Arguments = e.Args; len(e.Args) > 0 && !json.Valid(e.Args) {
		// What was sent may not even be JSON; it is told as a string then.
		quoted, err := json.Marshal(string(e.Args))
		if err != nil {
			return nil, err
		}
		j.Arguments = quoted
	}
	return json.Marshal(j)
}

type eventJSON struct {
	Type      string          `json:"type"`
	Time      time.Time       `json:"time"`
	Index     *int            `json:"index,omitempty"`
	CallID    string          `json:"call_id,omitempty"`
	Tool      string          `json:"tool,omitempty"`
	Name      string          `json:"name,omitempty"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Decision  *Decision       `json:"decision,omitempty"`
	Result    *tool.Result    `json:"result,omitempty"`
	Status    string          `json:"status,omitempty"`
	Text      string          `json:"text,omitempty"`
	Missed    int             `json:"missed,omitempty"`
}

// Status says what became of a call.
type Status uint8

// What can become of a call.
const (
	OK        Status = iota + 1 // it ran and gave a result
	Failed                      // it gave an error or crashed, or could not be made to run
	Invalid                     // unknown tool or bad arguments; it did not run
	Denied                      // refused by the gate, a hook or middleware
	Limited                     // refused by a rate limit or the loop guard
	Omitted                     // not run: steering or a veto
	Cancelled                   // cancelled before or while it ran
	TimedOut                    // its time was up
	Abandoned                   // it did not stop when told to; it may still be at work
)

func (s Status) String() string {
	names := [...]string{
		OK: "ok", Failed: "failed", Invalid: "invalid", Denied: "denied", Limited: "limited",
		Omitted: "skipped", Cancelled: "cancelled", TimedOut: "timed_out", Abandoned: "abandoned",
	}
	if s == 0 {
		return "none"
	}
	if int(s) < len(names) && names[s] != "" {
		return names[s]
	}
	return fmt.Sprintf("status(%d)", uint8(s))
}

// MarshalText writes the status as a word.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Outcome is a call with its one result.
type Outcome struct {
	// Call is the call with its final arguments. An abandoned call comes
	// without arguments, since its tool may still be at work with them.
	Call   *tool.Call   `json:"call"`
	Result *tool.Result `json:"result"`
	Status Status       `json:"status"`
	// Tool is the canonical name of the tool, empty if there is none.
	Tool string `json:"tool,omitempty"`
	// Intent is what the call stated, nil if it did not come that far.
	Intent *tool.Intent `json:"intent,omitempty"`
	// Started is when the tool began to run, zero if it never did.
	Started time.Time `json:"started,omitzero"`
	Ended   time.Time `json:"ended"`
}
