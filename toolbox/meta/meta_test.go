package meta_test

import (
	"testing"

	"go.uber.org/goleak"

	"jig/engine"
	"jig/tool"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// run takes one call down the whole road.
func run(t *testing.T, tl tool.Tool, args string, opt engine.Options) engine.Outcome {
	t.Helper()
	eng := engine.New(tool.NewSet(tl), engine.AllowAll(), opt)
	defer func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	}()
	return eng.Call(t.Context(), tool.Call{Name: tl.Spec().Name, Args: []byte(args)})
}

// wantUntouched fails unless the call stated that it touches nothing.
func wantUntouched(t *testing.T, out engine.Outcome) {
	t.Helper()
	in := out.Intent
	if in == nil {
		t.Fatal("the call has no intent")
	}
	if n := len(in.Reads) + len(in.Writes) + len(in.Commands) + len(in.Hosts) + len(in.Locks); n > 0 {
		t.Errorf("the intent %+v touches something", *in)
	}
	if in.Summary == "" {
		t.Error("the intent has no summary")
	}
}
