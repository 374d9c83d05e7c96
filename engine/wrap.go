package engine

import (
	"bytes"
	"context"

	"jig/tool"
)

// wrapping is what a task with middleware around it needs besides.
type wrapping struct {
	ran       chan struct{} // closed when there is something in inner and fault
	delivered bool
	visited   bool   // next has been through
	passed    []byte // the arguments that middleware let through
	final     []byte // and what hooks made of them
	inner     *tool.Result
	fault     error
}

// wrapped takes a task down its road inside the middleware. The goroutine stays
// with the task; while it waits for its turn to run, it waits in next.
func (k *task) wrapped(mw []Middleware) {
	if no := k.prepare(); no != nil {
		k.refuse(no)
		return
	}
	k.wrap = &wrapping{passed: k.call.Args}
	res, err := k.around(mw)
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
	return chain(mw, k.next)(k.context(), &k.call)
}

// next is the inside of the middleware: the rest of the road, up to the tool.
func (k *task) next(_ context.Context, call *tool.Call) (*tool.Result, error) {
	if k.wrap.visited {
		// It is in the order already, for what it was let through with.
		if !bytes.Equal(call.Args, k.wrap.passed) && !bytes.Equal(call.Args, k.wrap.final) {
			k.call.Args = k.wrap.final
			return nil, tool.Errorf(tool.CodeFailed, "a call cannot be tried again with other arguments: make a new call")
		}
		return k.again()
	}
	if changed := !bytes.Equal(call.Args, k.wrap.passed); changed {
		k.call.Args = call.Args
		if no := k.rebind(); no != nil {
			return nil, no
		}
	}
	k.wrap.passed = k.call.Args
	k.wrap.ran = make(chan struct{})
	run, no := k.pass()
	switch {
	case no != nil:
		k.wrap.ran = nil
		return nil, no
	case run:
		k.run()
	default:
		<-k.wrap.ran
		k.turn.mu.Lock()
		k.busy = true
		k.turn.mu.Unlock()
	}
	k.wrap.visited, k.wrap.final = true, k.call.Args
	return k.wrap.inner, k.wrap.fault
}

// again runs the tool once more: it still holds its place in the order.
func (k *task) again() (*tool.Result, error) {
	t := k.turn
	t.mu.Lock()
	if no := t.standstill(k); no != nil {
		t.mu.Unlock()
		return nil, no
	}
	t.start(k)
	t.mu.Unlock()
	k.wrap.inner, k.wrap.fault = k.execute()
	t.mu.Lock()
	t.idle(k)
	t.wake()
	t.mu.Unlock()
	return k.wrap.inner, k.wrap.fault
}

// deliver hands what the tool gave to the middleware that waits for it, once;
// the caller holds the turn's lock.
func (k *task) deliver(res *tool.Result, err error) {
	if k.wrap == nil || k.wrap.ran == nil || k.wrap.delivered {
		return
	}
	k.wrap.delivered = true
	k.wrap.inner, k.wrap.fault = res, err
	close(k.wrap.ran)
}
