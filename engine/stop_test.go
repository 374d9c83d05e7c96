package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jig/engine"
	"jig/tool"
)

// deaf makes a tool that does not listen when it is told to stop.
func deaf(name string, timeout, takes time.Duration, writes string) tool.Tool {
	return tool.New(tool.Spec{Name: name, Description: name, Timeout: timeout}, func(context.Context, struct{}) (string, error) {
		<-time.After(takes)
		return "at last", nil
	}).WithPlan(func(context.Context, struct{}) (*tool.Intent, error) {
		return &tool.Intent{Writes: []string{writes}}, nil
	})
}

func TestACallThatTakesTooLongIsToldToStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		eng := newEngine(t, engine.Options{Timeout: time.Second}, worker(nil))
		begin := time.Now()
		out := runAll(t, eng, engine.TurnOptions{}, call(t, "1", "work", work{MS: 5000}), call(t, "2", "work", work{MS: 10, Say: "fine"}))
		wantStatus(t, out, engine.TimedOut, engine.OK)
		if took := time.Since(begin); took != time.Second {
			t.Errorf("took %s", took)
		}
		if e := out[0].Result.Error; e == nil || e.Code != tool.CodeTimeout || !e.Retryable() {
			t.Errorf("error %+v", e)
		}
	})
}

func TestTheToolsTimeoutGoesBeforeTheEngines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long := tool.New(tool.Spec{Name: "long", Description: "long", Timeout: time.Minute}, doWork(nil))
		none := tool.New(tool.Spec{Name: "none", Description: "none", Timeout: -1}, doWork(nil))
		eng := newEngine(t, engine.Options{Timeout: time.Second, Strategy: engine.Parallel()}, long, none)
		out := runAll(t, eng, engine.TurnOptions{}, call(t, "1", "long", work{MS: 30_000}), call(t, "2", "none", work{MS: 3_600_000}))
		wantStatus(t, out, engine.OK, engine.OK)
	})
}

func TestACallThatDoesNotStopIsAbandonedAfterTheGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		eng := newEngine(t, engine.Options{Grace: 2 * time.Second},
			deaf("deaf", time.Second, time.Hour, "/a"), worker(nil))
		begin := time.Now()
		out := runAll(t, eng, engine.TurnOptions{},
			call(t, "1", "deaf", struct{}{}),
			call(t, "2", "work", work{Writes: []string{"/a/b"}, Say: "same place"}),
			call(t, "3", "work", work{Writes: []string{"/c"}, Say: "other place"}))
		// The second would touch what the first may still be writing.
		wantStatus(t, out, engine.Abandoned, engine.Failed, engine.OK)
		if took := time.Since(begin); took != 3*time.Second {
			t.Errorf("took %s", took)
		}
		if !strings.Contains(out[0].Result.Text(), "abandoned") || !strings.Contains(out[1].Result.Text(), "did not stop") {
			t.Errorf("%q\n%q", out[0].Result.Text(), out[1].Result.Text())
		}
		<-time.After(time.Hour) // until the tool returns after all
	})
}

func TestWhatIsCompletedCountsEvenAfterItWasToldToStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		eng := newEngine(t, engine.Options{}, deaf("deaf", time.Second, 2*time.Second, "/a"))
		out := eng.Call(t.Context(), call(t, "1", "deaf", struct{}{}))
		if out.Status != engine.OK || out.Result.Text() != "at last" {
			t.Errorf("%s %q", out.Status, out.Result.Text())
		}
	})
}

func TestPartialOutputIsKeptBesideTheError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		half := tool.New(tool.Spec{Name: "half", Description: "half", Timeout: time.Second},
			func(ctx context.Context, _ struct{}) (*tool.Result, error) {
				<-ctx.Done()
				return tool.TextResult("first lines"), ctx.Err()
			})
		out := newEngine(t, engine.Options{}, half).Call(t.Context(), call(t, "1", "half", struct{}{}))
		if text := out.Result.Text(); out.Status != engine.TimedOut || !strings.HasPrefix(text, "first lines\nTimed out: no result within 1s") {
			t.Errorf("%s %q", out.Status, text)
		}
	})
}

func TestACancelledTurnAnswersEveryCall(t *testing.T) {
	for name, end := range map[string]func(cancel context.CancelFunc, turn *engine.Turn){
		"by its context": func(cancel context.CancelFunc, _ *engine.Turn) { cancel() },
		"by Abort":       func(_ context.CancelFunc, turn *engine.Turn) { turn.Abort(errors.New("the stream broke")) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				eng := newEngine(t, engine.Options{}, worker(nil))
				turn := eng.Turn(ctx, engine.TurnOptions{})
				for _, id := range []string{"1", "2", "3"} {
					if err := turn.Add(call(t, id, "work", work{Writes: []string{"/a"}, MS: 1000})); err != nil {
						t.Fatal(err)
					}
				}
				time.AfterFunc(1500*time.Millisecond, func() { end(cancel, turn) })
				begin := time.Now()
				out := turn.Wait() // nobody called Close: the end of the turn does
				wantStatus(t, out, engine.OK, engine.Cancelled, engine.Cancelled)
				if took := time.Since(begin); took != 1500*time.Millisecond {
					t.Errorf("took %s", took)
				}
				if err := turn.Add(tool.Call{Name: "work"}); !errors.Is(err, engine.ErrClosed) {
					t.Errorf("a call was added to a turn that had ended: %v", err)
				}
			})
		})
	}
}

func TestAContextThatHasEndedLetsNothingStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ran := false
	probe := tool.New(tool.Spec{Name: "probe", Description: "probe"}, func(context.Context, struct{}) (string, error) {
		ran = true
		return "", nil
	})
	eng := newEngine(t, engine.Options{}, probe)
	turn := eng.Turn(ctx, engine.TurnOptions{})
	err := turn.Add(call(t, "1", "probe", struct{}{}))
	turn.Close()
	for _, o := range turn.Wait() {
		if o.Status != engine.Cancelled {
			t.Errorf("%s", o.Status)
		}
	}
	if ran || err != nil && !errors.Is(err, engine.ErrClosed) {
		t.Errorf("ran=%v err=%v", ran, err)
	}
	if out := eng.Call(ctx, call(t, "1", "probe", struct{}{})); out.Status != engine.Cancelled || ran {
		t.Errorf("%s ran=%v", out.Status, ran)
	}
}

// nester makes a tool that calls another one.
func nester(eng **engine.Engine, name string, timeout time.Duration, inner tool.Call) tool.Tool {
	return tool.New(tool.Spec{Name: name, Description: name, Timeout: timeout}, func(ctx context.Context, _ struct{}) (string, error) {
		out := (*eng).Call(ctx, inner)
		if out.Result.IsError {
			return "", errors.New(out.Result.Text())
		}
		return "outer of " + out.Result.Text(), nil
	})
}

func TestANestedCallIsNotCutByASmallerDefaultAroundIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var eng *engine.Engine
		long := tool.New(tool.Spec{Name: "long", Description: "long", Timeout: time.Hour}, doWork(nil))
		inner := call(t, "in", "long", work{MS: 600_000, Say: "inner"})
		eng = newEngine(t, engine.Options{Timeout: time.Second}, long,
			nester(&eng, "middle", 0, inner),
			nester(&eng, "outer", 0, call(t, "mid", "middle", struct{}{})),
			nester(&eng, "strict", 2*time.Second, inner))
		if out := eng.Call(t.Context(), call(t, "1", "outer", struct{}{})); out.Result.Text() != "outer of outer of inner" {
			t.Errorf("%s %q", out.Status, out.Result.Text())
		}
		// The tool's own word is not a default: it holds.
		begin := time.Now()
		if out := eng.Call(t.Context(), call(t, "2", "strict", struct{}{})); out.Result.Error == nil || time.Since(begin) != 2*time.Second {
			t.Errorf("%s after %s: %q", out.Status, time.Since(begin), out.Result.Text())
		}
	})
}

func TestContextsBelowACallEndWithIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type key struct{}
		var inside error
		probe := tool.New(tool.Spec{Name: "probe", Description: "probe", Timeout: time.Second}, func(ctx context.Context, _ struct{}) (string, error) {
			below, cancel := context.WithTimeout(context.WithValue(ctx, key{}, 1), time.Hour)
			defer cancel()
			if at, ok := ctx.Deadline(); !ok || time.Until(at) != time.Second {
				t.Errorf("deadline %v %v", at, ok)
			}
			<-below.Done()
			inside = below.Err()
			return "", below.Err()
		})
		out := newEngine(t, engine.Options{}, probe).Call(t.Context(), call(t, "1", "probe", struct{}{}))
		if out.Status != engine.TimedOut || inside == nil {
			t.Errorf("%s, inside %v", out.Status, inside)
		}
	})
}
