package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jig/engine"
	"jig/tool"
)

// diary collects lines from several goroutines.
type diary struct {
	mu    sync.Mutex
	lines []string
}

func (d *diary) note(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

func (d *diary) want(t *testing.T, lines ...string) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.Equal(d.lines, lines) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(d.lines, "\n  "), strings.Join(lines, "\n  "))
	}
}

func TestCallbacksStandInTheirOrderAroundEvents(t *testing.T) {
	var d diary
	talker := tool.New(tool.Spec{Name: "talk", Description: "talks"}, func(ctx context.Context, _ struct{}) (string, error) {
		c := tool.FromContext(ctx)
		d.note("run")
		c.Update(tool.TextResult("secret"))
		c.Update(tool.TextResult("open"))
		c.Progress("half")
		return "done", nil
	})
	eng := newEngine(t, engine.Options{Callbacks: engine.Callbacks{
		BeforeExecution: func(c *tool.Call) bool { d.note("before %s", c.ID); return c.ID != "vetoed" },
		AfterExecution:  func(c *tool.Call, isError bool) { d.note("after %s %v", c.ID, isError) },
		BeforeUpdate:    func(_ *tool.Call, text string) bool { d.note("before update %s", text); return text != "secret" },
		AfterUpdate:     func(_ *tool.Call, text string) { d.note("after update %s", text) },
	}}, talker)
	turn := eng.Turn(t.Context(), engine.TurnOptions{Strategy: engine.Sequential()})
	events := turn.Events()
	for _, id := range []string{"1", "vetoed"} {
		if err := turn.Add(call(t, id, "talk", struct{}{})); err != nil {
			t.Fatal(err)
		}
	}
	turn.Close()
	out := turn.Wait()
	d.want(t, "before 1", "run", "before update secret", "before update open", "after update open", "after 1 false", "before vetoed")
	wantStatus(t, out, engine.OK, engine.Omitted)
	if text := out[1].Result.Text(); !out[1].Result.IsError || text != "Tool execution skipped by before_tool_execution hook." {
		t.Errorf("vetoed: %q", text)
	}
	var kinds []string
	for e := range events {
		if e.Kind != engine.Proposed && e.Kind != engine.Decided {
			kinds = append(kinds, fmt.Sprintf("%s %d", e.Kind, e.Index))
		}
	}
	want := []string{"started 0", "updated 0", "progress 0", "ended 0", "skipped 1", "turn_ended -1"}
	if !slices.Equal(kinds, want) {
		t.Errorf("events %q, want %q", kinds, want)
	}
}

// gateFunc is a gate made of a function.
type gateFunc func(ctx context.Context, r *engine.Request) engine.Decision

func (g gateFunc) Decide(ctx context.Context, r *engine.Request) engine.Decision { return g(ctx, r) }

func TestTheGateSeesTheFinalArgumentsAndItsReasonReachesTheModel(t *testing.T) {
	var d diary
	gate := gateFunc(func(_ context.Context, r *engine.Request) engine.Decision {
		d.note("%s %s", r.Call.Args, r.Intent.Summary)
		if first := r.TurnID(); first == "" || first != r.TurnID() {
			t.Error("the turn has no name that stays")
		}
		if r.Intent.Summary == "bad" {
			return engine.Decision{Effect: engine.Deny, Reason: "it is bad", Rule: "work(bad)"}
		}
		return engine.Decision{Effect: engine.Allow}
	})
	rename := func(next engine.Handler) engine.Handler {
		return func(ctx context.Context, c *tool.Call) (*tool.Result, error) {
			c.Args = []byte(strings.Replace(string(c.Args), "good", "bad", 1))
			return next(ctx, c)
		}
	}
	eng := engine.New(tool.NewSet(worker(nil)), gate, engine.Options{Middleware: []engine.Middleware{rename}})
	defer func() { _ = eng.Close() }()
	out := eng.Call(t.Context(), call(t, "1", "work", work{Say: "good"}))
	d.want(t, `{"say":"bad"} bad`)
	if out.Status != engine.Denied || out.Result.Error.Code != tool.CodePermissionDenied {
		t.Errorf("%s %+v", out.Status, out.Result.Error)
	}
	for _, part := range []string{"Permission denied", "it is bad", "work(bad)"} {
		if !strings.Contains(out.Result.Text(), part) {
			t.Errorf("%q is missing in %q", part, out.Result.Text())
		}
	}
}

func TestOnlyAllowLetsACallRun(t *testing.T) {
	ran := false
	probe := tool.New(tool.Spec{Name: "probe", Description: "probe"}, func(context.Context, struct{}) (string, error) { ran = true; return "", nil })
	for name, gate := range map[string]engine.Gate{
		"deny all": engine.DenyAll(),
		"ask":      gateFunc(func(context.Context, *engine.Request) engine.Decision { return engine.Decision{Effect: engine.Ask} }),
		"nothing":  gateFunc(func(context.Context, *engine.Request) engine.Decision { return engine.Decision{} }),
		"a crash":  gateFunc(func(context.Context, *engine.Request) engine.Decision { panic("boom") }),
		"a permission taken back": gateFunc(func(context.Context, *engine.Request) engine.Decision {
			return engine.Decision{Effect: engine.Allow, Recheck: func(context.Context) error { return errors.New("the file is another one now") }}
		}),
	} {
		t.Run(name, func(t *testing.T) {
			eng := engine.New(tool.NewSet(probe), gate, engine.Options{})
			defer func() { _ = eng.Close() }()
			out := eng.Call(t.Context(), call(t, "1", "probe", struct{}{}))
			if out.Status != engine.Denied || ran {
				t.Errorf("%s, ran=%v", out.Status, ran)
			}
		})
	}
}

func TestACallThatWaitsForItsGateHoldsUpOnlyThoseItConflictsWith(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := gateFunc(func(ctx context.Context, r *engine.Request) engine.Decision {
			if r.Intent.Summary == "slow" {
				if err := pause(ctx, time.Second); err != nil {
					return engine.Decision{Effect: engine.Deny, Reason: err.Error()}
				}
			}
			return engine.Decision{Effect: engine.Allow}
		})
		ends := map[string]time.Duration{}
		begin := time.Now()
		var mu sync.Mutex
		eng := engine.New(tool.NewSet(worker(func(in work, _, end time.Time) {
			mu.Lock()
			defer mu.Unlock()
			ends[in.Say] = end.Sub(begin)
		})), gate, engine.Options{})
		defer func() { _ = eng.Close() }()
		runAll(t, eng, engine.TurnOptions{},
			call(t, "1", "work", work{Say: "slow", Writes: []string{"/a"}}),
			call(t, "2", "work", work{Say: "behind", Reads: []string{"/a"}}),
			call(t, "3", "work", work{Say: "free", Reads: []string{"/b"}}))
		if ends["free"] != 0 || ends["behind"] != time.Second {
			t.Errorf("ends %v", ends)
		}
	})
}

func TestMiddlewareMayAnswerRetryAndReplace(t *testing.T) {
	var tries int
	flaky := tool.New(tool.Spec{Name: "flaky", Description: "flaky"}, func(context.Context, struct{}) (string, error) {
		if tries++; tries < 3 {
			return "", tool.Errorf(tool.CodeExternalService, "try %d failed", tries)
		}
		return "at last", nil
	})
	retry := func(next engine.Handler) engine.Handler {
		return func(ctx context.Context, c *tool.Call) (*tool.Result, error) {
			for {
				res, err := next(ctx, c)
				if e := tool.AsError(err); e == nil || !e.Retryable() {
					return res, err
				}
			}
		}
	}
	shout := func(next engine.Handler) engine.Handler {
		return func(ctx context.Context, c *tool.Call) (*tool.Result, error) {
			if c.ID == "cached" {
				return tool.TextResult("from the cache"), nil
			}
			if c.ID == "refused" {
				return nil, tool.Errorf(tool.CodePermissionDenied, "not today")
			}
			res, err := next(ctx, c)
			if err != nil {
				return nil, err
			}
			return tool.TextResult(strings.ToUpper(res.Text())), nil
		}
	}
	eng := newEngine(t, engine.Options{Middleware: []engine.Middleware{shout, retry}}, flaky, worker(nil))
	turn := eng.Turn(t.Context(), engine.TurnOptions{})
	events := turn.Events()
	for _, c := range []tool.Call{
		call(t, "1", "flaky", struct{}{}), call(t, "cached", "flaky", struct{}{}),
		call(t, "refused", "flaky", struct{}{}), call(t, "4", "work", work{Say: "x", Writes: []string{"/a"}}),
		call(t, "5", "work", work{Say: "y", Writes: []string{"/a"}}),
	} {
		if err := turn.Add(c); err != nil {
			t.Fatal(err)
		}
	}
	turn.Close()
	out := turn.Wait()
	wantStatus(t, out, engine.OK, engine.OK, engine.Denied, engine.OK, engine.OK)
	for i, want := range []string{"AT LAST", "from the cache", "Permission denied: not today", "X", "Y"} {
		if got := out[i].Result.Text(); got != want {
			t.Errorf("call %d: %q, want %q", i, got, want)
		}
	}
	starts := 0
	for e := range events {
		if e.Kind == engine.Started {
			starts++
		}
	}
	if starts != 5 {
		t.Errorf("%d starts for 5 calls", starts)
	}
}

func TestACrashOfMiddlewareAfterTheToolLeavesItsResult(t *testing.T) {
	after := func(next engine.Handler) engine.Handler {
		return func(ctx context.Context, c *tool.Call) (*tool.Result, error) {
			_, _ = next(ctx, c)
			panic("boom")
		}
	}
	before := func(engine.Handler) engine.Handler {
		return func(context.Context, *tool.Call) (*tool.Result, error) { panic("boom") }
	}
	if out := newEngine(t, engine.Options{Middleware: []engine.Middleware{after}}, worker(nil)).Call(t.Context(), call(t, "1", "work", work{Say: "x"})); out.Result.Text() != "x" {
		t.Errorf("%s %q", out.Status, out.Result.Text())
	}
	if out := newEngine(t, engine.Options{Middleware: []engine.Middleware{before}}, worker(nil)).Call(t.Context(), call(t, "1", "work", work{Say: "x"})); out.Status != engine.Failed {
		t.Errorf("%s %q", out.Status, out.Result.Text())
	}
}

func TestMiddlewareCannotTryAgainWithOtherArguments(t *testing.T) {
	again := func(next engine.Handler) engine.Handler {
		return func(ctx context.Context, c *tool.Call) (*tool.Result, error) {
			if _, err := next(ctx, c); err != nil {
				return nil, err
			}
			c.Args = []byte(`{"say":"other"}`)
			return next(ctx, c)
		}
	}
	out := newEngine(t, engine.Options{Middleware: []engine.Middleware{again}}, worker(nil)).Call(t.Context(), call(t, "1", "work", work{Say: "x"}))
	if out.Status != engine.Failed || !strings.Contains(out.Result.Text(), "other arguments") {
		t.Errorf("%s %q", out.Status, out.Result.Text())
	}
}

func TestACancelledTurnReachesCallsThatWaitInsideMiddleware(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pass := func(next engine.Handler) engine.Handler { return next }
		eng := newEngine(t, engine.Options{Middleware: []engine.Middleware{pass}}, worker(nil))
		turn := eng.Turn(t.Context(), engine.TurnOptions{})
		for _, id := range []string{"1", "2", "3"} {
			if err := turn.Add(call(t, id, "work", work{Writes: []string{"/a"}, MS: 1000})); err != nil {
				t.Fatal(err)
			}
		}
		time.AfterFunc(1500*time.Millisecond, func() { turn.Abort(nil) })
		wantStatus(t, turn.Wait(), engine.OK, engine.Cancelled, engine.Cancelled)
	})
}

// hookFuncs are hooks made of functions.
type hookFuncs struct {
	before func(c *tool.Call, in *tool.Intent) (engine.Advice, error)
	after  func(c *tool.Call, r *tool.Result) (*tool.Result, error)
}

func (h hookFuncs) Before(_ context.Context, c *tool.Call, in *tool.Intent) (engine.Advice, error) {
	if h.before == nil {
		return engine.Advice{}, nil
	}
	return h.before(c, in)
}

func (h hookFuncs) After(_ context.Context, c *tool.Call, r *tool.Result) (*tool.Result, error) {
	if h.after == nil {
		return nil, nil
	}
	return h.after(c, r)
}

func TestHooksMayChangeBlockAdviseAndReplace(t *testing.T) {
	var d diary
	hooks := hookFuncs{
		before: func(c *tool.Call, in *tool.Intent) (engine.Advice, error) {
			switch in.Summary {
			case "change":
				return engine.Advice{Args: json.RawMessage(`{"say":"changed"}`)}, nil
			case "spoil":
				return engine.Advice{Args: json.RawMessage(`{"say":5}`)}, nil
			case "block":
				return engine.Advice{Effect: engine.Deny, Reason: "blocked by a hook"}, nil
			case "crash":
				return engine.Advice{}, errors.New("no such command")
			case "ask":
				return engine.Advice{Effect: engine.Ask, Reason: "look twice"}, nil
			}
			return engine.Advice{}, nil
		},
		after: func(c *tool.Call, r *tool.Result) (*tool.Result, error) {
			d.note("after %s %v", c.ID, r.IsError)
			switch r.Text() {
			case "replace":
				return tool.TextResult("replaced"), nil
			case "late":
				return nil, errors.New("the linter is missing")
			}
			return nil, nil
		},
	}
	gate := gateFunc(func(_ context.Context, r *engine.Request) engine.Decision {
		if r.Advice != nil && r.Advice.Effect == engine.Ask {
			return engine.Decision{Effect: engine.Deny, Reason: r.Advice.Reason}
		}
		return engine.Decision{Effect: engine.Allow}
	})
	eng := engine.New(tool.NewSet(worker(nil)), gate, engine.Options{Hooks: []engine.Hooks{hooks}, Strategy: engine.Sequential()})
	defer func() { _ = eng.Close() }()
	var calls []tool.Call
	for _, say := range []string{"change", "spoil", "block", "crash", "ask", "replace", "late"} {
		calls = append(calls, call(t, say, "work", work{Say: say}))
	}
	calls = append(calls, call(t, "fails", "work", work{Say: "it", Fail: true}))
	out := runAll(t, eng, engine.TurnOptions{}, calls...)
	wantStatus(t, out, engine.OK, engine.Invalid, engine.Denied, engine.Denied, engine.Denied, engine.OK, engine.OK, engine.Failed)
	for i, part := range []string{"changed", "/say", "blocked by a hook", "no such command", "look twice", "replaced", "late", "it went wrong"} {
		if !strings.Contains(out[i].Result.Text(), part) {
			t.Errorf("call %d: %q without %q", i, out[i].Result.Text(), part)
		}
	}
	d.want(t, "after change false", "after replace false", "after late false", "after fails true")
}

func TestAHookThatCrashesBlocksTheCall(t *testing.T) {
	hooks := hookFuncs{before: func(*tool.Call, *tool.Intent) (engine.Advice, error) { panic("boom") }}
	out := newEngine(t, engine.Options{Hooks: []engine.Hooks{hooks}}, worker(nil)).Call(t.Context(), call(t, "1", "work", work{}))
	if out.Status != engine.Denied || !strings.Contains(out.Result.Text(), "a hook crashed") {
		t.Errorf("%s %q", out.Status, out.Result.Text())
	}
}

func TestMiddlewareThatTriesAgainDoesNotAskAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, hooked := 0, 0
		gate := gateFunc(func(context.Context, *engine.Request) engine.Decision {
			asked++
			return engine.Decision{Effect: engine.Allow}
		})
		hooks := hookFuncs{before: func(*tool.Call, *tool.Intent) (engine.Advice, error) { hooked++; return engine.Advice{}, nil }}
		patient := func(next engine.Handler) engine.Handler {
			return func(ctx context.Context, c *tool.Call) (*tool.Result, error) {
				for {
					res, err := next(ctx, c)
					e := tool.AsError(err)
					if e == nil || !e.Retryable() {
						return res, err
					}
					if err := pause(ctx, e.RetryAfter); err != nil {
						return nil, err
					}
				}
			}
		}
		eng := engine.New(tool.NewSet(worker(nil)), gate, engine.Options{
			Hooks: []engine.Hooks{hooks}, Middleware: []engine.Middleware{patient},
			Limits: engine.Limits{EachTool: tool.Rate{Calls: 1, Per: time.Minute}},
		})
		defer eng.Close()
		for range 2 {
			if out := eng.Call(t.Context(), call(t, "1", "work", work{Say: "x"})); out.Result.Text() != "x" {
				t.Errorf("%s %q", out.Status, out.Result.Text())
			}
		}
		if asked != 2 || hooked != 2 {
			t.Errorf("asked the gate %d times and the hooks %d times for two calls", asked, hooked)
		}
	})
}
