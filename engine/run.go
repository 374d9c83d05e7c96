package engine

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"jig/tool"
)

// run executes a task that may run. It is in the hands of the caller, and
// counts as running.
func (k *task) run() {
	res, err := k.execute()
	if k.wrap == nil {
		k.finish(res, err)
		return
	}
	// Middleware waits for this; it will finish the task.
	t := k.turn
	t.mu.Lock()
	t.rest(k)
	t.idle(k)
	k.deliver(res, err)
	t.wake()
	t.unlock()
}

// rest says that the tool of a task has returned. If the call was answered
// before that, those who come from now on need not fear it any more. The caller
// holds the lock.
func (t *Turn) rest(k *task) {
	if !k.working {
		return
	}
	k.working = false
	if k.settled && k.node != nil {
		t.crowd.graph.Release(k.node, func(owner any) { t.offer(owner.(*task)) })
		t.wake()
	}
}

// execute runs the tool with everything that belongs right around it.
func (k *task) execute() (res *tool.Result, err error) {
	t, o := k.turn, &k.turn.eng.opt
	defer func() { // for what stands before the tool; the tool has its own
		if r := recover(); r != nil {
			k.crashed("before the tool ran", r)
			res, err = nil, tool.Errorf(tool.CodeFailed, "the call was not made: what runs before it crashed: %v", r)
		}
	}()
	k.armFor(k.timeout())
	if k.grant.Recheck != nil {
		if err := k.grant.Recheck(k.context()); err != nil {
			return nil, denied(tool.Errorf(tool.CodePermissionDenied, "what was allowed has changed since: %w", err))
		}
	}
	veto := o.Callbacks.BeforeExecution != nil && !o.Callbacks.BeforeExecution(&k.call)
	if o.Callbacks.BeforeExecution != nil || k.grant.Recheck != nil {
		t.mu.Lock()
		k.vetoed = veto
		no := t.standstill(k)
		if no == nil && !veto {
			t.announce(k)
		}
		t.mu.Unlock()
		if no != nil {
			return nil, no
		}
	}
	if veto {
		return nil, &refusal{status: Omitted, err: &tool.Error{Code: tool.CodeInterrupted, Message: vetoedText}}
	}
	if k.final != nil {
		k.call.Args = *k.final // what was let through, whoever laid hands on the call since
	}
	if !k.inline {
		t.flushSoon()
	}
	if o.Keeper == nil || k.req.Intent.ReadOnly() {
		res, err = k.invoke()
	} else {
		res, err = k.kept(o.Keeper)
	}
	if len(o.Hooks) > 0 {
		res, err = k.tellHooks(res, err)
	}
	if k.grant.Change != nil && res == nil {
		res = &tool.Result{} // what went wrong makes no sense to somebody who does not know what ran
	}
	if res != nil && (k.grant.Words != "" || k.grant.Change != nil) {
		said := *res // the tool may keep its own
		said.Content = append(slices.Clip(said.Content), k.grant.remarks()...)
		res = &said
	}
	return res, err
}

// kept runs the tool between the two ends of its keeper. What cannot be kept is
// not changed.
func (k *task) kept(keeper Keeper) (res *tool.Result, err error) {
	end, err := keeper.Keep(k.context(), tool.Change{
		Call: &k.call, Tool: k.req.Spec.Name, Intent: k.req.Intent, Turn: k.req.TurnID(),
	})
	if err != nil {
		return nil, tool.Errorf(tool.CodeFailed, "the call was not made, because what it would change could not be saved first: %w", err)
	}
	if end == nil {
		return k.invoke()
	}
	defer func() {
		shown := res
		if shown == nil {
			shown = &tool.Result{IsError: err != nil}
		}
		k.guard("in the keeper after the tool", func() { end(shown) })
	}()
	return k.invoke()
}

func (k *task) invoke() (res *tool.Result, err error) {
	defer func() {
		if r := recover(); r != nil {
			k.crashed("in the tool", r)
			res, err = nil, tool.Errorf(tool.CodeFailed, "the tool crashed: %v. Other arguments may work; if not, do without this tool", r)
		}
	}()
	res, err = k.impl.Run(k.context(), &k.call)
	if e, ok := err.(*tool.Error); ok && e == nil { //nolint:errorlint // a nil pointer that became an error by mistake
		err = nil
	}
	return res, err
}

// tellHooks shows hooks the result of a call that ran, whatever it is.
func (k *task) tellHooks(res *tool.Result, err error) (*tool.Result, error) {
	shown, status := k.verdict(res, err)
	changed := false
	for _, h := range k.turn.eng.opt.Hooks {
		var other *tool.Result
		var hookErr error
		k.guard("in a hook after the tool", func() { other, hookErr = h.After(k.context(), &k.call, shown) })
		switch {
		case hookErr != nil:
			k.turn.eng.opt.Logger.Warn("a hook failed after a call", "tool", k.req.Spec.Name, "error", hookErr)
		case other != nil:
			shown, changed = other, true
		}
	}
	if !changed {
		return res, err
	}
	if shown.IsError && shown.Error == nil && status != OK {
		kept := *shown
		kept.Error = tool.AsError(err)
		shown = &kept
	}
	return shown, nil
}

// timeout is how long the call may take, and whether that is the tool's word.
func (k *task) timeout() (d time.Duration, firm bool) {
	if k.req.Spec.Timeout != 0 {
		return k.req.Spec.Timeout, true
	}
	return k.turn.eng.opt.Timeout, false
}

// armFor starts the call's time. Quick calls are over before it could matter.
func (k *task) armFor(d time.Duration, firm bool) {
	if k.inline {
		return
	}
	t := k.turn
	var until time.Time
	if d > 0 {
		until = t.instant().Add(d)
	}
	k.ctx.arm(until, firm)
	if t.nested {
		room := until
		if !until.IsZero() {
			room = until.Add(t.eng.opt.Grace + time.Second) // to stop, and to be told of
		}
		k.ctx.makeRoom(room)
	}
	if d > 0 {
		t.eng.watch.expect(&t.crowd.link, until) // a call that is timed is in a crowd
	}
}

// finish gives the task its outcome from what the tool, or the middleware
// around it, returned.
func (k *task) finish(res *tool.Result, err error) {
	defer func() { // a result or an error that crashes when it is looked at
		if r := recover(); r != nil {
			k.crashed("while its result was looked at", r)
			k.settle(Failed, tool.ErrorResult(tool.Errorf(tool.CodeFailed, "the tool gave a result that cannot be read")))
		}
	}()
	if no, ok := errors.AsType[*refusal](err); ok && res == nil {
		k.refuse(no)
		return
	}
	result, status := k.verdict(res, err)
	result = k.turn.eng.bound(k.turn.ctx, k.req.Spec, result)
	if h := k.turn.history; h != nil && k.print != 0 && status != Cancelled {
		if remark := h.record(k.print, result); remark != "" {
			k.note(note{kind: LoopDetected, text: remark})
			noted := *result
			noted.Content = append(slices.Clip(noted.Content), tool.Text(remark))
			result = &noted
		}
	}
	k.settle(status, result)
}

// verdict makes one result of what came back. What was completed counts as
// completed, even if it was told to stop; what stopped because it was told to
// says why.
func (k *task) verdict(res *tool.Result, err error) (*tool.Result, Status) {
	if err == nil {
		switch {
		case res == nil || !res.IsError && silent(res.Content):
			empty := tool.Result{}
			if res != nil {
				empty = *res
			}
			empty.Content = []tool.Block{tool.Text("(no output)")}
			return &empty, OK
		case res.IsError:
			return res, Failed
		}
		return res, OK
	}
	e := tool.AsError(err)
	status := Failed
	if e.Code == tool.CodePermissionDenied {
		status = Denied
	}
	if ended, cause := k.ctx.ended(); ended != nil && (e.Code == tool.CodeCancelled || e.Code == tool.CodeTimeout) {
		status, e = k.stopped(cause)
	}
	failed := &tool.Result{IsError: true, Error: e}
	if res != nil {
		*failed = *res
		failed.IsError, failed.Error = true, e
	}
	failed.Content = append(slices.Clip(failed.Content), tool.Text(e.Error()))
	return failed, status
}

// silent reports whether there is nothing to read in the content. Providers
// refuse empty text.
func silent(content []tool.Block) bool {
	for i := range content {
		if content[i].Type != tool.TextBlock || content[i].Text != "" {
			return false
		}
	}
	return true
}

// errOverdue is the cause of a context whose own time was up.
type errOverdue struct{ after time.Duration }

func (e errOverdue) Error() string {
	return fmt.Sprintf("no result within %s", e.after)
}

// stopped says how a call that was told to stop ended.
func (k *task) stopped(cause error) (Status, *tool.Error) {
	if late, ok := errors.AsType[errOverdue](cause); ok {
		return TimedOut, tool.Errorf(tool.CodeTimeout, "%w; ask for less at once, or for more time if the tool allows it", late)
	}
	return Cancelled, stopError(cause, true)
}
