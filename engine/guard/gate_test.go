package guard_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"jig/engine"
	"jig/engine/guard"
	"jig/policy"
	"jig/sandbox"
	"jig/tool"
	"jig/workspace"
)

func TestMain(m *testing.M) {
	sandbox.MaybeInit() // a child on its way into confinement is this binary
	// With the race detector each of them would wait a second when it exits.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// asker answers from a function, and remembers what it was asked.
type asker struct {
	mu     sync.Mutex
	lists  [][]guard.Question
	answer func(context.Context, guard.Question) (guard.Answer, error)
}

func (a *asker) Ask(ctx context.Context, qs []guard.Question) ([]guard.Answer, error) {
	a.mu.Lock()
	a.lists = append(a.lists, qs)
	a.mu.Unlock()
	var answers []guard.Answer
	for _, q := range qs {
		got, err := a.answer(ctx, q)
		if err != nil {
			return nil, err
		}
		answers = append(answers, got)
	}
	return answers, nil
}

func always(a guard.Answer) func(context.Context, guard.Question) (guard.Answer, error) {
	return func(context.Context, guard.Question) (guard.Answer, error) { return a, nil }
}

type fileArgs struct {
	Path string `json:"path"`
}

// writer is a tool that states what it writes, and does nothing.
func writer() tool.Tool {
	return tool.New(tool.Spec{Name: "write", Description: "Writes.", Access: tool.WorkspaceWrite},
		func(_ context.Context, in fileArgs) (string, error) { return "wrote " + in.Path, nil }).
		WithPlan(func(_ context.Context, in fileArgs) (*tool.Intent, error) {
			return &tool.Intent{Summary: "write " + in.Path, Writes: []string{in.Path}}, nil
		})
}

func newEngine(t *testing.T, a guard.Asker, change func(*guard.Options)) (*engine.Engine, *policy.Policy) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	space, err := workspace.New(root)
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.New(policy.Options{Space: space})
	if err != nil {
		t.Fatal(err)
	}
	opt := guard.Options{Policy: p, Asker: a}
	if change != nil {
		change(&opt)
	}
	eng := engine.New(tool.NewSet(writer()), guard.New(opt), engine.Options{})
	t.Cleanup(func() {
		if err := errors.Join(eng.Close(), space.Close()); err != nil {
			t.Error(err)
		}
	})
	return eng, p
}

func write(t *testing.T, eng *engine.Engine, path string) engine.Outcome {
	t.Helper()
	return eng.Call(t.Context(), tool.Call{ID: path, Name: "write", Args: []byte(`{"path":"` + path + `"}`)})
}

func TestWithNobodyToAskACallIsDeniedWithTheRuleThatWouldAllowIt(t *testing.T) {
	t.Parallel()
	eng, _ := newEngine(t, nil, nil)
	out := write(t, eng, "a.txt")
	if out.Status != engine.Denied || !strings.Contains(out.Result.Text(), "Edit(") || !strings.Contains(out.Result.Text(), "nobody to ask") {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
}

func TestADenialWithNobodyToAskSaysWhatToDo(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options  policy.Options
		line     string
		want     string
		unwanted string
	}{
		"one rule":               {line: "make all", want: "with the rule Bash(make all) in ~/.config/jig/settings.json (permissions.allow)"},
		"several rules":          {line: "make all && make install && rm x", want: "with the rules Bash(make all), Bash(make install) and Bash(rm x) in ~"},
		"a folder not trusted":   {options: policy.Options{Untrusted: true}, line: "ls", want: "the folder is not trusted (jig trust --yes changes that)", unwanted: "the rule"},
		"what no rule can allow": {line: "$x", want: "No rule about just this call would allow it", unwanted: "with the rule"},
		"a rule that asks":       {options: policy.Options{Rules: []policy.Rule{{Effect: policy.Ask, Text: "Bash"}}}, line: "ls", want: "the rule that asks has to go first"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			space, err := workspace.New(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := space.Close(); err != nil {
					t.Error(err)
				}
			}()
			test.options.Space = space
			p, err := policy.New(test.options)
			if err != nil {
				t.Fatal(err)
			}
			spec, _ := policy.StandIn("Bash")
			d, _ := guard.New(guard.Options{Policy: p}).DecideNow(&engine.Request{Call: &tool.Call{Name: "Bash", Args: []byte("{}")}, Spec: spec, Intent: p.ShellIntent(test.line)})
			if d.Effect != engine.Deny || !strings.Contains(d.Reason, test.want) || test.unwanted != "" && strings.Contains(d.Reason, test.unwanted) {
				t.Errorf("%v: %s", d.Effect, d.Reason)
			}
		})
	}
}

func TestYesLetsOneCallPass(t *testing.T) {
	t.Parallel()
	a := &asker{answer: always(guard.Answer{Allow: true})}
	eng, _ := newEngine(t, a, nil)
	for range 2 {
		if out := write(t, eng, "a.txt"); out.Status != engine.OK {
			t.Errorf("%s: %s", out.Status, out.Result.Text())
		}
	}
	if len(a.lists) != 2 {
		t.Errorf("asked %d times, want each time", len(a.lists))
	}
}

func TestAlwaysIsForWhatWasOffered(t *testing.T) {
	t.Parallel()
	a := &asker{answer: always(guard.Answer{Allow: true, Keep: guard.Session, Offer: 1})}
	eng, _ := newEngine(t, a, nil)
	for _, path := range []string{"a.txt", "a.txt", "b.txt"} {
		if out := write(t, eng, path); out.Status != engine.OK {
			t.Errorf("%s: %s", out.Status, out.Result.Text())
		}
	}
	if len(a.lists) != 2 {
		t.Errorf("asked %d times, want once for each file", len(a.lists))
	}
}

func TestNeverHoldsForTheSession(t *testing.T) {
	t.Parallel()
	a := &asker{answer: always(guard.Answer{Keep: guard.Session, Offer: 1, Words: "leave that alone"})}
	eng, _ := newEngine(t, a, nil)
	first := write(t, eng, "a.txt")
	if first.Status != engine.Denied || !strings.Contains(first.Result.Text(), "leave that alone") {
		t.Errorf("%s: %s", first.Status, first.Result.Text())
	}
	if again := write(t, eng, "a.txt"); again.Status != engine.Denied || len(a.lists) != 1 {
		t.Errorf("%s after %d questions", again.Status, len(a.lists))
	}
}

func TestNeverThatIsSavedIsToldAsThat(t *testing.T) {
	t.Parallel()
	a := &asker{answer: always(guard.Answer{Keep: guard.Saved, Offer: 1})}
	eng, _ := newEngine(t, a, func(o *guard.Options) {
		o.Save = func(policy.Effect, []string) error { return nil }
	})
	write(t, eng, "a.txt")
	again := write(t, eng, "a.txt").Result.Text()
	if len(a.lists) != 1 || !strings.Contains(again, "a person denied this for good") || strings.Contains(again, "session") {
		t.Error(again)
	}
}

func TestQuestionsComeInTheOrderOfTheirCalls(t *testing.T) {
	t.Parallel()
	a := &asker{answer: always(guard.Answer{})}
	space, err := workspace.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := space.Close(); err != nil {
			t.Error(err)
		}
	}()
	p, err := policy.New(policy.Options{Space: space})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		g := guard.New(guard.Options{Policy: p, Asker: a})
		var asking sync.WaitGroup
		for _, index := range []int{2, 0, 1} { // as they come to be asked about
			path := string(rune('a' + index))
			asking.Go(func() {
				g.Decide(t.Context(), &engine.Request{
					Call: &tool.Call{ID: path, Name: "write", Args: []byte(`{"path":"` + path + `"}`)}, Spec: writer().Spec(),
					Intent: &tool.Intent{Summary: "write " + path, Writes: []string{path}}, Index: index,
				})
			})
			synctest.Wait()
		}
		asking.Wait()
	})
	var ids []string
	for _, q := range a.lists[0] {
		ids = append(ids, q.CallID)
	}
	if strings.Join(ids, "") != "abc" || len(a.lists) != 1 {
		t.Errorf("asked %v in %d lists", ids, len(a.lists))
	}
}

func TestWhatIsSavedIsHandedOver(t *testing.T) {
	t.Parallel()
	a := &asker{answer: always(guard.Answer{Allow: true, Keep: guard.Saved, Offer: 1})}
	var saved []string
	eng, _ := newEngine(t, a, func(o *guard.Options) {
		o.Save = func(e policy.Effect, rules []string) error {
			saved = append(saved, e.String()+" "+strings.Join(rules, " "))
			return nil
		}
	})
	write(t, eng, "a.txt")
	if len(saved) != 1 || !strings.HasPrefix(saved[0], "allow Edit(") {
		t.Errorf("saved %q", saved)
	}
}

func TestQuestionsOfATurnComeAsOneList(t *testing.T) {
	t.Parallel()
	a := &asker{answer: func(_ context.Context, q guard.Question) (guard.Answer, error) {
		return guard.Answer{Allow: q.CallID != "b"}, nil
	}}
	eng, _ := newEngine(t, a, func(o *guard.Options) { o.Gather = 200 * time.Millisecond })
	turn := eng.Turn(t.Context(), engine.TurnOptions{})
	for _, id := range []string{"a", "b", "c"} {
		if err := turn.Add(tool.Call{ID: id, Name: "write", Args: []byte(`{"path":"` + id + `"}`)}); err != nil {
			t.Fatal(err)
		}
	}
	turn.Close()
	out := turn.Wait()
	if len(a.lists) != 1 || len(a.lists[0]) != 3 {
		t.Errorf("asked in %d lists", len(a.lists))
	}
	for i, want := range []engine.Status{engine.OK, engine.Denied, engine.OK} {
		if out[i].Status != want {
			t.Errorf("call %d: %s, want %s: %s", i, out[i].Status, want, out[i].Result.Text())
		}
	}
}

func TestNoAnswerInTimeIsNo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := &asker{answer: func(ctx context.Context, _ guard.Question) (guard.Answer, error) {
			<-ctx.Done()
			return guard.Answer{Allow: true}, nil
		}}
		eng, _ := newEngine(t, a, nil)
		begin := time.Now()
		out := write(t, eng, "a.txt")
		if out.Status != engine.Denied || !strings.Contains(out.Result.Text(), "did not answer") {
			t.Errorf("%s: %s", out.Status, out.Result.Text())
		}
		if took := time.Since(begin); took < 2*time.Minute || took > 2*time.Minute+time.Second {
			t.Errorf("after %s", took)
		}
	})
}

func TestWhoStopsWaitingIsNotAnsweredFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := make(chan struct{})
		a := &asker{answer: func(ctx context.Context, _ guard.Question) (guard.Answer, error) {
			close(asked)
			<-ctx.Done() // nobody waits any more
			return guard.Answer{}, context.Cause(ctx)
		}}
		eng, _ := newEngine(t, a, nil)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-asked
			cancel()
		}()
		out := eng.Call(ctx, tool.Call{ID: "1", Name: "write", Args: []byte(`{"path":"a"}`)})
		if out.Status != engine.Cancelled {
			t.Errorf("%s: %s", out.Status, out.Result.Text())
		}
	})
}

func TestAnAskerThatFailsDenies(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(context.Context, guard.Question) (guard.Answer, error){
		"with an error": func(context.Context, guard.Question) (guard.Answer, error) {
			return guard.Answer{}, errors.New("no terminal")
		},
		"with a crash": func(context.Context, guard.Question) (guard.Answer, error) { panic("oh") },
		"with an answer about nothing": func(context.Context, guard.Question) (guard.Answer, error) {
			return guard.Answer{Allow: true, Keep: guard.Session, Offer: 99}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eng, _ := newEngine(t, &asker{answer: answer}, nil)
			if out := write(t, eng, "a.txt"); out.Status != engine.Denied {
				t.Errorf("%s: %s", out.Status, out.Result.Text())
			}
		})
	}
}
