package jig

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"jig/agent"
	"jig/engine"
	"jig/model"
	"jig/model/connect"
	"jig/tool"
	"jig/toolbox/agents"
	"jig/wire"
)

// enlist makes the tools that start sub-agents and let them report. They are offered when there is a session: without one
// nobody could run a sub-agent.
func (r *Runtime) enlist() {
	opt := agents.Options{
		Runner: children{r}, Tools: r.tools, Dir: r.dir,
		Files: agents.LoadOptions{Dir: r.dir, ConfigHome: configHome(), Trusted: r.Trusted},
		Tell:  func(p agents.Problem) { r.logger.Warn(p.String()) },
	}
	if home, err := os.UserHomeDir(); err == nil {
		opt.Files.Home = home
	}
	if state, err := StateFolder(); err == nil {
		opt.Worktrees = filepath.Join(state, "worktrees")
	}
	r.agents = agents.New(opt)
}

// parenthood completes the options of a session: the tools for sub-agents are offered from now on, and summary is not for
// those who talk to a person.
func (r *Runtime) parenthood(o *agent.Options) error {
	if r.agents == nil {
		return nil
	}
	r.offering.Lock()
	defer r.offering.Unlock()
	for _, t := range r.forSessions {
		if err := r.tools.Register(t); err != nil {
			return err
		}
	}
	r.forSessions = nil
	without := []string{"summary"}
	if o.Depth < 0 {
		without = append(without, "agent") // it could only say no
	}
	o.Without = append(without, o.Without...)
	return nil
}

// ForSessions are the tools that come with the first session of the runtime, agent and summary. Until there is one, a call of
// them is a call of a tool that is not there.
func (r *Runtime) ForSessions() *tool.Set {
	r.offering.Lock()
	defer r.offering.Unlock()
	return tool.NewSet(r.forSessions...)
}

// apart is a keeper that lets agent pass: it changes nothing in the workspace itself. What its sub-agents change is kept call
// by call, and in a worktree in the log of the worktree.
type apart struct{ engine.Keeper }

func (k apart) Keep(ctx context.Context, c tool.Change) (func(*tool.Result), error) {
	if c.Tool == "agent" {
		return func(*tool.Result) {}, nil
	}
	return k.Keeper.Keep(ctx, c)
}

// children runs sub-agents below the session whose call starts them.
type children struct{ r *Runtime }

var errNoSession = errors.New("a sub-agent belongs to a session, and this call was made outside of any")

func (c children) Run(ctx context.Context, t agents.Task) (_ *agents.Report, err error) {
	parent := agent.FromContext(ctx)
	if parent == nil {
		return nil, errNoSession
	}
	task := agent.Task{
		Prompt: t.Prompt, Type: t.Type.Name, Tools: t.Tools, Without: t.Without, Always: t.Always,
		Limits: agent.Limits{Turns: t.Limits.Turns, Tokens: t.Limits.Tokens, Time: t.Limits.Time},
	}
	if task.Model, err = c.model(ctx, parent, t.Model); err != nil {
		return nil, err
	}
	aside, err := c.r.aside(ctx, &t)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, aside.shut()) }()
	task.Engine, task.Without = aside.engine, append(task.Without, aside.without...)
	task.System = c.r.prompt(aside.dir, t.Type.Prompt, t.Rules)
	if t.Followup != nil {
		task.More = func(ctx context.Context, sofar agent.Report) (wire.Message, bool) {
			message, more := t.Followup(ctx, reported(sofar))
			return wire.Say(message), more
		}
	}
	rep, err := parent.Spawn(context.WithValue(ctx, limitKey{}, aside.limit), task)
	if errors.Is(err, agent.ErrDepth) {
		err = tool.Errorf(tool.CodePermissionDenied, "%w", err)
	}
	return reported(rep), err
}

func reported(r agent.Report) *agents.Report {
	return &agents.Report{
		Text: r.Text, Loop: r.Loop, Turns: r.Turns, Tokens: r.Usage.Input + r.Usage.Output, Cost: r.Cost, Reason: string(r.Reason),
	}
}

// model is the one that a sub-agent is to have: nil for that of its parent. Files that were written for Claude Code name its
// models by a word; where the parent's provider has none of them, its own model is the best answer.
func (c children) model(ctx context.Context, parent *agent.Session, name string) (model.Model, error) {
	var how connect.Options
	provider := ""
	if s, ok := c.r.sessions.Load(parent); ok {
		own := s.(*Session)
		how = own.provider
		provider, _, _ = strings.Cut(own.model.Name(), "/")
	}
	switch strings.ToLower(name) {
	case "", "inherit":
		return nil, nil //nolint:nilnil // no model of its own is an answer
	case "sonnet", "opus", "haiku":
		if provider != "anthropic" {
			return nil, nil //nolint:nilnil // as above
		}
		name = "claude-" + strings.ToLower(name) + "-4-5"
	}
	if !strings.Contains(name, "/") && name != Practice && usual(name) == "" && provider != "" {
		name = provider + "/" + name
	}
	m, err := c.r.OpenModel(ctx, name, how)
	if err != nil {
		return nil, tool.Errorf(tool.CodeInvalidArgs, "the sub-agent cannot have the model %s: %w; leave it out to have your own", name, err)
	}
	return m, nil
}
