package engine

import (
	"context"
	"time"

	"jig/tool"
)

// wake sends for a worker unless one is on its way; the caller holds the lock.
func (t *Turn) wake() {
	if t.waking || !t.work() {
		return
	}
	t.waking = true
	go t.serve()
}

// work reports whether there is something a worker could do now.
func (t *Turn) work() bool {
	c := t.crowd
	return c != nil && (!c.unprepared.empty() || !c.ready.empty() && t.mayRun())
}

func (t *Turn) mayRun() bool {
	limit := t.eng.opt.MaxParallel
	return limit < 0 || int(t.running) < limit
}

// serve is a worker. It belongs to the turn, does what there is to do, and
// leaves; a turn without work has no workers.
func (t *Turn) serve() {
	var inHand *task
	defer func() {
		if inHand != nil { // the tool ended the goroutine it was given
			inHand.lose()
			t.mu.Lock()
			t.wake()
			t.unlock()
		}
	}()
	t.mu.Lock()
	t.waking = false
	for {
		k, run := t.take()
		if k == nil {
			break
		}
		t.wake()
		t.mu.Unlock()
		inHand = k
		if run {
			k.run()
		} else {
			k.travel()
		}
		inHand = nil
		t.mu.Lock()
	}
	t.mu.Unlock()
}

// take gives a worker its next task: calls that may run before calls that are
// still to be prepared.
func (t *Turn) take() (k *task, run bool) {
	c := t.crowd
	for !c.ready.empty() && t.mayRun() {
		if k := c.ready.pop(); !k.settled && !k.doomed {
			t.start(k)
			return k, true
		}
	}
	for !c.unprepared.empty() {
		if k := c.unprepared.pop(); !k.settled && !k.doomed {
			k.busy = true
			return k, false
		}
	}
	return nil, false
}

// start makes a task count as running; the caller holds the lock and is the one
// who runs it. The start is made known here, unless something may still keep
// the tool from running.
func (t *Turn) start(k *task) {
	k.busy, k.started, k.runs = true, true, true
	t.running++
	k.working = true
	if k.grant.Recheck == nil && t.eng.opt.Callbacks.BeforeExecution == nil {
		t.announce(k)
	}
}

// announce makes the start of a task known, once: middleware may run a tool
// again. The caller holds the lock.
func (t *Turn) announce(k *task) {
	if k.settled || k.begun != 0 {
		return
	}
	if k.begun = k.at; !k.inline || k.queued {
		k.begun = t.since() // else nothing has happened since it was decided
	}
	if t.events.listened() {
		t.emit(&note{kind: Started, task: k, at: k.begun})
	}
}

// admit puts calls into the conflict graph, in order, as far as their intents
// are known. A call without a known intent holds up those behind it: it might
// conflict with any of them. The caller holds the lock.
func (t *Turn) admit() {
	c := t.crowd
	if c == nil {
		// A single call needs no order; if more come, gather calls again.
		k := t.tasks[0]
		k.ordered = k.prepared
		return
	}
	for c.admitted < len(t.tasks) {
		k := t.tasks[c.admitted]
		if !k.prepared && !k.settled {
			return
		}
		c.admitted++
		if t.strategy.kind == batched && k.req.Index > 0 && k.req.Index%int(t.strategy.size) == 0 {
			c.graph.Barrier()
		}
		if k.settled {
			continue
		}
		t.seat(k)
		t.spare(k)
		t.offer(k)
	}
}

// offer queues a task that nothing holds up any more; the caller holds the
// lock.
func (t *Turn) offer(k *task) {
	if k.cleared && !k.queued && !k.started && !k.settled && !k.doomed && k.free() {
		k.queued = true
		t.gather().ready.push(k)
	}
}

// release takes a settled task out of the order; the caller holds the lock.
func (t *Turn) release(k *task) {
	switch {
	case !k.ordered:
		t.admit()
	case k.node == nil:
	case k.working:
		// Its tool is still at work, so whoever waits for it cannot run.
		t.crowd.graph.Poison(k.node, func(owner any) { t.spare(owner.(*task)) })
	default:
		t.crowd.graph.Release(k.node, func(owner any) { t.offer(owner.(*task)) })
	}
}

// spare refuses a task that would have to wait for one that never stops; the
// caller holds the lock. A task in somebody's hands finds out by itself.
func (t *Turn) spare(k *task) {
	if k.poisoned() && !k.busy {
		t.doom(k, poisoned())
	}
}

func poisoned() *refusal {
	return &refusal{status: Failed, err: tool.Errorf(tool.CodeFailed,
		"not run: an earlier call that touches the same things did not stop when it was told to, and may still be at work")}
}

// answer is a task to be refused once the lock is free. It is marked as doomed
// meanwhile, so that nobody else takes it up.
type answer struct {
	task *task
	with *refusal
}

// doom puts a task on the list of those to be refused; the caller holds the
// lock and gives it back with unlock.
func (t *Turn) doom(k *task, no *refusal) {
	if k.settled || k.doomed {
		return
	}
	if k.deliver(nil, no) {
		// Middleware waits for it, and gives it its outcome.
		k.cleared = false
		t.hurry(k)
		return
	}
	k.doomed = true
	c := t.gather()
	c.answers = append(c.answers, answer{k, no})
}

// hurry tells whoever has the task in hands to come to an end; the caller holds
// the lock.
func (t *Turn) hurry(k *task) {
	err, cause := context.Canceled, context.Canceled
	if t.halt != nil {
		err, cause = t.halt.forContext()
	}
	k.busy = true
	k.ctx.cancel(&ending{err, cause})
	if k.giveUpAt == 0 {
		k.giveUpAt = time.Since(t.began) + t.eng.opt.Grace
	}
	t.eng.watch.expect(&t.gather().link, t.instant().Add(t.eng.opt.Grace))
}

// unlock gives the lock back and does what had to wait for that: it refuses
// those that were doomed, and tells observers the end of a turn that is over.
func (t *Turn) unlock() {
	last := t.lastWord
	t.lastWord = false
	plain := last && t.events.plain
	if plain {
		t.events.plain = false // it is told from the task, now
	}
	var list []answer
	if t.crowd != nil {
		list, t.crowd.answers = t.crowd.answers, nil
	}
	t.mu.Unlock()
	for _, a := range list {
		a.task.refuse(a.with)
	}
	if last {
		t.tell(plain)
	}
}

// stop keeps calls from starting and cancels those at work; the caller holds
// the lock.
func (t *Turn) stop(h *halt) {
	if t.finished || t.halt != nil && t.halt.status == Cancelled {
		return
	}
	t.halt = h
	for _, k := range t.tasks {
		switch {
		case k.settled || k.doomed || k.started && h.status != Cancelled:
		case k.busy:
			t.hurry(k)
		default:
			t.doom(k, h.refusal())
		}
	}
}

// boundary looks for steering after a call, where the strategy says so; the
// caller holds the lock.
func (t *Turn) boundary(k *task) {
	if t.steering == nil || t.halt != nil {
		return
	}
	switch t.strategy.kind {
	case parallel:
		return
	case batched:
		size, c := int(t.strategy.size), t.gather()
		b := k.req.Index / size
		for len(c.batches) <= b {
			c.batches = append(c.batches, 0)
		}
		if c.batches[b]++; c.batches[b] < size {
			return
		}
	}
	if msgs := t.steering.take(); len(msgs) > 0 {
		t.gather().steered = msgs
		t.stop(&halt{status: Omitted, err: errSteered})
	}
}
