package agent

import (
	"context"
	"errors"
	"fmt"

	"jig/model"
)

// Children runs tasks below whatever session a call belongs to, so that one tool serves
// all of them. The zero value knows no other models and folders than those of the parent.
type Children struct {
	// Model finds a model by its name.
	Model func(ctx context.Context, name string) (model.Model, error)
	// Engine makes one over the files of another folder, with the same gate and hooks, and
	// what ends it.
	Engine func(ctx context.Context, dir string) (eng *Engine, end func() error, err error)
}

// Spawn is [Session.Spawn] of the session that the context belongs to, with the model of
// that name and in that folder, where they are not empty.
func (c Children) Spawn(ctx context.Context, t Task, name, dir string) (rep Report, err error) {
	s := FromContext(ctx)
	if s == nil {
		return rep, errors.New("a sub-agent can be started only from inside a session")
	}
	if name != "" && t.Model == nil {
		if c.Model == nil {
			return rep, fmt.Errorf("the model %s cannot be had here: leave out the model", name)
		}
		if t.Model, err = c.Model(ctx, name); err != nil {
			return rep, err
		}
	}
	if dir != "" && t.Engine == nil {
		if c.Engine == nil {
			return rep, errors.New("a sub-agent cannot work in another folder here: leave out the isolation")
		}
		var end func() error
		if t.Engine, end, err = c.Engine(ctx, dir); err != nil {
			return rep, err
		}
		defer func() { err = errors.Join(err, end()) }()
	}
	return s.Spawn(ctx, t)
}
