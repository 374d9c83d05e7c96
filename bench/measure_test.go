package main

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestRaceFindsTheCheaperContender(t *testing.T) {
	spin := func(turns int) func(n int) error {
		return each(func() error {
			x := 1.0
			for range turns {
				x *= 1.0000001
			}
			if x == 0 {
				return errors.New("impossible")
			}
			return nil
		})
	}
	ns, err := race(t.Context(), budget{rounds: 3, slice: time.Millisecond},
		contender{name: "short", run: spin(1000)}, contender{name: "long", run: spin(10000)})
	if err != nil {
		t.Fatal(err)
	}
	if ns[0] <= 0 || ns[1] < 3*ns[0] {
		t.Errorf("ten times the work was measured as %.0f against %.0f ns", ns[1], ns[0])
	}
}

func TestRaceStopsAtAContendersError(t *testing.T) {
	broken := errors.New("broken")
	_, err := race(t.Context(), budget{rounds: 1, slice: time.Millisecond},
		contender{name: "it", run: func(int) error { return broken }})
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want the contender's error", err)
	}
}

func TestRaceStopsWhenItIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := race(ctx, budget{rounds: 1000000, slice: time.Microsecond},
		contender{name: "it", run: func(int) error { cancel(); return nil }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the interruption", err)
	}
}

func TestMemoryCountsPerOperation(t *testing.T) {
	var keep []byte
	bytes, allocs, err := memory(contender{run: each(func() error { keep = make([]byte, 4096); return nil })}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if len(keep) != 4096 || bytes < 4000 || bytes > 6000 || allocs < 0.9 || allocs > 2 {
		t.Errorf("one allocation of 4096 bytes was measured as %.1f of %.0f bytes", allocs, bytes)
	}
}

func TestCloseAllClosesEveryContenderAndKeepsTheErrors(t *testing.T) {
	broken, closed := errors.New("broken"), false
	err := closeAll([]contender{
		{name: "bad", close: func() error { return broken }},
		{name: "holds nothing"},
		{name: "good", close: func() error { closed = true; return nil }},
	})
	if !errors.Is(err, broken) || !closed {
		t.Errorf("got %v, closed %v", err, closed)
	}
}
