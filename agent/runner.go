package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"jig/config"
	"jig/engine"
	"jig/model"
	"jig/toolbox/agents"
	"jig/wire"
)

// Children runs the tasks of the agent tool, each below whatever session its call belongs
// to, so that one tool serves all sessions. The zero value knows no other models, folders
// and modes than those of the parent.
type Children struct {
	// Model finds a model by its name.
	Model func(ctx context.Context, name string) (model.Model, error)
	// Engine makes one over the files of another folder, a worktree of the repository,
	// behind the same gate and hooks, and what ends it.
	Engine func(ctx context.Context, dir, repository string) (eng *Engine, end func() error, err error)
	// Gate makes one that decides in a mode. It is asked besides that of the engine, so it
	// can only be stricter.
	Gate func(mode config.Mode) (engine.Gate, error)
}

var _ agents.Runner = Children{}

// Run does a task in a session of its own and waits for its end.
func (c Children) Run(ctx context.Context, t agents.Task) (rep *agents.Report, err error) {
	s := FromContext(ctx)
	if s == nil {
		return nil, errors.New("a sub-agent can be started only from inside a session")
	}
	task := Task{
		Prompt: t.Prompt, Tools: t.Tools, Without: t.Without, Always: t.Always,
		Limits: Limits{Turns: t.Limits.Turns, Tokens: t.Limits.Tokens, Time: t.Limits.Time},
	}
	task.System = strings.TrimSpace(s.instructions(t.Type) + "\n\n" + t.Rules)
	if t.Model != "" {
		if task.Model, err = c.model(ctx, t.Model); err != nil {
			return nil, err
		}
	}
	if t.Type != nil {
		task.Type = t.Type.Name
		if task.Gate, err = c.gate(t.Type.Mode); err != nil {
			return nil, err
		}
	}
	if t.Dir != "" {
		if c.Engine == nil {
			return nil, errors.New("a sub-agent cannot work in another folder here: leave out the isolation")
		}
		var end func() error
		if task.Engine, end, err = c.Engine(ctx, t.Dir, t.Repository); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, end()) }()
	}
	if t.Followup != nil {
		task.More = func(ctx context.Context, sofar Report) (wire.Message, bool) {
			text, more := t.Followup(ctx, reported(sofar))
			return wire.Say(text), more
		}
	}
	done, err := s.Spawn(ctx, task)
	return reported(done), err
}

// instructions are those of a type, or what the parent has.
func (s *Session) instructions(t *agents.Type) string {
	if t != nil && t.Prompt != "" {
		return t.Prompt
	}
	return s.opt.System
}

func (c Children) model(ctx context.Context, name string) (model.Model, error) {
	if c.Model == nil {
		return nil, fmt.Errorf("the model %s cannot be had here: leave out the model", name)
	}
	return c.Model(ctx, name)
}

// gate is that of a mode. A type whose mode cannot be held must not run in another one.
func (c Children) gate(mode config.Mode) (engine.Gate, error) {
	switch {
	case mode == "":
		return nil, nil
	case c.Gate == nil:
		return nil, fmt.Errorf("the mode %s of this sub-agent cannot be kept here: use another type", mode)
	}
	return c.Gate(mode)
}

func reported(r Report) *agents.Report {
	return &agents.Report{
		Text: r.Text, Loop: r.Loop, Turns: r.Turns, Tokens: r.Usage.Input + r.Usage.Output, Cost: r.Cost, Reason: string(r.Reason),
	}
}
