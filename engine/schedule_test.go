package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jig/engine"
	"jig/tool"
)

func related(a, b string) bool {
	return a == b || strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/")
}

func anyRelated(as, bs []string) bool {
	for _, a := range as {
		for _, b := range bs {
			if related(a, b) {
				return true
			}
		}
	}
	return false
}

func anyEqual(as, bs []string) bool {
	for _, a := range as {
		for _, b := range bs {
			if a == b {
				return true
			}
		}
	}
	return false
}

func clash(a, b work) bool {
	return anyRelated(a.Writes, b.Writes) || anyRelated(a.Writes, b.Reads) || anyRelated(a.Reads, b.Writes) || anyEqual(a.Locks, b.Locks)
}

// randomWork draws calls that read and write a small tree, so that they meet.
func randomWork(rng *rand.Rand, n int) []work {
	var paths []string
	for i := range 4 {
		dir := fmt.Sprintf("/w/d%d", i)
		paths = append(paths, dir)
		for j := range 4 {
			paths = append(paths, fmt.Sprintf("%s/f%d", dir, j))
		}
	}
	pick := func() []string { return []string{paths[rng.IntN(len(paths))]} }
	out := make([]work, n)
	for i := range out {
		w := work{MS: 1 + rng.IntN(50), Say: fmt.Sprint(i)}
		switch r := rng.IntN(10); {
		case r < 5:
			w.Reads = pick()
		case r < 8:
			w.Writes = pick()
		case r < 9:
			w.Reads, w.Writes = pick(), pick()
		default:
			w.Locks = []string{fmt.Sprintf("l%d", rng.IntN(3))}
		}
		out[i] = w
	}
	return out
}

// criticalPath is the shortest time in which the calls can be done if
// conflicting ones keep their order.
func criticalPath(calls []work) time.Duration {
	ends := make([]int, len(calls))
	longest := 0
	for i, c := range calls {
		begin := 0
		for j := range i {
			if clash(calls[j], c) {
				begin = max(begin, ends[j])
			}
		}
		ends[i] = begin + c.MS
		longest = max(longest, ends[i])
	}
	return time.Duration(longest) * time.Millisecond
}

type span struct{ begin, end time.Time }

func TestAutoMeetsTheCriticalPathAndNeverLetsConflictingCallsOverlap(t *testing.T) {
	for seed := range uint64(200) {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 7))
			plan := randomWork(rng, 1+rng.IntN(60))
			var mu sync.Mutex
			spans := map[string]span{}
			eng := newEngine(t, engine.Options{MaxParallel: -1}, worker(func(in work, begin, end time.Time) {
				mu.Lock()
				defer mu.Unlock()
				spans[in.Say] = span{begin, end}
			}))
			var calls []tool.Call
			for i, w := range plan {
				calls = append(calls, call(t, fmt.Sprint(i), "work", w))
			}
			begin := time.Now()
			out := runAll(t, eng, engine.TurnOptions{}, calls...)
			took := time.Since(begin)
			if want := criticalPath(plan); took != want {
				t.Fatalf("seed %d: took %s, the critical path is %s", seed, took, want)
			}
			if len(out) != len(plan) || len(spans) != len(plan) {
				t.Fatalf("seed %d: %d calls, %d outcomes, %d runs", seed, len(plan), len(out), len(spans))
			}
			for i, o := range out {
				if o.Result.Text() != fmt.Sprint(i) {
					t.Fatalf("seed %d: outcome %d is %q", seed, i, o.Result.Text())
				}
				for j := range i {
					if a, b := spans[fmt.Sprint(j)], spans[fmt.Sprint(i)]; clash(plan[j], plan[i]) && b.begin.Before(a.end) {
						t.Fatalf("seed %d: call %d began before %d, which it conflicts with, had ended", seed, i, j)
					}
				}
			}
		})
	}
}

func TestStrategiesTakeTheTimeTheyPromise(t *testing.T) {
	read := func(ms int) work { return work{Reads: []string{"/a"}, MS: ms} }
	write := func(ms int) work { return work{Writes: []string{"/a"}, MS: ms} }
	for name, c := range map[string]struct {
		strategy engine.Strategy
		cap      int
		calls    []work
		want     int
	}{
		"sequential adds everything up":           {engine.Sequential(), 0, []work{read(10), read(10), read(10)}, 30},
		"parallel waits for the longest":          {engine.Parallel(), 0, []work{write(10), write(20), write(30)}, 30},
		"batched adds up the longest of each":     {engine.Batched(2), 0, []work{write(10), write(20), write(5), write(30), write(1)}, 51},
		"batches below one are of one":            {engine.Batched(0), 0, []work{write(10), write(20)}, 30},
		"auto lets readers run together":          {engine.Auto(), 0, []work{read(10), read(20), write(5), read(7), read(3)}, 32},
		"the cap is kept":                         {engine.Auto(), 2, []work{read(10), read(10), read(10), read(10)}, 20},
		"a free call passes one that waits":       {engine.Auto(), 0, []work{write(50), write(10), {Reads: []string{"/b"}, MS: 20}}, 60},
		"locks are not shared":                    {engine.Auto(), 0, []work{{Locks: []string{"x"}, MS: 10}, {Locks: []string{"x"}, MS: 10}, {Locks: []string{"y"}, MS: 10}}, 20},
		"everything written means nothing beside": {engine.Auto(), 0, []work{read(10), {Writes: []string{tool.Everything}, MS: 10}, read(10)}, 30},
		"everything read goes with other readers": {engine.Auto(), 0, []work{read(10), {Reads: []string{tool.Everything}, MS: 10}, write(10)}, 20},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				eng := newEngine(t, engine.Options{Strategy: c.strategy, MaxParallel: c.cap}, worker(nil))
				var calls []tool.Call
				for i, w := range c.calls {
					calls = append(calls, call(t, fmt.Sprint(i), "work", w))
				}
				begin := time.Now()
				runAll(t, eng, engine.TurnOptions{}, calls...)
				if took := time.Since(begin); took != time.Duration(c.want)*time.Millisecond {
					t.Errorf("took %s, want %dms", took, c.want)
				}
			})
		})
	}
}

func TestPartitionRunsReadersTogetherAndWritersAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		look := tool.New(tool.Spec{Name: "look", Description: "Looks", Access: tool.ReadOnly}, doWork(nil))
		eng := newEngine(t, engine.Options{Strategy: engine.Partition()}, worker(nil), look)
		begin := time.Now()
		// Two writes of different files still run one by one.
		runAll(t, eng, engine.TurnOptions{},
			call(t, "1", "look", work{MS: 10}), call(t, "2", "look", work{MS: 20}),
			call(t, "3", "work", work{Writes: []string{"/a"}, MS: 10}),
			call(t, "4", "work", work{Writes: []string{"/b"}, MS: 10}),
			call(t, "5", "look", work{MS: 10}), call(t, "6", "look", work{MS: 10}))
		if took := time.Since(begin); took != 50*time.Millisecond {
			t.Errorf("took %s", took)
		}
	})
}

func TestToolsThatStateNothingGetTheSafeDefault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pauser := func(name string, access tool.Access) tool.Tool {
			return tool.New(tool.Spec{Name: name, Description: name, Access: access}, doWork(nil))
		}
		eng := newEngine(t, engine.Options{}, pauser("look", tool.ReadOnly), pauser("change", tool.WorkspaceWrite))
		begin := time.Now()
		runAll(t, eng, engine.TurnOptions{},
			call(t, "1", "look", work{MS: 10}), call(t, "2", "look", work{MS: 10}),
			call(t, "3", "change", work{MS: 10}), call(t, "4", "change", work{MS: 10}), call(t, "5", "look", work{MS: 10}))
		if took := time.Since(begin); took != 40*time.Millisecond {
			t.Errorf("took %s, want readers together and changes alone: 40ms", took)
		}
	})
}

func TestStrategiesAreReadAsTheyAreWritten(t *testing.T) {
	for _, s := range []engine.Strategy{engine.Auto(), engine.Sequential(), engine.Parallel(), engine.Batched(4), engine.Partition()} {
		if got, err := engine.ParseStrategy(s.String()); err != nil || got != s {
			t.Errorf("%s: %v, %v", s, got, err)
		}
	}
	for _, bad := range []string{"", "fast", "batched:0", "batched:x", "default"} {
		if _, err := engine.ParseStrategy(bad); err == nil {
			t.Errorf("%q was read without an error", bad)
		}
	}
}
