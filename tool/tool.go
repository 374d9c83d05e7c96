package tool

import (
	"context"

	"jig/schema"
)

// Tool is something a model can call.
type Tool interface {
	// Spec describes the tool. It is static: the same value every time, never
	// changed after the tool was registered.
	Spec() *Spec
	// Run does the work. The context ends when the call is cancelled or its
	// time is up. A returned error becomes a result that the model reads; a
	// result returned beside an error keeps what was done so far.
	Run(ctx context.Context, call *Call) (*Result, error)
}

// Planner is a tool that can say what a call is about to do. A nil intent
// means the default of the tool's access level. Plan must not change anything.
type Planner interface {
	Plan(ctx context.Context, call *Call) (*Intent, error)
}

// Binder is a tool that validates and decodes its arguments itself, in one
// pass, and keeps the outcome on the call. Tools without it have their
// arguments checked against the schema of their spec.
type Binder interface {
	Bind(call *Call, opt schema.Options) error
}

// Checker is a tool that can refuse arguments for reasons a schema cannot
// express. It is asked after validation and before the gate, so that nobody is
// bothered with a question about a call that cannot work.
type Checker interface {
	Check(ctx context.Context, call *Call) error
}

// Wrapper is a tool that stands for another one.
type Wrapper interface {
	Unwrap() Tool
}

// As finds the power T on t or, if t wraps another tool, on what it wraps.
func As[T any](t Tool) (T, bool) {
	for t != nil {
		if power, ok := t.(T); ok {
			return power, true
		}
		w, ok := t.(Wrapper)
		if !ok {
			break
		}
		t = w.Unwrap()
	}
	var none T
	return none, false
}
