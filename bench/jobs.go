package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// A job is a call of the schedule group: it reads and writes some paths, and takes its time. A path is a file
// ("d1/f2") or a whole tree ("d1").
type job struct {
	wait          time.Duration
	reads, writes []string
}

// randomJobs returns a batch the way a busy model might send one: two thirds only read, a few of those a whole tree, and the
// rest change a file, half of them after reading another.
func randomJobs(seed uint64, n int) []job {
	rng := rand.New(rand.NewPCG(seed, 1))
	file := func() string { return fmt.Sprintf("d%d/f%d", rng.IntN(6), rng.IntN(6)) }
	jobs := make([]job, n)
	for i := range jobs {
		j := job{wait: 2*time.Millisecond + time.Duration(rng.Int64N(int64(8*time.Millisecond)))}
		switch kind := rng.IntN(12); {
		case kind == 0:
			j.reads = []string{fmt.Sprintf("d%d", rng.IntN(6))}
		case kind < 8:
			for range 1 + rng.IntN(3) {
				j.reads = append(j.reads, file())
			}
		case kind < 10:
			j.reads, j.writes = []string{file()}, []string{file()}
		default:
			j.writes = []string{file()}
		}
		jobs[i] = j
	}
	return jobs
}

// conflict reports whether two jobs must keep their order: one writes what the other reads or writes.
func conflict(a, b job) bool {
	return touch(a.writes, b.writes) || touch(a.writes, b.reads) || touch(a.reads, b.writes)
}

func touch(a, b []string) bool {
	for _, p := range a {
		for _, q := range b {
			if p == q || strings.HasPrefix(p, q+"/") || strings.HasPrefix(q, p+"/") {
				return true
			}
		}
	}
	return false
}

// criticalPath is the least time the jobs can take on a machine without limits, when each lasts that long: the longest chain
// of jobs of which each must wait for the one before.
func criticalPath(jobs []job, lasts func(i int) time.Duration) time.Duration {
	end := make([]time.Duration, len(jobs))
	longest := time.Duration(0)
	for i, j := range jobs {
		for k := range i {
			if conflict(jobs[k], j) {
				end[i] = max(end[i], end[k])
			}
		}
		end[i] += lasts(i)
		longest = max(longest, end[i])
	}
	return longest
}

// A span is when a job ran.
type span struct{ start, end time.Time }

// inOrder checks that every job ran, and that no job began before an earlier one it conflicts with was done: a schedule that
// breaks this is fast and wrong.
func inOrder(jobs []job, spans []span) error {
	for i := range jobs {
		if spans[i].end.IsZero() {
			return fmt.Errorf("job %d did not run", i)
		}
		for k := range i {
			if conflict(jobs[k], jobs[i]) && spans[i].start.Before(spans[k].end) {
				return fmt.Errorf("job %d began before job %d, with which it conflicts, was done", i, k)
			}
		}
	}
	return nil
}
