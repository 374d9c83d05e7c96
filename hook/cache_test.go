package hook_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"jig/hook"
)

// counted is a hook that tells how often it ran, and takes a second.
func counted(runs *atomic.Int32, err error) hook.Handler {
	return hook.Handler{CacheTTL: time.Minute, Func: func(ctx context.Context, _ *hook.Input) (*hook.Output, error) {
		n := runs.Add(1)
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		return &hook.Output{Context: fmt.Sprint("run ", n)}, err
	}}
}

func TestAnAnswerIsKeptForItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var runs atomic.Int32
		set := newSet(t, hook.Options{}, trusted(hook.PreToolUse, counted(&runs, nil)))
		ask := func(change func(*hook.Input)) string {
			in := call(hook.PreToolUse)
			change(in)
			return fire(t, set, in).Context[0]
		}
		same := func(*hook.Input) {}
		for i, step := range []struct {
			after  time.Duration
			change func(*hook.Input)
			want   string
		}{
			{0, same, "run 1"},
			{0, same, "run 1"},
			{0, func(in *hook.Input) { in.SessionID, in.ToolUseID, in.Duration = "other", "other", time.Hour }, "run 1"},
			{0, func(in *hook.Input) { in.ToolInput = json.RawMessage(`{"command":"rm"}`) }, "run 2"},
			{0, func(in *hook.Input) { in.Cwd = "/elsewhere" }, "run 3"},
			{50 * time.Second, same, "run 1"},
			{20 * time.Second, same, "run 4"},
		} {
			<-time.After(step.after)
			if got := ask(step.change); got != step.want {
				t.Errorf("step %d: %s, want %s", i, got, step.want)
			}
		}
	})
}

func TestEqualRunsAreOneRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var runs atomic.Int32
		set := newSet(t, hook.Options{}, trusted(hook.PreToolUse, counted(&runs, nil)))
		hurried, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		var all sync.WaitGroup
		all.Go(func() { // who leaves early takes nothing from the others
			if _, err := set.Fire(hurried, call(hook.PreToolUse)); !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
		})
		synctest.Wait()
		for range 20 {
			all.Go(func() {
				if res := fire(t, set, call(hook.PreToolUse)); res.Context[0] != "run 1" {
					t.Errorf("%+v", res)
				}
			})
		}
		all.Wait()
		if runs.Load() != 1 {
			t.Errorf("ran %d times", runs.Load())
		}
	})
}

func TestARunThatNobodyWaitsForEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var runs atomic.Int32
		set := newSet(t, hook.Options{}, trusted(hook.PreToolUse, counted(&runs, nil)))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		if _, err := set.Fire(ctx, call(hook.PreToolUse)); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if got := fire(t, set, call(hook.PreToolUse)).Context[0]; got != "run 2" {
			t.Errorf("%s: the cancelled run was kept", got)
		}
	})
}

func TestFailuresAreNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var runs atomic.Int32
		set := newSet(t, hook.Options{}, trusted(hook.PreToolUse, counted(&runs, errors.New("down"))))
		for range 3 {
			if res := fire(t, set, call(hook.PreToolUse)); !res.Blocked {
				t.Errorf("%+v", res)
			}
		}
		if runs.Load() != 3 {
			t.Errorf("ran %d times, want 3", runs.Load())
		}
	})
}

func TestTheOldestAnswersMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var runs atomic.Int32
		set := newSet(t, hook.Options{CacheSize: 2}, trusted(hook.PreToolUse, counted(&runs, nil)))
		for i, step := range []struct {
			cwd  string
			want int32
		}{{"a", 1}, {"b", 2}, {"a", 2}, {"c", 3}, {"a", 3}, {"b", 4}} {
			in := call(hook.PreToolUse)
			in.Cwd = step.cwd
			fire(t, set, in)
			if runs.Load() != step.want {
				t.Errorf("step %d: ran %d times, want %d", i, runs.Load(), step.want)
			}
		}
	})
}

func TestAHookInGoThatDoesNotHeedItsTimeIsLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := hook.Handler{Timeout: time.Second, Func: func(context.Context, *hook.Input) (*hook.Output, error) {
			<-time.After(time.Hour)
			return &hook.Output{Decision: hook.Allow}, nil
		}}
		set := newSet(t, hook.Options{}, trusted(hook.PreToolUse, h))
		began := time.Now()
		res := fire(t, set, call(hook.PreToolUse))
		if res.Decision != hook.Deny || time.Since(began) != time.Second {
			t.Errorf("%+v after %v", res, time.Since(began))
		}
	})
}

func TestTheAnswerOfACommandIsKeptToo(t *testing.T) {
	dir := t.TempDir()
	cfg, err := hook.ParseKiro(json.RawMessage(`{"preToolUse":[{"matcher":"shell","command":"echo x >>runs; echo no >&2; exit 2","cache_ttl_seconds":300}]}`), "agent.json")
	if err != nil {
		t.Fatal(err)
	}
	cfg.Trusted = true
	var cached int
	set := newSet(t, hook.Options{ProjectDir: dir, Trace: func(tr hook.Trace) {
		if tr.Cached {
			cached++
		}
	}}, cfg)
	for range 3 {
		if res := fire(t, set, call(hook.PreToolUse)); res.Reason != "no" || !res.Blocked {
			t.Errorf("%+v", res)
		}
	}
	if got := read(t, filepath.Join(dir, "runs")); got != "x" || cached != 2 {
		t.Errorf("ran %q, %d from the cache", got, cached)
	}
}
