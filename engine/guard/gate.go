package guard

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"jig/engine"
	"jig/policy"
	"jig/tool"
)

// Asker puts questions to a person. It gets all questions that a turn has at the
// moment, in the order of its calls, and returns an answer to each, in the same
// order. It must return when the context ends.
type Asker interface {
	Ask(ctx context.Context, questions []Question) ([]Answer, error)
}

// Question is a call that needs somebody's word.
type Question struct {
	CallID string       `json:"call_id"`
	Tool   string       `json:"tool"`
	Intent *tool.Intent `json:"intent"`
	// Args are the arguments, as they would be used.
	Args []byte `json:"-"`
	// Purpose is why the model wants it, in its own words.
	Purpose string `json:"purpose,omitempty"`
	// Reason says why it is asked about.
	Reason string `json:"reason"`
	Rule   string `json:"rule,omitempty"`
	// Offers are what can be allowed or denied for longer, the narrowest first.
	Offers []policy.Offer `json:"offers"`
}

// Keep is how long an answer holds.
type Keep uint8

// How long an answer can hold.
const (
	Once    Keep = iota // for this call
	Session             // until the program ends
	Saved               // for good, in the settings
)

// Answer is what a person says to a question. The zero value is no.
type Answer struct {
	Allow bool
	// Keep makes the answer hold for what Offer speaks of: Always and Never.
	Keep Keep
	// Offer is which of the question's offers is meant; the first is the
	// narrowest.
	Offer int
	// Words are passed on to the model.
	Words string
	// Args, with Allow, are other arguments that the call shall run with, in the
	// form of those in the question. They are validated, and the policy decides
	// about what the call does with them: what it denies stays denied, and what it
	// would ask about counts as answered. Such an answer holds for this call
	// alone, whatever Keep says: the offers are about the call as it was. The same
	// values as in the question are a plain yes.
	Args json.RawMessage
}

// Who changes arguments, in the record.
const (
	person = "person"
	aHook  = "hook"
)

// Options are what a gate is made of. Only Policy is required.
type Options struct {
	Policy *policy.Policy
	// Asker is whom to ask; nil if there is nobody.
	Asker Asker
	// Hooks may answer a question before a person is asked.
	Hooks *Hooks
	// Timeout is how long a question waits; default two minutes.
	Timeout time.Duration
	// Gather is how long the first question of a turn waits for others to come
	// along; default 25 milliseconds.
	Gather time.Duration
	// Save keeps rules for good. Without it, Saved answers hold for the session.
	Save func(effect policy.Effect, rules []string) error
	// Logger gets what goes wrong; default nowhere.
	Logger *slog.Logger
}

const (
	defaultTimeout = 2 * time.Minute
	defaultGather  = 25 * time.Millisecond
)

// Gate is the gate of an engine that decides by a policy.
type Gate struct {
	opt Options

	mu      sync.Mutex
	batches map[string]*batch // by turn, those that still take questions

	saved sync.Map // as the policy tells them, the rules that were saved meanwhile → what is said in their place
}

var _ engine.InstantGate = (*Gate)(nil)

// New makes a gate.
func New(opt Options) *Gate {
	if opt.Policy == nil {
		panic("guard.New: a gate needs a policy")
	}
	if opt.Timeout == 0 {
		opt.Timeout = defaultTimeout
	}
	if opt.Gather == 0 {
		opt.Gather = defaultGather
	}
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	return &Gate{opt: opt, batches: make(map[string]*batch)}
}

// Policy is the policy that the gate decides by.
func (g *Gate) Policy() *policy.Policy { return g.opt.Policy }

func subject(req *engine.Request) *policy.Subject {
	s := &policy.Subject{Spec: req.Spec, Args: req.Call.Args, Intent: req.Intent}
	if req.Advice != nil {
		s.Advice = req.Advice.Reason
		switch req.Advice.Effect {
		case engine.Allow:
			s.Advised = policy.Allow
		case engine.Ask:
			s.Advised = policy.Ask
		case engine.Deny:
			s.Advised = policy.Deny
		case engine.NoEffect:
		}
	}
	return s
}

// DecideNow decides without asking anybody, if it can.
func (g *Gate) DecideNow(req *engine.Request) (engine.Decision, bool) {
	v := g.opt.Policy.Decide(subject(req))
	if v.Effect == policy.Ask && (g.opt.Asker != nil || g.opt.Hooks != nil) {
		return engine.Decision{}, false
	}
	return g.decision(&v), true
}

// Decide asks a person about what the policy asks about.
func (g *Gate) Decide(ctx context.Context, req *engine.Request) engine.Decision {
	s := subject(req)
	v := g.opt.Policy.Decide(s)
	if v.Effect != policy.Ask {
		return g.decision(&v)
	}
	if req.Answered() && (req.Change.By != aHook || !v.Insists()) {
		return engine.Decision{Effect: engine.Allow, Reason: "it was asked about and allowed with these arguments", Rule: v.Rule, Recheck: g.recheck(&v)}
	}
	q := Question{
		CallID: req.Call.ID, Tool: req.Spec.Name, Intent: req.Intent, Purpose: req.Call.Purpose,
		Args:   bytes.Clone(req.Call.Args), // whoever is asked may do with them what they like
		Reason: v.Reason, Rule: v.Rule, Offers: v.Offers,
	}
	if g.opt.Hooks != nil && !req.Answered() { // else they have spoken
		answer, answered, err := g.opt.Hooks.Answer(ctx, q)
		if err != nil {
			return engine.Decision{Effect: engine.Deny, Reason: "a hook failed, which blocks the call: " + err.Error(), Rule: v.Rule}
		}
		if answered && (!answer.Allow || !v.Insists()) { // a rule asks for a person's word
			return g.heed(ctx, answer, aHook, req, &v)
		}
	}
	if g.opt.Asker == nil {
		return g.decision(&v)
	}
	answer, err := g.ask(ctx, req, q)
	if err != nil {
		return engine.Decision{Effect: engine.Deny, Reason: err.Error(), Rule: v.Rule}
	}
	return g.heed(ctx, answer, person, req, &v)
}

// heed makes a decision of somebody's answer, and remembers what it says about
// others.
func (g *Gate) heed(ctx context.Context, a Answer, by string, req *engine.Request, v *policy.Verdict) engine.Decision {
	a.Args = bytes.Clone(a.Args) // whether they are a change is asked twice
	if a.Allow && len(a.Args) > 0 && req.Changes(a.Args) {
		if a.Keep != Once {
			g.opt.Logger.WarnContext(ctx, "an answer is not kept, since it changed the arguments that the offers are about", "call", req.Call.ID)
		}
		return engine.Decision{
			Effect: engine.Allow, Reason: "it was asked about and allowed with other arguments", Rule: v.Rule, Words: a.Words,
			Change: &engine.Change{Args: a.Args, By: by},
		}
	}
	s := subject(req)
	effect := policy.Deny
	if a.Allow {
		effect = policy.Allow
	}
	if a.Keep != Once {
		if err := g.remember(effect, a, s, v); err != nil {
			g.opt.Logger.WarnContext(ctx, "an answer could not be kept", "error", err)
			if a.Allow {
				return engine.Decision{Effect: engine.Deny, Reason: "the person's answer could not be kept: " + err.Error()}
			}
		}
	}
	if !a.Allow {
		reason := "it was asked about, and the answer was no"
		if a.Words != "" {
			reason += ": " + a.Words
		}
		return engine.Decision{Effect: engine.Deny, Reason: reason, Words: a.Words}
	}
	// While the person was thinking the world went on.
	if now := g.opt.Policy.Decide(s); now.Effect == policy.Deny {
		return g.decision(&now)
	}
	reason := "it was asked about and allowed"
	if a.Words != "" {
		reason += ": " + a.Words
	}
	return engine.Decision{Effect: engine.Allow, Reason: reason, Rule: v.Rule, Words: a.Words, Recheck: g.recheck(v)}
}

func (g *Gate) remember(effect policy.Effect, a Answer, s *policy.Subject, v *policy.Verdict) error {
	if a.Offer < 0 || a.Offer >= len(v.Offers) {
		return fmt.Errorf("the answer is about offer %d of %d", a.Offer, len(v.Offers))
	}
	rules := v.Offers[a.Offer].Rules
	if len(rules) == 0 {
		g.opt.Policy.GrantCall(effect, s)
		return nil
	}
	if err := g.opt.Policy.Grant(effect, rules...); err != nil {
		return err
	}
	if a.Keep == Saved && g.opt.Save != nil {
		if err := g.opt.Save(effect, rules); err != nil {
			return err
		}
		g.noteSaved(rules)
	}
	return nil
}

// decision translates a verdict that needs no answer.
func (g *Gate) decision(v *policy.Verdict) engine.Decision {
	v = g.lasting(v)
	switch v.Effect {
	case policy.Allow:
		return engine.Decision{Effect: engine.Allow, Reason: v.Reason, Rule: v.Rule, Recheck: g.recheck(v)}
	case policy.Ask:
		return engine.Decision{Effect: engine.Deny, Rule: v.Rule, Reason: v.Reason + "; it needs approval, and there is nobody to ask" + wouldAllow(v)}
	case policy.Deny, policy.None:
	}
	return engine.Decision{Effect: engine.Deny, Reason: v.Reason, Rule: v.Rule}
}

// wouldAllow tells which rules would have spared the question, and where they belong.
func wouldAllow(v *policy.Verdict) string {
	for _, o := range v.Offers {
		if n := len(o.Rules); n > 0 {
			rules := "the rule " + o.Rules[0]
			if n > 1 {
				rules = "the rules " + strings.Join(o.Rules[:n-1], ", ") + " and " + o.Rules[n-1]
			}
			return ". Whoever runs this can allow it beforehand with " + rules + " in ~/.config/jig/settings.json (permissions.allow)"
		}
	}
	if v.Insists() {
		return ". That is so whatever is allowed: the rule that asks has to go first"
	}
	return ". No rule about just this call would allow it beforehand"
}

func (g *Gate) recheck(v *policy.Verdict) func(context.Context) error {
	if !v.Bound() {
		return nil
	}
	kept := *v
	return func(ctx context.Context) error { return g.opt.Policy.Recheck(ctx, &kept) }
}
