package guard_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"jig/config"
	"jig/engine"
	"jig/engine/guard"
	"jig/hook"
	"jig/policy"
	"jig/tool"
	"jig/workspace"
)

// newRuled makes an engine with the tool write and the rules, and with a hook
// that answers questions, if there is one.
func newRuled(t *testing.T, a guard.Asker, opt policy.Options, answer hook.Func) (*engine.Engine, *policy.Policy) {
	t.Helper()
	space, err := workspace.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	opt.Space = space
	p, err := policy.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	tools := tool.NewSet(writer())
	gate := guard.Options{Policy: p, Asker: a}
	if answer != nil {
		set, err := hook.New([]hook.Config{{Source: "test", Trusted: true, Groups: map[hook.Event][]hook.Group{
			hook.PermissionRequest: {{Handlers: []hook.Handler{{Func: answer}}}},
		}}}, hook.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(set.Close)
		gate.Hooks = guard.NewHooks(set, tools, guard.HookSession{})
	}
	eng := engine.New(tools, guard.New(gate), engine.Options{})
	t.Cleanup(func() {
		if err := errors.Join(eng.Close(), space.Close()); err != nil {
			t.Error(err)
		}
	})
	return eng, p
}

func path(to string) json.RawMessage { return json.RawMessage(`{"path":"` + to + `"}`) }

func TestWhoAllowsACallMayChangeIt(t *testing.T) {
	t.Parallel()
	rules := []policy.Rule{{Effect: policy.Deny, Text: "Edit(secret/**)"}, {Effect: policy.Ask, Text: "Edit(public/**)"}}
	for name, test := range map[string]struct {
		to   string
		want engine.Status
		says string
	}{
		"what would be asked about is answered": {to: "b.txt", want: engine.OK, says: "wrote b.txt"},
		"also where a rule asks each time":      {to: "public/b.txt", want: engine.OK, says: "wrote public/b.txt"},
		"a rule that denies holds":              {to: "secret/b.txt", want: engine.Denied, says: "rule: Edit(secret/**)"},
		"harm is denied":                        {to: ".git/config", want: engine.Denied, says: "cannot be made"},
		"the same is a plain yes":               {to: "a.txt", want: engine.OK, says: "wrote a.txt"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := &asker{answer: always(guard.Answer{Allow: true, Args: path(test.to)})}
			eng, _ := newRuled(t, a, policy.Options{Rules: rules}, nil)
			out := write(t, eng, "a.txt")
			if out.Status != test.want || !strings.Contains(out.Result.Text(), test.says) {
				t.Errorf("%s: %s", out.Status, out.Result.Text())
			}
			if len(a.lists) != 1 {
				t.Errorf("asked %d times", len(a.lists))
			}
		})
	}
}

func TestATierHoldsForChangedArguments(t *testing.T) {
	t.Parallel()
	a := &asker{answer: always(guard.Answer{Allow: true, Args: path("/srv/elsewhere.txt")})}
	eng, _ := newRuled(t, a, policy.Options{Tier: config.WorkspaceWrite}, nil)
	if out := write(t, eng, "a.txt"); out.Status != engine.Denied || !strings.Contains(out.Result.Text(), "tier") {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
}

func TestTheModeOfTheMomentHoldsForChangedArguments(t *testing.T) {
	t.Parallel()
	a := &asker{}
	eng, p := newRuled(t, a, policy.Options{}, nil)
	a.answer = func(context.Context, guard.Question) (guard.Answer, error) {
		return guard.Answer{Allow: true, Args: path("b.txt")}, p.SetMode(policy.Plan)
	}
	if out := write(t, eng, "a.txt"); out.Status != engine.Denied || !strings.Contains(out.Result.Text(), "plan mode") {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
}

func TestAnAnswerThatChangesACallIsNotKept(t *testing.T) {
	t.Parallel()
	a := &asker{answer: always(guard.Answer{Allow: true, Args: path("b.txt"), Keep: guard.Session, Offer: 1})}
	eng, _ := newRuled(t, a, policy.Options{}, nil)
	for range 2 {
		if out := write(t, eng, "a.txt"); out.Status != engine.OK || !strings.Contains(out.Result.Text(), "wrote b.txt") {
			t.Errorf("%s: %s", out.Status, out.Result.Text())
		}
	}
	if len(a.lists) != 2 {
		t.Errorf("asked %d times", len(a.lists))
	}
}

func TestAHookThatAnswersMayChangeACallTooButAPersonIsAskedWhereARuleSaysSo(t *testing.T) {
	t.Parallel()
	rules := []policy.Rule{{Effect: policy.Deny, Text: "Edit(secret/**)"}, {Effect: policy.Ask, Text: "Edit(public/**)"}}
	for name, test := range map[string]struct {
		to    string
		want  engine.Status
		says  string
		asked int
	}{
		"it is changed":                    {"b.txt", engine.OK, "wrote b.txt", 0},
		"a rule that denies holds":         {"secret/b.txt", engine.Denied, "rule: Edit(secret/**)", 0},
		"a rule that asks wants a person":  {"public/b.txt", engine.OK, "wrote public/b.txt", 1},
		"arguments that are not valid are": {`b","x":"`, engine.Denied, "Invalid arguments", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := &asker{answer: func(_ context.Context, q guard.Question) (guard.Answer, error) {
				return guard.Answer{Allow: strings.Contains(string(q.Args), test.to)}, nil
			}}
			eng, _ := newRuled(t, a, policy.Options{Rules: rules}, func(context.Context, *hook.Input) (*hook.Output, error) {
				return &hook.Output{Decision: hook.Allow, UpdatedInput: path(test.to)}, nil
			})
			out := write(t, eng, "a.txt")
			if out.Status != test.want || !strings.Contains(out.Result.Text(), test.says) || len(a.lists) != test.asked {
				t.Errorf("%s after %d questions: %s", out.Status, len(a.lists), out.Result.Text())
			}
		})
	}
}

func TestWhoeverIsAskedCannotChangeACallBehindTheGate(t *testing.T) {
	t.Parallel()
	scribble := func(to []byte) { copy(to, `{"path":"X.txt"}`) }
	for name, args := range map[string]json.RawMessage{"a plain yes": nil, "a yes with other arguments": path("b.txt")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := string(path("a.txt"))
			if args != nil {
				want = string(args)
			}
			given := append(json.RawMessage(nil), args...)
			var ran string
			plain := tool.Func(tool.Spec{Name: "plain"}, func(_ context.Context, call *tool.Call) (*tool.Result, error) {
				scribble(given)
				ran = string(call.Args)
				return &tool.Result{}, nil
			})
			a := &asker{answer: func(_ context.Context, q guard.Question) (guard.Answer, error) {
				scribble(q.Args)
				return guard.Answer{Allow: true, Args: given}, nil
			}}
			_, p := newRuled(t, a, policy.Options{}, nil)
			eng := engine.New(tool.NewSet(plain), guard.New(guard.Options{Policy: p, Asker: a}), engine.Options{})
			t.Cleanup(func() {
				if err := eng.Close(); err != nil {
					t.Error(err)
				}
			})
			eng.Call(t.Context(), tool.Call{ID: "c", Name: "plain", Args: path("a.txt")})
			if ran != want || len(a.lists) != 1 {
				t.Errorf("ran with %q after %d questions, want %q", ran, len(a.lists), want)
			}
		})
	}
}

func TestWhatHooksSaidAboutACallBeforeItWasChangedIsNotTold(t *testing.T) {
	t.Parallel()
	a := &asker{answer: always(guard.Answer{Allow: true, Args: path("b.txt")})}
	_, p := newRuled(t, a, policy.Options{}, nil)
	set, err := hook.New([]hook.Config{{Source: "test", Trusted: true, Groups: map[hook.Event][]hook.Group{
		hook.PreToolUse: {{Handlers: []hook.Handler{{Func: func(_ context.Context, in *hook.Input) (*hook.Output, error) {
			if strings.Contains(string(in.ToolInput), "a.txt") {
				return &hook.Output{Context: "a.txt is old"}, nil
			}
			return &hook.Output{}, nil
		}}}}},
	}}}, hook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(set.Close)
	tools := tool.NewSet(writer())
	hooks := guard.NewHooks(set, tools, guard.HookSession{})
	eng := engine.New(tools, guard.New(guard.Options{Policy: p, Asker: a}), engine.Options{Hooks: []engine.Hooks{hooks}})
	t.Cleanup(func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	})
	if out := write(t, eng, "a.txt"); out.Status != engine.OK || strings.Contains(out.Result.Text(), "a.txt is old") {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
}
