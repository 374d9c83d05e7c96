package engine

import "jig/internal/conflict"

// seat gives a task its place behind those in the order that it conflicts with;
// the caller holds the lock.
func (t *Turn) seat(k *task) {
	c := t.crowd
	from := len(c.accesses)
	c.accesses = t.strategy.accesses(k.req.Spec, k.intent, c.accesses)
	k.node = &conflict.Node{Owner: k}
	c.graph.Add(k.node, c.accesses[from:len(c.accesses):len(c.accesses)])
	k.ordered = true
}

// reorder makes the order anew when the intent of a call has changed after it
// had its place. Nothing that is under way waits: it goes before the rest of its
// batch, whatever its place, and calls that must not run beside it wait for it.
// All others keep the order of the turn. So nobody can wait in a circle: those
// under way wait for nobody, and everybody else only for them and for earlier
// calls. The caller holds the lock.
func (t *Turn) reorder() {
	c := t.crowd
	if c == nil {
		return // a single call needs no order
	}
	c.graph = conflict.Graph{}
	step := c.admitted
	if t.strategy.kind == batched {
		step = int(t.strategy.size)
	}
	for from := 0; from < c.admitted; from += step {
		if from > 0 {
			c.graph.Barrier()
		}
		batch := t.tasks[from:min(from+step, c.admitted)]
		t.reseat(batch, true)
		t.reseat(batch, false)
	}
	for _, k := range t.tasks[:c.admitted] {
		t.spare(k)
		t.offer(k)
	}
}

// reseat gives a place to those that are under way, or to those that are not;
// the caller holds the lock.
func (t *Turn) reseat(tasks []*task, underWay bool) {
	for _, k := range tasks {
		if k.settled && !k.working || (k.started || k.queued || k.working) != underWay {
			continue
		}
		t.seat(k)
		if k.settled { // and its tool is still at work
			t.crowd.graph.Poison(k.node, func(owner any) { t.spare(owner.(*task)) })
		}
	}
}
