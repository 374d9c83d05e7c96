package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Result is what all hooks of an event say together.
type Result struct {
	// Decision is the strictest of them, for PreToolUse and PermissionRequest.
	Decision Decision
	// Blocked says that what the event announces must not happen: the call
	// (then Decision is Deny), the prompt, the end of the turn (Stop and
	// SubagentStop: the model goes on, with Reason), the compaction. For
	// PostToolUse it says that Reason must reach the model with the result.
	Blocked bool
	// Reason belongs to the decision.
	Reason string
	// UpdatedInput replaces the arguments, nil if they stay. Rules are judged
	// on these.
	UpdatedInput json.RawMessage
	// UpdatedOutput replaces the result of the call, nil if it stays.
	UpdatedOutput json.RawMessage
	// Context is for the model, in order of definition.
	Context []string
	// Messages are for the person.
	Messages []string
	// Warnings tell the person of hooks that failed without blocking.
	Warnings []string
	// Stop ends the turn, for StopReason.
	Stop       bool
	StopReason string
}

// outcome is how one hook went.
type outcome struct {
	hook    *hook
	output  Output
	failure error
}

// merge puts the answers together, in order of definition.
func merge(event Event, outcomes []outcome, global FailureMode) *Result {
	r := &Result{}
	reasons := make(map[Decision][]string)
	for _, o := range outcomes {
		out := o.output
		if o.failure != nil {
			if !o.hook.failureBlocks(event, global) {
				r.Warnings = append(r.Warnings, fmt.Sprintf("%s: %v", o.hook, o.failure))
				continue
			}
			out = Output{Block: true, Reason: fmt.Sprintf("%s failed, and without it nothing is let through: %v", o.hook, o.failure)}
		}
		r.take(event, out, o.hook.String(), reasons)
	}
	if event.decides() {
		r.UpdatedInput = agreed(outcomes, func(o Output) json.RawMessage { return o.UpdatedInput }, func(a, b *hook) {
			r.block(event, fmt.Sprintf("%s and %s change the input of this call differently; make one hook of them", a, b), reasons)
		})
	}
	if event == PostToolUse {
		r.UpdatedOutput = agreed(outcomes, func(o Output) json.RawMessage { return o.UpdatedOutput }, func(a, b *hook) {
			r.block(event, fmt.Sprintf("the output is withheld: %s and %s replace it differently; make one hook of them", a, b), reasons)
		})
		// Of two outputs that were meant to hide something neither may be
		// shown, nor the original.
		if r.UpdatedOutput == nil && replaced(outcomes) {
			r.UpdatedOutput = json.RawMessage(`"[the output is withheld: two hooks replace it differently]"`)
		}
	}
	if event.decides() {
		r.Reason = strings.Join(reasons[r.Decision], "\n")
	} else {
		r.Reason = strings.Join(reasons[Deny], "\n")
	}
	return r
}

// take adds one answer.
func (r *Result) take(event Event, out Output, who string, reasons map[Decision][]string) {
	if out.Message != "" {
		r.Messages = append(r.Messages, out.Message)
	}
	if out.warning != "" {
		r.Warnings = append(r.Warnings, who+": "+out.warning)
	}
	if out.Context != "" {
		r.Context = append(r.Context, out.Context)
	}
	if out.Stop {
		r.Stop = true
		if r.StopReason == "" {
			r.StopReason = out.StopReason
		}
		if event.Guard() && !out.Block {
			// The turn ends here: what it was about to do does not happen.
			out.Block = true
			if out.Reason == "" {
				out.Reason = out.StopReason
			}
		}
	}
	switch {
	case out.Block || out.Decision == Deny:
		if out.Reason == "" {
			out.Reason = who + " blocked this without giving a reason"
		}
		r.block(event, out.Reason, reasons)
	case event.decides():
		r.Decision = max(r.Decision, out.Decision)
		if out.Reason != "" {
			reasons[out.Decision] = append(reasons[out.Decision], out.Reason)
		}
	}
}

func (r *Result) block(event Event, reason string, reasons map[Decision][]string) {
	if !event.blocks() {
		r.Warnings = append(r.Warnings, reason)
		return
	}
	r.Blocked = true
	if event.decides() {
		r.Decision = Deny
	}
	reasons[Deny] = append(reasons[Deny], reason)
}

// agreed is the replacement that all hooks which give one agree on. The first
// two that do not are told to conflict.
func agreed(outcomes []outcome, of func(Output) json.RawMessage, conflict func(a, b *hook)) json.RawMessage {
	var value json.RawMessage
	var first *hook
	for _, o := range outcomes {
		next := of(o.output)
		switch {
		case o.failure != nil || next == nil:
		case value == nil:
			value, first = next, o.hook
		case !sameJSON(value, next):
			conflict(first, o.hook)
			return nil
		}
	}
	return value
}

func replaced(outcomes []outcome) bool {
	return slices.ContainsFunc(outcomes, func(o outcome) bool { return o.failure == nil && o.output.UpdatedOutput != nil })
}

func sameJSON(a, b json.RawMessage) bool {
	x, y := jsontext.Value(slices.Clone(a)), jsontext.Value(slices.Clone(b))
	if x.Canonicalize() != nil || y.Canonicalize() != nil {
		return bytes.Equal(a, b)
	}
	return bytes.Equal(x, y)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
