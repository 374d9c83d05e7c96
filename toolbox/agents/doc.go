// Package agents holds the tools by which a model hands work to other agents: agent, which starts sub-agents, and summary,
// with which a sub-agent reports.
//
//	box := agents.New(agents.Options{Runner: runner, Tools: set})
//	…
//	defer box.Close()
//	set.Register(box.Tools()...)
//
// One call of agent is one task; or a task for each of several items; or stages that depend on each other, whose outputs go
// into the prompts of those that wait for them. All three are the same thing here: steps, some of which wait for others.
// What runs in the background gets a handle, and its result is kept until somebody fetches it.
//
// # Who runs a sub-agent
//
// This package knows nothing of models and loops. Whoever does is a [Runner]; it is given a [Task] and returns a [Report].
// The context that it gets must reach the calls of the sub-agent, because that is how [Summary] finds out to whom it reports.
//
// # Kinds of sub-agents
//
// A [Type] says who a sub-agent is: its instructions, its tools, its model. There are general, explore and plan, and those
// that people describe in Markdown files with a front matter, see [Load]. A file that cannot be read costs the others
// nothing.
//
// # What starting one needs
//
// Every call of a sub-agent goes down the same road as the calls of its parent: the same gate, the same hooks, the same
// denials. So to start one is to do nothing yet, and agent states that it touches nothing. The exception is a sub-agent that
// works in a worktree of its own: making that changes the disk, and the intent says where.
package agents
