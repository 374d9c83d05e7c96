package engine

import (
	"context"
	"encoding/json"

	"jig/tool"
)

// Hooks watch calls from outside the engine: the commands and requests that
// users configure around their tools.
type Hooks interface {
	// Before sees a valid call with its intent, before the gate. It may change
	// the arguments, which are then validated again, and advise the gate. An
	// error blocks the call: a guard that fails must not let anything by.
	Before(ctx context.Context, call *tool.Call, intent *tool.Intent) (Advice, error)
	// After sees the result, also that of a failed call, and may replace it; a
	// nil result keeps the one there is. An error is logged, never propagated.
	After(ctx context.Context, call *tool.Call, result *tool.Result) (*tool.Result, error)
}

// Advice is what hooks say about a call. The strictest effect wins.
type Advice struct {
	// Effect is Deny to block, Ask or Allow to advise the gate.
	Effect Effect
	// Reason reaches the model when the call is blocked.
	Reason string
	// Args replace the arguments, if not nil.
	Args json.RawMessage
}

// Callbacks are functions around the execution of calls, in the order that
// programs with an event loop expect. They run on the engine's goroutines and
// must not block. Any of them may be nil.
type Callbacks struct {
	// BeforeExecution runs right before Started. False skips the call: no
	// Started and no Ended, and the model reads that it was skipped.
	BeforeExecution func(call *tool.Call) bool
	// AfterExecution runs right after Ended.
	AfterExecution func(call *tool.Call, isError bool)
	// BeforeUpdate runs right before Updated. False suppresses that event.
	BeforeUpdate func(call *tool.Call, text string) bool
	// AfterUpdate runs right after Updated, if it was not suppressed.
	AfterUpdate func(call *tool.Call, text string)
}

// Handler takes a call to its result.
type Handler func(ctx context.Context, call *tool.Call) (*tool.Result, error)

// Middleware wraps the road of a call from after its validation to before its
// result is bounded: hooks, gate, limits, scheduling and the tool itself are
// inside next. It may change call.Args before it calls next: they are validated
// and gated as changed. It may answer without calling next, call it again after
// a failure, and replace what it returned. A panic in a middleware that already
// has the result of next is logged, and the result stands.
type Middleware func(next Handler) Handler

// chain puts the middleware around h; the first one is the outermost.
func chain(mw []Middleware, h Handler) Handler {
	for i := len(mw) - 1; i >= 0; i-- {
		h = mw[i](h)
	}
	return h
}

// Keeper saves what a call is about to change, so that it can be taken back.
//
// Keep is asked right before a call runs that does not only read: after the gate
// has allowed it, and while nothing runs that it conflicts with. An error keeps
// the call from running. The function that it returns is called when the call has
// ended, however that was, with what it gave.
type Keeper interface {
	Keep(ctx context.Context, change tool.Change) (end func(*tool.Result), err error)
}
