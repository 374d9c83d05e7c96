package engine

import (
	"bytes"
	"time"

	"jig/tool"
)

// advance gives a prepared task its place in the order and takes it through the
// gate and the limits. It returns true if the caller is to run it now. If it
// returns neither true nor a refusal, the task is out of the caller's hands:
// it waits for others, and somebody else will run it.
func (k *task) advance() (run bool, no *refusal) {
	t := k.turn
	asked := k.asked
	decided, no := k.clearNow()
	t.mu.Lock()
	if decided && !asked {
		t.report(k, no)
	}
	if still := t.standstill(k); still != nil {
		no = still // why it was told to stop goes before what came of that
	}
	if no != nil {
		t.unlock()
		return false, no
	}
	k.prepared, k.intent = true, k.req.Intent
	t.admit()
	if !decided && k.inline {
		// The gate will take its time; whoever added the call will not.
		k.inline = false
		t.unfold() // and meanwhile there is something to tell
		t.unlock()
		t.enqueue(k)
		return false, nil
	}
	if !decided {
		// Those behind need not wait for the answer of the gate.
		t.wake()
		t.unlock()
		t.flushSoon()
		no = k.clear()
		t.mu.Lock()
		if changed := k.req.Intent; changed != k.intent && changed != nil && !k.settled {
			k.intent = changed
			if k.ordered {
				t.reorder() // also if a limit holds it up: middleware may try again
			}
		}
		t.report(k, no)
		if still := t.standstill(k); still != nil {
			no = still
		}
		if no != nil {
			t.unlock()
			return false, no
		}
	}
	k.cleared = true
	if k.poisoned() {
		t.unlock()
		return false, poisoned()
	}
	if k.free() && t.mayRun() {
		t.start(k)
		t.wake() // for those that this one made room for
		t.unlock()
		return true, nil
	}
	k.busy = false
	k.ctx.arm(time.Time{}, false)
	t.offer(k)
	t.wake()
	t.unlock()
	return false, nil
}

// standstill says why the task must not go on; the caller holds the lock.
func (t *Turn) standstill(k *task) *refusal {
	if k.settled || k.doomed {
		return &refusal{status: k.status, err: stopError(errSettled, false)}
	}
	if t.halt != nil {
		return t.halt.refusal()
	}
	return nil
}

// clearNow is clear for gates that need not wait; it returns false if this one
// must.
func (k *task) clearNow() (decided bool, no *refusal) {
	if k.asked {
		// Middleware tries again: the answer stands for the same arguments.
		return true, k.limit()
	}
	g := k.turn.eng.instant
	if g == nil {
		return false, nil
	}
	defer k.catchGate(&no)
	d, ok := g.DecideNow(&k.req)
	if !ok || d.Change != nil && k.req.changed(&d) {
		return false, nil
	}
	return true, k.judge(d)
}

// clear asks the gate and the limits. As long as the gate changes the arguments,
// it is asked about what came of that.
func (k *task) clear() (no *refusal) {
	defer k.catchGate(&no)
	d := k.decide()
	for n := 0; k.req.changed(&d); n++ {
		switch err := k.ctx.Err(); {
		case err != nil:
			d = Decision{Effect: Deny, Reason: "the call was stopped: " + err.Error()}
		case n == mostChanges:
			d = Decision{Effect: Deny, Reason: "its arguments were changed again and again"}
		default:
			d = k.change(d)
		}
	}
	return k.judge(d)
}

// decide asks the gate. The call's time does not run meanwhile: a person may be
// thinking.
func (k *task) decide() Decision {
	k.ctx.arm(time.Time{}, false)
	if k.turn.nested {
		defer k.ctx.hold()()
	}
	return k.turn.eng.gate.Decide(k.context(), &k.req)
}

// report makes the decision about a task known; the caller holds the lock.
func (t *Turn) report(k *task, no *refusal) {
	if !t.events.listened() || k.settled {
		return
	}
	t.emit(&note{kind: Decided, task: k, at: k.at, grant: k.grant, args: k.call.Args, text: k.grant.Reason})
	if no != nil && no.tells != 0 {
		t.emit(&note{kind: no.tells, task: k, at: k.at, text: no.err.Message})
	}
}

// judge keeps a decision and, if it lets the call pass, asks the limits.
func (k *task) judge(d Decision) *refusal {
	t := k.turn
	if d.Change = k.req.Change; d.Change != nil {
		d = k.req.WithChange(d)
	}
	if k.grant == nil {
		k.grant = &k.room
	} else {
		k.grant = new(Decision) // readers may still look at the first
	}
	*k.grant = d
	if d.Effect != Allow {
		k.at = t.since()
		return denied(d.denial())
	}
	k.asked = true
	if !k.inline { // else nobody comes in between
		own := []byte(k.call.Args)
		if k.shared() {
			own = bytes.Clone(own)
		}
		k.final = &own
	}
	return k.limit()
}

// shared reports whether code that is not the engine's has its hands on the
// call between the gate and the tool.
func (k *task) shared() bool {
	o := &k.turn.eng.opt
	return k.wrap != nil || len(o.Hooks) > 0 || o.Callbacks.BeforeExecution != nil
}

// limit asks the loop guard and the rate limits.
func (k *task) limit() *refusal {
	t := k.turn
	k.at = t.since()
	if t.history != nil && !k.req.Spec.Repeatable {
		k.print = t.history.fingerprint(k.req.Spec.Name, k.call.Args)
		if t.history.refuse(k.print) {
			e := tool.Errorf(tool.CodeInterrupted, "refused: this call would repeat what has been tried in circles already. Stop, and tell the user what you tried and what is missing")
			return &refusal{Limited, e, LoopDetected}
		}
	}
	if e := t.eng.limiter.admit(k.req.Spec, t.after(k.at)); e != nil {
		return &refusal{Limited, e, RateLimited}
	}
	return nil
}

// catchGate denies when the gate itself crashes. It is deferred.
func (k *task) catchGate(no **refusal) {
	if r := recover(); r != nil {
		k.crashed("in the gate", r)
		*no = k.judge(Decision{Effect: Deny, Reason: "the permission check failed, so the call was not allowed"})
	}
}
