package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"jig/agent"
	"jig/engine"
	"jig/model/practice"
	"jig/tool"
	"jig/wire"
)

// What the loop may add to the model and the tools.
const (
	turnGoal   = 1.05                 // the turn, against the longer of the stream and the critical path
	afterGoal  = 1 / 1.5              // the turn, against running the calls after the stream
	startGoal  = 1 * time.Millisecond // from complete arguments to the tool
	startCalls = 1000
	startRuns  = 5
	turnPace   = 80 // tokens a second, as models that one waits for
	turnCalls  = 8
	turnRuns   = 2
)

// agents measures the loop: how calls and the stream overlap, how soon a call starts, and whether a long session stays as
// fast as it was.
func agents(ctx context.Context, _ budget) ([]line, error) {
	lines, err := overlap(ctx)
	if err != nil {
		return nil, err
	}
	more, err := starts(ctx)
	if err != nil {
		return nil, err
	}
	lines = append(lines, more...)
	if more, err = sessions(ctx); err != nil {
		return nil, err
	}
	return append(lines, more...), nil
}

type workInput struct {
	N  int `json:"n"`
	MS int `json:"ms"`
}

// worker is a tool that waits, and remembers when each call ran.
type worker struct {
	mu   sync.Mutex
	ran  []span // by the number of the call
	list []tool.Tool
}

func newWorker(calls int) *worker {
	w := &worker{ran: make([]span, calls)}
	spec := tool.Spec{Name: "work", Description: "Works for some milliseconds", Access: tool.ReadOnly}
	w.list = []tool.Tool{tool.New(spec, func(ctx context.Context, in workInput) (string, error) {
		s := span{start: time.Now()}
		if in.MS > 0 {
			select {
			case <-time.After(time.Duration(in.MS) * time.Millisecond):
			case <-ctx.Done():
				return "", context.Cause(ctx)
			}
		}
		s.end = time.Now()
		w.mu.Lock()
		defer w.mu.Unlock()
		w.ran[in.N] = s
		return "done", nil
	})}
	return w
}

// play runs a session to its end.
func (w *worker) play(ctx context.Context, m *stamped) (err error) {
	eng := agent.NewEngine(tool.NewSet(w.list...), engine.AllowAll(), engine.Options{})
	defer func() { err = errors.Join(err, eng.Close()) }()
	s, err := agent.New(agent.Options{Model: m, Engine: eng, Limits: agent.Limits{Turns: -1, Tokens: -1, Time: -1}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	end, err := s.Do(ctx, wire.Say("go"))
	switch {
	case err != nil:
		return err
	case end.Reason != agent.Done:
		return fmt.Errorf("the session ended with %s: %s", end.Reason, end.Text)
	}
	for i, s := range w.ran {
		if s.end.IsZero() {
			return fmt.Errorf("call %d did not run", i)
		}
	}
	return nil
}

// overlap measures a turn of eight calls at the pace of a real model, and the same with the calls after the stream. The
// first calls take the longest.
func overlap(ctx context.Context) ([]line, error) {
	first := practice.Turn{}
	for i := range turnCalls {
		call := practice.Call{Name: "work", Args: workInput{N: i, MS: 1600 - 200*i}}
		first.Steps = append(first.Steps, practice.Step{Text: "Now to the next part of the work. "}, practice.Step{Call: &call})
	}
	inner := practice.Script(first, practice.Turn{Text: "done"}).With(practice.Options{Pace: turnPace})
	var best makespan // real is the longer of the stream and the critical path
	var after time.Duration
	for range turnRuns {
		w, m := newWorker(turnCalls), newStamped(inner)
		if err := w.play(ctx, m); err != nil {
			return nil, err
		}
		took, least := m.asked[1].Sub(m.asked[0]), m.done[0].Sub(m.asked[0])
		for i, s := range w.ran { // a call can end no sooner than its arguments are complete and its work is done
			least = max(least, m.ready[i].Sub(m.asked[0])+s.end.Sub(s.start))
		}
		if best.took == 0 || float64(took)/float64(least) < float64(best.took)/float64(best.real) {
			best = makespan{took: took, real: least}
		}
		w, m = newWorker(turnCalls), newStamped(inner)
		m.hold = true
		if err := w.play(ctx, m); err != nil {
			return nil, err
		}
		if took := m.asked[1].Sub(m.asked[0]); after == 0 || took < after {
			after = took
		}
	}
	return []line{
		compare("agent, turn of 8 calls vs the longer of stream and critical path", float64(best.took), float64(best.real), turnGoal, nanoseconds),
		compare("agent, turn of 8 calls vs calls after the stream", float64(best.took), float64(after), afterGoal, nanoseconds),
	}, nil
}

// starts measures how long it takes from the moment the arguments of a call are complete to the first line of its tool.
func starts(ctx context.Context) ([]line, error) {
	const each = 4 // calls in an answer
	var turns []practice.Turn
	for n := 0; n < startCalls; {
		turn := practice.Turn{}
		for range each {
			turn.Calls = append(turn.Calls, practice.Call{Name: "work", Args: workInput{N: n}})
			n++
		}
		turns = append(turns, turn)
	}
	turns = append(turns, practice.Turn{Text: "done"})
	p50, p99 := math.Inf(1), math.Inf(1)
	for range startRuns {
		w, m := newWorker(startCalls), newStamped(practice.Script(turns...))
		if err := w.play(ctx, m); err != nil {
			return nil, err
		}
		late := make([]time.Duration, startCalls)
		for i, s := range w.ran {
			late[i] = s.start.Sub(m.ready[i])
		}
		slices.Sort(late)
		p50, p99 = min(p50, float64(late[len(late)/2])), min(p99, float64(late[len(late)*99/100]))
	}
	return []line{
		compare("agent, from complete arguments to the tool, p50 of 1,000", p50, float64(startGoal), 1.00, nanoseconds),
		compare("agent, from complete arguments to the tool, p99 of 1,000", p99, float64(startGoal), 1.00, nanoseconds),
	}, nil
}
