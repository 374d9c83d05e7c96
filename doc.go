// Package jig is the front door: tools for AI agents in a folder, behind a gate, and an agent that uses them.
//
// # Tools
//
//	rt, err := jig.Open(ctx, ".", jig.Options{})
//	if err != nil {
//		return err
//	}
//	defer rt.Close()
//	out := rt.Call(ctx, "read", map[string]any{"path": "go.mod"})
//	fmt.Println(out.Result.Text())
//
// A [Runtime] is everything that a call of a model needs on this machine: the built-in tools at work in the folder, the gate
// that decides by the person's settings, the sandbox that commands run in, and the log by which changes are taken back. A program
// that runs commands calls MaybeInit of package jig/sandbox first thing in main: they are started by the program itself, started again.
//
// Tools of your own go beside the built-in ones, or replace them:
//
//	forecast := tool.New(tool.Spec{Name: "forecast", Description: "…", Access: tool.ReadOnly},
//		func(ctx context.Context, in In) (string, error) { … })
//	rt, err := jig.Open(ctx, ".", jig.Options{Tools: []tool.Tool{forecast}})
//
// What the gate does not decide alone is put to [Options.Asker]; without one it is denied, and the result says which rule would
// have allowed it.
//
// # An agent
//
//	s, err := rt.Session(ctx, jig.SessionOptions{Model: "anthropic/claude-sonnet-4-5"})
//	if err != nil {
//		return err
//	}
//	defer s.Close()
//	for e := range s.Run(ctx, wire.Say("make the tests pass")) {
//		switch e.Kind {
//		case agent.TextDelta:
//			fmt.Print(e.Text)
//		case agent.RunEnded:
//			fmt.Println(e.End.Reason)
//		}
//	}
//
// Without a name the model is the one of JIG_MODEL, or of a provider that there is a key for, or [Practice], which needs neither key nor
// network. [Session.Steer] says something in between, [Session.Interrupt] stops it. The record of the session is kept, and
// SessionOptions.Resume goes on with it, also after the machine was switched off in the middle.
//
// # Your own loop
//
// Whoever has a client and a loop already needs a decoder and a turn of the engine:
//
//	d := anthropic.New(wire.Options{})
//	turn := rt.Engine().Turn(ctx, engine.TurnOptions{})
//	… for each chunk: for each event of d.Write(chunk) that is wire.CallReady: turn.Add(event.Call.Tool())
//	turn.Close()
//	results := turn.Wait() // in call order, one for every call
//
// The programs in the folder examples are complete, and so is the command jig, which has all of this for the shell.
package jig
