package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"jig/engine"
	"jig/model"
	"jig/tool"
	"jig/wire"
)

// Task is what a sub-agent is to do.
type Task struct {
	// Prompt is what it is told.
	Prompt string
	// System are its instructions; default those of its parent.
	System string
	// Model answers it; default that of its parent.
	Model model.Model
	// Tools are the names of its tools; nil or "*" means those of its parent, except the
	// one that starts sub-agents. It never gets one that its parent does not have.
	Tools []string
	// Without are tools that it does not get, whatever Tools says.
	Without []string
	// Always are tools that it gets in any case, also if its parent does not use them: one
	// to report with, for instance.
	Always []string
	// Limits are its own; it never gets more than its parent has left.
	Limits Limits
	// Type is what kind of sub-agent it is, for hooks.
	Type string
	// Loop is its id; default a new one.
	Loop string
	// Gate is asked besides that of the engine: a call runs only if both allow it.
	Gate engine.Gate
	// Engine is one over other files, with the same gate and hooks; default that of its
	// parent.
	Engine *Engine
	// More is asked when it has finished; a message that it returns goes on with it, for
	// instance because its answer is not of the form that is needed.
	More func(ctx context.Context, sofar Report) (wire.Message, bool)
}

// Report is what became of a task.
type Report struct {
	// Loop is the id of the child, by which its events are known.
	Loop   string
	Text   string
	Reason Reason
	Turns  int
	Usage  wire.Usage
	Cost   float64
}

// ErrDepth is the error of a sub-agent that would be nested too deeply.
var ErrDepth = errors.New("sub-agents cannot start sub-agents of their own here: do the task yourself")

// Spawn runs a task in a session below this one and waits for its end. It is usually
// called by a tool, with the context of its call: what stops that stops the child. The
// text of the report is what the child said last. An error says that it did not come to
// an end of its own; the report still tells how far it came.
func (s *Session) Spawn(ctx context.Context, t Task) (Report, error) {
	opt, err := s.childOptions(ctx, &t)
	if err != nil {
		return Report{}, err
	}
	call := tool.FromContext(ctx).ID
	if s.opt.Journal != nil {
		opt.Journal = &childRecorder{parent: s.opt.Journal, loop: opt.ID, call: call}
	}
	child, err := s.adopt(opt, call)
	if err != nil {
		return Report{}, err
	}
	defer s.release(child)
	rep := Report{Loop: child.ID()}
	if err := child.commit(kindSession, sessionRecord{Loop: child.ID(), Parent: s.ID(), Model: modelName(opt.Model), System: opt.System}); err != nil {
		return rep, err
	}
	child.opt.Moments.agent, child.offer.always = t.Type, t.Always
	for m := wire.Say(t.Prompt); ; {
		end, err := child.Do(ctx, m)
		if end == nil {
			return rep, err
		}
		rep.Text, rep.Reason = end.Text, end.Reason
		rep.Turns += end.Turns
		rep.Usage, rep.Cost = child.Usage(), child.Cost()
		if end.Reason != Done && end.Reason != Stopped {
			if err == nil {
				err = fmt.Errorf("the sub-agent did not finish: %s", end.Text)
			}
			return rep, err
		}
		if t.More == nil {
			return rep, nil
		}
		next, more := t.More(ctx, rep)
		if !more {
			return rep, nil
		}
		m = next
	}
}

// childOptions are those of its parent, narrowed.
func (s *Session) childOptions(ctx context.Context, t *Task) (Options, error) {
	if s.opt.Depth < 0 || s.depth >= s.opt.Depth {
		return Options{}, ErrDepth
	}
	if t.Prompt == "" {
		return Options{}, errors.New("a sub-agent needs a prompt: say what it is to do")
	}
	s.mu.Lock()
	opt, r := s.opt, s.run
	s.mu.Unlock()
	opt.ID, opt.Messages, opt.Gate = t.Loop, nil, t.Gate
	if opt.ID == "" {
		opt.ID = s.opt.NewID()
	}
	opt.Tools, opt.Without = t.Tools, append([]string(nil), t.Without...)
	if starter := tool.FromContext(ctx).Name; starter != "" && (s.depth+1 >= s.opt.Depth || !s.spelledOut(t.Tools, starter)) {
		opt.Without = append(opt.Without, starter) // never by a wildcard, and never in vain
	}
	if t.System != "" {
		opt.System = t.System
	}
	if t.Model != nil {
		opt.Model = t.Model
	}
	if t.Engine != nil {
		opt.Engine = t.Engine
	}
	if opt.Limits = t.Limits.orDefault(); r != nil {
		opt.Limits = r.meter.left(opt.Limits)
	}
	return opt, nil
}

// spelledOut reports whether a list names a tool, by any of its names.
func (s *Session) spelledOut(list []string, name string) bool {
	set := s.opt.Engine.Tools()
	meant, ok := set.Lookup(name)
	return ok && slices.ContainsFunc(list, func(entry string) bool {
		t, found := set.Lookup(entry)
		return found && t == meant
	})
}

// adopt makes a child that is stopped with its parent.
func (s *Session) adopt(opt Options, call string) (*Session, error) {
	child, err := open(opt, s, call)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosed
	}
	if s.children == nil {
		s.children = make(map[*Session]struct{})
	}
	s.children[child] = struct{}{}
	return child, nil
}

// release lets a child go that has ended.
func (s *Session) release(child *Session) {
	child.hub.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.children, child)
}
