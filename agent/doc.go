// Package agent is the loop between a model and the engine: it asks the model, has its
// calls run, hands the results back, and asks again, until the model has nothing more to
// do.
//
//	eng := agent.NewEngine(tools, gate, engine.Options{})
//	s, err := agent.New(agent.Options{Model: m, Engine: eng, System: prompt})
//	defer s.Close()
//	for ev := range s.Run(ctx, wire.Say("make the tests pass")) {
//		switch ev.Kind {
//		case agent.TextDelta:
//			fmt.Print(ev.Text)
//		case agent.RunEnded:
//			fmt.Println(ev.End.Reason)
//		}
//	}
//
// [Session.Do] is the same without the events.
//
// # While it runs
//
// Calls start while the model is still talking, each at the moment its arguments are
// complete. From other goroutines, [Session.Steer] says something in between,
// [Session.FollowUp] says something when the model has finished, and [Session.Interrupt]
// stops the tools, or, the second time, the run. Whatever happens — a broken stream, a
// limit, a key — every call of every answer has exactly one result, and the transcript
// is one that every provider takes (see [Check] and [Repair]).
//
// # Sessions
//
// With a journal everything is written down when it happens: the start of a call before
// its tool runs, its result when it has ended. [Resume] goes on from there, also after
// kill -9. A call that had started and not ended is reported to the model as interrupted
// and is never made again by itself. A message that was queued and had not reached the
// model waits again, and is said once; see [Session.Queue].
//
// A conversation that grows too long for the model is made shorter: the model sums up
// the older part, the newer part stays whole. The journal keeps all of it.
//
// # Children
//
// [Session.Spawn] runs a task in a session of its own, below this one: behind the same
// engine, with the same gate and hooks, never with more tools, and within what is left
// of its parent's limits. Its events come in the parent's stream with its own loop id.
package agent
