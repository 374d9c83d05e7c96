package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jig/engine"
	"jig/tool"
)

// editing is a gate that lets calls run with other arguments than their own, by
// their id, and denies what would write to a forbidden place.
type editing struct {
	to    map[string]string
	delay map[string]time.Duration

	mu   sync.Mutex
	seen []string
}

func (g *editing) Decide(ctx context.Context, r *engine.Request) engine.Decision {
	d := g.decide(r)
	if d.Change != nil && pause(ctx, g.delay[r.Call.ID]) != nil {
		return engine.Decision{Effect: engine.Deny}
	}
	return d
}

func (g *editing) decide(r *engine.Request) engine.Decision {
	g.mu.Lock()
	said := "new"
	if r.Answered() {
		said = "answered"
	}
	g.seen = append(g.seen, said+" "+r.Call.ID+" "+strings.Join(r.Intent.Writes, ","))
	g.mu.Unlock()
	if slices.Contains(r.Intent.Writes, "/forbidden") {
		return engine.Decision{Effect: engine.Deny, Reason: "a rule denies it", Rule: "Edit(/forbidden)"}
	}
	if args, ok := g.to[r.Call.ID]; ok && !r.Answered() {
		return engine.Decision{Effect: engine.Allow, Words: "mind the place", Change: &engine.Change{Args: json.RawMessage(args), By: "person"}}
	}
	return engine.Decision{Effect: engine.Allow}
}

func newEdited(t testing.TB, g engine.Gate, opt engine.Options, tools ...tool.Tool) *engine.Engine {
	t.Helper()
	eng := engine.New(tool.NewSet(tools...), g, opt)
	t.Cleanup(func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	})
	return eng
}

func TestACallRunsWithTheArgumentsOfWhoeverAllowedIt(t *testing.T) {
	var ran []string
	var decided []engine.Event
	keeper := &ledger{}
	gate := &editing{to: map[string]string{"c": `{ "path": "/new" }`}}
	eng := newEdited(t, gate, engine.Options{Keeper: keeper, Observe: func(e engine.Event) {
		if e.Kind == engine.Decided {
			decided = append(decided, e)
		}
	}}, writer("write", &ran))
	out := eng.Call(t.Context(), tool.Call{ID: "c", Name: "write", Args: []byte(`{"path":"/old"}`)})
	if out.Status != engine.OK || len(ran) != 1 || ran[0] != "/new stated /new" {
		t.Fatalf("%s: ran %q: %s", out.Status, ran, out.Result.Text())
	}
	if got := strings.Join(gate.seen, "; "); got != "new c /old; answered c /new" {
		t.Errorf("the gate was asked about %s", got)
	}
	if got := strings.Join(keeper.lines, "; "); got != "keep write /new; end wrote" {
		t.Errorf("the keeper saw %s", got)
	}
	if !slices.Equal(out.Intent.Writes, []string{"/new"}) || string(out.Call.Args) == `{"path":"/old"}` {
		t.Errorf("the outcome tells of %v, %s", out.Intent.Writes, out.Call.Args)
	}
	want := "Note: whoever allowed this call changed its arguments: path is \"/new\"."
	if text := out.Result.Text(); !strings.Contains(text, want) || !strings.Contains(text, "mind the place") {
		t.Errorf("the model reads %q", text)
	}
	if len(decided) != 1 {
		t.Fatalf("%d decisions are told", len(decided))
	}
	raw, err := json.Marshal(decided[0])
	if err != nil || !strings.Contains(string(raw), `"change":{"args":{"path":"/new"},"by":"person"}`) {
		t.Errorf("the record is %s, %v", raw, err)
	}
}

func TestChangedArgumentsGoTheWholeRoadAgain(t *testing.T) {
	for name, test := range map[string]struct {
		to     string
		status engine.Status
		says   string
		ran    string
	}{
		"a rule that denies holds for them":   {`{"path":"/forbidden"}`, engine.Denied, `changed its arguments (path is "/forbidden"), and with those it cannot be made: a rule denies it (rule: Edit(/forbidden))`, ""},
		"they must fit the schema":            {`{"path":7}`, engine.Denied, "cannot be made: Invalid arguments", ""},
		"they must be an object":              {`[1]`, engine.Denied, "(they are [1])", ""},
		"they must be JSON":                   {`{"path`, engine.Denied, "Invalid arguments", ""},
		"no argument comes twice":             {`{"path":"/old","path":"/new"}`, engine.Denied, "Invalid arguments", ""},
		"a hook that blocks holds for them":   {`{"path":"/blocked"}`, engine.Denied, "cannot be made: not there", ""},
		"they cannot mean another tool":       {`{"path":"/new","other":true}`, engine.Denied, "meant for the tool other", ""},
		"they may be spelled otherwise":       {`{"file_path":"/new"}`, engine.OK, `path is "/new"`, "/new stated /new"},
		"the same values are a plain yes":     {"{ \"path\" :\"\\u002fold\"}", engine.OK, "wrote", "/old stated /old"},
		"what is long is told in a few words": {`{"path":"/` + strings.Repeat("long/", 2000) + `"}`, engine.OK, "(10003 bytes)", "/" + strings.Repeat("long/", 2000) + " stated /" + strings.Repeat("long/", 2000)},
	} {
		t.Run(name, func(t *testing.T) {
			var ran []string
			write := writer("write", &ran).WithSpellings(map[string][]string{"path": {"file_path"}}).
				WithAdapt(func(_ string, args map[string]json.RawMessage) (string, error) {
					if _, ok := args["other"]; ok {
						return "other", nil
					}
					return "", nil
				})
			hooks := hookFuncs{before: func(_ *tool.Call, in *tool.Intent) (engine.Advice, error) {
				if slices.Contains(in.Writes, "/blocked") {
					return engine.Advice{Effect: engine.Deny, Reason: "not there"}, nil
				}
				return engine.Advice{}, nil
			}}
			eng := newEdited(t, &editing{to: map[string]string{"c": test.to}}, engine.Options{Hooks: []engine.Hooks{hooks}, Observe: func(e engine.Event) {
				if _, err := json.Marshal(e); err != nil {
					t.Errorf("an event cannot be recorded: %v", err)
				}
			}}, write, writer("other", &ran))
			out := eng.Call(t.Context(), tool.Call{ID: "c", Name: "write", Args: []byte(`{"path":"/old"}`)})
			if out.Status != test.status || !strings.Contains(out.Result.Text(), test.says) || len(out.Result.Text()) > 2000 {
				t.Errorf("%s: %s", out.Status, out.Result.Text())
			}
			if got := strings.Join(ran, "; "); got != test.ran {
				t.Errorf("ran %q", got)
			}
			if test.says == "wrote" && strings.Contains(out.Result.Text(), "changed") {
				t.Errorf("the model reads of a change: %s", out.Result.Text())
			}
		})
	}
}

func TestNumbersThatDifferOnlyInTheirLastDigitAreAChange(t *testing.T) {
	type id struct {
		ID int64 `json:"id"`
	}
	var got int64
	take := tool.New(tool.Spec{Name: "take"}, func(_ context.Context, in id) (string, error) { got = in.ID; return "", nil })
	eng := newEdited(t, &editing{to: map[string]string{"c": `{"id":9007199254740993}`}}, engine.Options{}, take)
	eng.Call(t.Context(), tool.Call{ID: "c", Name: "take", Args: []byte(`{"id":9007199254740992}`)})
	if got != 9007199254740993 {
		t.Errorf("ran with %d", got)
	}
}

func TestArgumentsThatAHookChangesAgainAreAskedAboutAgain(t *testing.T) {
	var ran []string
	hooks := hookFuncs{before: func(_ *tool.Call, in *tool.Intent) (engine.Advice, error) {
		if slices.Contains(in.Writes, "/new") {
			return engine.Advice{Args: json.RawMessage(`{"path":"/hooked"}`)}, nil
		}
		return engine.Advice{}, nil
	}}
	var answered []bool
	gate := gateFunc(func(_ context.Context, r *engine.Request) engine.Decision {
		answered = append(answered, r.Answered())
		if r.Intent.Writes[0] == "/old" {
			return engine.Decision{Effect: engine.Allow, Change: &engine.Change{Args: json.RawMessage(`{"path":"/new"}`)}}
		}
		return engine.Decision{Effect: engine.Allow}
	})
	eng := newEdited(t, gate, engine.Options{Hooks: []engine.Hooks{hooks}}, writer("write", &ran))
	out := eng.Call(t.Context(), tool.Call{Name: "write", Args: []byte(`{"path":"/old"}`)})
	if out.Status != engine.OK || !slices.Equal(ran, []string{"/hooked stated /hooked"}) || !slices.Equal(answered, []bool{false, false}) {
		t.Errorf("%s: ran %q, answered %v: %s", out.Status, ran, answered, out.Result.Text())
	}
}

func TestAGateThatNeverAgreesWithItselfDenies(t *testing.T) {
	var ran []string
	gate := gateFunc(func(_ context.Context, r *engine.Request) engine.Decision {
		return engine.Decision{Effect: engine.Allow, Change: &engine.Change{Args: json.RawMessage(`{"path":"` + r.Intent.Writes[0] + `/x"}`)}}
	})
	eng := newEdited(t, gate, engine.Options{}, writer("write", &ran))
	out := eng.Call(t.Context(), tool.Call{Name: "write", Args: []byte(`{"path":"/old"}`)})
	if out.Status != engine.Denied || len(ran) != 0 || !strings.Contains(out.Result.Text(), "again and again") {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
}

// instantly is a gate that changes a call without waiting for anybody.
type instantly struct{ editing }

func (g *instantly) DecideNow(r *engine.Request) (engine.Decision, bool) {
	return g.decide(r), true
}

func TestAQuickCallCanBeChangedToo(t *testing.T) {
	find := finder(true)
	gate := &instantly{editing{to: map[string]string{"c": strings.Replace(findArgs, "README.md", "NEWS.md", 1)}}}
	var first json.RawMessage
	eng := newEdited(t, gate, engine.Options{Observe: func(e engine.Event) {
		if e.Kind == engine.Proposed {
			first = e.Args
		}
	}}, find)
	out := eng.Call(t.Context(), tool.Call{ID: "c", Name: "find", Args: []byte(findArgs)})
	if out.Status != engine.OK || !strings.HasPrefix(out.Result.Text(), "/srv/data/projects/jig/NEWS.md") || string(first) != findArgs {
		t.Errorf("%s: %s; proposed %s", out.Status, out.Result.Text(), first)
	}
}

func TestAFailureOfAChangedCallTellsWhatRan(t *testing.T) {
	eng := newEdited(t, &editing{to: map[string]string{"c": `{"say":"this","fail":true}`}}, engine.Options{}, worker(nil))
	out := eng.Call(t.Context(), call(t, "c", "work", work{Say: "that"}))
	if text := out.Result.Text(); out.Status != engine.Failed || !strings.Contains(text, "this went wrong") || !strings.Contains(text, `say is "this"`) {
		t.Errorf("%s: %s", out.Status, text)
	}
}

func TestMiddlewareTriesAChangedCallAgainAsChanged(t *testing.T) {
	var ran []string
	tries := 0
	flaky := tool.New(tool.Spec{Name: "write"}, func(_ context.Context, in pathInput) (string, error) {
		ran = append(ran, in.Path)
		if tries++; tries == 1 {
			return "", errors.New("not now")
		}
		return "wrote", nil
	}).WithPlan(func(_ context.Context, in pathInput) (*tool.Intent, error) {
		return &tool.Intent{Writes: []string{in.Path}}, nil
	})
	again := func(next engine.Handler) engine.Handler {
		return func(ctx context.Context, c *tool.Call) (*tool.Result, error) {
			if res, err := next(ctx, c); err == nil {
				return res, nil
			}
			return next(ctx, c)
		}
	}
	gate := &editing{to: map[string]string{"c": `{"path":"/new"}`}}
	eng := newEdited(t, gate, engine.Options{Middleware: []engine.Middleware{again}}, flaky)
	out := eng.Call(t.Context(), tool.Call{ID: "c", Name: "write", Args: []byte(`{"path":"/old"}`)})
	if out.Status != engine.OK || !slices.Equal(ran, []string{"/new", "/new"}) || len(gate.seen) != 2 {
		t.Errorf("%s: ran %v, asked %v: %s", out.Status, ran, gate.seen, out.Result.Text())
	}
}

// spans runs the calls in one turn and tells when each ran, in milliseconds from
// the beginning.
func spans(t *testing.T, gate engine.Gate, opt engine.TurnOptions, calls ...tool.Call) map[string][2]int64 {
	t.Helper()
	ran := map[string][2]int64{}
	var mu sync.Mutex
	start := time.Now()
	eng := newEdited(t, gate, engine.Options{}, worker(func(in work, begin, end time.Time) {
		mu.Lock()
		defer mu.Unlock()
		ran[in.Say] = [2]int64{begin.Sub(start).Milliseconds(), end.Sub(start).Milliseconds()}
	}))
	for _, out := range runAll(t, eng, opt, calls...) {
		if out.Status != engine.OK {
			t.Errorf("%s: %s", out.Call.ID, out.Result.Text())
		}
	}
	return ran
}

func TestAChangedCallTakesThePlaceOfWhatItTouchesNow(t *testing.T) {
	writes := func(id, path string, ms int) tool.Call {
		return call(t, id, "work", work{Say: id, Writes: []string{path}, MS: ms})
	}
	for name, test := range map[string]struct {
		strategy engine.Strategy
		calls    []tool.Call
		gate     *editing
		want     map[string][2]int64
	}{
		"an earlier call that it conflicts with now goes first": {
			calls: []tool.Call{writes("a", "/x", 100), writes("b", "/y", 10)},
			gate:  &editing{to: map[string]string{"b": `{"say":"b","writes":["/x"],"ms":10}`}},
			want:  map[string][2]int64{"a": {0, 100}, "b": {100, 110}},
		},
		"one that it does not conflict with any more is not waited for": {
			calls: []tool.Call{writes("a", "/x", 100), writes("b", "/x", 10)},
			gate:  &editing{to: map[string]string{"b": `{"say":"b","writes":["/y"],"ms":10}`}},
			want:  map[string][2]int64{"a": {0, 100}, "b": {0, 10}},
		},
		"a later call that is under way goes first": {
			calls: []tool.Call{writes("a", "/x", 10), writes("b", "/y", 100)},
			gate: &editing{
				to:    map[string]string{"a": `{"say":"a","writes":["/y"],"ms":10}`},
				delay: map[string]time.Duration{"a": 50 * time.Millisecond},
			},
			want: map[string][2]int64{"a": {100, 110}, "b": {0, 100}},
		},
		"a later call that is not under way keeps its place behind it": {
			calls: []tool.Call{writes("a", "/x", 10), writes("z", "/y", 100), writes("b", "/y", 10)},
			gate: &editing{
				to:    map[string]string{"a": `{"say":"a","writes":["/y"],"ms":10}`},
				delay: map[string]time.Duration{"a": 50 * time.Millisecond},
			},
			want: map[string][2]int64{"z": {0, 100}, "a": {100, 110}, "b": {110, 120}},
		},
		"a later call that waited for what it touched goes on": {
			calls: []tool.Call{writes("a", "/x", 100), writes("b", "/x", 10)},
			gate: &editing{
				to:    map[string]string{"a": `{"say":"a","writes":["/y"],"ms":100}`},
				delay: map[string]time.Duration{"a": 50 * time.Millisecond},
			},
			want: map[string][2]int64{"a": {50, 150}, "b": {50, 60}},
		},
		"batches stay batches": {
			strategy: engine.Batched(2),
			calls:    []tool.Call{writes("a", "/x", 10), writes("b", "/y", 100), writes("c", "/z", 10)},
			gate: &editing{
				to:    map[string]string{"a": `{"say":"a","writes":["/y"],"ms":10}`},
				delay: map[string]time.Duration{"a": 50 * time.Millisecond},
			},
			want: map[string][2]int64{"a": {50, 60}, "b": {0, 100}, "c": {100, 110}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				got := spans(t, test.gate, engine.TurnOptions{Strategy: test.strategy}, test.calls...)
				for id, want := range test.want {
					if got[id] != want {
						t.Errorf("%s ran %v, want %v", id, got[id], want)
					}
				}
			})
		})
	}
}

func TestManyChangedCallsOfATurnNeverRunIntoEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := &editing{to: map[string]string{}, delay: map[string]time.Duration{}}
		var calls []tool.Call
		for i := range 60 {
			id := string(rune('A'+i/26)) + string(rune('a'+i%26))
			calls = append(calls, call(t, id, "work", work{Say: id, Writes: []string{"/" + id}, MS: i % 7}))
			if i%3 == 0 {
				gate.to[id] = `{"say":"` + id + `","writes":["/shared"],"ms":5}`
				gate.delay[id] = time.Duration(i*7%11) * time.Millisecond
			}
		}
		got := spans(t, gate, engine.TurnOptions{}, calls...)
		var shared [][2]int64
		for id := range gate.to {
			shared = append(shared, got[id])
		}
		slices.SortFunc(shared, func(a, b [2]int64) int { return int(a[0] - b[0]) })
		for i := 1; i < len(shared); i++ {
			if shared[i][0] < shared[i-1][1] {
				t.Errorf("%v and %v ran at the same time", shared[i-1], shared[i])
			}
		}
		if len(got) != 60 {
			t.Errorf("%d calls ran", len(got))
		}
	})
}

func TestAGateThatCrashesIsRecordedAsADenial(t *testing.T) {
	var told []engine.Effect
	gate := gateFunc(func(context.Context, *engine.Request) engine.Decision { panic("boom") })
	eng := newEdited(t, gate, engine.Options{Observe: func(e engine.Event) {
		if e.Kind == engine.Decided {
			told = append(told, e.Decision.Effect)
		}
	}}, worker(nil))
	out := eng.Call(t.Context(), call(t, "c", "work", work{}))
	if out.Status != engine.Denied || !slices.Equal(told, []engine.Effect{engine.Deny}) {
		t.Errorf("%s, told %v", out.Status, told)
	}
}

func TestAChangedCallDoesNotRunBesideOneThatDidNotStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan struct{})
		stubborn := tool.New(tool.Spec{Name: "stubborn"}, func(context.Context, work) (string, error) {
			defer close(ended)
			<-time.After(time.Second) // whatever it is told
			return "", nil
		}).WithPlan(func(_ context.Context, in work) (*tool.Intent, error) { return &tool.Intent{Writes: in.Writes}, nil })
		half := 500 * time.Millisecond
		gate := &editing{
			to:    map[string]string{"b": `{"say":"b","writes":["/x"]}`, "c": `{"say":"c","writes":["/z"]}`},
			delay: map[string]time.Duration{"b": half, "c": half},
		}
		eng := newEdited(t, gate, engine.Options{Timeout: 100 * time.Millisecond, Grace: 50 * time.Millisecond}, stubborn, worker(nil))
		out := runAll(t, eng, engine.TurnOptions{},
			call(t, "a", "stubborn", work{Writes: []string{"/x"}}),
			call(t, "b", "work", work{Say: "b", Writes: []string{"/y"}}),
			call(t, "c", "work", work{Say: "c", Writes: []string{"/w"}}),
			call(t, "d", "work", work{Say: "d", Writes: []string{"/y"}}))
		wantStatus(t, out, engine.Abandoned, engine.Failed, engine.OK, engine.OK)
		if text := out[1].Result.Text(); !strings.Contains(text, "may still be at work") {
			t.Error(text)
		}
		<-ended
	})
}
