package cli_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jig/cmd/jig/internal/cli"
	"jig/engine"
	"jig/tool"
)

func TestATimeoutHoldsForToolsThatHaveOneOfTheirOwn(t *testing.T) {
	type input struct {
		N int `json:"n" minimum:"1"`
	}
	planned := false
	wait := tool.New(tool.Spec{Name: "wait", Description: "Waits", Timeout: time.Hour}, func(ctx context.Context, _ input) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	}).WithPlan(func(context.Context, input) (*tool.Intent, error) {
		planned = true
		return &tool.Intent{}, nil
	})
	synctest.Test(t, func(t *testing.T) {
		set := tool.NewSet(wait)
		if err := cli.Bound(set, cli.Bounds{Timeout: 3 * time.Second}); err != nil {
			t.Fatal(err)
		}
		eng := engine.New(set, engine.AllowAll(), engine.Options{})
		began := time.Now()
		out := eng.Call(t.Context(), tool.Call{Name: "wait", Args: []byte(`{"n":1}`)})
		if took := time.Since(began); out.Status != engine.TimedOut || took != 3*time.Second {
			t.Errorf("%s after %s, want timed_out after 3s", out.Status, took)
		}
		if !planned {
			t.Error("the tool was not asked for its intent")
		}
		if out := eng.Call(t.Context(), tool.Call{Name: "wait", Args: []byte(`{"n":0}`)}); out.Status != engine.Invalid {
			t.Errorf("%s, want invalid: the schema must survive", out.Status)
		}
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	})
	if got := wait.Spec().Timeout; got != time.Hour {
		t.Errorf("the tool itself was changed: its timeout is %s", got)
	}
}

func TestALimitOfOutputHoldsForToolsThatHaveOneOfTheirOwn(t *testing.T) {
	const text = "0123456789"
	say := tool.New(tool.Spec{Name: "say", Description: "Talks", MaxOutput: -1, Timeout: time.Hour}, func(context.Context, struct{}) (string, error) {
		return strings.Repeat(text, 100), nil
	})
	for name, test := range map[string]struct {
		bounds cli.Bounds
		cut    bool
	}{
		"none is given":   {cli.Bounds{}, false},
		"only a timeout":  {cli.Bounds{Timeout: time.Minute}, false},
		"a small one":     {cli.Bounds{MaxOutput: 500}, true},
		"all is wanted":   {cli.Bounds{MaxOutput: -1}, false},
		"larger than all": {cli.Bounds{MaxOutput: 5000}, false},
	} {
		t.Run(name, func(t *testing.T) {
			set := tool.NewSet(say)
			if err := cli.Bound(set, test.bounds); err != nil {
				t.Fatal(err)
			}
			eng := engine.New(set, engine.AllowAll(), engine.Options{})
			out := eng.Call(t.Context(), tool.Call{Name: "say", Args: []byte("{}")})
			if got := len([]rune(out.Result.Text())); out.Status != engine.OK || (got <= 500) != test.cut {
				t.Errorf("%s with %d characters", out.Status, got)
			}
			if err := eng.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
