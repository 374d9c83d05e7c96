package engine

import (
	"bytes"
	"time"

	"jig/tool"
)

// Add gives the turn one more call. It does not wait for it. The only error is
// [ErrClosed]: a turn that was closed, aborted or cancelled takes no calls.
func (t *Turn) Add(call tool.Call) error {
	if !t.add(call, false) {
		return ErrClosed
	}
	return nil
}

// add takes a call, the only one if so said, unless the turn is closed.
func (t *Turn) add(call tool.Call, only bool) bool {
	if call.ID == "" {
		call.ID = t.eng.opt.NewID()
	}
	impl, err := t.eng.tools.Resolve(call.Name)
	inline := err == nil && t.eng.inline(impl.Spec())
	// The arguments are ours from here on, and nothing else of the call counts:
	// what the gate sees is what the tool gets, whatever the caller does. A
	// caller who waits for a single quick call does nothing meanwhile.
	call = tool.Call{ID: call.ID, Name: call.Name, Args: call.Args}
	if !inline || !only {
		call.Args = bytes.Clone(call.Args)
	}

	t.mu.Lock()
	if t.closed || t.ctx.Err() != nil {
		t.mu.Unlock()
		return false
	}
	t.closed, t.sealed = only, only
	k := &t.one
	if len(t.tasks) > 0 {
		k = new(task)
	}
	k.turn, k.call, k.impl, k.busy = t, call, impl, true
	k.ctx.task = k
	k.req.Call, k.req.turn, k.req.Index = &k.call, t, len(t.tasks)
	k.call.Connect(k)
	if err == nil {
		k.req.Spec, k.inline = impl.Spec(), inline
	}
	t.tasks = append(t.tasks, k)
	t.open++
	double := k.req.Index > 0 && t.gather().known(t.tasks)
	if t.events.listened() {
		var at time.Duration // a turn of one call has just begun
		if !only {
			at = t.since()
		}
		t.events.plain = only && inline && len(t.events.readers()) == 0
		t.emit(&note{kind: Proposed, task: k, at: at, args: call.Args})
	}
	t.mu.Unlock()

	switch {
	case double:
		k.refuse(invalid(tool.Errorf(tool.CodeInvalidArgs,
			"another call of this turn has the id %q; give each call an id of its own", k.call.ID)))
	case err != nil:
		k.refuse(invalid(err))
	case k.inline:
		k.here()
	default:
		t.enqueue(k)
	}
	return true
}

// here takes a quick call down its road on the caller's goroutine.
func (k *task) here() {
	back := false
	defer func() {
		if !back {
			k.lose()
		}
	}()
	k.travel()
	back = true
}

// enqueue leaves a task to the workers.
func (t *Turn) enqueue(k *task) {
	t.mu.Lock()
	if t.halt != nil {
		no := t.halt.refusal()
		t.mu.Unlock()
		k.refuse(no)
		return
	}
	k.busy = false
	if !t.sealed {
		t.heed() // else somebody is about to wait, and heeds it
	}
	t.gather().unprepared.push(k)
	t.wake()
	t.mu.Unlock()
}

// inline reports whether a call is done by the goroutine that adds it: its tool
// promises to be quick, and nothing else on the road can take its time.
func (e *Engine) inline(spec *tool.Spec) bool {
	return spec.Quick && e.instant != nil && len(e.opt.Middleware) == 0 && len(e.opt.Hooks) == 0
}

// known reports whether the id of the last task came before, and remembers it.
func (c *crowd) known(tasks []*task) bool {
	const few = 16
	last := tasks[len(tasks)-1]
	if c.ids == nil && len(tasks) > few {
		c.ids = make(map[string]struct{}, 2*few)
		for _, k := range tasks[:len(tasks)-1] {
			c.ids[k.call.ID] = struct{}{}
		}
	}
	if c.ids != nil {
		_, seen := c.ids[last.call.ID]
		c.ids[last.call.ID] = struct{}{}
		return seen
	}
	for _, k := range tasks[:len(tasks)-1] {
		if k.call.ID == last.call.ID {
			return true
		}
	}
	return false
}
