package engine

import (
	"errors"

	"jig/tool"
)

var errSettled = errors.New("the call has its result already")

// refuse gives the task the outcome of a call that does not run.
func (k *task) refuse(no *refusal) {
	res := tool.ErrorResult(no.err)
	if no.status == Limited && no.err.Code == tool.CodeInterrupted {
		res.Control.StopTurn = true
	}
	k.settle(no.status, k.turn.eng.bound(k.turn.ctx, k.req.Spec, res))
}

// settle gives the task its one outcome. Whoever comes first wins; everybody
// else's word is dropped.
func (k *task) settle(status Status, res *tool.Result) {
	t := k.turn
	cb := t.eng.opt.Callbacks.AfterExecution
	t.mu.Lock()
	if k.settled {
		t.mu.Unlock()
		return
	}
	k.settled = true
	k.mute.Store(true)
	now := t.now()
	k.outcome.Call, k.outcome.Result, k.outcome.Status, k.outcome.Ended = &k.call, res, status, now
	if k.req.Spec != nil {
		k.outcome.Tool = k.req.Spec.Name
	}
	if status == Abandoned {
		// Somebody may still be changing the call itself.
		k.outcome.Call = &tool.Call{ID: k.call.ID, Name: k.call.Name, Args: k.sent}
	}
	t.idle(k)
	vetoed := status == Omitted && res.Text() == vetoedText
	if t.events.listened() {
		end := Event{Kind: Ended, Time: now, Result: res, Status: status}
		if k.outcome.Started.IsZero() && !vetoed {
			k.emit(&Event{Kind: Started, Time: now})
		}
		if status == Omitted {
			skip := end
			skip.Kind, skip.Text = Skipped, res.Text()
			k.emit(&skip)
		}
		if !vetoed {
			k.emit(&end)
		}
	}
	if cb != nil && !vetoed {
		t.mu.Unlock()
		k.guard("in AfterExecution", func() { cb(&k.call, res.IsError) })
		t.mu.Lock()
	}
	t.open--
	t.release(k)
	t.boundary(k)
	k.deliver(nil, errSettled)
	t.conclude(now)
	if !t.finished && (k.req.Spec == nil || !k.req.Spec.Quick) {
		t.events.flush()
	}
	t.wake()
	t.unlock()
}

// idle takes the task's place among those that run; the caller holds the lock.
func (t *Turn) idle(k *task) {
	if k.runs {
		k.runs = false
		t.running--
	}
}
