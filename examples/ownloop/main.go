// Command ownloop is for those who have a client and a loop already, and want jig to do one thing: take what the model answers,
// run its calls, and give back what goes into the next request. Here the answer is a recorded stream of Anthropic's; with yours
// it is the body of the response.
//
//	go run ./examples/ownloop
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"strings"

	"jig"
	"jig/engine"
	"jig/sandbox"
	"jig/wire"
	"jig/wire/anthropic"
)

//go:embed answer.sse
var recorded string

func main() {
	sandbox.MaybeInit()
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	rt, err := jig.Open(ctx, ".", jig.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rt.Close()) }()

	d := anthropic.New(wire.Options{})
	turn := rt.Engine().Turn(ctx, engine.TurnOptions{})
	for chunk := range strings.Lines(recorded) {
		take(d.Write([]byte(chunk)), turn) // calls run while the rest is still on its way
	}
	events, err := d.Close()
	take(events, turn)
	if err != nil {
		turn.Abort(err) // the answer broke off: what runs is stopped, and every call still has its result
	}
	turn.Close()

	var results []wire.Result
	for _, out := range turn.Wait() {
		results = append(results, wire.Result{CallID: out.Call.ID, Name: out.Call.Name, Content: out.Result.Content, IsError: out.Result.IsError})
	}
	message, err := anthropic.Results(results)
	if err != nil {
		return err
	}
	fmt.Printf("\n%s\n", message) // the next message of the conversation
	return nil
}

func take(events []wire.Event, turn *engine.Turn) {
	for _, e := range events {
		switch e.Kind {
		case wire.Text:
			fmt.Print(e.Text)
		case wire.CallReady:
			if err := turn.Add(e.Call.Tool()); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		}
	}
}
