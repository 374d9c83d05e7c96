package engine_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jig/engine"
	"jig/tool"
)

// insistent is middleware that makes a call again until it succeeds, some times.
func insistent(times int, wait time.Duration) engine.Middleware {
	return func(next engine.Handler) engine.Handler {
		return func(ctx context.Context, c *tool.Call) (res *tool.Result, err error) {
			for range times {
				if res, err = next(ctx, c); err == nil {
					return res, nil
				}
				if pause(ctx, wait) != nil {
					break
				}
			}
			return res, err
		}
	}
}

func TestMiddlewareThatTriesAgainGetsNothingThroughThatWasAllowedOnlyAsChanged(t *testing.T) {
	for name, to := range map[string]string{
		"the changed arguments are not valid": `{"path":7}`,
		"the changed arguments are denied":    `{"path":"/forbidden"}`,
		"a hook blocks the changed arguments": `{"path":"/blocked"}`,
	} {
		t.Run(name, func(t *testing.T) {
			var ran []string
			blocked := 0
			hooks := hookFuncs{before: func(_ *tool.Call, in *tool.Intent) (engine.Advice, error) {
				if slices.Contains(in.Writes, "/blocked") {
					if blocked++; blocked == 1 {
						return engine.Advice{Effect: engine.Deny}, nil
					}
					return engine.Advice{Args: json.RawMessage(`{"path":"/hooked"}`)}, nil
				}
				return engine.Advice{}, nil
			}}
			gate := &editing{to: map[string]string{"c": to}}
			opt := engine.Options{Hooks: []engine.Hooks{hooks}, Middleware: []engine.Middleware{insistent(3, 0)}}
			eng := newEdited(t, gate, opt, writer("write", &ran))
			out := eng.Call(t.Context(), tool.Call{ID: "c", Name: "write", Args: []byte(`{"path":"/old"}`)})
			if out.Status != engine.Denied || len(ran) != 0 {
				t.Errorf("%s: ran %q, the gate was asked about %q: %s", out.Status, ran, gate.seen, out.Result.Text())
			}
		})
	}
}

func TestAChangedCallThatIsTriedAgainAfterALimitStillWaitsForWhatItTouchesNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		ran := map[string][2]int64{}
		start := time.Now()
		span := func(in work, begin, end time.Time) {
			mu.Lock()
			defer mu.Unlock()
			ran[in.Say] = [2]int64{begin.Sub(start).Milliseconds(), end.Sub(start).Milliseconds()}
		}
		plan := func(_ context.Context, in work) (*tool.Intent, error) { return &tool.Intent{Writes: in.Writes}, nil }
		rare := tool.New(tool.Spec{Name: "rare"}, doWork(span)).WithPlan(plan)
		gate := &editing{
			to:    map[string]string{"b": `{"say":"b","writes":["/x"],"ms":10}`},
			delay: map[string]time.Duration{"b": 5 * time.Millisecond},
		}
		eng := newEdited(t, gate, engine.Options{
			Middleware: []engine.Middleware{insistent(50, 10*time.Millisecond)},
			Limits:     engine.Limits{Tool: map[string]tool.Rate{"rare": {Calls: 1, Per: 100 * time.Millisecond}}},
		}, worker(span), rare)
		out := runAll(t, eng, engine.TurnOptions{},
			call(t, "a", "work", work{Say: "a", Writes: []string{"/x"}, MS: 300}),
			call(t, "z", "rare", work{Say: "z", Writes: []string{"/z"}}),
			call(t, "b", "rare", work{Say: "b", Writes: []string{"/y"}}))
		wantStatus(t, out, engine.OK, engine.OK, engine.OK)
		if ran["b"] != [2]int64{300, 310} {
			t.Errorf("all ran at %v", ran)
		}
	})
}

func TestAChangedCallThatDidNotStopTellsWhatMayStillBeAtWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan struct{})
		stubborn := tool.New(tool.Spec{Name: "stubborn"}, func(context.Context, work) (string, error) {
			defer close(ended)
			<-time.After(time.Second) // whatever it is told
			return "", nil
		})
		gate := &editing{to: map[string]string{"c": `{"say":"this"}`}}
		eng := newEdited(t, gate, engine.Options{Timeout: 100 * time.Millisecond, Grace: 50 * time.Millisecond}, stubborn)
		out := eng.Call(t.Context(), call(t, "c", "stubborn", work{Say: "that"}))
		if text := out.Result.Text(); out.Status != engine.Abandoned || !strings.Contains(text, `changed its arguments: say is "this"`) {
			t.Errorf("%s: %s", out.Status, text)
		}
		<-ended
	})
}
