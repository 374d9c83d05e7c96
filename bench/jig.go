package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"jig/engine"
	"jig/tool"
)

// jigFind is the tool of the dispatch and scale groups. It states its intent, as a tool that reads files would. Quick is its
// promise to only compute.
func jigFind(quick bool) tool.Tool {
	spec := tool.Spec{Name: findName, Description: findDescription, Access: tool.ReadOnly, Quick: quick}
	return tool.New(spec, func(_ context.Context, in findInput) (string, error) { return find(in) }).
		WithPlan(func(context.Context, findInput) (*tool.Intent, error) {
			return &tool.Intent{Summary: "find invoices", Reads: []string{"/data/invoices"}}, nil
		})
}

// jigEngine is an engine as it would be used: with a gate, a limit (which never binds) and a reader of all events. The
// counter says how many events the reader took.
func jigEngine(events *atomic.Int64, tools ...tool.Tool) *engine.Engine {
	return engine.New(tool.NewSet(tools...), engine.AllowAll(), engine.Options{
		MaxParallel: -1,
		Limits:      engine.Limits{Overall: tool.Rate{Calls: 1e9, Per: time.Second}},
		Observe:     func(engine.Event) { events.Add(1) },
	})
}

// jigContender makes a contender of what once does with an engine, calls at a time. Closing it checks that the reader took
// every event of every call: proposed, decided, started, ended.
func jigContender(name string, quick bool, calls int, once func(*engine.Engine) error) contender {
	var events, made atomic.Int64
	eng := jigEngine(&events, jigFind(quick))
	return contender{
		name: name,
		run: each(func() error {
			made.Add(int64(calls))
			return once(eng)
		}),
		close: func() error {
			if seen, want := events.Load(), 4*made.Load(); seen < want {
				return errors.Join(eng.Close(), fmt.Errorf("the reader took %d events, want %d at least", seen, want))
			}
			return eng.Close()
		},
	}
}

// jigCall sends one call down the whole road.
func jigCall(ctx context.Context, quick bool) contender {
	call := tool.Call{ID: "1", Name: findName, Args: json.RawMessage(findArgs)}
	return jigContender(jigName(quick), quick, 1, func(eng *engine.Engine) error {
		return answered(eng.Call(ctx, call).Result.Text())
	})
}

// jigBatch sends that many calls down the road in one turn.
func jigBatch(ctx context.Context, quick bool, calls int) contender {
	batch := make([]tool.Call, calls)
	for i := range batch {
		batch[i] = tool.Call{ID: strconv.Itoa(i), Name: findName, Args: json.RawMessage(findArgs)}
	}
	return jigContender(jigName(quick), quick, calls, func(eng *engine.Engine) error {
		out, err := jigOutcomes(ctx, eng, engine.Strategy{}, batch)
		if err != nil {
			return err
		}
		for _, o := range out {
			if err := answered(o.Result.Text()); err != nil {
				return err
			}
		}
		return nil
	})
}

func jigName(quick bool) string {
	if quick {
		return "jig"
	}
	return "jig, not Quick"
}

func jigOutcomes(ctx context.Context, eng *engine.Engine, s engine.Strategy, calls []tool.Call) ([]engine.Outcome, error) {
	turn := eng.Turn(ctx, engine.TurnOptions{Strategy: s})
	for _, c := range calls {
		if err := turn.Add(c); err != nil {
			return nil, err
		}
	}
	turn.Close()
	out := turn.Wait()
	if len(out) != len(calls) {
		return nil, fmt.Errorf("%d outcomes of %d calls", len(out), len(calls))
	}
	return out, nil
}

// A jigStrategy is a way to run a turn.
type jigStrategy struct {
	name  string
	value engine.Strategy
}

// jigStrategies are those of the schedule group; the first is the one with a goal.
func jigStrategies() []jigStrategy {
	var all []jigStrategy
	for _, s := range []engine.Strategy{engine.Auto(), engine.Sequential(), engine.Partition()} {
		all = append(all, jigStrategy{s.String(), s})
	}
	return all
}

// jigJob are the arguments of the tools of the schedule group: which job it is.
type jigJob struct {
	Index int `json:"index"`
}

// jigTurn runs the jobs as one turn, and says how long it took and when each job ran. Jobs that only read call a read-only
// tool, the others one that may write.
func jigTurn(ctx context.Context, jobs []job, s jigStrategy) (time.Duration, []span, error) {
	spans := make([]span, len(jobs)) // each job writes its own
	run := func(ctx context.Context, in jigJob) (string, error) {
		spans[in.Index].start = time.Now()
		timer := time.NewTimer(jobs[in.Index].wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
		spans[in.Index].end = time.Now()
		return "done", nil
	}
	plan := func(_ context.Context, in jigJob) (*tool.Intent, error) {
		return &tool.Intent{Reads: below("/w/", jobs[in.Index].reads), Writes: below("/w/", jobs[in.Index].writes)}, nil
	}
	var events atomic.Int64
	eng := jigEngine(&events,
		tool.New(tool.Spec{Name: "look", Description: "Looks.", Access: tool.ReadOnly}, run).WithPlan(plan),
		tool.New(tool.Spec{Name: "change", Description: "Changes.", Access: tool.WorkspaceWrite}, run).WithPlan(plan))
	calls := make([]tool.Call, len(jobs))
	for i, j := range jobs {
		calls[i] = tool.Call{ID: strconv.Itoa(i), Name: "look", Args: fmt.Appendf(nil, `{"index":%d}`, i)}
		if len(j.writes) > 0 {
			calls[i].Name = "change"
		}
	}

	start := time.Now()
	out, err := jigOutcomes(ctx, eng, s.value, calls)
	took := time.Since(start)
	for _, o := range out {
		if err == nil && o.Result.IsError {
			err = errors.New(o.Result.Text())
		}
	}
	return took, spans, errors.Join(err, eng.Close())
}

// below gives the paths their place in a root, which an intent's paths need.
func below(root string, paths []string) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = root + p
	}
	return out
}
