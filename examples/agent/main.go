// Command agent is a whole agent: it does the task on its command line, in the folder it is started in, with jig's tools
// behind the gate of your settings. JIG_MODEL chooses the model; without a key it practises.
//
//	go run ./examples/agent "read go.mod and grep TODO"
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"jig"
	"jig/agent"
	"jig/sandbox"
	"jig/wire"
)

func main() {
	sandbox.MaybeInit() // commands run in children of this program
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, strings.Join(os.Args[1:], " ")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, task string) (err error) {
	rt, err := jig.Open(ctx, ".", jig.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rt.Close()) }()
	s, err := rt.Session(ctx, jig.SessionOptions{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for e := range s.Run(ctx, wire.Say(task)) {
		switch e.Kind {
		case agent.TextDelta:
			fmt.Print(e.Text)
		case agent.CallReady:
			fmt.Printf("\n[%s %s]\n", e.Call.Name, e.Call.Args)
		case agent.RunEnded:
			fmt.Println()
			return e.End.Err
		}
	}
	return nil
}
