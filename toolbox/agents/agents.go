package agents

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"jig/tool"
)

// Options are what the tools are given to work with. Runner is required.
type Options struct {
	Runner Runner
	// Tools is the set that sub-agents have their tools from.
	Tools *tool.Set
	// Files say where people describe types of their own.
	Files LoadOptions
	// Tell gets what is wrong with those files, once; nil for nobody.
	Tell func(Problem)
	// Dir is the folder that the work is done in, and Worktrees the one that worktrees of its repository are made in. Without
	// them no sub-agent can be isolated.
	Dir, Worktrees string
}

// Agents is the tools and the sub-agents that they have started in the background.
type Agents struct {
	opt   Options
	tools []tool.Tool
	open  sync.WaitGroup // background work
	trees sync.Mutex     // held while git makes a worktree
	named sync.Once      // the lists of tools in files have been looked at

	mu     sync.Mutex
	closed bool
	jobs   []*job // oldest first
}

var errClosed = errors.New("the session is over")

// New makes the tools. Close them when they are not needed any more: that stops the sub-agents that still run.
func New(opt Options) *Agents {
	if opt.Runner == nil {
		panic("agents.New: there is nobody to run sub-agents: set Options.Runner")
	}
	a := &Agents{opt: opt}
	types, problems := a.Types()
	if opt.Tell != nil {
		for _, p := range problems {
			opt.Tell(p)
		}
	}
	a.tools = []tool.Tool{a.agent(types), Summary()}
	return a
}

// Tools are agent and summary. Summary is for sub-agents only.
func (a *Agents) Tools() []tool.Tool { return a.tools }

// Needed is what these tools need from their surroundings: a session, in which a model works and can have sub-agents.
const Needed tool.Capability = "session"

// Offered are the tools as a session offers them where nobody has described types of their own. They are to be looked at, and
// asked what they would do in the folder and the place for worktrees: a call that starts a sub-agent fails.
func Offered(dir, worktrees string) []tool.Tool {
	a := &Agents{opt: Options{Runner: nobody{}, Tools: tool.NewSet(), Dir: dir, Worktrees: worktrees}}
	return []tool.Tool{a.agent(BuiltIn()), Summary()}
}

// nobody is the runner where there is no session.
type nobody struct{}

func (nobody) Run(context.Context, Task) (*Report, error) {
	return nil, errors.New("there is no session that a sub-agent could belong to")
}

// Types are the types that there are now, and what is wrong with the files that describe some.
func (a *Agents) Types() ([]*Type, []Problem) { return Load(a.opt.Files) }

// Close stops the sub-agents in the background and waits for them.
func (a *Agents) Close() error {
	a.mu.Lock()
	a.closed = true
	for _, j := range a.jobs {
		j.stop(errClosed)
	}
	a.mu.Unlock()
	a.open.Wait()
	return nil
}

const description = `Hands a task to a sub-agent: an agent of its own that works with tools and comes back with a result. Use it for work whose ` +
	`steps you need not see, such as a long search, and for tasks that can be done at the same time; do small things yourself. ` +
	`It knows nothing of this conversation and cannot ask: put everything it needs into the prompt, and say what it shall report. ` +
	`Several calls in one answer run at the same time. Instead of one task you can give items, for each of which the prompt is done ` +
	`({item} stands for it), or stages that depend on each other.

Types of sub-agents (subagent_type):`

// agent is the tool that starts sub-agents.
//
// It is read-only, although a sub-agent may change things: every call that one makes is decided about by itself, behind the
// gate of its parent and with no more tools. A question about the start would ask a person about nothing that can be known
// yet, and a denial in plan mode would forbid sub-agents that only look.
func (a *Agents) agent(types []*Type) tool.Tool {
	return tool.New(tool.Spec{
		Name: agentName, Title: "Sub-agent", Aliases: aliases(),
		Description: description + describe(types),
		Help: "A result is what the sub-agent reports at its end. It has the tools of its type, never more than you have, and cannot start " +
			"sub-agents unless its type names the tool agent. With run_in_background you get an id; action wait gives the result. In stages, " +
			"{{name}} stands for the result of the stage of that name. With isolation worktree the changes stay on a branch of their own.",
		Keywords: []string{"subagent", "delegate", "parallel", "crew", "swarm", "explore", "plan", "task", "background", "worktree"},
		Category: tool.Agent,
		Access:   tool.ReadOnly,
		Needs:    []tool.Capability{Needed},
		// A sub-agent has limits of its own. No time of an outer call may cut it off.
		Timeout:    -1,
		Repeatable: true, // looking after background work
	}, func(ctx context.Context, in input) (*tool.Result, error) { return a.run(ctx, &in) }).
		WithSpellings(spellings()).
		WithAdapt(a.adapt).
		WithCheck(func(_ context.Context, in input) error { return a.check(&in) }).
		WithPlan(func(ctx context.Context, in input) (*tool.Intent, error) { return a.intent(ctx, &in) })
}

// intent says what the call does itself; what sub-agents do they say themselves.
func (a *Agents) intent(ctx context.Context, in *input) (*tool.Intent, error) {
	switch in.action() {
	case actRun:
	case actList:
		return &tool.Intent{Summary: "list sub-agents"}, nil
	default:
		return &tool.Intent{Summary: in.action() + " sub-agent " + oneLine(in.ID, 40)}, nil
	}
	p, err := a.plan(in)
	if err != nil {
		return nil, err
	}
	intent := &tool.Intent{Summary: fmt.Sprintf("start sub-agent %s: %s", p.steps[0].kind.Name, p.title)}
	switch p.shape {
	case fanned:
		intent.Summary = fmt.Sprintf("start %d sub-agents %s: %s", len(p.steps), p.steps[0].kind.Name, p.title)
	case staged:
		intent.Summary = fmt.Sprintf("start %d sub-agents in stages: %s", len(p.steps), p.title)
	case single:
	}
	for _, s := range p.steps {
		if s.worktree {
			// What git writes down about it in the repository is git's own.
			intent.Writes = []string{a.treesOf(ctx)}
			intent.Summary += " (in a worktree)"
			break
		}
	}
	return intent, nil
}

func (a *Agents) run(ctx context.Context, in *input) (*tool.Result, error) {
	switch in.action() {
	case actList:
		return a.list(), nil
	case actPoll:
		return a.poll(in.ID)
	case actWait:
		return a.wait(ctx, in)
	case actKill:
		return a.kill(ctx, in.ID)
	}
	p, err := a.plan(in)
	if err != nil {
		return nil, err
	}
	if in.Background {
		return a.begin(ctx, p)
	}
	call := tool.FromContext(ctx)
	return a.execute(ctx, p, call.Progress)
}
