package agent

import (
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"time"

	"jig/engine"
	"jig/model"
	"jig/tool"
	"jig/wire"
)

// Options are what a session is made of. Model and Engine are required.
type Options struct {
	// ID names the session in events and records; default a new one.
	ID string
	// Model answers.
	Model model.Model
	// Engine runs the calls.
	Engine *Engine
	// System are the instructions for the model; see [Prompt].
	System string
	// Messages are what has been said already. They are repaired if they must be.
	Messages []wire.Message
	// Tools are the names of those that the model may use; nil means all that the engine
	// has, and "*" the same inside a list. Tools that come later count if their name is
	// there.
	Tools []string
	// Without are names of tools that it may not use, whatever Tools says.
	Without []string
	// Gate is asked besides that of the engine, if it is set: a call runs only if both
	// allow it. It holds for sub-agents too. That the engine's gate has changed a call is no
	// answer to what this one asks.
	Gate engine.Gate
	// Export says how tools are shown to the model.
	Export tool.Export

	// Limits bound each run.
	Limits Limits
	// Steering and FollowUps say how many of the waiting messages are taken at once.
	Steering, FollowUps Queue
	// HandBack makes the first interrupt end the run, once the tools have stopped, instead
	// of letting the model go on.
	HandBack bool
	// Loops say when the conversation counts as going round in circles.
	Loops engine.LoopLimits
	// Strategy is how calls of one answer run together; zero means the engine's.
	Strategy engine.Strategy
	// Retries is how often an answer that broke off is asked for again; default 3,
	// negative means never.
	Retries int
	// Compaction says when and how the conversation is made shorter.
	Compaction CompactOptions
	// Depth is how far sub-agents may be nested; default 1, negative means none at all.
	Depth int

	// MaxTokens, Effort and Temperature are passed on with every request.
	MaxTokens   int
	Effort      string
	Temperature *float64

	// Moments are the hooks around the session itself: its start, prompts, ends of turns,
	// compactions. Those around calls belong to the engine.
	Moments Moments
	// Journal keeps the record of the session; nil keeps none.
	Journal Recorder
	// NewID makes identifiers; default random text.
	NewID func() string
	// Logger gets what goes wrong beside the road; default nowhere.
	Logger *slog.Logger
}

// Queue says how many waiting messages are taken at once.
type Queue uint8

// The kinds of queue.
const (
	OneAtATime Queue = iota
	All
)

const (
	defaultRetries = 3
	defaultDepth   = 1
)

func (o *Options) complete() error {
	switch {
	case o.Model == nil:
		return errors.New("a session needs a model: set Options.Model")
	case o.Engine == nil:
		return errors.New("a session needs an engine: set Options.Engine to one from agent.NewEngine")
	}
	if o.NewID == nil {
		o.NewID = rand.Text
	}
	if o.ID == "" {
		o.ID = o.NewID()
	}
	if o.Retries == 0 {
		o.Retries = defaultRetries
	}
	if o.Depth == 0 {
		o.Depth = defaultDepth
	}
	o.Limits = o.Limits.orDefault()
	o.Compaction = o.Compaction.orDefault()
	if o.Logger == nil {
		o.Logger = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	return nil
}

// Limits bound a run. Zero means the default, a negative number none.
type Limits struct {
	// Turns is how many answers the model may give; default 50.
	Turns int
	// Tokens is how many it may read and write in all, with its children; default a
	// million.
	Tokens int64
	// Time is how long the run may take; default ten minutes.
	Time time.Duration
	// Cost is how many US dollars it may cost, as far as prices are known; default none.
	Cost float64
}

const (
	defaultTurns  = 50
	defaultTokens = 1_000_000
	defaultTime   = 10 * time.Minute
)

func (l Limits) orDefault() Limits {
	if l.Turns == 0 {
		l.Turns = defaultTurns
	}
	if l.Tokens == 0 {
		l.Tokens = defaultTokens
	}
	if l.Time == 0 {
		l.Time = defaultTime
	}
	return l
}
