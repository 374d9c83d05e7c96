package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"go.uber.org/goleak"

	"jig/engine"
	"jig/tool"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// work is the input of the tool that most tests use: it says what it touches
// and how long it takes.
type work struct {
	Reads  []string `json:"reads,omitempty"`
	Writes []string `json:"writes,omitempty"`
	Locks  []string `json:"locks,omitempty"`
	MS     int      `json:"ms,omitempty" minimum:"0"`
	Say    string   `json:"say,omitempty"`
	Fail   bool     `json:"fail,omitempty"`
}

// worker makes the tool. Each run is told to span, if there is one.
func worker(span func(in work, begin, end time.Time)) *tool.Typed[work, string] {
	spec := tool.Spec{Name: "work", Description: "Works for a while", Access: tool.FullAccess}
	return tool.New(spec, doWork(span)).WithPlan(func(_ context.Context, in work) (*tool.Intent, error) {
		return &tool.Intent{Summary: in.Say, Reads: in.Reads, Writes: in.Writes, Locks: in.Locks}, nil
	})
}

func doWork(span func(in work, begin, end time.Time)) func(ctx context.Context, in work) (string, error) {
	return func(ctx context.Context, in work) (string, error) {
		begin := time.Now()
		if err := pause(ctx, time.Duration(in.MS)*time.Millisecond); err != nil {
			return "", err
		}
		if span != nil {
			span(in, begin, time.Now())
		}
		if in.Fail {
			return "", fmt.Errorf("%s went wrong", in.Say)
		}
		return in.Say, nil
	}
}

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func call(t testing.TB, id, name string, args any) tool.Call {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return tool.Call{ID: id, Name: name, Args: raw}
}

func newEngine(t testing.TB, opt engine.Options, tools ...tool.Tool) *engine.Engine {
	t.Helper()
	eng := engine.New(tool.NewSet(tools...), engine.AllowAll(), opt)
	t.Cleanup(func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	})
	return eng
}

// runAll puts the calls through one turn.
func runAll(t testing.TB, eng *engine.Engine, opt engine.TurnOptions, calls ...tool.Call) []engine.Outcome {
	t.Helper()
	turn := eng.Turn(t.Context(), opt)
	for _, c := range calls {
		if err := turn.Add(c); err != nil {
			t.Fatal(err)
		}
	}
	turn.Close()
	return turn.Wait()
}

func wantStatus(t testing.TB, out []engine.Outcome, want ...engine.Status) {
	t.Helper()
	if len(out) != len(want) {
		t.Fatalf("%d outcomes, want %d", len(out), len(want))
	}
	for i, w := range want {
		if out[i].Status != w {
			t.Errorf("call %d (%s): %s, want %s: %s", i, out[i].Call.ID, out[i].Status, w, out[i].Result.Text())
		}
	}
}
