package jig

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"jig/agent"
	"jig/journal"
	"jig/model"
	"jig/model/connect"
	"jig/schema/dialect"
	"jig/tool"
	"jig/wire"
)

// SessionOptions are how an agent works in a runtime. The zero value is an agent on the model that [Runtime.OpenModel] finds,
// with all tools of the runtime, whose record is kept.
type SessionOptions struct {
	// Model is the name of the model; Use is a model that is ready already and goes before it.
	Model string
	Use   model.Model
	// Provider says how the model is reached.
	Provider connect.Options

	// System are instructions that are added to those that every agent gets. Replace leaves the latter out.
	System  string
	Replace bool
	// Agent is everything else: limits, tools, queues. What is said above, and the engine and the journal, are filled in.
	Agent agent.Options

	// Resume is the session to go on with, by its identifier or the beginning of it. Fork leaves it as it is, and goes on with a copy.
	Resume string
	Fork   bool
	// Title is what a list of sessions shows.
	Title string
	// Forget keeps no record: the session can neither be looked at later nor resumed.
	Forget bool
}

// Session is an agent at work in a runtime; see [agent.Session] for what it can do.
type Session struct {
	*agent.Session
	model    model.Model
	provider connect.Options
	journal  *journal.Journal
	runtime  *Runtime
}

// Session makes an agent. Close it before the runtime.
func (r *Runtime) Session(ctx context.Context, opt SessionOptions) (_ *Session, err error) {
	s := &Session{model: opt.Use, provider: opt.Provider, runtime: r}
	if s.model == nil {
		if s.model, err = r.OpenModel(ctx, opt.Model, opt.Provider); err != nil {
			return nil, err
		}
	}
	o := opt.Agent
	o.Model, o.Engine = s.model, r.engine
	if o.Export == (tool.Export{}) {
		o.Export = tool.Export{Deferred: true, Dialect: dialectOf(s.model)}
	}
	if o.Logger == nil {
		o.Logger = r.logger
	}
	if err := r.parenthood(&o); err != nil {
		return nil, err
	}
	r.moments(&o)
	if s.model.Name() == Practice && o.Compaction.Summarise == nil {
		o.Compaction.Summarise = digest
	}
	o.System = r.instructions(&opt)
	var records []journal.Record
	if !opt.Forget {
		if records, err = s.record(r.dir, &opt); err != nil {
			return nil, err
		}
		o.Journal, o.ID = s.journal, s.journal.ID()
	}
	if opt.Resume != "" {
		s.Session, err = agent.Resume(records, o)
	} else {
		s.Session, err = agent.New(o)
	}
	if err != nil && s.journal != nil {
		err = errors.Join(err, s.journal.Close())
	}
	if err != nil {
		return nil, err
	}
	r.sessions.Store(s.Session, s)
	return s, nil
}

// moments puts the hooks of the settings around the session, besides those around its calls.
func (r *Runtime) moments(o *agent.Options) {
	if o.Moments.Hooks != nil || r.guarded.set == nil {
		return
	}
	o.Moments.Hooks, o.Moments.Input.Cwd = r.guarded.set, r.dir
	o.Moments.Mode = func() string { return string(r.guarded.rules.Mode()) }
	o.Moments.Tell = func(message string) { r.logger.Warn(message) }
}

// digest sums up for practice, which cannot: what was asked and called, in a few words each.
func digest(_ context.Context, messages []wire.Message) (string, error) {
	var b strings.Builder
	for i := range messages {
		m := &messages[i]
		if text := strings.TrimSpace(m.Text()); text != "" && m.Role == wire.User {
			line, _, _ := strings.Cut(text, "\n")
			fmt.Fprintf(&b, "- the person said: %.200s\n", line)
		}
		for _, c := range m.Calls() {
			fmt.Fprintf(&b, "- called %s %.200s\n", c.Name, c.Args)
		}
	}
	return b.String(), nil
}

// SetTitle says what lists of sessions show of this one.
func (s *Session) SetTitle(title string) error {
	if s.journal == nil {
		return nil
	}
	return s.journal.SetTitle(title)
}

// dialectOf is the kind of schema that the provider of a model takes.
func dialectOf(m model.Model) dialect.Dialect {
	provider, _, _ := strings.Cut(m.Name(), "/")
	switch provider {
	case Practice:
		return ""
	case "anthropic":
		return dialect.Anthropic
	case "gemini", "google":
		return dialect.Gemini
	}
	return dialect.OpenAI
}

// record opens the journal, and gives what is in it already.
func (s *Session) record(dir string, opt *SessionOptions) (records []journal.Record, err error) {
	store, err := Sessions()
	if err != nil {
		return nil, fmt.Errorf("the record of the session cannot be kept: %w", err)
	}
	id := opt.Resume
	if id != "" {
		if id, err = store.Find(id); err != nil {
			return nil, err
		}
	}
	if id != "" && opt.Fork {
		if id, err = store.Fork(id, journal.End); err != nil {
			return nil, err
		}
	}
	if id != "" {
		s.journal, records, err = store.Resume(id)
		return records, err
	}
	s.journal, err = store.Create(journal.Header{Dir: dir, Title: opt.Title})
	return nil, err
}

// Sessions is where the records of sessions are kept.
func Sessions() (*journal.Store, error) {
	state, err := StateFolder()
	if err != nil {
		return nil, err
	}
	return journal.Open(filepath.Join(state, "sessions"), journal.Options{}), nil
}

// Model is the model that answers.
func (s *Session) Model() model.Model { return s.model }

// Close ends the session. It can be resumed by its ID, unless its record was not kept.
func (s *Session) Close() error {
	s.runtime.sessions.Delete(s.Session)
	err := s.Session.Close()
	if s.journal != nil {
		err = errors.Join(err, s.journal.Close())
	}
	return err
}
