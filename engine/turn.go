package engine

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"time"

	"jig/internal/conflict"
	"jig/tool"
)

// Turn is the calls of one assistant message. Calls are added as they become
// known, also while the model is still producing, and start as soon as their
// gate and their conflicts allow. The results are handed out in call order,
// once the turn was closed: before that the message they answer is not whole.
//
// Whatever happens, each call gets exactly one result.
type Turn struct {
	eng      *Engine
	id       string
	ctx      context.Context
	strategy Strategy
	steering *Steering
	history  *History
	began    time.Time

	events stream

	// All that follows is guarded by mu. It is never held while code of tools,
	// gates, hooks or callbacks runs.
	mu       sync.Mutex
	tasks    []*task
	nested   bool  // inside a call of another turn; set before it begins
	open     int32 // calls without a result
	running  int32
	closed   bool
	sealed   bool // it was made for one call
	finished bool
	waking   bool // a worker is on its way
	heeding  bool // is told when the parent context ends
	lastWord bool // observers are to be told the rest as soon as the lock is free
	halt     *halt
	crowd    *crowd // nil as long as there is only one call, and that a quick one

	one  task // the first call; many turns have no other
	room [1]*task
}

// crowd is what a turn needs when its calls must be told apart from each other.
type crowd struct {
	ids map[string]struct{} // of the calls so far, once there are many

	graph    conflict.Graph
	admitted int               // how many calls are in the graph, or need not be
	accesses []conflict.Access // what they touch; grows, is never changed
	batches  []int             // per batch, how many calls have their result

	// The two kinds of work: calls to prepare, and calls that may run. Workers
	// take from both; at most one worker is on its way at any time, and each
	// that arrives and leaves work behind sends for the next. So calls that
	// block spread over workers, and cheap ones are done by the first.
	unprepared queue
	ready      queue

	answers []answer // calls to refuse as soon as the lock is free
	steered []Message
	done    chan struct{} // made by the first who waits
	unhook  func() bool   // from the parent context
	link    watchLink
}

// gather makes room for more than one call; the caller holds the lock.
func (t *Turn) gather() *crowd {
	if t.crowd == nil {
		t.crowd = &crowd{link: watchLink{turn: t}}
		t.admit() // the first, if it is under way
	}
	return t.crowd
}

// halt is why no further call starts.
type halt struct {
	status Status
	err    error
}

// TurnOptions belong to one turn. The zero value is fine.
type TurnOptions struct {
	// ID names the turn in requests to the gate; default a new one.
	ID string
	// Strategy goes before the engine's.
	Strategy Strategy
	// Steering is where a person can interrupt the turn.
	Steering *Steering
	// History is the memory of the conversation, for the loop guard.
	History *History
	// Observe is given every event of this turn, like Options.Observe.
	Observe func(Event)
}

// Turn begins a turn. It ends when it was closed and every call has its result,
// or soon after ctx ends.
func (e *Engine) Turn(ctx context.Context, opt TurnOptions) *Turn {
	t := &Turn{eng: e, id: opt.ID, ctx: ctx, strategy: opt.Strategy, steering: opt.Steering, history: opt.History}
	if t.strategy.kind == 0 {
		t.strategy = e.opt.Strategy
	}
	t.began = e.clock.now()
	t.nested = ctx.Value(callContextKey{}) != nil
	t.tasks = t.room[:0]
	t.events.observers = &e.observers
	if opt.Observe != nil {
		both := append(slices.Clip(e.observers), opt.Observe)
		t.events.observers = &both
	}
	if len(*t.events.observers) > 0 {
		t.events.audience.Store(true)
	}
	if ctx.Err() != nil {
		t.Abort(causeOf(ctx))
	}
	return t
}

// heed makes the turn end when its context does. It is called as soon as there
// is something that could take longer than a quick call; the caller holds the
// lock.
func (t *Turn) heed() {
	if !t.heeding {
		t.heeding = true
		if ctx := t.ctx; ctx.Done() != nil {
			t.gather().unhook = context.AfterFunc(ctx, func() { t.Abort(causeOf(ctx)) })
		}
	}
}

// heedNow is heed for those who do not hold the lock.
func (t *Turn) heedNow() {
	t.mu.Lock()
	t.heed()
	t.mu.Unlock()
}

// Events gives the events of the turn from now on, until it ends. Ask for them
// before the first call is added to see them all. A slow reader holds nobody
// up: it may miss pieces and progress, never a start or an end.
func (t *Turn) Events() iter.Seq[Event] { return t.subscribe() }

// ID names the turn.
func (t *Turn) ID() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.id == "" {
		t.id = t.eng.opt.NewID()
	}
	return t.id
}

// Close says that the assistant message is whole: no call comes any more, and
// the results may be handed out.
func (t *Turn) Close() {
	t.mu.Lock()
	t.closed = true
	t.conclude(t.since())
	t.unlock()
}

// Abort ends the turn before its time: the model's stream broke, or somebody
// pressed a key. Calls that run are cancelled, calls that do not are answered
// at once. It also closes the turn.
func (t *Turn) Abort(cause error) {
	if cause == nil {
		cause = context.Canceled
	}
	t.mu.Lock()
	t.closed = true
	t.stop(&halt{status: Cancelled, err: cause})
	t.conclude(t.since())
	t.unlock()
}

// Wait gives the outcome of every call, in the order in which they were added.
// It waits for the turn to be closed, and never longer than the calls' timeouts
// and the grace to stop allow.
func (t *Turn) Wait() []Outcome {
	t.block()
	out := make([]Outcome, len(t.tasks))
	for i, k := range t.tasks {
		out[i] = k.outcome()
	}
	return out
}

// block waits for the end of the turn, or of its context.
func (t *Turn) block() {
	t.mu.Lock()
	if t.finished && (t.crowd == nil || t.crowd.done == nil) {
		t.hush()
		return
	}
	c := t.gather()
	if c.done == nil {
		c.done = make(chan struct{})
	}
	done := c.done
	heeding := t.heeding
	t.mu.Unlock()
	if heeding {
		<-done
	} else {
		select {
		case <-done:
		case <-t.ctx.Done():
			t.Abort(causeOf(t.ctx))
			<-done
		}
	}
	t.mu.Lock()
	t.hush()
}

// Steered gives the messages that were taken from the steering queue, once the
// turn has ended. They belong after the results.
func (t *Turn) Steered() []Message {
	t.mu.Lock()
	finished := t.finished
	t.mu.Unlock()
	if !finished {
		t.block()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.crowd == nil {
		return nil
	}
	return t.crowd.steered
}

// conclude ends the turn if nothing is left to do; the caller holds the lock,
// and gives it back with unlock.
func (t *Turn) conclude(at time.Duration) {
	if !t.closed || t.open > 0 || t.finished {
		return
	}
	t.finished = true
	if t.steering != nil && t.gather().steered == nil {
		t.crowd.steered = t.steering.take()
	}
	if c := t.crowd; c != nil {
		if c.unhook != nil {
			c.unhook()
		}
		t.eng.watch.leave(&c.link)
	}
	if t.lastWord = t.lastEvent(at); !t.lastWord {
		t.letGo()
	}
}

// letGo wakes those who wait for the turn; the caller holds the lock.
func (t *Turn) letGo() {
	if c := t.crowd; c != nil && c.done != nil {
		close(c.done)
		c.done = nil
	}
}

// since is the time for events, from the beginning of the turn. It is never
// zero: that means not yet.
func (t *Turn) since() time.Duration {
	d := time.Since(t.began)
	if c := t.eng.opt.Clock; c != nil {
		d = c().Sub(t.began)
	}
	if d == 0 {
		d = 1
	}
	return d
}

// after is the real time at a moment of the turn. With a clock of its own, a
// turn's moments are not real, and the time is now.
func (t *Turn) after(at time.Duration) time.Time {
	if t.eng.opt.Clock != nil {
		return t.instant()
	}
	return t.began.Add(at)
}

// instant is the real time, by which calls are timed.
func (t *Turn) instant() time.Time { return t.began.Add(time.Since(t.began)) }

// stopError is the error of a call that was cancelled with its turn.
func stopError(cause error, running bool) *tool.Error {
	e := &tool.Error{Code: tool.CodeCancelled, Cause: cause}
	switch {
	case errors.Is(cause, context.DeadlineExceeded):
		e.Code, e.Message = tool.CodeTimeout, "the time of what this call belongs to was up"
	case errors.Is(cause, context.Canceled):
		if !running {
			e.Message = "the turn ended before this call started"
		}
	default:
		e.Message = cause.Error()
	}
	return e
}
