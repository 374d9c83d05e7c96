package engine_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"jig/engine"
	"jig/tool"
)

type greetIn struct {
	Name string `json:"name" minLength:"1"`
}

func greeter() tool.Tool {
	return tool.New(tool.Spec{Name: "greet", Description: "Greets somebody", Access: tool.ReadOnly},
		func(_ context.Context, in greetIn) (string, error) { return "Hello, " + in.Name, nil })
}

// One call goes down the whole road; whatever happens, it has a result.
func Example() {
	eng := engine.New(tool.NewSet(greeter()), engine.AllowAll(), engine.Options{})
	defer eng.Close()
	for _, args := range []string{`{"name":"Ada"}`, `{"nam":"Ada"}`} {
		out := eng.Call(context.TODO(), tool.Call{Name: "greet", Args: []byte(args)})
		fmt.Println(out.Status, "·", strings.ReplaceAll(out.Result.Text(), "\n", " · "))
	}
	// Output:
	// ok · Hello, Ada
	// invalid · Invalid arguments: top level: has an unknown property "nam"; did you mean "name"? Known: name · top level: is missing the required property "name"
}

// The calls of one message run at the same time unless they conflict; the
// results come in call order.
func ExampleEngine_Turn() {
	type In struct {
		Path string `json:"path"`
		Text string `json:"text,omitempty"`
	}
	read := tool.New(tool.Spec{Name: "read", Description: "Reads a file", Access: tool.ReadOnly},
		func(_ context.Context, in In) (string, error) { return "read " + in.Path, nil },
	).WithPlan(func(_ context.Context, in In) (*tool.Intent, error) {
		return &tool.Intent{Reads: []string{in.Path}}, nil
	})
	write := tool.New(tool.Spec{Name: "write", Description: "Writes a file", Access: tool.WorkspaceWrite},
		func(_ context.Context, in In) (string, error) { return "wrote " + in.Path, nil },
	).WithPlan(func(_ context.Context, in In) (*tool.Intent, error) {
		return &tool.Intent{Writes: []string{in.Path}}, nil
	})
	eng := engine.New(tool.NewSet(read, write), engine.AllowAll(), engine.Options{})
	defer eng.Close()

	turn := eng.Turn(context.TODO(), engine.TurnOptions{})
	for i, c := range []tool.Call{
		{Name: "read", Args: []byte(`{"path":"/a"}`)},             // these two
		{Name: "read", Args: []byte(`{"path":"/b"}`)},             // run together
		{Name: "write", Args: []byte(`{"path":"/a","text":"x"}`)}, // this one waits for the first
		{Name: "read", Args: []byte(`{"path":"/a"}`)},             // and this one for the write
	} {
		c.ID = fmt.Sprint(i)
		if err := turn.Add(c); err != nil {
			fmt.Println(err)
		}
	}
	turn.Close()
	for _, out := range turn.Wait() {
		fmt.Println(out.Call.ID, out.Result.Text())
	}
	// Output:
	// 0 read /a
	// 1 read /b
	// 2 wrote /a
	// 3 read /a
}

// Middleware wraps calls. It may change arguments, answer itself, or replace
// the result.
func ExampleMiddleware() {
	logged := func(next engine.Handler) engine.Handler {
		return func(ctx context.Context, call *tool.Call) (*tool.Result, error) {
			fmt.Println("→", call.Name, string(call.Args))
			res, err := next(ctx, call)
			if err == nil {
				fmt.Println("←", res.Text())
			}
			return res, err
		}
	}
	polite := func(next engine.Handler) engine.Handler {
		return func(ctx context.Context, call *tool.Call) (*tool.Result, error) {
			call.Args = []byte(strings.Replace(string(call.Args), `"name":"`, `"name":"dear `, 1))
			return next(ctx, call)
		}
	}
	eng := engine.New(tool.NewSet(greeter()), engine.AllowAll(), engine.Options{
		Middleware: []engine.Middleware{logged, polite},
	})
	defer eng.Close()
	eng.Call(context.TODO(), tool.Call{Name: "greet", Args: []byte(`{"name":"Ada"}`)})
	// Output:
	// → greet {"name":"Ada"}
	// ← Hello, dear Ada
}

// Calls may be added while the model is still producing; they start at once.
func ExampleTurn_Add() {
	eng := engine.New(tool.NewSet(greeter()), engine.AllowAll(), engine.Options{})
	defer eng.Close()
	stream := make(chan tool.Call)
	go func() { // stands for a model that streams its message
		defer close(stream)
		for i, name := range []string{"Ada", "Grace"} {
			stream <- tool.Call{ID: fmt.Sprint(i), Name: "greet", Args: []byte(`{"name":"` + name + `"}`)}
		}
	}()

	turn := eng.Turn(context.TODO(), engine.TurnOptions{})
	for call := range stream {
		if err := turn.Add(call); err != nil {
			fmt.Println(err)
		}
	}
	turn.Close() // the message is whole; had the stream broken: turn.Abort(err)
	for _, out := range turn.Wait() {
		fmt.Println(out.Result.Text())
	}
	// Output:
	// Hello, Ada
	// Hello, Grace
}

// A person may interrupt a turn: calls that have not started are skipped, and
// what was said is handed out after the results.
func ExampleSteering() {
	steering := &engine.Steering{}
	slow := tool.New(tool.Spec{Name: "step", Description: "One step of a long work"},
		func(context.Context, struct{}) (string, error) {
			steering.Push(tool.Text("wait, do it differently")) // somebody types this meanwhile
			return "done", nil
		})
	eng := engine.New(tool.NewSet(slow), engine.AllowAll(), engine.Options{Strategy: engine.Sequential()})
	defer eng.Close()

	turn := eng.Turn(context.TODO(), engine.TurnOptions{Steering: steering})
	for i := range 3 {
		if err := turn.Add(tool.Call{ID: fmt.Sprint(i), Name: "step", Args: []byte(`{}`)}); err != nil {
			fmt.Println(err)
		}
	}
	turn.Close()
	for _, out := range turn.Wait() {
		fmt.Println(out.Status, "·", out.Result.Text())
	}
	fmt.Println("user:", turn.Steered()[0][0].Text)
	// Output:
	// ok · done
	// skipped · Skipped due to queued user message.
	// skipped · Skipped due to queued user message.
	// user: wait, do it differently
}

// Everything that happens can be followed as it happens.
func ExampleTurn_Events() {
	eng := engine.New(tool.NewSet(greeter()), engine.AllowAll(), engine.Options{})
	defer eng.Close()
	turn := eng.Turn(context.TODO(), engine.TurnOptions{})
	events := turn.Events() // before the first call, to miss nothing
	if err := turn.Add(tool.Call{ID: "1", Name: "greet", Args: []byte(`{"name":"Ada"}`)}); err != nil {
		fmt.Println(err)
	}
	turn.Close()
	for e := range events {
		fmt.Println(e.Kind)
	}
	// Output:
	// proposed
	// decided
	// started
	// ended
	// turn_ended
}

// Limits refuse what comes too often, and say when to try again.
func ExampleLimits() {
	eng := engine.New(tool.NewSet(greeter()), engine.AllowAll(), engine.Options{
		Limits: engine.Limits{EachTool: tool.Rate{Calls: 1, Per: time.Hour}},
	})
	defer eng.Close()
	for range 2 {
		out := eng.Call(context.TODO(), tool.Call{Name: "greet", Args: []byte(`{"name":"Ada"}`)})
		fmt.Println(out.Status)
	}
	// Output:
	// ok
	// limited
}

// careful lets everybody be greeted, but by their whole name.
type careful struct{}

func (careful) Decide(_ context.Context, r *engine.Request) engine.Decision {
	if r.Answered() { // these are the arguments that it gave the call
		return engine.Decision{Effect: engine.Allow}
	}
	return engine.Decision{Effect: engine.Allow, Change: &engine.Change{Args: []byte(`{"name":"Ada Lovelace"}`)}}
}

// Whoever allows a call may change its arguments; the model is told.
func ExampleChange() {
	eng := engine.New(tool.NewSet(greeter()), careful{}, engine.Options{})
	defer eng.Close()
	out := eng.Call(context.TODO(), tool.Call{Name: "greet", Args: []byte(`{"name":"Ada"}`)})
	fmt.Println(out.Result.Text())
	// Output:
	// Hello, Ada Lovelace
	// Note: whoever allowed this call changed its arguments: name is "Ada Lovelace".
}
