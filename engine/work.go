package engine

import "jig/tool"

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
	return !t.unprepared.empty() || !t.ready.empty() && t.mayRun()
}

func (t *Turn) mayRun() bool {
	limit := t.eng.opt.MaxParallel
	return limit < 0 || t.running < limit
}

// serve is a worker. It belongs to the turn, does what there is to do, and
// leaves; a turn without work has no workers.
func (t *Turn) serve() {
	var inHand *task
	defer func() {
		if inHand != nil { // the tool ended the goroutine it was given
			inHand.settle(Failed, tool.ErrorResult(tool.Errorf(tool.CodeFailed, "the tool ended its goroutine instead of returning")))
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
	for !t.ready.empty() && t.mayRun() {
		if k := t.ready.pop(); !k.settled && !k.doomed {
			t.start(k)
			return k, true
		}
	}
	for !t.unprepared.empty() {
		if k := t.unprepared.pop(); !k.settled && !k.doomed {
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
	if k.grant.Recheck == nil && t.eng.opt.Callbacks.BeforeExecution == nil {
		t.announce(k)
	}
}

// announce makes the start of a task known, once: middleware may run a tool
// again. The caller holds the lock.
func (t *Turn) announce(k *task) {
	if k.settled || !k.outcome.Started.IsZero() {
		return
	}
	if k.req.Spec.Quick && !k.queued {
		k.outcome.Started = t.began.Add(k.at) // nothing happened since it was decided
	} else {
		k.outcome.Started = t.now()
	}
	if t.events.listened() {
		k.emit(&Event{Kind: Started, Time: k.outcome.Started})
	}
}

// admit puts calls into the conflict graph, in order, as far as their intents
// are known. A call without a known intent holds up those behind it: it might
// conflict with any of them. The caller holds the lock.
func (t *Turn) admit() {
	for t.admitted < len(t.tasks) {
		k := t.tasks[t.admitted]
		if !k.prepared && !k.settled {
			return
		}
		t.admitted++
		if t.strategy.kind == batched && k.req.Index > 0 && k.req.Index%t.strategy.size == 0 {
			t.graph.Barrier()
		}
		if k.settled {
			continue
		}
		from := len(t.accesses)
		t.accesses = t.strategy.accesses(k.req.Spec, k.req.Intent, t.accesses)
		t.graph.Add(&k.node, t.accesses[from:len(t.accesses):len(t.accesses)])
		k.inGraph = true
		t.spare(k)
		t.offer(k)
	}
}

// offer queues a task that nothing holds up any more; the caller holds the
// lock.
func (t *Turn) offer(k *task) {
	if k.inGraph && k.cleared && !k.queued && !k.started && !k.settled && !k.doomed && !k.node.Waiting() {
		k.queued = true
		t.ready.push(k)
	}
}

// release takes a settled task out of the order; the caller holds the lock.
func (t *Turn) release(k *task) {
	switch {
	case !k.inGraph:
		t.admit()
	case k.outcome.Status == Abandoned:
		// It may still be at work, so whoever waits for it cannot run.
		t.graph.Poison(&k.node, func(owner any) { t.spare(owner.(*task)) })
	default:
		t.graph.Release(&k.node, func(owner any) { t.offer(owner.(*task)) })
	}
}

// spare refuses a task that would have to wait for one that never stops; the
// caller holds the lock. A task in somebody's hands finds out by itself.
func (t *Turn) spare(k *task) {
	if k.node.Poisoned() && !k.busy {
		t.doom(k, poisoned())
	}
}

func poisoned() *refusal {
	return &refusal{Failed, tool.Errorf(tool.CodeFailed,
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
	if !k.settled && !k.doomed {
		k.doomed = true
		t.answers = append(t.answers, answer{k, no})
	}
}

// unlock gives the lock back and does what had to wait for that: it refuses
// those that were doomed, and ends the events of a turn that is over.
func (t *Turn) unlock() {
	list, last := t.answers, t.lastWord
	t.answers, t.lastWord = nil, false
	t.mu.Unlock()
	for _, a := range list {
		a.task.refuse(a.with)
	}
	if last {
		t.events.end()
	}
}

// stop keeps calls from starting and cancels those at work; the caller holds
// the lock.
func (t *Turn) stop(h *halt) {
	if t.finished || t.halt != nil && t.halt.status == Cancelled {
		return
	}
	t.halt = h
	waits := false
	for _, k := range t.tasks {
		switch {
		case k.settled || k.doomed || k.started && h.status != Cancelled:
		case k.busy:
			err, cause := h.forContext()
			k.ctx.cancel(err, cause)
			if k.giveUpAt.IsZero() {
				k.giveUpAt = t.instant().Add(t.eng.opt.Grace)
			}
			waits = true
		default:
			t.doom(k, h.refusal())
		}
	}
	if waits {
		t.eng.watch.expect(&t.link, t.instant().Add(t.eng.opt.Grace))
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
		b := k.req.Index / t.strategy.size
		for len(t.batches) <= b {
			t.batches = append(t.batches, 0)
		}
		if t.batches[b]++; t.batches[b] < t.strategy.size {
			return
		}
	}
	if msgs := t.steering.take(); len(msgs) > 0 {
		t.steered = msgs
		t.stop(&halt{status: Omitted, err: errSteered})
	}
}
