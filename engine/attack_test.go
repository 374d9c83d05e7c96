package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"jig/engine"
	"jig/schema"
	"jig/tool"
)

// The tests in this file are attacks that once succeeded.

// raw makes a tool that is not typed and shows the arguments it got.
func raw(name string, got *[]string) tool.Tool {
	return tool.Func(tool.Spec{Name: name, Description: name}, func(_ context.Context, c *tool.Call) (*tool.Result, error) {
		*got = append(*got, string(c.Args))
		if len(*got) == 1 {
			return nil, errors.New("not yet")
		}
		return tool.TextResult("ok"), nil
	})
}

func TestTheToolGetsWhatTheGateSaw(t *testing.T) {
	const safe, evil = `{"path":"/safe"}`, `{"path":"/evil"}`
	type around struct {
		hooks    engine.Hooks
		mw       engine.Middleware
		callback func(c *tool.Call) bool
	}
	for name, a := range map[string]around{
		"a hook assigns the arguments itself": {hooks: hookFuncs{before: func(c *tool.Call, _ *tool.Intent) (engine.Advice, error) {
			c.Args = json.RawMessage(evil)
			return engine.Advice{}, nil
		}}},
		"a hook changes the bytes in place": {hooks: hookFuncs{before: func(c *tool.Call, _ *tool.Intent) (engine.Advice, error) {
			copy(c.Args, evil)
			return engine.Advice{}, nil
		}}},
		"middleware changes the bytes in place": {mw: func(next engine.Handler) engine.Handler {
			return func(ctx context.Context, c *tool.Call) (*tool.Result, error) {
				copy(c.Args, evil)
				return next(ctx, c)
			}
		}},
		"middleware restores what a hook took out, and tries again": {
			hooks: hookFuncs{before: func(*tool.Call, *tool.Intent) (engine.Advice, error) {
				return engine.Advice{Args: json.RawMessage(safe)}, nil
			}},
			mw: func(next engine.Handler) engine.Handler {
				return func(ctx context.Context, c *tool.Call) (*tool.Result, error) {
					c.Args = json.RawMessage(evil)
					if _, err := next(ctx, c); err == nil {
						return nil, errors.New("ran at once")
					}
					c.Args = json.RawMessage(evil)
					return next(ctx, c)
				}
			},
		},
		"a callback changes them at the last moment": {callback: func(c *tool.Call) bool { c.Args = json.RawMessage(evil); return true }},
	} {
		t.Run(name, func(t *testing.T) {
			var saw, got []string
			gate := gateFunc(func(_ context.Context, r *engine.Request) engine.Decision {
				saw = append(saw, string(r.Call.Args))
				return engine.Decision{Effect: engine.Allow}
			})
			opt := engine.Options{Callbacks: engine.Callbacks{BeforeExecution: a.callback}}
			if a.hooks != nil {
				opt.Hooks = []engine.Hooks{a.hooks}
			}
			if a.mw != nil {
				opt.Middleware = []engine.Middleware{a.mw}
			}
			eng := engine.New(tool.NewSet(raw("raw", &got)), gate, opt)
			defer eng.Close()
			eng.Call(t.Context(), tool.Call{Name: "raw", Args: json.RawMessage(safe)})
			for _, g := range got {
				if len(saw) != 1 || g != saw[0] {
					t.Errorf("the gate saw %q, the tool got %q", saw, got)
				}
			}
			if len(got) == 0 {
				t.Error("the tool did not run")
			}
		})
	}
}

func TestTheCallersBufferIsItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []string
		eng := newEngine(t, engine.Options{}, raw("raw", &got), worker(nil))
		turn := eng.Turn(t.Context(), engine.TurnOptions{Strategy: engine.Sequential()})
		buffer := []byte(`{"path":"/safe"}`)
		for _, c := range []tool.Call{call(t, "1", "work", work{MS: 10}), {ID: "2", Name: "raw", Args: buffer}} {
			if err := turn.Add(c); err != nil {
				t.Fatal(err)
			}
		}
		copy(buffer, `{"path":"/evil"}`)
		turn.Close()
		turn.Wait()
		if len(got) != 1 || got[0] != `{"path":"/safe"}` {
			t.Errorf("%q", got)
		}
	})
}

// narrow wraps a tool and shows the model less of it.
type narrow struct{ tool.Tool }

func (n narrow) Unwrap() tool.Tool { return n.Tool }

func (n narrow) Spec() *tool.Spec {
	spec := *n.Tool.Spec()
	spec.Input = schema.MustParse(`{"type":"object","properties":{"say":{"enum":["hello"]}},"required":["say"]}`)
	return &spec
}

func TestAWrapperMayShowLessThanWhatItWraps(t *testing.T) {
	eng := newEngine(t, engine.Options{}, narrow{worker(nil)})
	out := runAll(t, eng, engine.TurnOptions{}, call(t, "1", "work", work{Say: "hello"}), call(t, "2", "work", work{Say: "else"}))
	wantStatus(t, out, engine.OK, engine.Invalid)
}

func TestAnErrorThatIsNilOrCrashesIsAResult(t *testing.T) {
	nilError := tool.Func(tool.Spec{Name: "nil", Description: "d"}, func(context.Context, *tool.Call) (*tool.Result, error) {
		var none *tool.Error
		return tool.TextResult("fine"), none
	})
	crash := tool.Func(tool.Spec{Name: "crash", Description: "d", Quick: true}, func(context.Context, *tool.Call) (*tool.Result, error) {
		return nil, crashing{}
	})
	eng := newEngine(t, engine.Options{}, nilError, crash)
	out := runAll(t, eng, engine.TurnOptions{}, call(t, "1", "nil", struct{}{}), call(t, "2", "crash", struct{}{}))
	wantStatus(t, out, engine.OK, engine.Failed)
}

type crashing struct{}

func (crashing) Error() string { panic("boom") }

func TestConflictingCallsNeverOverlapWhateverMiddlewareDoes(t *testing.T) {
	for name, mw := range map[string]engine.Middleware{
		"it returns before the tool": func(next engine.Handler) engine.Handler {
			return func(ctx context.Context, c *tool.Call) (*tool.Result, error) {
				done := make(chan struct{})
				go func() { defer close(done); _, _ = next(ctx, c) }()
				select {
				case <-done:
				case <-time.After(100 * time.Millisecond):
				}
				return tool.TextResult("enough"), nil
			}
		},
		"it tries other arguments after a refusal": func(next engine.Handler) engine.Handler {
			return func(ctx context.Context, c *tool.Call) (*tool.Result, error) {
				res, err := next(ctx, c)
				if err != nil {
					c.Args = json.RawMessage(`{"writes":["/b"],"ms":1000}`)
					return next(ctx, c)
				}
				return res, err
			}
		},
		"it waits while its call is abandoned": func(next engine.Handler) engine.Handler { return next },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var busy, worst atomic.Int64
				deafWriter := tool.New(tool.Spec{Name: "work", Description: "d", Timeout: 2 * time.Second}, func(_ context.Context, in work) (string, error) {
					worst.Store(max(worst.Load(), busy.Add(1)))
					<-time.After(time.Duration(in.MS) * time.Millisecond)
					busy.Add(-1)
					return "done", nil
				}).WithPlan(func(_ context.Context, in work) (*tool.Intent, error) { return &tool.Intent{Writes: in.Writes}, nil })
				gate := gateFunc(func(_ context.Context, r *engine.Request) engine.Decision {
					if strings.Contains(string(r.Call.Args), "/first") {
						return engine.Decision{Effect: engine.Deny}
					}
					return engine.Decision{Effect: engine.Allow}
				})
				eng := engine.New(tool.NewSet(deafWriter), gate, engine.Options{Middleware: []engine.Middleware{mw}, Grace: time.Second})
				defer eng.Close()
				turn := eng.Turn(t.Context(), engine.TurnOptions{})
				add := func(id string, w work) {
					if err := turn.Add(call(t, id, "work", w)); err != nil {
						t.Error(err)
					}
				}
				add("1", work{Writes: []string{"/b"}, MS: 1000})
				add("2", work{Writes: []string{"/b"}, MS: 10_000}) // will be abandoned
				add("3", work{Writes: []string{"/first"}, MS: 10})
				<-time.After(6 * time.Second)
				add("4", work{Writes: []string{"/b"}, MS: 10})
				turn.Close()
				turn.Wait()
				<-time.After(time.Minute)
				if worst.Load() > 1 {
					t.Errorf("%d writers of one place at once", worst.Load())
				}
			})
		})
	}
}

func TestMiddlewareDoesNotOutliveItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tries, live atomic.Int64
		retry := func(next engine.Handler) engine.Handler {
			return func(ctx context.Context, c *tool.Call) (*tool.Result, error) {
				live.Add(1)
				defer live.Add(-1)
				for {
					tries.Add(1)
					res, err := next(ctx, c)
					if err == nil || pause(ctx, time.Second) != nil {
						return res, err
					}
				}
			}
		}
		eng := newEngine(t, engine.Options{Middleware: []engine.Middleware{retry}}, worker(nil))
		turn := eng.Turn(t.Context(), engine.TurnOptions{})
		for _, id := range []string{"1", "2"} {
			if err := turn.Add(call(t, id, "work", work{Writes: []string{"/a"}, MS: 60_000})); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		turn.Abort(errors.New("enough"))
		wantStatus(t, turn.Wait(), engine.Cancelled, engine.Cancelled)
		if live.Load() != 0 || tries.Load() > 4 {
			t.Errorf("%d still there after %d tries", live.Load(), tries.Load())
		}
	})
}

func TestWhatWasStoppedOnItsWaySaysSo(t *testing.T) {
	stopped := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	for name, opt := range map[string]struct {
		gate  engine.Gate
		hooks engine.Hooks
	}{
		"in the gate": {gate: gateFunc(func(ctx context.Context, _ *engine.Request) engine.Decision {
			_ = stopped(ctx)
			return engine.Decision{}
		})},
		"in a hook": {gate: engine.AllowAll(), hooks: stopHook{stopped}},
	} {
		for _, steer := range []bool{false, true} {
			t.Run(fmt.Sprint(name, steer), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					o := engine.Options{}
					if opt.hooks != nil {
						o.Hooks = []engine.Hooks{opt.hooks}
					}
					eng := engine.New(tool.NewSet(worker(nil)), opt.gate, o)
					defer eng.Close()
					queue := &engine.Steering{}
					turn := eng.Turn(t.Context(), engine.TurnOptions{Steering: queue})
					if err := turn.Add(call(t, "1", "work", work{})); err != nil {
						t.Fatal(err)
					}
					synctest.Wait()
					want := engine.Cancelled
					if steer {
						want = engine.Omitted
						queue.Push(tool.Text("wait"))
						if err := turn.Add(tool.Call{ID: "2", Name: "nothing"}); err != nil { // its end is where the turn looks
							t.Fatal(err)
						}
						turn.Close()
					} else {
						turn.Abort(nil)
					}
					if out := turn.Wait(); out[0].Status != want {
						t.Errorf("%s %q", out[0].Status, out[0].Result.Text())
					}
				})
			})
		}
	}
}

type stopHook struct {
	wait func(ctx context.Context) error
}

func (h stopHook) Before(ctx context.Context, _ *tool.Call, _ *tool.Intent) (engine.Advice, error) {
	return engine.Advice{}, h.wait(ctx)
}

func (stopHook) After(context.Context, *tool.Call, *tool.Result) (*tool.Result, error) {
	return nil, nil
}

func TestASlowObserverOfOneTurnDoesNotStopTheTimeoutsOfOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ten := tool.New(tool.Spec{Name: "ten", Description: "d", Timeout: 10 * time.Second}, doWork(nil))
		eng := newEngine(t, engine.Options{Grace: time.Second}, deaf("deaf", time.Second, time.Hour, "/a"), ten)
		slow := eng.Turn(t.Context(), engine.TurnOptions{Observe: func(e engine.Event) {
			if e.Kind == engine.TurnEnded {
				<-time.After(time.Hour)
			}
		}})
		other := eng.Turn(t.Context(), engine.TurnOptions{})
		begin := time.Now()
		for turn, c := range map[*engine.Turn]tool.Call{slow: call(t, "1", "deaf", struct{}{}), other: call(t, "1", "ten", work{MS: 86_400_000})} {
			if err := turn.Add(c); err != nil {
				t.Fatal(err)
			}
			turn.Close()
		}
		other.Wait()
		if took := time.Since(begin); took != 10*time.Second {
			t.Errorf("took %s", took)
		}
		slow.Wait()
		<-time.After(time.Hour)
	})
}

func TestTheContextOfACallEndsWithIt(t *testing.T) {
	contexts := make(chan context.Context, 1)
	keeper := tool.New(tool.Spec{Name: "keep", Description: "d"}, func(ctx context.Context, _ struct{}) (string, error) {
		contexts <- ctx
		return "ok", nil
	})
	newEngine(t, engine.Options{}, keeper).Call(t.Context(), call(t, "1", "keep", struct{}{}))
	kept := <-contexts
	if kept.Err() == nil {
		t.Error("it lives on")
	}
	<-kept.Done()
}

func TestEventsOfQuickCallsAreToldWhileTheTurnIsOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen atomic.Int64
		quick := tool.New(tool.Spec{Name: "quick", Description: "d", Quick: true}, func(context.Context, struct{}) (string, error) { return "ok", nil })
		turn := newEngine(t, engine.Options{}, quick).Turn(t.Context(), engine.TurnOptions{Observe: func(engine.Event) { seen.Add(1) }})
		if err := turn.Add(call(t, "1", "quick", struct{}{})); err != nil {
			t.Fatal(err)
		}
		<-time.After(time.Second)
		if seen.Load() != 4 {
			t.Errorf("%d events told", seen.Load())
		}
		turn.Close()
		turn.Wait()
	})
}

// hesitant is an instant gate that must think about it after all.
type hesitant struct{ gateFunc }

func (hesitant) DecideNow(*engine.Request) (engine.Decision, bool) { return engine.Decision{}, false }

func TestAQuickCallThatWaitsForItsGateIsToldOf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen atomic.Int64
		early := int64(-1)
		gate := hesitant{func(ctx context.Context, _ *engine.Request) engine.Decision {
			_ = pause(ctx, time.Second)
			early = seen.Load()
			return engine.Decision{Effect: engine.Allow}
		}}
		quick := tool.New(tool.Spec{Name: "quick", Description: "d", Quick: true}, func(context.Context, struct{}) (string, error) { return "ok", nil })
		eng := engine.New(tool.NewSet(quick), gate, engine.Options{Observe: func(engine.Event) { seen.Add(1) }})
		defer eng.Close()
		out := eng.Call(t.Context(), call(t, "1", "quick", struct{}{}))
		if out.Status != engine.OK || early != 1 || seen.Load() != 5 {
			t.Errorf("%s, %d events while it waited, %d in all", out.Status, early, seen.Load())
		}
	})
}

func TestAToolThatEndsItsGoroutineHasAResult(t *testing.T) {
	for _, quick := range []bool{true, false} {
		gone := tool.New(tool.Spec{Name: "gone", Description: "d", Quick: quick}, func(context.Context, struct{}) (string, error) {
			runtime.Goexit()
			return "", nil
		})
		turn := newEngine(t, engine.Options{}, gone).Turn(t.Context(), engine.TurnOptions{})
		var wg sync.WaitGroup
		wg.Go(func() { _ = turn.Add(call(t, "1", "gone", struct{}{})) })
		wg.Wait()
		turn.Close()
		wantStatus(t, turn.Wait(), engine.Failed)
	}
}

func TestAReaderThatLeftAndComesBackIsNotKeptWaiting(t *testing.T) {
	turn := newEngine(t, engine.Options{}, worker(nil)).Turn(t.Context(), engine.TurnOptions{})
	events := turn.Events()
	if err := turn.Add(call(t, "1", "work", work{})); err != nil {
		t.Fatal(err)
	}
	for range events {
		break
	}
	for range events {
		t.Error("an event for somebody who left")
	}
	turn.Close()
	turn.Wait()
}

func TestANestedCallThatWaitsForAPersonDoesNotCostItsParent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var eng *engine.Engine
		gate := gateFunc(func(ctx context.Context, r *engine.Request) engine.Decision {
			if r.Spec.Name == "work" {
				_ = pause(ctx, time.Hour) // a person thinks
			}
			return engine.Decision{Effect: engine.Allow}
		})
		eng = engine.New(tool.NewSet(worker(nil)), gate, engine.Options{Timeout: time.Minute})
		defer eng.Close()
		if err := eng.Tools().Register(nester(&eng, "outer", 0, call(t, "in", "work", work{Say: "inner", MS: 59_000}))); err != nil {
			t.Fatal(err)
		}
		if out := eng.Call(t.Context(), call(t, "1", "outer", struct{}{})); out.Result.Text() != "outer of inner" {
			t.Errorf("%s %q", out.Status, out.Result.Text())
		}
	})
}

func TestRetriesKeepToTheCap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, worst, tries atomic.Int64
		flaky := tool.New(tool.Spec{Name: "flaky", Description: "d", Access: tool.ReadOnly}, func(ctx context.Context, _ struct{}) (string, error) {
			worst.Store(max(worst.Load(), running.Add(1)))
			defer running.Add(-1)
			_ = pause(ctx, 10*time.Millisecond)
			if tries.Add(1)%3 != 0 {
				return "", errors.New("again")
			}
			return "ok", nil
		})
		retry := func(next engine.Handler) engine.Handler {
			return func(ctx context.Context, c *tool.Call) (*tool.Result, error) {
				for {
					if res, err := next(ctx, c); err == nil || ctx.Err() != nil {
						return res, err
					}
				}
			}
		}
		eng := newEngine(t, engine.Options{MaxParallel: 1, Middleware: []engine.Middleware{retry}}, flaky)
		out := runAll(t, eng, engine.TurnOptions{}, call(t, "1", "flaky", struct{}{}), call(t, "2", "flaky", struct{}{}), call(t, "3", "flaky", struct{}{}))
		wantStatus(t, out, engine.OK, engine.OK, engine.OK)
		if worst.Load() != 1 {
			t.Errorf("%d at once", worst.Load())
		}
	})
}
