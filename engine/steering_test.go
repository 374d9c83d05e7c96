package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jig/engine"
	"jig/tool"
)

// steered runs n calls of 10 ms each, with a message pushed after the given
// time, and returns how many of them ran.
func steered(t *testing.T, s engine.Strategy, n int, after time.Duration, w func(i int) work) ([]engine.Outcome, *engine.Turn, []engine.Event) {
	t.Helper()
	eng := newEngine(t, engine.Options{}, worker(nil))
	queue := &engine.Steering{}
	turn := eng.Turn(t.Context(), engine.TurnOptions{Strategy: s, Steering: queue})
	events := turn.Events()
	time.AfterFunc(after, func() { queue.Push(tool.Text("stop that")) })
	for i := range n {
		if err := turn.Add(call(t, fmt.Sprint(i), "work", w(i))); err != nil {
			t.Fatal(err)
		}
	}
	turn.Close()
	out := turn.Wait()
	var seen []engine.Event
	for e := range events {
		seen = append(seen, e)
	}
	return out, turn, seen
}

func TestSteeringSkipsWhatHasNotStarted(t *testing.T) {
	same := func(int) work { return work{Writes: []string{"/a"}, MS: 10} }
	for name, c := range map[string]struct {
		strategy engine.Strategy
		after    time.Duration
		ran      int
	}{
		"sequential looks after each call":         {engine.Sequential(), 15 * time.Millisecond, 2},
		"even before the first, one call runs":     {engine.Sequential(), 0, 1},
		"parallel looks when all have ended":       {engine.Parallel(), 0, 6},
		"batched looks between batches":            {engine.Batched(2), 5 * time.Millisecond, 2},
		"batched does not look within a batch":     {engine.Batched(4), 5 * time.Millisecond, 4},
		"auto looks after each call":               {engine.Auto(), 25 * time.Millisecond, 3},
		"partition looks after each call":          {engine.Partition(), 5 * time.Millisecond, 1},
		"a message after the last call skips none": {engine.Sequential(), 55 * time.Millisecond, 6},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				out, turn, events := steered(t, c.strategy, 6, c.after, same)
				starts, ends := 0, 0
				for _, e := range events {
					switch e.Kind {
					case engine.Started:
						starts++
					case engine.Ended:
						ends++
					}
				}
				if starts != 6 || ends != 6 {
					t.Errorf("%d starts and %d ends for 6 calls", starts, ends)
				}
				ran := 0
				for i, o := range out {
					if o.Status == engine.OK {
						ran++
						continue
					}
					if o.Status != engine.Omitted || !o.Result.IsError || !strings.HasPrefix(o.Result.Text(), "Skipped due to queued user message.") {
						t.Errorf("call %d: %s %q", i, o.Status, o.Result.Text())
					}
				}
				if ran != c.ran {
					t.Errorf("%d calls ran, want %d", ran, c.ran)
				}
				if got := turn.Steered(); len(got) != 1 || got[0][0].Text != "stop that" {
					t.Errorf("steered with %v", got)
				}
			})
		})
	}
}

func TestSteeringLetsRunningCallsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// Call 0 is short, 1 long and beside it, 2 waits for 1.
		out, _, _ := steered(t, engine.Auto(), 3, 0, func(i int) work {
			return []work{{Reads: []string{"/a"}, MS: 10}, {Writes: []string{"/b"}, MS: 50}, {Writes: []string{"/b"}, MS: 10}}[i]
		})
		wantStatus(t, out, engine.OK, engine.OK, engine.Omitted)
	})
}

func TestSteeringHandsOutOneMessageOrAll(t *testing.T) {
	for _, all := range []bool{false, true} {
		eng := newEngine(t, engine.Options{}, worker(nil))
		queue := &engine.Steering{All: all}
		queue.Push(tool.Text("one"))
		queue.Push(tool.Text("two"))
		turn := eng.Turn(t.Context(), engine.TurnOptions{Steering: queue})
		turn.Close()
		want := 1
		if all {
			want = 2
		}
		if got := turn.Steered(); len(got) != want || queue.Len() != 2-want {
			t.Errorf("all=%v: %d taken, %d left", all, len(got), queue.Len())
		}
	}
}
