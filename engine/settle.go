package engine

import (
	"errors"

	"jig/tool"
)

var errSettled = errors.New("the call has its result already")

// errGone is the error of a tool that took its goroutine with it.
var errGone = errors.New("the tool ended its goroutine instead of returning")

// lose answers for a tool that took its goroutine with it.
func (k *task) lose() {
	t := k.turn
	t.mu.Lock()
	t.rest(k)
	t.idle(k)
	waited := k.deliver(nil, errGone)
	t.unlock()
	if !waited {
		k.settle(Failed, k.remarked(tool.ErrorResult(errGone)))
	}
}

// remarked is the result of a call whose tool cannot give one any more, with what
// the model has to know of what ran.
func (k *task) remarked(res *tool.Result) *tool.Result {
	k.turn.mu.Lock()
	defer k.turn.mu.Unlock()
	if k.started { // so its grant is final
		res.Content = append(res.Content, k.grant.remarks()...)
	}
	return res
}

// refuse gives the task the outcome of a call that does not run.
func (k *task) refuse(no *refusal) {
	if still := k.halted(); still != nil {
		no = still
	}
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
	if status != Abandoned && k.wrap == nil {
		t.rest(k) // it comes from the one who has it in hands
	}
	if k.settled {
		t.unlock()
		return
	}
	k.settled = true
	k.mute.Store(true)
	k.ctx.cancel(t.eng.over) // for what the tool may have left running
	k.vetoed = k.vetoed && k.begun == 0 && status == Omitted
	k.result, k.status, k.over = res, status, t.since()
	t.idle(k)
	if t.events.listened() {
		if k.begun == 0 {
			t.unfold() // it did not go as usual
		}
		end := note{kind: Ended, task: k, at: k.over, result: res, status: status}
		if k.begun == 0 && !k.vetoed {
			t.emit(&note{kind: Started, task: k, at: k.over})
		}
		if status == Omitted {
			skip := end
			skip.kind, skip.text = Skipped, res.Text()
			t.emit(&skip)
		}
		if !k.vetoed {
			t.emit(&end)
		}
	}
	if cb != nil && !k.vetoed {
		t.mu.Unlock()
		call := &k.call
		if status == Abandoned {
			call = k.stripped()
		}
		k.guard("in AfterExecution", func() { cb(call, res.IsError) })
		t.mu.Lock()
	}
	t.open--
	t.release(k)
	t.boundary(k)
	k.deliver(nil, errSettled)
	t.conclude(k.over)
	t.soon()
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

// halted says that the task was stopped on its way, before its tool ran. That
// goes before whatever came of it: a gate that was told to give up did not deny.
func (k *task) halted() *refusal {
	t := k.turn
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.halt == nil || k.started {
		return nil
	}
	return t.halt.refusal()
}
