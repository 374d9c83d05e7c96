package agent

import (
	"context"
	"fmt"
	"sync"

	"jig/engine"
	"jig/tool"
)

// Engine is an engine that knows which session a call belongs to. All sessions of a
// program, and their children, share one: its gate, its hooks and its limits hold for all
// of them.
//
// It does two things that only somebody between the gate and the tool can do: a call
// for a tool that the session does not have is refused, by whatever name it came; and the
// start of a call is in the journal before its tool runs.
type Engine struct {
	*engine.Engine
	gate *sessionGate
}

// NewEngine is [engine.New] for sessions.
func NewEngine(tools *tool.Set, gate engine.Gate, opt engine.Options) *Engine {
	if gate == nil {
		panic("agent.NewEngine: an engine needs a gate; say engine.AllowAll() if that is what you mean")
	}
	g := &sessionGate{inner: gate}
	g.instant, _ = gate.(engine.InstantGate)
	return &Engine{Engine: engine.New(tools, g, opt), gate: g}
}

// sessionGate stands in front of the gate of the engine.
type sessionGate struct {
	inner   engine.Gate
	instant engine.InstantGate // inner, if it is one
	turns   sync.Map           // id of a turn → *scope, while it lasts
}

// holds announces a turn, or reports that there is one of that id already.
func (g *sessionGate) holds(id string, sc *scope) bool {
	_, taken := g.turns.LoadOrStore(id, sc)
	return taken
}

// DecideNow decides for the turns of sessions. A call that is made by a tool runs in a
// turn that nobody has announced; only its context tells to whom it belongs.
func (g *sessionGate) DecideNow(req *engine.Request) (engine.Decision, bool) {
	found, ok := g.turns.Load(req.TurnID())
	if !ok || g.instant == nil {
		return engine.Decision{}, false
	}
	sc := found.(*scope)
	if sc.session.guarded() {
		return engine.Decision{}, false
	}
	if d, no := sc.session.refuses(req.Spec); no {
		return d, true
	}
	d, ok := g.instant.DecideNow(req)
	if !ok {
		return d, false
	}
	return sc.witness(d, req), true
}

// Decide refuses what the session does not have, and asks the real gate about the rest.
func (g *sessionGate) Decide(ctx context.Context, req *engine.Request) engine.Decision {
	s := FromContext(ctx)
	if s == nil {
		return g.inner.Decide(ctx, req)
	}
	if d, no := s.refuses(req.Spec); no {
		return d
	}
	d := g.inner.Decide(ctx, req)
	if d.Effect == engine.Allow && d.Change != nil && req.Changes(d.Change.Args) {
		return d // the engine comes again with the arguments that it allows
	}
	alone := *req
	alone.Change = nil // it answers what the gate of the engine asked, and no question of others
	for up := s; up != nil && d.Effect == engine.Allow; up = up.parent {
		if up.opt.Gate != nil {
			d = both(d, up.opt.Gate.Decide(ctx, &alone), req)
		}
	}
	if found, ok := g.turns.Load(req.TurnID()); ok {
		d = found.(*scope).witness(req.WithChange(d), req)
	}
	return d
}

// guarded reports whether the session, or one above it, has a gate of its own.
func (s *Session) guarded() bool {
	for up := s; up != nil; up = up.parent {
		if up.opt.Gate != nil {
			return true
		}
	}
	return false
}

// both is what two gates say together, the first of which allows. The second cannot
// change the call: the first would take that for an answer to what it asks about.
func both(a, b engine.Decision, req *engine.Request) engine.Decision {
	if b.Effect == engine.Allow && b.Change != nil && req.Changes(b.Change.Args) {
		return engine.Decision{Effect: engine.Deny, Reason: "the gate of the session would change the arguments, which only the gate of the engine may"}
	}
	if b.Effect != engine.Allow {
		return b
	}
	if a.Words == "" {
		a.Words = b.Words
	}
	first, second := a.Recheck, b.Recheck
	switch {
	case second == nil:
		return a
	case first == nil:
		a.Recheck = second
		return a
	}
	a.Recheck = func(ctx context.Context) error {
		if err := first(ctx); err != nil {
			return err
		}
		return second(ctx)
	}
	return a
}

// refuses denies calls for tools that the session was not given.
func (s *Session) refuses(spec *tool.Spec) (engine.Decision, bool) {
	if s.has(spec) {
		return engine.Decision{}, false
	}
	return engine.Decision{
		Effect: engine.Deny,
		Reason: fmt.Sprintf("the tool %s is not among those of this session; use one of those that were offered", spec.Name),
	}, true
}

type sessionKey struct{}

// FromContext finds the session that a call belongs to, or nil. It is for tools that
// start sub-agents.
func FromContext(ctx context.Context) *Session {
	s, _ := ctx.Value(sessionKey{}).(*Session)
	return s
}
