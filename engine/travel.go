package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"jig/internal/repair"
	"jig/schema"
	"jig/tool"
)

// refusal is why a call does not run.
type refusal struct {
	status Status
	err    *tool.Error
	tells  Kind // the event that goes with it, if there is one
}

func (r *refusal) Error() string { return r.err.Error() }

func (r *refusal) Unwrap() error { return r.err }

var errSteered = errors.New("a message of the user came in between")

func (h *halt) refusal() *refusal {
	if h.status == Omitted {
		return &refusal{status: Omitted, err: &tool.Error{Code: tool.CodeInterrupted, Message: skippedText}}
	}
	return &refusal{status: Cancelled, err: stopError(h.err, false)}
}

func (h *halt) forContext() (err, cause error) {
	if errors.Is(h.err, context.DeadlineExceeded) {
		return context.DeadlineExceeded, h.err
	}
	return context.Canceled, h.err
}

// travel takes a task from its arguments as far as it can go without waiting:
// to its result, into a queue, or into the order behind others.
func (k *task) travel() {
	if mw := k.turn.eng.opt.Middleware; len(mw) > 0 {
		k.wrapped(mw)
		return
	}
	if k.req.Intent == nil { // else it was prepared before it came to a worker
		if no := k.prepare(); no != nil {
			k.refuse(no)
			return
		}
	}
	run, no := k.pass()
	switch {
	case no != nil:
		k.refuse(no)
	case run:
		k.run()
	}
}

// pass takes a prepared task through the hooks and on.
func (k *task) pass() (run bool, no *refusal) {
	if len(k.turn.eng.opt.Hooks) > 0 && !k.asked {
		if no := k.askHooks(); no != nil {
			return false, no
		}
	}
	return k.advance()
}

// prepare makes the arguments valid and states the intent.
func (k *task) prepare() (no *refusal) {
	defer k.catch("while it was prepared", &no)
	k.armFor(k.timeout())
	if no := k.mend(); no != nil {
		return no
	}
	if no := k.adapt(); no != nil {
		return no
	}
	if no := k.bind(); no != nil {
		return no
	}
	return k.plan()
}

// adapter is the tool, if it understands calls written for other systems.
func (k *task) adapter() (tool.Adapter, bool) {
	a, ok := k.impl.(tool.Adapter)
	if !ok {
		a, ok = tool.As[tool.Adapter](k.impl)
	}
	return a, ok
}

// adapt brings arguments that were written for another system into the tool's
// own form, and the call to the tool that is meant.
func (k *task) adapt() *refusal {
	a, ok := k.adapter()
	if !ok {
		return nil
	}
	sent := k.call.Args
	other, err := a.Adapt(&k.call)
	if err != nil {
		return invalid(err)
	}
	if !bytes.Equal(sent, k.call.Args) {
		k.unlike(sent)
	}
	if other == "" {
		return nil
	}
	if k.inline {
		return invalid(tool.Errorf(tool.CodeFailed, "%s meant the tool %s, which a quick tool cannot do; call that one", k.call.Name, other))
	}
	impl, err := k.turn.eng.tools.Resolve(other)
	if err != nil {
		return invalid(err)
	}
	k.impl, k.req.Spec = impl, impl.Spec()
	return nil
}

// mend takes the purpose out of the arguments and, if allowed to, repairs what
// is no JSON.
func (k *task) mend() *refusal {
	o := &k.turn.eng.opt
	if len(k.call.Args) > o.MaxArgs && o.MaxArgs > 0 {
		return invalid(tool.Errorf(tool.CodeInvalidArgs,
			"the arguments are %d bytes long, more than the %d allowed; split the work into smaller calls", len(k.call.Args), o.MaxArgs))
	}
	if o.Lenient {
		sent := k.call.Args
		k.call.Args, k.call.Repairs = repair.Arguments(sent)
		if len(k.call.Repairs) > 0 {
			k.unlike(sent)
		}
	}
	if args, purpose, found := tool.CutPurpose(k.call.Args); found {
		if in := k.req.Spec.Input; in == nil || !in.HasProperty(tool.PurposeKey) {
			k.unlike(k.call.Args)
			k.call.Args, k.call.Purpose = args, purpose
		}
	}
	return nil
}

// unlike says that the arguments are not what was sent any more: the event that
// tells what was sent is written down before that is forgotten.
func (k *task) unlike(sent []byte) {
	t := k.turn
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.events.plain {
		t.events.plain = false
		t.emit(&note{kind: Proposed, task: k, args: sent})
	}
}

// bind validates the arguments, and decodes them if the tool can. Powers that
// the tool has itself are asked for without tool.As: the compiler remembers the
// answer at places that name the type.
func (k *task) bind() *refusal {
	opt := schema.Options{Coerce: k.turn.eng.opt.Lenient}
	sent := k.call.Args
	b, binds := k.impl.(tool.Binder)
	if !binds {
		b, binds = tool.As[tool.Binder](k.impl)
	}
	if !binds || !k.bindsItself(b) {
		in := k.req.Spec.Input
		if in == nil {
			in = k.turn.eng.anyObject
		}
		final, err := in.Check(k.call.Args, opt)
		if err != nil {
			return invalid(err)
		}
		k.call.Args = final
	}
	if binds {
		if err := b.Bind(&k.call, opt); err != nil {
			return invalid(err)
		}
	}
	if k.inline && !bytes.Equal(sent, k.call.Args) {
		k.unlike(sent)
	}
	if opt.Coerce && !bytes.Equal(sent, k.call.Args) && k.req.Spec.Input != nil {
		if k.req.Spec.Input.Validate(sent) != nil {
			k.call.Repairs = append(k.call.Repairs, "values were converted to the types the tool takes")
		}
	}
	c, ok := k.impl.(tool.Checker)
	if !ok {
		c, ok = tool.As[tool.Checker](k.impl)
	}
	if ok {
		if err := c.Check(k.context(), &k.call); err != nil {
			e := *tool.AsError(err)
			if e.Code == tool.CodeFailed {
				e.Code = tool.CodeInvalidArgs
			}
			return invalid(&e)
		}
	}
	return nil
}

// bindsItself reports whether the binder checks the schema that the model was
// shown. A wrapper may show a narrower one than what it wraps.
func (k *task) bindsItself(b tool.Binder) bool {
	inner, ok := b.(tool.Tool)
	return ok && inner.Spec().Input == k.req.Spec.Input
}

// plan asks the call, once, what it is about to do.
func (k *task) plan() *refusal {
	p, ok := k.impl.(tool.Planner)
	if !ok {
		p, ok = tool.As[tool.Planner](k.impl)
	}
	if ok {
		in, err := p.Plan(k.context(), &k.call)
		if err != nil {
			if e := tool.AsError(err); e.Code == tool.CodePermissionDenied {
				return denied(e)
			}
			return &refusal{status: Failed, err: tool.AsError(fmt.Errorf("cannot tell what the call would do: %w", err))}
		}
		k.req.Intent = in
	}
	if k.req.Intent == nil {
		k.req.Intent = k.req.Spec.DefaultIntent()
	}
	return nil
}

// askHooks lets hooks change the arguments and advise the gate. What one hook
// changed is validated before the next sees it.
func (k *task) askHooks() (no *refusal) {
	defer func() {
		if r := recover(); r != nil {
			k.crashed("in a hook", r)
			no = denied(tool.Errorf(tool.CodePermissionDenied, "a hook crashed, which blocks the call: %v", r))
		}
	}()
	for _, h := range k.turn.eng.opt.Hooks {
		shown := k.call // a copy, with arguments of its own: only what it returns counts
		shown.Args = bytes.Clone(k.call.Args)
		a, err := h.Before(k.context(), &shown, k.req.Intent)
		if err != nil {
			return denied(tool.Errorf(tool.CodePermissionDenied, "a hook failed, which blocks the call: %w", err))
		}
		if a.Effect == Deny {
			reason := a.Reason
			if reason == "" {
				reason = "a hook blocked this call"
			}
			return denied(&tool.Error{Code: tool.CodePermissionDenied, Message: reason})
		}
		if was := k.req.Advice; a.Effect != NoEffect && (was == nil || a.Effect > was.Effect) {
			k.req.Advice = &Advice{Effect: a.Effect, Reason: a.Reason}
		}
		if a.Args != nil && !bytes.Equal(a.Args, k.call.Args) {
			k.call.Args = bytes.Clone(a.Args)
			if no := k.rebind(); no != nil {
				return no
			}
		}
	}
	return nil
}

// rebind takes arguments that hooks, middleware or the gate changed through
// validation and intent again.
func (k *task) rebind() (no *refusal) {
	defer k.catch("while it was prepared", &no)
	mended := k.call.Repairs
	k.call.Repairs = nil
	k.call.SetInput(nil)
	k.req.Intent, k.asked = nil, false
	if no := k.mend(); no != nil {
		return no
	}
	if no := k.readapt(); no != nil {
		return no
	}
	if no := k.bind(); no != nil {
		return no
	}
	k.call.Repairs = append(slices.Clip(mended), k.call.Repairs...)
	return k.plan()
}

// readapt is adapt for changed arguments. Whoever changed them knows the call by
// the tool's own name, and cannot make a call of another tool of it.
func (k *task) readapt() *refusal {
	a, ok := k.adapter()
	if !ok {
		return nil
	}
	own := k.call
	own.Name = k.req.Spec.Name
	other, err := a.Adapt(&own)
	if err != nil {
		return invalid(err)
	}
	if other != "" && other != own.Name {
		return invalid(tool.Errorf(tool.CodeInvalidArgs, "the changed arguments are meant for the tool %s, and this is a call of %s", other, own.Name))
	}
	k.call.Args = own.Args
	return nil
}

// catch turns a panic in code that is not ours into a refusal. It is deferred.
func (k *task) catch(when string, no **refusal) {
	if r := recover(); r != nil {
		k.crashed(when, r)
		*no = &refusal{status: Failed, err: tool.Errorf(tool.CodeFailed, "the tool crashed %s: %v", when, r)}
	}
}

func (k *task) crashed(when string, r any) {
	k.turn.eng.opt.Logger.Error("a crash", "tool", k.call.Name, "call", k.call.ID, "when", when, "panic", r, "stack", string(debug.Stack()))
}

// guard keeps a crash in code that is not ours from doing harm.
func (k *task) guard(what string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			k.crashed(what, r)
		}
	}()
	f()
}

func invalid(err error) *refusal {
	e := tool.AsError(err)
	return &refusal{status: Invalid, err: e}
}

func denied(e *tool.Error) *refusal { return &refusal{status: Denied, err: e} }
