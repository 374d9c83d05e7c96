package flow_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/flow"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// nap puts a sleep through an engine and gives its outcome, the lines of progress, and how long it took.
func nap(ctx context.Context, t *testing.T, args string) (out engine.Outcome, progress []string, took time.Duration) {
	t.Helper()
	eng := engine.New(tool.NewSet(flow.Sleep()), engine.AllowAll(), engine.Options{Observe: func(e engine.Event) {
		if e.Kind == engine.Progress {
			progress = append(progress, e.Text)
		}
	}})
	defer func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	}()
	began := time.Now()
	out = eng.Call(ctx, tool.Call{Name: "sleep", Args: []byte(args)})
	return out, progress, time.Since(began)
}

func TestSleepTakesItsTimeAndTellsHowMuchIsLeft(t *testing.T) {
	tests := map[string]struct {
		seconds  string
		took     time.Duration
		progress []string
	}{
		"no time at all":            {"0", 0, nil},
		"a part of a second":        {"0.25", 250 * time.Millisecond, nil},
		"one second":                {"1", time.Second, nil},
		"three seconds":             {"3", 3 * time.Second, []string{"2s left", "1s left"}},
		"seconds with a fraction":   {"2.75", 2750 * time.Millisecond, []string{"2s left", "1s left"}},
		"the smallest step of time": {"1e-9", time.Nanosecond, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				out, progress, took := nap(t.Context(), t, fmt.Sprintf(`{"seconds":%s}`, test.seconds))
				if out.Status != engine.OK || took != test.took {
					t.Errorf("%s after %s, want ok after %s: %s", out.Status, took, test.took, out.Result.Text())
				}
				if want := fmt.Sprintf("Slept for %s.", test.took); out.Result.Text() != want {
					t.Errorf("the result is %q, want %q", out.Result.Text(), want)
				}
				if !slices.Equal(progress, test.progress) {
					t.Errorf("progress was %q, want %q", progress, test.progress)
				}
				if in := out.Intent; len(in.Reads)+len(in.Writes)+len(in.Locks) > 0 || !strings.HasPrefix(in.Summary, "sleep for ") {
					t.Errorf("the intent is %+v, want one that touches nothing", *in)
				}
			})
		})
	}
}

func TestTheLongestSleepIsNotTimedOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, progress, took := nap(t.Context(), t, `{"seconds":3600}`)
		if out.Status != engine.OK || took != time.Hour || len(progress) != 3599 {
			t.Errorf("%s after %s with %d lines of progress", out.Status, took, len(progress))
		}
	})
}

func TestSleepStopsAtOnceWhenCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(90*time.Second, func() { cancel(errors.New("enough")) })
		out, _, took := nap(ctx, t, `{"seconds":600}`)
		if out.Status != engine.Cancelled || took != 90*time.Second {
			t.Errorf("%s after %s, want cancelled after 1m30s", out.Status, took)
		}
		if want := "Slept for 1m30s of 10m0s.\nCancelled: enough"; out.Result.Text() != want {
			t.Errorf("the result is %q, want %q", out.Result.Text(), want)
		}
	})
}

func TestSleepsRunTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		eng := engine.New(tool.NewSet(flow.Sleep()), engine.AllowAll(), engine.Options{})
		turn := eng.Turn(t.Context(), engine.TurnOptions{})
		began := time.Now()
		for range 5 {
			if err := turn.Add(tool.Call{Name: "sleep", Args: []byte(`{"seconds":10}`)}); err != nil {
				t.Fatal(err)
			}
		}
		turn.Close()
		turn.Wait()
		if took := time.Since(began); took != 10*time.Second {
			t.Errorf("five sleeps of 10s took %s together", took)
		}
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestSleepRefusesWhatIsNoTime(t *testing.T) {
	for name, args := range map[string]string{
		"nothing":           `{}`,
		"less than no time": `{"seconds":-1}`,
		"more than an hour": `{"seconds":3600.5}`,
		"words":             `{"seconds":"a while"}`,
		"another unit":      `{"duration_ms":1000}`,
	} {
		t.Run(name, func(t *testing.T) {
			out, _, _ := nap(t.Context(), t, args)
			if out.Status != engine.Invalid || !strings.Contains(out.Result.Text(), "seconds") {
				t.Errorf("%s: %s", out.Status, out.Result.Text())
			}
		})
	}
}
