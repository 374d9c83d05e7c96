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
	sent []byte // the arguments as they came
	call tool.Call
	ctx  callContext

	impl  tool.Tool
	req   Request // what is known of the call, in the form that gates are asked
	grant Decision
	at    time.Duration // from the beginning of the turn to the decision
	print uint64        // fingerprint for the loop guard
	node  conflict.Node

	// mute is set when the task has its outcome: what its tool still reports
	// is of no interest.
	mute atomic.Bool

	// Guarded by the turn's lock.
	busy     bool // in the hands of a goroutine
	prepared bool // its intent is final
	inGraph  bool
	cleared  bool // the gate and the limits let it pass
	queued   bool
	started  bool
	runs     bool // counts in turn.running
	doomed   bool // is about to be refused by somebody who will do so
	settled  bool // has its outcome
	giveUpAt time.Time
	outcome  Outcome // its Intent and Started are known before it is settled

	wrap *wrapping // nil without middleware
}

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
	if !k.mute.Load() && k.turn.events.listened() {
		k.emit(&Event{Kind: Progress, Time: k.turn.now(), Text: text})
		k.turn.events.flush()
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
	k.emit(&Event{Kind: Updated, Time: k.turn.now(), Result: partial})
	k.turn.events.flush()
	if cb.AfterUpdate != nil {
		cb.AfterUpdate(&k.call, text)
	}
}

func (k *task) emit(e *Event) {
	e.Index, e.Call = k.req.Index, &k.call
	if k.req.Spec != nil {
		e.Tool = k.req.Spec.Name
	}
	k.turn.events.emit(e)
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
