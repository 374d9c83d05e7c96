package agents

import (
	"context"
	"encoding/json"
	"time"
)

// Runner runs sub-agents. An error says that one did not come to an end of its own; the report, if there is one, then tells
// how far it came.
type Runner interface {
	Run(ctx context.Context, t Task) (*Report, error)
}

// Task is what a sub-agent is to do.
type Task struct {
	// Type is what kind of sub-agent it is.
	Type *Type
	// Description is the task in a few words for people, Prompt what the sub-agent is told.
	Description string
	Prompt      string
	// Rules are instructions that it gets beside those of its type: how to report.
	Rules string
	// Model is the name of its model; empty means that of its parent.
	Model string
	// Tools are the names of its tools; nil means those of its parent, except agent.
	Tools []string
	// Without are tools that it does not get, whatever Tools says, and Always those that it gets whatever its parent has.
	Without, Always []string
	// Limits are its own; zero means the usual ones.
	Limits Limits
	// Dir is the folder that it works in, if that is another than its parent's: a worktree of Repository, which is where git
	// keeps its data.
	Dir, Repository string
	// Schema is what its result must look like, if that matters.
	Schema json.RawMessage
	// Followup is asked when the sub-agent has ended. It returns what to tell it so that it goes on, or false.
	Followup func(ctx context.Context, sofar *Report) (message string, more bool)
}

// Limits bound a sub-agent. Zero means the usual limit.
type Limits struct {
	Turns  int
	Tokens int64
	Time   time.Duration
}

// Report is what became of a task.
type Report struct {
	// Text is the result, or what the sub-agent said last.
	Text string `json:"text"`
	// Structured is the result as data, if the task has a schema.
	Structured json.RawMessage `json:"structured,omitempty"`
	// Loop identifies the conversation of the sub-agent.
	Loop string `json:"child_loop_id,omitempty"`
	// Turns, Tokens and Cost are what it used; Cost is in US dollars, as far as prices are known.
	Turns  int     `json:"turns,omitempty"`
	Tokens int64   `json:"tokens,omitempty"`
	Cost   float64 `json:"cost,omitempty"`
	// Reason is why it ended.
	Reason string `json:"reason,omitempty"`
}
