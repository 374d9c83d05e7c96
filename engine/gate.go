package engine

import (
	"context"
	"fmt"
	"strings"

	"jig/tool"
)

// Gate decides whether a call may run. It sees the final arguments and the
// stated intent, after all hooks; nothing changes a call after its gate. If the
// gate itself changes it, it is asked again about the call as changed.
//
// Decide may take its time, for instance to ask a person: calls that do not
// conflict go on meanwhile. It must return when the context ends.
type Gate interface {
	Decide(ctx context.Context, req *Request) Decision
}

// InstantGate is a gate that can often decide without waiting for anybody.
// DecideNow returns false when it cannot; Decide is then called, and also when
// it wants the arguments changed.
type InstantGate interface {
	Gate
	DecideNow(req *Request) (Decision, bool)
}

// Request is what a gate is asked about.
type Request struct {
	Call   *tool.Call
	Spec   *tool.Spec
	Intent *tool.Intent
	// Advice is what hooks said, nil if they said nothing. A gate may be
	// stricter than its advice, and never lets it override a denial.
	Advice *Advice
	// Change is set when whoever allowed the call gave it the arguments that it
	// has now: see Answered.
	Change *Change
	// Index is the place of the call in its turn.
	Index int

	turn *Turn
}

// TurnID tells which turn the call belongs to, so that a gate can put the
// questions of one turn together.
func (r *Request) TurnID() string {
	if r.turn == nil {
		return ""
	}
	return r.turn.ID()
}

// Effect is the outcome of a decision.
type Effect uint8

// The effects. The zero value decides nothing; as an answer of a gate it
// denies.
const (
	NoEffect Effect = iota
	Allow
	Ask
	Deny
)

func (e Effect) String() string {
	switch e {
	case NoEffect:
		return "none"
	case Allow:
		return "allow"
	case Ask:
		return "ask"
	case Deny:
		return "deny"
	}
	return fmt.Sprintf("effect(%d)", uint8(e))
}

// MarshalText writes the effect as a word.
func (e Effect) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// Decision is the answer of a gate. Only Allow lets a call run: a gate that
// answers Ask has found nobody to ask.
type Decision struct {
	Effect Effect `json:"effect"`
	// Reason says why, in words that reach the model when the call is denied.
	Reason string `json:"reason,omitempty"`
	// Rule is the rule that decided, if one did.
	Rule string `json:"rule,omitempty"`
	// Words are what a person said with their answer. With a yes, the model reads them with the result; with a no, they are
	// part of the reason.
	Words string `json:"words,omitempty"`
	// Change, with Allow, lets the call run with other arguments than its own. It is decided about once more, as changed;
	// arguments with the same values are no change. In the decision that came of it, allowed or not, it is the record.
	Change *Change `json:"change,omitempty"`
	// Recheck, if set, is called right before the call starts, which may be
	// long after the decision. An error takes the permission back.
	Recheck func(ctx context.Context) error `json:"-"`
}

// AllowAll lets every call run. It is for programs that offer only tools they
// would run themselves without a thought.
func AllowAll() Gate { return fixedGate{Decision{Effect: Allow, Rule: "allow-all"}} }

// DenyAll refuses every call.
func DenyAll() Gate {
	return fixedGate{Decision{Effect: Deny, Rule: "deny-all", Reason: "no tool may run here"}}
}

type fixedGate struct{ decision Decision }

func (g fixedGate) Decide(context.Context, *Request) Decision { return g.decision }

func (g fixedGate) DecideNow(*Request) (Decision, bool) { return g.decision, true }

// denial is the error that tells the model of a decision against the call.
func (d Decision) denial() *tool.Error {
	reason := d.Reason
	if d.Effect == Ask && reason == "" {
		reason = "this call needs approval and there is nobody to ask"
	}
	if reason == "" {
		reason = "this call is not allowed"
	}
	if d.Rule != "" {
		reason += " (rule: " + d.Rule + ")"
	}
	if d.Change != nil {
		reason = "whoever allowed this call changed its arguments (" + d.Change.differs() + "), and with those it cannot be made: " + reason
	}
	advice := ". Do not try the same thing another way; choose a different approach or ask the user."
	if d.Words != "" {
		advice = "." // the person has said what to do instead
	}
	return &tool.Error{
		Code:    tool.CodePermissionDenied,
		Message: strings.TrimRight(reason, ".") + advice,
		Details: map[string]any{"effect": d.Effect.String(), "rule": d.Rule, "reason": d.Reason},
	}
}
