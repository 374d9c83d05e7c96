// Package tool is the contract between those who offer tools to a model and
// the engine that runs them.
//
// A [Tool] has a static [Spec] (its name, what it is for, the schema of its
// arguments, how much it may touch) and runs a [Call] to a [Result]. Most tools
// are one typed function; the schema comes from its input type, and by the
// time the function runs the arguments have been validated against it:
//
//	type In struct {
//		City string `json:"city" doc:"Name of the city"`
//		Days int    `json:"days" doc:"How many days ahead" minimum:"1" maximum:"7" default:"1"`
//	}
//
//	forecast := tool.New(tool.Spec{
//		Name:        "forecast",
//		Description: "Weather forecast for a city",
//		Access:      tool.ReadOnly,
//	}, func(ctx context.Context, in In) (string, error) {
//		return lookUp(ctx, in.City, in.Days)
//	})
//
// # Intent
//
// Before a call runs it is asked once what it is about to do. The answer is an
// [Intent]: which files it reads and writes, which commands it runs, where it
// connects. The gate decides by it, the scheduler orders by it, the sandbox
// confines by it, and people are shown it. A tool that states nothing gets the
// safe default of its access level: a [ReadOnly] tool reads everything, any
// other is exclusive. A typed tool states its intent with [Typed.WithPlan].
//
// # Optional powers
//
// The interface has two methods. Everything else is a small interface that a
// tool may also have: [Planner], [Binder], [Checker]. They are found with [As],
// which looks through wrappers, so a wrapper that only adds a log line does
// not take a power away.
//
// # Results and errors
//
// Whatever a tool returns becomes exactly one result. An error is an answer
// for the model, not the end of anything: its [Error] says what was wrong, what
// to do instead, and whether trying again can help.
//
// # Sets
//
// A [Set] is the registry: tools come and go at run time, are found by name or
// alias in any spelling a model comes up with, and are exported in a fixed
// order with names that every provider accepts.
package tool
