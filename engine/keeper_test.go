package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"jig/engine"
	"jig/tool"
)

// ledger is a keeper that writes down what it is asked.
type ledger struct {
	lines []string
	err   error
}

func (l *ledger) Keep(_ context.Context, c tool.Change) (func(*tool.Result), error) {
	l.lines = append(l.lines, "keep "+c.Tool+" "+strings.Join(c.Intent.Writes, ","))
	if c.Turn == "" || c.Call == nil {
		return nil, errors.New("nobody knows whose it is")
	}
	return func(r *tool.Result) { l.lines = append(l.lines, "end "+r.Text()) }, l.err
}

type pathInput struct {
	Path string `json:"path"`
}

func writer(name string, ran *[]string) *tool.Typed[pathInput, string] {
	return tool.New(tool.Spec{Name: name}, func(ctx context.Context, in pathInput) (string, error) {
		*ran = append(*ran, in.Path+" stated "+strings.Join(tool.IntentFrom(ctx).Writes, ","))
		return "wrote", nil
	}).WithPlan(func(_ context.Context, in pathInput) (*tool.Intent, error) {
		if in.Path == "" {
			return &tool.Intent{Reads: []string{"/r"}}, nil
		}
		return &tool.Intent{Writes: []string{in.Path}}, nil
	})
}

func TestAKeeperStandsAroundCallsThatChangeSomething(t *testing.T) {
	var ran []string
	keeper := &ledger{}
	eng := engine.New(tool.NewSet(writer("write", &ran)), engine.AllowAll(), engine.Options{Keeper: keeper})
	t.Cleanup(func() { _ = eng.Close() })
	for _, args := range []string{`{"path":"/a"}`, `{"path":""}`} {
		if out := eng.Call(t.Context(), tool.Call{Name: "write", Args: json.RawMessage(args)}); out.Status != engine.OK {
			t.Fatal(out.Result.Text())
		}
	}
	if got := strings.Join(keeper.lines, "; "); got != "keep write /a; end wrote" {
		t.Errorf("the keeper saw %s", got)
	}
	if ran[0] != "/a stated /a" {
		t.Errorf("the tool saw %s", ran[0])
	}
	keeper.err = errors.New("the disk is full")
	out := eng.Call(t.Context(), tool.Call{Name: "write", Args: json.RawMessage(`{"path":"/b"}`)})
	if out.Status != engine.Failed || !strings.Contains(out.Result.Text(), "the disk is full") || len(ran) != 2 {
		t.Errorf("what could not be kept ran: %s, %v", out.Result.Text(), ran)
	}
}

func TestACallForAnotherSystemFindsItsTool(t *testing.T) {
	var ran, other []string
	first := writer("write", &ran).WithSpellings(map[string][]string{"path": {"file_path"}}).
		WithAdapt(func(name string, args map[string]json.RawMessage) (string, error) {
			if _, ok := args["append"]; ok {
				delete(args, "append")
				return "append", nil
			}
			return "", nil
		})
	var asked []string
	gate := gateFunc(func(_ context.Context, r *engine.Request) engine.Decision {
		asked = append(asked, r.Spec.Name+" "+string(r.Call.Args))
		return engine.Decision{Effect: engine.Allow}
	})
	eng := engine.New(tool.NewSet(first, writer("append", &other)), gate, engine.Options{})
	t.Cleanup(func() { _ = eng.Close() })
	for _, args := range []string{`{"file_path":"/a"}`, `{"filePath":"/b","append":true}`} {
		if out := eng.Call(t.Context(), tool.Call{Name: "write", Args: json.RawMessage(args)}); out.Status != engine.OK {
			t.Fatal(out.Result.Text())
		}
	}
	if got := strings.Join(asked, "; "); got != `write {"path":"/a"}; append {"path":"/b"}` {
		t.Errorf("the gate saw %s", got)
	}
	if len(ran) != 1 || len(other) != 1 {
		t.Errorf("ran %v and %v", ran, other)
	}
}
