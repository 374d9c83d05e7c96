package cli

import (
	"encoding/json"
	"math"
	"time"

	"jig/engine"
	"jig/tool"
)

// Report is a call with its result, as json and stream-json print it.
type Report struct {
	Type   string `json:"type"` // always "result"
	CallID string `json:"call_id"`
	// Tool is the canonical name of the tool, or the name it was called by if there is no such tool.
	Tool string `json:"tool"`
	// Status is what became of the call, in the words of the engine.
	Status  string       `json:"status"`
	IsError bool         `json:"is_error"`
	Content []tool.Block `json:"content"`
	Error   *tool.Error  `json:"error,omitempty"`
	// Arguments are the final ones, or a string if what was sent is no JSON.
	Arguments json.RawMessage `json:"arguments"`
	Repairs   []string        `json:"repairs,omitempty"`
	Purpose   string          `json:"purpose,omitempty"`
	Intent    *tool.Intent    `json:"intent,omitempty"`
	Details   any             `json:"details,omitempty"`
	Display   *tool.Display   `json:"display,omitempty"`
	Control   tool.Control    `json:"control,omitzero"`
	// Started is when the tool began to run, absent if it never did.
	Started  time.Time `json:"started,omitzero"`
	Ended    time.Time `json:"ended"`
	Duration float64   `json:"duration_ms"`
}

// NewReport makes the report of an outcome.
func NewReport(out engine.Outcome) Report {
	r := Report{
		Type: "result", Status: out.Status.String(), Tool: out.Tool, Intent: out.Intent,
		CallID: out.Call.ID, Arguments: asJSON(out.Call.Args), Repairs: out.Call.Repairs, Purpose: out.Call.Purpose,
		IsError: out.Result.IsError, Content: out.Result.Content, Error: out.Result.Error,
		Details: out.Result.Details, Display: out.Result.Display, Control: out.Result.Control,
		Ended: out.Ended.UTC(),
	}
	if out.Tool == "" {
		r.Tool = out.Call.Name
	}
	if !out.Started.IsZero() {
		r.Started = out.Started.UTC()
		r.Duration = milliseconds(out.Ended.Sub(out.Started))
	}
	return r
}

// milliseconds is the duration to the microsecond.
func milliseconds(d time.Duration) float64 {
	return math.Round(float64(d)/float64(time.Microsecond)) / 1000
}

// asJSON is the text itself if it is JSON, and otherwise the text as a string.
func asJSON(text []byte) json.RawMessage {
	if json.Valid(text) {
		return text
	}
	quoted, err := json.Marshal(string(text))
	if err != nil {
		return json.RawMessage("null") // a string can always be written
	}
	return quoted
}
