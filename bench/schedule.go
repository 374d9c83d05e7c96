package main

import (
	"context"
	"fmt"
	"os"
	"time"
)

const (
	scheduleSeeds = 6
	scheduleCalls = 50
	// scheduleGoal is how close to the critical path the makespan must come.
	scheduleGoal = 1.05
)

// A makespan is how long a batch took, and the least it could have taken.
type makespan struct {
	took time.Duration
	// real is the critical path when every call lasts what it did last, stated when it lasts what it was told to wait. Timers
	// fire late, by several percent of waits this short, and no scheduler can win that back: the goal is held against real.
	real, stated time.Duration
}

func (m *makespan) add(o makespan) {
	m.took += o.took
	m.real += o.real
	m.stated += o.stated
}

// schedule measures how long batches of calls that wait take under each strategy, and holds the sum over all batches against
// the sum of their critical paths.
func schedule(ctx context.Context, b budget) ([]line, error) {
	strategies := jigStrategies() // ours is first
	total := make([]makespan, len(strategies))
	for seed := range uint64(scheduleSeeds) {
		fmt.Fprintf(os.Stderr, "\r  batch %d/%d ", seed+1, scheduleSeeds)
		jobs := randomJobs(seed+1, scheduleCalls)
		best := make([]makespan, len(strategies))
		// A batch under the slowest strategy lasts many slices: a few rounds are enough.
		for round := range max(1, b.rounds/3) {
			for k := range strategies {
				i := (k + round) % len(strategies)
				m, err := runJobs(ctx, jobs, strategies[i])
				if err != nil {
					return nil, fmt.Errorf("seed %d, %s: %w", seed+1, strategies[i].name, err)
				}
				if best[i].took == 0 || m.took < best[i].took {
					best[i] = m
				}
			}
		}
		for i := range total {
			total[i].add(best[i])
		}
	}
	fmt.Fprint(os.Stderr, "\r                \r")

	name, ours := "schedule "+strategies[0].name+" vs ", float64(total[0].took)
	lines := []line{
		compare(name+"critical path", ours, float64(total[0].real), scheduleGoal, nanoseconds),
		compare(name+"critical path of the stated waits", ours, float64(total[0].stated), 0, nanoseconds),
	}
	for i, s := range strategies[1:] {
		lines = append(lines, compare(name+s.name, ours, float64(total[i+1].took), 0, nanoseconds))
	}
	return lines, nil
}

// runJobs runs the jobs as one turn, from the first call to the last result, and refuses a schedule that broke their order.
func runJobs(ctx context.Context, jobs []job, s jigStrategy) (makespan, error) {
	if err := context.Cause(ctx); err != nil {
		return makespan{}, err
	}
	took, spans, err := jigTurn(ctx, jobs, s)
	if err != nil {
		return makespan{}, err
	}
	return makespan{
		took:   took,
		real:   criticalPath(jobs, func(i int) time.Duration { return spans[i].end.Sub(spans[i].start) }),
		stated: criticalPath(jobs, func(i int) time.Duration { return jobs[i].wait }),
	}, inOrder(jobs, spans)
}
