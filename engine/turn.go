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
	nested   bool // inside a call of another turn

	events stream

	// All that follows is guarded by mu. It is never held while code of tools,
	// gates, hooks or callbacks runs.
	mu    sync.Mutex
	tasks []*task
	one   task                // the first call; many turns have no other
	first [4]*task            // room for a small turn
	ids   map[string]struct{} // of the calls so far, once there are many
	open  int                 // calls without a result

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
	running    int
	waking     bool

	answers  []answer // calls to refuse as soon as the lock is free
	closed   bool
	halt     *halt
	steered  []Message
	finished bool
	lastWord bool          // the events are to be ended as soon as the lock is free
	done     chan struct{} // made by the first who waits
	heeding  bool          // is told when the parent context ends
	unhook   func() bool
	link     watchLink
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
	t.began = time.Now()
	t.nested = ctx.Value(callContextKey{}) != nil
	t.link.turn = t
	t.tasks = t.first[:0]
	t.events.spare = &e.spare
	t.events.observers = e.observers
	if opt.Observe != nil {
		t.events.observers = append(slices.Clip(e.observers), opt.Observe)
	}
	if len(t.events.observers) > 0 {
		t.events.audience.Store(true)
	}
	if ctx.Err() != nil {
		t.Abort(context.Cause(ctx))
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
			t.unhook = context.AfterFunc(ctx, func() { t.Abort(context.Cause(ctx)) })
		}
	}
}

// Events gives the events of the turn from now on, until it ends. Ask for them
// before the first call is added to see them all. A slow reader holds nobody
// up: it may miss pieces and progress, never a start or an end.
func (t *Turn) Events() iter.Seq[Event] { return t.events.subscribe() }

// ID names the turn.
func (t *Turn) ID() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.id == "" {
		t.id = t.eng.opt.NewID()
	}
	return t.id
}

// Add gives the turn one more call. It does not wait for it. The only error is
// [ErrClosed]: a turn that was closed, aborted or cancelled takes no calls.
func (t *Turn) Add(call tool.Call) error {
	if call.ID == "" {
		call.ID = t.eng.opt.NewID()
	}
	t.mu.Lock()
	if t.closed || t.ctx.Err() != nil {
		t.mu.Unlock()
		return ErrClosed
	}
	k := &t.one
	if len(t.tasks) > 0 {
		k = new(task)
	}
	k.turn, k.call, k.sent, k.busy = t, call, call.Args, true
	k.ctx.task = k
	k.req.Call, k.req.TurnID = &k.call, t.id
	k.call.Connect(k)
	k.node.Owner = k
	k.req.Index = len(t.tasks)
	t.tasks = append(t.tasks, k)
	t.open++
	double := t.known(k.call.ID)
	t.mu.Unlock()

	if t.events.listened() {
		k.emit(&Event{Kind: Proposed, Time: t.now(), Args: call.Args})
	}
	if double {
		k.refuse(invalid(tool.Errorf(tool.CodeInvalidArgs,
			"another call of this turn has the id %q; give each call an id of its own", k.call.ID)))
		return nil
	}
	if no := k.resolve(); no != nil {
		k.refuse(no)
		return nil
	}
	if t.eng.inline(k) {
		k.travel()
		return nil
	}
	t.mu.Lock()
	if t.halt != nil {
		no := t.halt.refusal()
		t.mu.Unlock()
		k.refuse(no)
		return nil
	}
	k.busy = false
	t.heed()
	t.unprepared.push(k)
	t.wake()
	t.mu.Unlock()
	return nil
}

// inline reports whether a call is done by the goroutine that adds it: its tool
// promises to be quick, and nothing else on the road can take its time.
func (e *Engine) inline(k *task) bool {
	return k.req.Spec.Quick && e.instant != nil && len(e.opt.Middleware) == 0 && len(e.opt.Hooks) == 0
}

// known reports whether the id came before, and remembers it.
func (t *Turn) known(id string) bool {
	const few = 16
	if t.ids == nil {
		earlier := t.tasks[:len(t.tasks)-1]
		for _, k := range earlier {
			if k.call.ID == id {
				return true
			}
		}
		if len(t.tasks) == few {
			t.ids = make(map[string]struct{}, 2*few)
			for _, k := range t.tasks {
				t.ids[k.call.ID] = struct{}{}
			}
		}
		return false
	}
	_, seen := t.ids[id]
	t.ids[id] = struct{}{}
	return seen
}

// Close says that the assistant message is whole: no call comes any more, and
// the results may be handed out.
func (t *Turn) Close() {
	t.mu.Lock()
	t.closed = true
	t.conclude(time.Time{})
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
	t.conclude(time.Time{})
	t.unlock()
}

// Wait gives the outcome of every call, in the order in which they were added.
// It waits for the turn to be closed, and never longer than the calls' timeouts
// and the grace to stop allow.
func (t *Turn) Wait() []Outcome {
	t.block()
	out := make([]Outcome, len(t.tasks))
	for i, k := range t.tasks {
		out[i] = k.outcome
	}
	return out
}

func (t *Turn) block() {
	t.mu.Lock()
	if !t.finished {
		t.heed()
		if t.done == nil {
			t.done = make(chan struct{})
		}
		done := t.done
		t.mu.Unlock()
		<-done
	} else {
		t.mu.Unlock()
	}
	t.events.settle()
}

// Steered gives the messages that were taken from the steering queue, once the
// turn has ended. They belong after the results.
func (t *Turn) Steered() []Message {
	t.block()
	return t.steered
}

// conclude ends the turn if nothing is left to do; the caller holds the lock,
// and gives it back with unlock.
func (t *Turn) conclude(now time.Time) {
	if !t.closed || t.open > 0 || t.finished {
		return
	}
	t.finished = true
	if t.steered == nil {
		t.steered = t.steering.take()
	}
	if t.unhook != nil {
		t.unhook()
	}
	t.eng.watch.leave(&t.link)
	if t.events.listened() {
		if now.IsZero() {
			now = t.now()
		}
		t.events.emit(&Event{Kind: TurnEnded, Time: now, Index: -1})
		t.lastWord = true
	}
	if t.done != nil {
		close(t.done)
	}
}

// now is the time for events.
func (t *Turn) now() time.Time {
	if t.eng.opt.Clock != nil {
		return t.eng.opt.Clock()
	}
	return t.instant()
}

// moment is the time for events, and the real time.
func (t *Turn) moment() (now, real time.Time) {
	real = t.instant()
	if t.eng.opt.Clock != nil {
		return t.eng.opt.Clock(), real
	}
	return real, real
}

// instant is the real time, by which calls are timed.
func (t *Turn) instant() time.Time { return t.began.Add(time.Since(t.began)) }

// stopError is the error of a call that was cancelled with its turn.
func stopError(cause error, running bool) *tool.Error {
	e := &tool.Error{Code: tool.CodeCancelled, Cause: cause}
	switch {
	case errors.Is(cause, context.DeadlineExceeded):
		e.Code, e.Message = tool.CodeTimeout, "the time for the whole turn was up"
	case errors.Is(cause, context.Canceled):
		if !running {
			e.Message = "the turn ended before this call started"
		}
	default:
		e.Message = cause.Error()
	}
	return e
}
