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
	k.settle(no.status, k.turn.eng.bound(k.turn.ctx, k.spec, res))
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
	k.outcome = Outcome{
		Call: &k.call, Result: res, Status: status, Intent: k.intent, Started: k.startedAt, Ended: now,
	}
	if k.spec != nil {
		k.outcome.Tool = k.spec.Name
	}
	t.idle(k)
	vetoed := status == Omitted && res.Text() == vetoedText
	if t.events.listened() {
		end := Event{Kind: Ended, Time: now, Result: res, Status: status}
		if k.startedAt.IsZero() && !vetoed {
			k.emit(Event{Kind: Started, Time: now})
		}
		if status == Omitted {
			skip := end
			skip.Kind, skip.Text = Skipped, res.Text()
			k.emit(skip)
		}
		if !vetoed {
			k.emit(end)
		}
	}
	if cb != nil && !vetoed {
		t.mu.Unlock()
		cb(&k.call, res.IsError)
		t.mu.Lock()
	}
	t.open--
	list := t.release(k)
	list = append(list, t.boundary(k)...)
	k.deliver(nil, stopError(errSettled, false))
	t.conclude()
	t.wake()
	t.mu.Unlock()
	t.answer(list)
}

// idle takes the task's place among those that run; the caller holds the lock.
func (t *Turn) idle(k *task) {
	if k.runs {
		k.runs = false
		t.running--
	}
}
