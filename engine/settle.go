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
		if k.status == Abandoned && k.node != nil {
			// It has stopped after all: calls from now on need not fear it.
			t.crowd.graph.Release(k.node, func(owner any) { t.offer(owner.(*task)) })
		}
		t.mu.Unlock()
		return
	}
	k.settled = true
	k.mute.Store(true)
	k.result, k.status, k.over = res, status, t.since()
	t.idle(k)
	if t.events.listened() {
		end := note{kind: Ended, task: k, at: k.over, result: res, status: status}
		if k.begun == 0 && !k.vetoed {
			t.emit(note{kind: Started, task: k, at: k.over})
		}
		if status == Omitted {
			skip := end
			skip.kind, skip.text = Skipped, res.Text()
			t.emit(skip)
		}
		if !k.vetoed {
			t.emit(end)
		}
	}
	if cb != nil && !k.vetoed {
		t.mu.Unlock()
		k.guard("in AfterExecution", func() { cb(&k.call, res.IsError) })
		t.mu.Lock()
	}
	t.open--
	t.release(k)
	t.boundary(k)
	k.deliver(nil, errSettled)
	t.conclude(k.over)
	t.wake()
	t.unlock()
	if !k.inline {
		t.flushSoon()
	}
}

// idle takes the task's place among those that run; the caller holds the lock.
func (t *Turn) idle(k *task) {
	if k.runs {
		k.runs = false
		t.running--
	}
}
