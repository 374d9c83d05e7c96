package jig

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"

	"jig/agent"
	"jig/engine"
	"jig/policy"
	"jig/tool"
	"jig/toolbox/agents"
	"jig/workspace/undo"
)

// Runtime is a folder in which the calls of models can run: tools, the gate in front of
// them, the sandbox around them and the undo log behind them.
type Runtime struct {
	dir     string
	opt     Options
	how     engine.Options // as the engine has them
	logger  *slog.Logger
	tools   *tool.Set
	engine  *agent.Engine
	guarded *protection
	bench   *workbench

	agents      *agents.Agents // nil if there are no built-in tools
	offering    sync.Mutex
	forSessions []tool.Tool // offered when there is a session
	sessions    sync.Map    // *agent.Session → *Session, of those that are open
}

// Open makes a runtime for a folder. Close it in the end: that stops whatever calls have
// started and left running.
func Open(ctx context.Context, dir string, opt Options) (_ *Runtime, err error) {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	r := &Runtime{dir: dir, opt: opt, logger: opt.Logger, tools: tool.NewSet()}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	if r.guarded, err = protect(dir, &opt, r.tools); err != nil {
		return nil, err
	}
	how := opt.Engine
	if how.Stash == nil {
		how.Stash = Stash()
	}
	if how.Logger == nil {
		how.Logger = opt.Logger
	}
	if r.bench, err = openWorkbench(ctx, r.guarded, how.Stash, opt.Logger); err != nil {
		return nil, err
	}
	if !opt.Bare {
		r.enlist()
	}
	if err := r.furnish(); err != nil {
		return nil, err
	}
	how.Hooks = append(append([]engine.Hooks(nil), r.guarded.hooks...), how.Hooks...)
	if how.Keeper == nil {
		how.Keeper = apart{r.bench.keeper}
	}
	r.how = how
	r.engine = agent.NewEngine(r.tools, r.guarded.gate, how)
	return r, nil
}

// furnish registers the tools that are offered.
func (r *Runtime) furnish() error {
	opt := &r.opt
	if !opt.Bare {
		if err := r.tools.Register(r.bench.tools...); err != nil {
			return err // two built-in tools of one name
		}
	}
	if r.agents != nil {
		if err := r.tools.Register(r.agents.Tools()...); err != nil {
			return err
		}
		defer r.holdBack()
	}
	for _, t := range opt.Tools {
		add := r.tools.Register
		if _, taken := r.tools.Lookup(t.Spec().Name); taken {
			add = func(tools ...tool.Tool) error { return r.tools.Replace(tools[0]) }
		}
		if err := add(t); err != nil {
			return err
		}
	}
	if opt.Only == nil {
		return nil
	}
	keep := make(map[string]bool, len(opt.Only))
	for _, name := range opt.Only {
		t, ok := r.tools.Lookup(name)
		if !ok {
			return fmt.Errorf("there is no tool %q to be offered", name)
		}
		keep[t.Spec().Name] = true
	}
	keep["summary"] = keep["summary"] || keep["agent"]
	for _, t := range r.tools.All() {
		if name := t.Spec().Name; !keep[name] {
			r.tools.Remove(name)
		}
	}
	return nil
}

// holdBack keeps the tools for sub-agents for sessions.
func (r *Runtime) holdBack() {
	for _, t := range r.agents.Tools() {
		if there, ok := r.tools.Lookup(t.Spec().Name); ok && there == t {
			r.tools.Remove(t.Spec().Name)
			r.forSessions = append(r.forSessions, t)
		}
	}
}

// Dir is the folder.
func (r *Runtime) Dir() string { return r.dir }

// Tools is the set of tools. What is registered there is offered from then on.
func (r *Runtime) Tools() *tool.Set { return r.tools }

// Engine takes calls down the road; see package engine.
func (r *Runtime) Engine() *engine.Engine { return r.engine.Engine }

// Policy is what the gate decides by; nil if the program brought a gate of its own.
func (r *Runtime) Policy() *policy.Policy { return r.guarded.rules }

// Trusted reports whether the person has said that the folder can be trusted. With a gate
// of the program's own that is for the program to know.
func (r *Runtime) Trusted() bool { return r.guarded.rules != nil && r.guarded.rules.Trusted() }

// Undo is the log by which the changes of calls are taken back.
func (r *Runtime) Undo() (*undo.Log, error) { return r.bench.keeper.open() }

// Call runs one call. The arguments are anything that becomes a JSON object, or JSON
// already: a struct, a map, a [json.RawMessage].
func (r *Runtime) Call(ctx context.Context, name string, args any) engine.Outcome {
	raw, err := json.Marshal(args)
	if err != nil {
		raw = []byte("null") // the engine tells the caller what it wants
	}
	return r.engine.Call(ctx, tool.Call{Name: name, Args: raw})
}

// Close stops what calls have left running and lets go of everything.
func (r *Runtime) Close() error {
	var err error
	if r.agents != nil {
		err = r.agents.Close()
	}
	if r.engine != nil {
		err = errors.Join(err, r.engine.Close())
	}
	if r.bench != nil {
		err = errors.Join(err, r.bench.shut())
	}
	if r.guarded != nil {
		err = errors.Join(err, r.guarded.shut())
	}
	return err
}
