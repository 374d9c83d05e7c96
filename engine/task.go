package engine

import (
	"context"
	"sync/atomic"
	"time"

	"jig/internal/conflict"
	"jig/tool"
)

// task is one call on its road through a turn.
//
// Until it has its outcome a task is either in the hands of one goroutine
// (busy), or in a queue, or waits in the conflict graph. Fields without a
// remark belong to whoever has it in hands.
type task struct {
	turn *Turn
	call tool.Call
	ctx  callContext

	impl  tool.Tool
	req   Request   // what is known of the call, in the form that gates are asked
	grant *Decision // of the gate; the first one is kept in room
	room  Decision
	final *[]byte        // the arguments that the gate let through, if others could change them
	asked bool           // hooks and the gate let these arguments pass
	at    time.Duration  // from the beginning of the turn to the decision
	print uint64         // fingerprint for the loop guard
	node  *conflict.Node // nil if it needs no order

	// mute is set when the task has its outcome: what its tool still reports
	// is of no interest.
	mute atomic.Bool

	// Guarded by the turn's lock.
	busy     bool // in the hands of a goroutine
	prepared bool // its intent is final
	ordered  bool // has its place in the order
	cleared  bool // the gate and the limits let it pass
	queued   bool
	working  bool // its tool is running, perhaps after the call was answered
	started  bool
	runs     bool // counts in turn.running
	doomed   bool // is about to be refused by somebody who will do so
	settled  bool // has its outcome
	vetoed   bool
	inline   bool // is done by the goroutine that adds it
	status   Status
	result   *tool.Result
	intent   *tool.Intent  // as it was when it took its place
	begun    time.Duration // from the beginning of the turn; 0 if it never did
	over     time.Duration
	giveUpAt time.Duration // from the beginning of the turn; 0 if it was not told to stop

	wrap *wrapping // nil without middleware
}

// outcome is what became of a settled task.
func (k *task) outcome() Outcome {
	o := Outcome{Call: &k.call, Result: k.result, Status: k.status, Intent: k.intent, Ended: k.turn.began.Add(k.over)}
	if k.begun != 0 {
		o.Started = k.turn.began.Add(k.begun)
	}
	if k.req.Spec != nil {
		o.Tool = k.req.Spec.Name
	}
	if k.status == Abandoned {
		// Somebody may still be changing the call itself.
		o.Call = k.stripped()
	}
	return o
}

// stripped is as much of the call as never changes.
func (k *task) stripped() *tool.Call { return &tool.Call{ID: k.call.ID, Name: k.call.Name} }

// free reports whether no earlier call stands in the way.
func (k *task) free() bool { return k.ordered && (k.node == nil || !k.node.Waiting()) }

func (k *task) poisoned() bool { return k.node != nil && k.node.Poisoned() }

// Now is the time for the tool.
func (k *task) Now() time.Time {
	if c := k.turn.eng.opt.Clock; c != nil {
		return c()
	}
	return time.Now()
}

// NewID is an identifier for the tool.
func (k *task) NewID() string { return k.turn.eng.opt.NewID() }

// Progress tells people how far the call is.
func (k *task) Progress(text string) {
	if !k.mute.Load() {
		k.note(note{kind: Progress, text: text})
		k.turn.flushSoon()
	}
}

// Update shows people a piece of the result.
func (k *task) Update(partial *tool.Result) {
	if k.mute.Load() {
		return
	}
	cb := &k.turn.eng.opt.Callbacks
	var text string
	if cb.BeforeUpdate != nil || cb.AfterUpdate != nil {
		text = partial.Text()
	}
	if cb.BeforeUpdate != nil && !cb.BeforeUpdate(&k.call, text) {
		return
	}
	k.note(note{kind: Updated, result: partial})
	k.turn.flushSoon()
	if cb.AfterUpdate != nil {
		cb.AfterUpdate(&k.call, text)
	}
}

// note emits an event about the task, at its time or now.
func (k *task) note(n note) {
	t := k.turn
	if !t.events.listened() {
		return
	}
	n.task = k
	if n.at == 0 {
		n.at = t.since()
	}
	t.mu.Lock()
	if !k.settled {
		t.emit(&n)
	}
	t.mu.Unlock()
}

// context is what code called for this task gets.
func (k *task) context() context.Context { return &k.ctx }

// queue is a first-in, first-out list that reuses its space.
type queue struct {
	items []*task
	head  int
}

func (q *queue) empty() bool { return q.head == len(q.items) }

func (q *queue) push(k *task) {
	if q.head > 32 && 2*q.head > len(q.items) {
		n := copy(q.items, q.items[q.head:])
		clear(q.items[n:])
		q.items, q.head = q.items[:n], 0
	}
	q.items = append(q.items, k)
}

func (q *queue) pop() *task {
	k := q.items[q.head]
	q.items[q.head] = nil
	q.head++
	if q.empty() {
		q.items, q.head = q.items[:0], 0
	}
	return k
}
