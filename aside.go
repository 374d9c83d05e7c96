package jig

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"jig/agent"
	"jig/engine"
	"jig/engine/guard"
	"jig/policy"
	"jig/tool"
	"jig/toolbox/agents"
	"jig/workspace"
)

// aside is where a sub-agent works, if that differs from where its parent does: in another folder, or in a stricter mode.
type aside struct {
	dir     string
	limit   policy.Mode   // the loosest mode that it may work in; empty for that of the session
	engine  *agent.Engine // nil for that of the parent
	without []string      // tools that it cannot have there
	close   []func() error
}

// limitKey is the context key under which the calls of a sub-agent have its limit: one that they start has no looser one.
type limitKey struct{}

func (a *aside) shut() error {
	var failed error
	for _, done := range slices.Backward(a.close) {
		failed = errors.Join(failed, done())
	}
	return failed
}

// aside makes the surroundings of a sub-agent. What its parent is denied it is denied too, wherever it works.
func (r *Runtime) aside(ctx context.Context, t *agents.Task) (_ *aside, err error) {
	a := &aside{dir: r.dir}
	if t.Dir != "" {
		a.dir = t.Dir
	}
	limit := t.Type.Mode
	if above, ok := ctx.Value(limitKey{}).(policy.Mode); ok && above != "" && (limit == "" || stricter(above, limit)) {
		limit = above
	}
	switch {
	case r.guarded.rules == nil: // the program's own gate knows no modes, but which tools there are is ours to say
		if limit == policy.Plan {
			for _, have := range r.tools.All() {
				if have.Spec().Access != tool.ReadOnly {
					a.without = append(a.without, have.Spec().Name)
				}
			}
		}
		limit = ""
	case limit != "" && !stricter(limit, r.guarded.rules.Mode()) && limit != r.guarded.rules.Mode():
		limit = "" // it is never given more than its parent has
	}
	a.limit = limit
	if t.Dir == "" && (limit == "" || limit == r.guarded.rules.Mode()) {
		return a, nil
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.shut())
		}
	}()
	p, tools := &protection{dir: a.dir, gate: r.guarded.gate, hooks: r.guarded.hooks}, r.tools
	if t.Dir != "" {
		tools = tool.NewSet()
	}
	if r.guarded.rules != nil {
		if p, err = a.protect(r, t, limit, tools); err != nil {
			return nil, err
		}
	}
	how := r.how
	how.Hooks = append(append([]engine.Hooks(nil), p.hooks...), r.opt.Engine.Hooks...)
	if t.Dir != "" {
		there := &Runtime{dir: a.dir, logger: r.logger, opt: r.opt, tools: tools, guarded: p}
		if there.opt.Only != nil { // those for sub-agents are not made there
			there.opt.Only = slices.DeleteFunc(slices.Clone(r.opt.Only), func(name string) bool {
				have, ok := r.tools.Lookup(name)
				return ok && have.Spec().Category == tool.Agent
			})
		}
		if there.bench, err = openWorkbench(ctx, p, how.Stash, r.logger); err != nil {
			return nil, err
		}
		a.close = append(a.close, there.bench.shut)
		if err := there.furnish(); err != nil {
			return nil, err
		}
		if err := tools.Register(agents.Summary()); err != nil {
			return nil, err
		}
		if r.opt.Engine.Keeper == nil {
			how.Keeper = there.bench.keeper
		}
	}
	a.engine = agent.NewEngine(tools, p.gate, how)
	a.close = append(a.close, a.engine.Close)
	return a, nil
}

// protect makes the gate: one by the settings of the parent's folder, as if they stood in the other, behind what the
// parent's own gate refuses.
func (a *aside) protect(r *Runtime, t *agents.Task, limit policy.Mode, tools *tool.Set) (*protection, error) {
	above := r.guarded
	o, err := SettingsOf(above.dir, above.home)
	if err != nil {
		return nil, err
	}
	o.FlagFiles = r.opt.Settings
	more := policy.Options{Space: above.rules.Space(), Mode: tighter(above.rules.Mode(), limit), Rules: append(ownRules(a.dir), r.opt.Rules...)}
	if t.Dir != "" {
		if more.Space, err = workspace.New(append([]string{a.dir}, above.rules.Roots()[1:]...)...); err != nil {
			return nil, err
		}
		a.close = append(a.close, more.Space.Close)
		more.Rules = append(more.Rules, policy.Rule{
			Effect: policy.Allow, Text: "Read(/" + filepath.ToSlash(t.Repository) + "/**)", Source: "jig itself", Reason: "git keeps the data of the worktree there",
		})
	}
	own, _, err := policy.Load(o, more)
	if err != nil {
		return nil, err
	}
	allowed, denied := above.rules.Granted()
	if err := errors.Join(own.Grant(policy.Deny, denied...), own.Grant(policy.Allow, allowed...)); err != nil {
		return nil, err
	}
	settings := *above.settings
	if t.Dir != "" { // commands may do there what they may do to the repository of the parent
		box := &settings.Sandbox
		box.Writable = append(slices.Clip(box.Writable), t.Repository)
		box.ReadOnly = append(slices.Clip(box.ReadOnly), filepath.Join(t.Repository, "hooks")+"/", filepath.Join(t.Repository, "config"))
	}
	p := &protection{dir: a.dir, rules: own, settings: &settings, home: above.home}
	var hooks *guard.Hooks
	if len(above.hooks) > 0 {
		hooks = guard.NewHooks(above.set, tools, guard.HookSession{
			ID: r.opt.Session, AgentType: t.Type.Name, Cwd: a.dir, Mode: own.Mode, Tell: func(message string) { r.logger.Warn(message) }, Logger: r.logger,
		})
		p.hooks = []engine.Hooks{hooks}
	}
	save, err := saveTo(o)
	if err != nil {
		return nil, err
	}
	p.gate = &inherited{
		InstantGate: guard.New(guard.Options{Policy: own, Hooks: hooks, Asker: r.opt.Asker, Save: save, Timeout: above.settings.Permissions.AskTimeout, Logger: r.logger}),
		own:         own, above: above.rules, limit: limit, elsewhere: t.Dir != "",
	}
	return p, nil
}

// inherited is the gate of a sub-agent that works aside. What its parent is denied goes before everything else, also what a
// person denies while it works.
type inherited struct {
	engine.InstantGate
	own, above *policy.Policy
	limit      policy.Mode
	elsewhere  bool
}

// Decide decides, and asks if it must.
func (g *inherited) Decide(ctx context.Context, req *engine.Request) engine.Decision {
	if d, no := g.refuse(req); no {
		return d
	}
	return g.InstantGate.Decide(ctx, req)
}

// DecideNow decides if nobody needs to be asked.
func (g *inherited) DecideNow(req *engine.Request) (engine.Decision, bool) {
	if d, no := g.refuse(req); no {
		return d, true
	}
	return g.InstantGate.DecideNow(req)
}

// refuse denies what the parent is denied. In another folder that holds for rules and for what nobody may do; that the folder
// is not the parent's workspace is no reason against it.
func (g *inherited) refuse(req *engine.Request) (engine.Decision, bool) {
	if mode := tighter(g.above.Mode(), g.limit); mode != g.own.Mode() {
		if err := g.own.SetMode(mode); err != nil {
			return engine.Decision{Effect: engine.Deny, Reason: err.Error()}, true
		}
	}
	v := g.above.Decide(&policy.Subject{Spec: req.Spec, Args: req.Call.Args, Intent: req.Intent})
	if v.Effect != policy.Deny {
		return engine.Decision{}, false
	}
	if g.elsewhere && !v.Hard && (v.Rule == "" || strings.HasPrefix(v.Rule, "mode ") || strings.HasPrefix(v.Rule, "tier ")) {
		return engine.Decision{}, false
	}
	return engine.Decision{Effect: engine.Deny, Reason: v.Reason, Rule: v.Rule}, true
}

// stricter reports whether a mode lets less pass than another.
func stricter(a, b policy.Mode) bool {
	order := []policy.Mode{policy.Plan, policy.DontAsk, policy.Default, policy.Auto, policy.AcceptEdits, policy.Bypass}
	return slices.Index(order, a) < slices.Index(order, b)
}

// tighter is the stricter one of two modes; an empty one says nothing.
func tighter(a, b policy.Mode) policy.Mode {
	if b != "" && stricter(b, a) {
		return b
	}
	return a
}
