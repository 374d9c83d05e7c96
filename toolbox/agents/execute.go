package agents

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"jig/tool"
)

// outcome is what became of a step.
type outcome struct {
	step    *step
	report  *Report
	err     error
	skipped []string // the steps that did not come to a good end, because of which this one did not begin
	tree    *leftover
}

// execute runs the steps of a plan, each as soon as those before it are done, at most so many at a time. Steps that wait for
// one that failed are not begun. It returns when nothing of it runs any more.
func (a *Agents) execute(ctx context.Context, p *plan, progress func(string)) (*tool.Result, error) {
	outcomes := make(map[*step]*outcome, len(p.steps))
	results := make(map[*step]string, len(p.steps))
	ended := make(chan *outcome)
	waiting := slices.Clone(p.steps)
	running := 0
	for len(waiting) > 0 || running > 0 {
		waiting = slices.DeleteFunc(waiting, func(s *step) bool {
			failed, ready := s.ready(outcomes)
			switch {
			case len(failed) > 0:
				outcomes[s] = &outcome{step: s, skipped: failed}
			case !ready || running >= p.parallel:
				return false
			case ctx.Err() != nil:
				outcomes[s] = &outcome{step: s, err: context.Cause(ctx)}
			default:
				running++
				words := s.words(results)
				// Owned by this loop, which waits for as many ends as it has begun.
				go func() { ended <- a.one(ctx, s, words) }()
			}
			return true
		})
		if running == 0 {
			continue // only what is skipped was left, and its dependants come next
		}
		out := <-ended
		running--
		outcomes[out.step] = out
		if out.err == nil {
			results[out.step] = out.report.Text
		}
		if progress != nil && p.shape != single {
			progress(fmt.Sprintf("%d of %d sub-agents have ended", len(outcomes), len(p.steps)))
		}
	}
	list := make([]*outcome, len(p.steps))
	for i, s := range p.steps {
		list[i] = outcomes[s]
	}
	r, err := answer(p, list)
	if ctx.Err() != nil && err == nil && r.IsError {
		err = ctx.Err() // not one of them came to its end
	}
	return r, err
}

// ready reports whether all that a step waits for is done, and what of it will never be.
func (s *step) ready(outcomes map[*step]*outcome) (failed []string, ready bool) {
	ready = true
	for _, o := range s.after {
		switch out := outcomes[o]; {
		case out == nil:
			ready = false
		case out.err != nil || out.skipped != nil:
			failed = append(failed, o.name)
		}
	}
	return failed, ready
}

// rules tell a sub-agent how to report.
const rules = `You work for another agent, which sees nothing of what you do but your report. Nobody can answer questions: decide, and say what you decided. ` +
	`When you are done, call the tool summary with the whole result; what it says is your report.`

// one runs one sub-agent.
func (a *Agents) one(ctx context.Context, s *step, prompt string) (out *outcome) {
	out = &outcome{step: s}
	defer func() {
		if r := recover(); r != nil {
			out.err = tool.Errorf(tool.CodeFailed, "the sub-agent crashed: %v", r)
			out.report = &Report{Reason: "crashed", Text: string(debug.Stack())}
		}
	}()
	t := Task{
		Type: s.kind, Description: s.label, Prompt: prompt, Rules: rules, Model: s.model,
		Tools: s.tools, Without: s.without, Always: []string{summaryName}, Limits: s.limits,
	}
	if s.worktree {
		tree, err := a.grow(ctx, s.label)
		if err != nil {
			out.err = err
			return out
		}
		t.Dir, t.Repository = tree.work, tree.repo.data
		defer func() {
			left, err := tree.cut(context.WithoutCancel(ctx))
			out.tree = left
			if err != nil && out.err == nil {
				out.err = err
			}
		}()
	}
	d := &desk{}
	ctx = context.WithValue(ctx, deskKey{}, d)
	var f *form
	if s.schema != nil {
		f = &form{schema: s.schema, desk: d}
		t.Schema = s.schema.JSON()
		t.Rules += f.rules()
		t.Followup = f.followup
	}
	report, err := a.opt.Runner.Run(ctx, t)
	if report == nil {
		report = &Report{}
	}
	if text, ok := d.take(); ok {
		report.Text = text
	}
	out.report, out.err = report, err
	if f != nil && err == nil {
		report.Structured, out.err = f.result()
		report.Text = string(report.Structured)
	}
	return out
}
