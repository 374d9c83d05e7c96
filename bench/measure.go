package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"time"
)

// A contender does the same work as its rivals in its own way.
type contender struct {
	name  string
	run   func(n int) error // does the work n times
	close func() error      // lets go of what it holds; may be nil
}

// each makes a contender's run from a function that does the work once.
func each(once func() error) func(n int) error {
	return func(n int) error {
		for range n {
			if err := once(); err != nil {
				return err
			}
		}
		return nil
	}
}

// budget says how long a comparison may take.
type budget struct {
	rounds int           // how often each contender gets its turn
	slice  time.Duration // how long a turn is, about
}

// race measures the contenders beside each other and returns the least nanoseconds per operation each one reached, in
// their order.
//
// What slows a shared machine down comes and goes within seconds. So nobody runs long: each contender gets a slice per
// round, the order rotates from round to round, and the minimum over the rounds is what the contender can do when it is left
// alone. The garbage of the one before is collected first, so that nobody pays for another's.
func race(ctx context.Context, b budget, contenders ...contender) ([]float64, error) {
	n := make([]int, len(contenders))
	best := make([]float64, len(contenders))
	for i, c := range contenders {
		var err error
		if n[i], err = calibrate(ctx, c, b.slice); err != nil {
			return nil, err
		}
		best[i] = math.Inf(1)
	}
	if slices.Min(n) >= finer*finer { // of what is quick, the slices can be finer
		b.rounds, b.slice = b.rounds*finer, b.slice/finer
		for i := range n {
			n[i] /= finer
		}
	}
	for round := range b.rounds {
		fmt.Fprintf(os.Stderr, "\r  round %d/%d ", round+1, b.rounds)
		for k := range contenders {
			i := (k + round) % len(contenders)
			ns, err := timed(ctx, contenders[i], n[i])
			if err != nil {
				return nil, err
			}
			best[i] = min(best[i], ns/float64(n[i]))
			n[i] = fill(b.slice, best[i])
		}
	}
	fmt.Fprint(os.Stderr, "\r                \r")
	return best, nil
}

// finer is how much shorter, and more, the slices of quick operations are: what disturbs a machine is often gone after a few
// milliseconds, and the more slices there are, the more of them are undisturbed.
const finer = 5

// calibrate finds how many operations fill a slice, after one that pays for what is made on first use (some contenders
// compile machine code then).
func calibrate(ctx context.Context, c contender, slice time.Duration) (int, error) {
	if _, err := timed(ctx, c, 1); err != nil {
		return 0, err
	}
	for n := 1; ; n *= 2 {
		ns, err := timed(ctx, c, n)
		if err != nil {
			return 0, err
		}
		if ns >= float64(slice)/4 {
			return fill(slice, ns/float64(n)), nil
		}
	}
}

// fill says how many operations of that length make a slice.
func fill(slice time.Duration, ns float64) int { return max(1, int(float64(slice)/ns)) }

// timed runs the contender n times and returns the nanoseconds it took.
func timed(ctx context.Context, c contender, n int) (float64, error) {
	if err := context.Cause(ctx); err != nil {
		return 0, err
	}
	runtime.GC()
	start := time.Now()
	if err := c.run(n); err != nil {
		return 0, fmt.Errorf("%s: %w", c.name, err)
	}
	return float64(time.Since(start)), nil
}

// memory returns the bytes and the allocations per operation over n operations, whichever goroutine made them.
func memory(c contender, n int) (bytes, allocs float64, err error) {
	if err := c.run(1); err != nil { // what is made once is not the operation's
		return 0, 0, fmt.Errorf("%s: %w", c.name, err)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	if err := c.run(n); err != nil {
		return 0, 0, fmt.Errorf("%s: %w", c.name, err)
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / float64(n), float64(after.Mallocs-before.Mallocs) / float64(n), nil
}

// closeAll closes every contender and keeps all their errors.
func closeAll(contenders []contender) error {
	var all []error
	for _, c := range contenders {
		if c.close != nil {
			if err := c.close(); err != nil {
				all = append(all, fmt.Errorf("close %s: %w", c.name, err))
			}
		}
	}
	return errors.Join(all...)
}

// abreast measures contenders whose operation takes about a millisecond: one operation each in turn, again and again, and the
// median of each. What slows the machine down then slows all of them, where a slice of many operations would be one
// contender's bad luck. It returns nanoseconds, in the order of the contenders.
func abreast(ctx context.Context, rounds int, contenders ...contender) ([]float64, error) {
	took := make([][]float64, len(contenders))
	for _, c := range contenders {
		if _, err := timed(ctx, c, 1); err != nil { // it pays for what is made on first use
			return nil, err
		}
	}
	for round := range rounds {
		if round%100 == 0 {
			fmt.Fprintf(os.Stderr, "\r  round %d/%d ", round, rounds)
			runtime.GC()
		}
		for k := range contenders {
			i := (k + round) % len(contenders)
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
			start := time.Now()
			if err := contenders[i].run(1); err != nil {
				return nil, fmt.Errorf("%s: %w", contenders[i].name, err)
			}
			took[i] = append(took[i], float64(time.Since(start)))
		}
	}
	fmt.Fprint(os.Stderr, "\r                    \r")
	median := make([]float64, len(contenders))
	for i := range took {
		slices.Sort(took[i])
		median[i] = took[i][len(took[i])/2]
	}
	return median, nil
}
