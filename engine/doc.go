// Package engine takes calls of a model down one road to exactly one result
// each.
//
//	resolve ▸ repair ▸ validate ▸ intend ▸ hooks ▸ gate ▸ limit
//	        ▸ schedule ▸ run ▸ hooks ▸ bound ▸ record
//
// There is no way around any of it. A call from a stream, a script or another
// call goes down the same road, and whatever happens on it — an unknown tool,
// bad JSON, a refusal, a crash, a timeout, a cancelled turn — ends in a result
// that tells the model what was wrong and what to do. One bad call never costs
// its siblings.
//
// # One call
//
//	set := tool.NewSet(forecast)
//	eng := engine.New(set, engine.AllowAll(), engine.Options{})
//	defer eng.Close()
//	out := eng.Call(ctx, tool.Call{Name: "forecast", Args: []byte(`{"city":"Oslo"}`)})
//	fmt.Println(out.Result.Text())
//
// # A turn
//
// The calls of one assistant message make a [Turn]. They are added as they
// become known, also while the model is still talking, and start as soon as
// they may:
//
//	turn := eng.Turn(ctx, engine.TurnOptions{})
//	for call := range stream {
//		turn.Add(call)
//	}
//	turn.Close()
//	for _, out := range turn.Wait() { // in call order
//		…
//	}
//
// By default ([Auto]) calls run at the same time unless their intents conflict:
// one writes what the other reads or writes, or they share a lock. Conflicting
// calls keep the model's order. [Sequential], [Parallel], [Batched] and
// [Partition] are there for those who want something simpler.
//
// # Around a call
//
// A [Gate] decides whether a call may run. [Hooks] are what users put around
// their tools from outside, [Middleware] is what programs put around calls, and
// [Callbacks] are told right before and after. [Steering] lets a person
// interrupt a turn, [History] notices a conversation that goes round in
// circles, [Limits] bound how often tools are called, a [Stash] keeps what was
// too long for the model.
//
// # Events
//
// Everything that happens in a turn is one stream of [Event]s, for as many
// readers as like. Readers never hold the engine up.
//
// # What holds
//
//   - Every call added gets exactly one outcome, in call order.
//   - Two calls whose intents conflict never run at the same time, and run in
//     the order in which they were added. Only a call that was allowed with
//     other arguments (see [Change]) lets those go first that have started.
//   - The gate decides about the arguments that the tool gets: hooks and
//     middleware come before it, and what it changes itself comes before it
//     again.
//   - A call that is told to stop has a bounded time to do so. Then it gets its
//     result all the same, and calls that conflict with it are refused.
//   - When a turn has ended, no goroutine of it is left, unless a tool did not
//     return.
package engine
