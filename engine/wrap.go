package engine

import (
	"bytes"
	"context"
	"errors"

	"jig/tool"
)

// wrapping is what a task with middleware around it needs besides. The channel
// and what is delivered through it are guarded by the turn's lock; the rest
// belongs to the goroutine of the middleware.
type wrapping struct {
	ran   chan struct{} // somebody waits for the tool; closed when it has returned
	inner *tool.Result
	fault error

	passed  []byte // the arguments as the middleware let them through
	visited bool   // the tool has run
}

// wrapped takes a task down its road inside the middleware. The goroutine stays
// with the task; while it waits for its turn to run, it waits in next.
func (k *task) wrapped(mw []Middleware) {
	if no := k.prepare(); no != nil {
		k.refuse(no)
		return
	}
	w := &wrapping{passed: bytes.Clone(k.call.Args)}
	k.turn.mu.Lock()
	k.wrap = w
	k.turn.mu.Unlock()
	res, err := k.around(mw)
	if err != nil && errors.Is(err, k.ctx.Err()) {
		if no := k.halted(); no != nil {
			err = no // it gave up because it was told to
		}
	}
	k.finish(res, err)
}

// around calls the middleware. If one of them crashes after the tool has given
// its result, that result stands.
func (k *task) around(mw []Middleware) (res *tool.Result, err error) {
	defer func() {
		if r := recover(); r != nil {
			k.crashed("in middleware", r)
			if k.wrap.visited {
				res, err = k.wrap.inner, k.wrap.fault
				return
			}
			res, err = nil, tool.Errorf(tool.CodeFailed, "the call was not made: a middleware crashed: %v", r)
		}
	}()
	// Middleware gets a call of its own: it may be at work beside a tool that
	// did not stop.
	shown := k.call
	shown.Args = bytes.Clone(k.call.Args)
	return chain(mw, k.next)(k.context(), &shown)
}

// next is the inside of the middleware: the rest of the road, up to the tool.
func (k *task) next(_ context.Context, call *tool.Call) (*tool.Result, error) {
	w := k.wrap
	if !bytes.Equal(call.Args, w.passed) {
		// What it takes its place in the order for cannot change any more.
		if k.prepared {
			if k.final == nil || !bytes.Equal(call.Args, *k.final) {
				return nil, tool.Errorf(tool.CodeFailed, "a call cannot be tried again with other arguments: make a new call")
			}
		} else {
			k.call.Args = bytes.Clone(call.Args)
			if no := k.rebind(); no != nil {
				return nil, no
			}
			w.passed = bytes.Clone(k.call.Args)
		}
	}
	if w.visited {
		k.again()
	} else if no := k.through(); no != nil {
		return nil, no
	}
	return w.inner, w.fault
}

// through takes the task to its tool for the first time.
func (k *task) through() *refusal {
	if k.req.Change != nil && !k.asked {
		// Whoever allowed it wanted other arguments, with which it cannot be made. That
		// is no yes to those of the model, and the gate must not take it for one.
		return denied(k.grant.denial())
	}
	k.expect()
	run, no := k.pass()
	if no != nil {
		k.turn.mu.Lock()
		k.wrap.ran = nil // nobody waits
		k.turn.mu.Unlock()
		return no
	}
	k.await(run)
	var refused *refusal
	if errors.As(k.wrap.fault, &refused) && k.wrap.inner == nil {
		return refused // it was stopped while it waited
	}
	k.wrap.visited = true
	return nil
}

// again runs the tool once more: it still holds its place in the order, but not
// a place among those that run.
func (k *task) again() {
	t := k.turn
	k.ctx.revive()
	k.expect()
	t.mu.Lock()
	if no := t.standstill(k); no != nil {
		k.deliver(nil, no)
		t.mu.Unlock()
		return
	}
	k.giveUpAt, k.started, k.queued, k.cleared = 0, false, false, true
	run := t.mayRun()
	if run {
		t.start(k)
	} else {
		k.busy = false
		t.offer(k)
	}
	t.unlock()
	k.await(run)
}

// expect makes room for what the tool will give.
func (k *task) expect() {
	k.turn.mu.Lock()
	k.wrap.ran = make(chan struct{})
	k.turn.mu.Unlock()
}

// await waits for what the tool gives, after running it if that is up to us.
func (k *task) await(run bool) {
	t := k.turn
	t.mu.Lock()
	ran := k.wrap.ran
	t.mu.Unlock()
	if run {
		k.run()
	}
	if ran != nil {
		<-ran
	}
	t.mu.Lock()
	k.busy = true
	t.mu.Unlock()
}

// deliver hands what the tool gave to the middleware that waits for it, once,
// and reports whether somebody waited; the caller holds the lock.
func (k *task) deliver(res *tool.Result, err error) bool {
	if k.wrap == nil || k.wrap.ran == nil {
		return false
	}
	k.wrap.inner, k.wrap.fault = res, err
	close(k.wrap.ran)
	k.wrap.ran = nil
	return true
}
