package engine

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"jig/schema"
	"jig/tool"
)

// Engine runs the calls of a model. It is safe for concurrent use: one engine
// serves any number of conversations.
type Engine struct {
	tools   *tool.Set
	gate    Gate
	instant InstantGate // the gate, if it is one
	opt     Options
	limiter *limiter
	watch   watch
	clock   clock
	stash   *DirStash // the one made here, to be closed
	// anyObject is the schema of tools that have none.
	anyObject *schema.Schema
	over      *ending // of the context of a call that has its result
	observers []func(Event)
	spare     sync.Pool // of slices of notes
}

// Options change how an engine works. The zero value is what most want.
type Options struct {
	// Strategy is how calls of one turn run together; default Auto.
	Strategy Strategy
	// MaxParallel bounds how many calls of one turn run at the same time;
	// default 16, negative means no bound.
	MaxParallel int
	// Timeout bounds calls of tools that have no timeout of their own; default
	// two minutes, negative means none.
	Timeout time.Duration
	// Grace is how long a call may take to stop once it was told to; default
	// five seconds. Then it gets its result without having stopped.
	Grace time.Duration

	// Lenient mends arguments that models often get wrong in ways that leave
	// no doubt about what was meant ("5" for 5, an object inside a string, a
	// raw line break inside a string); each repair is told on the call.
	Lenient bool
	// MaxArgs bounds the arguments of one call in bytes; default 4 MiB.
	MaxArgs int
	// MaxOutput bounds the text of a result in characters for tools that do
	// not say otherwise; default 10,000, negative means no bound.
	MaxOutput int
	// Stash keeps results that were cut; default a temporary folder that goes
	// with the engine.
	Stash Stash

	// Limits bound how often tools may be called.
	Limits Limits
	// Hooks watch calls from outside, in this order.
	Hooks []Hooks
	// Keeper saves what calls are about to change.
	Keeper Keeper
	// Middleware wraps calls; the first is the outermost.
	Middleware []Middleware
	// Callbacks run around the execution of calls.
	Callbacks Callbacks
	// Observe is given every event of every turn, those of one turn in order
	// and one at a time. It may take its time: calls do not wait for it, but
	// whoever ends a turn does, and so does Wait.
	Observe func(Event)

	// Clock and NewID are the time and the identifiers that tools and events
	// get; default the real time and random text.
	Clock func() time.Time
	NewID func() string
	// Logger gets what goes wrong beside the road; default nowhere.
	Logger *slog.Logger
}

const (
	defaultParallel = 16
	defaultTimeout  = 2 * time.Minute
	defaultGrace    = 5 * time.Second
	defaultMaxArgs  = 4 << 20
)

// New makes an engine for the tools behind the gate. There is no engine without
// a gate: say [AllowAll] if that is what you mean. Close it when it is not
// needed any more.
func New(tools *tool.Set, gate Gate, opt Options) *Engine {
	if tools == nil || gate == nil {
		panic("engine.New: an engine needs a set of tools and a gate")
	}
	e := &Engine{tools: tools, gate: gate, opt: opt, limiter: newLimiter(opt.Limits), anyObject: schema.MustParse(`{"type":"object"}`)}
	e.instant, _ = gate.(InstantGate)
	e.over = &ending{context.Canceled, errSettled}
	e.watch.base = time.Now()
	o := &e.opt
	if o.Strategy.kind == 0 {
		o.Strategy = Auto()
	}
	o.MaxParallel = orDefault(o.MaxParallel, defaultParallel)
	o.Timeout = orDefault(o.Timeout, defaultTimeout)
	o.Grace = orDefault(o.Grace, defaultGrace)
	o.MaxArgs = orDefault(o.MaxArgs, defaultMaxArgs)
	o.MaxOutput = orDefault(o.MaxOutput, DefaultMaxOutput)
	if o.Observe != nil {
		e.observers = []func(Event){o.Observe}
	}
	if o.Stash == nil {
		e.stash = newTempStash()
		o.Stash = e.stash
	}
	if o.NewID == nil {
		o.NewID = rand.Text
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	return e
}

func orDefault[T int | time.Duration](v, def T) T {
	if v == 0 {
		return def
	}
	return v
}

// Tools is the set that the engine runs.
func (e *Engine) Tools() *tool.Set { return e.tools }

// Stash is where long results are kept.
func (e *Engine) Stash() Stash { return e.opt.Stash }

// Close gives back what the engine holds. Turns must have ended.
func (e *Engine) Close() error {
	e.watch.stop()
	if e.stash != nil {
		return e.stash.Close()
	}
	return nil
}

// Call takes one call down the whole road: a turn of its own. The arguments must
// not be changed before it returns.
func (e *Engine) Call(ctx context.Context, call tool.Call) Outcome {
	t := e.Turn(ctx, TurnOptions{})
	if !t.add(call, true) {
		// A fresh turn takes a call, unless its context has ended already.
		no := stopError(context.Cause(ctx), false)
		refused := call // so that others stay off the heap
		return Outcome{Call: &refused, Result: tool.ErrorResult(no), Status: Cancelled, Ended: t.began.Add(t.since())}
	}
	t.block()
	return t.one.outcome()
}

// ErrClosed is returned for a call that comes after its turn was closed.
var ErrClosed = errors.New("the turn is closed: start a new one")
