package engine_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"jig/engine"
	"jig/tool"
)

func plain(name string, spec tool.Spec) tool.Tool {
	spec.Name, spec.Description = name, name
	return tool.New(spec, func(_ context.Context, in work) (string, error) { return in.Say, nil })
}

func TestRateLimitsRefuseAndSayWhenToTryAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		eng := newEngine(t, engine.Options{Limits: engine.Limits{
			Overall:  tool.Rate{Calls: 6, Per: time.Hour},
			Category: map[tool.Category]tool.Rate{tool.Network: {Calls: 3, Per: time.Minute}},
		}}, plain("a", tool.Spec{Category: tool.Network, Rate: tool.Rate{Calls: 2, Per: 10 * time.Second}}),
			plain("b", tool.Spec{Category: tool.Network}), plain("c", tool.Spec{}))
		try := func(name string) engine.Outcome { return eng.Call(t.Context(), call(t, "1", name, work{Say: "ok"})) }
		for i, c := range []struct {
			name   string
			status engine.Status
			after  time.Duration
		}{
			{"a", engine.OK, 0},
			{"a", engine.OK, 0},
			{"a", engine.Limited, 5 * time.Second}, // its own bucket: 2 in 10 s
			{"b", engine.OK, 0},                    // the refused call took nothing from the category
			{"b", engine.Limited, 20 * time.Second},
			{"c", engine.OK, 0},
			{"c", engine.OK, 0},
			{"c", engine.OK, 0},
			{"c", engine.Limited, 10 * time.Minute}, // all together: 6 in an hour
		} {
			out := try(c.name)
			if out.Status != c.status {
				t.Fatalf("call %d of %s: %s %q", i, c.name, out.Status, out.Result.Text())
			}
			if c.status != engine.Limited {
				continue
			}
			e := out.Result.Error
			if e.Code != tool.CodeRateLimited || !e.Retryable() || e.RetryAfter.Round(time.Second) != c.after {
				t.Errorf("call %d: %+v, want to try again after %s", i, e, c.after)
			}
		}
		<-time.After(10 * time.Minute)
		if out := try("a"); out.Status != engine.OK {
			t.Errorf("after a while: %s %q", out.Status, out.Result.Text())
		}
	})
}

func TestTheLoopGuardWarnsThenStops(t *testing.T) {
	for name, c := range map[string]struct {
		calls  []string // what each turn says; a capital letter gives a new result every time
		warned int      // index of the first warning, -1 for none
		halted int      // index of the first refusal, -1 for none
	}{
		"the same call, the same result":                   {[]string{"a", "a", "a", "a"}, 2, 3},
		"the same call with new results is no loop":        {[]string{"A", "A", "A", "A", "A", "A"}, -1, -1},
		"two calls in turn":                                {[]string{"a", "b", "a", "b", "a", "b", "a"}, 5, 6},
		"three calls in turn":                              {[]string{"a", "b", "c", "a", "b", "c", "a", "b", "c", "a"}, 8, 9},
		"after the warning something else ends the circle": {[]string{"a", "a", "a", "x", "a", "a"}, 2, -1},
		"different calls are no loop":                      {[]string{"a", "b", "c", "d", "e", "f", "g"}, -1, -1},
	} {
		t.Run(name, func(t *testing.T) {
			n := 0
			counter := tool.New(tool.Spec{Name: "say", Description: "says"}, func(_ context.Context, in work) (string, error) {
				n++
				if in.Say == strings.ToUpper(in.Say) {
					return fmt.Sprint(in.Say, n), nil
				}
				return in.Say, nil
			})
			eng := newEngine(t, engine.Options{}, counter)
			history := engine.NewHistory(engine.LoopLimits{})
			warned, halted := -1, -1
			for i, say := range c.calls {
				out := runAll(t, eng, engine.TurnOptions{History: history}, call(t, "1", "say", work{Say: say}))[0]
				if strings.Contains(out.Result.Text(), "will be refused") && warned < 0 {
					warned = i
				}
				if out.Status == engine.Limited && halted < 0 {
					halted = i
					if !out.Result.Control.StopTurn {
						t.Error("the turn is not stopped")
					}
				}
			}
			if warned != c.warned || halted != c.halted {
				t.Errorf("warned at %d, stopped at %d; want %d and %d", warned, halted, c.warned, c.halted)
			}
		})
	}
}

func TestRepeatableToolsAreNoLoop(t *testing.T) {
	eng := newEngine(t, engine.Options{}, plain("poll", tool.Spec{Repeatable: true}))
	history := engine.NewHistory(engine.LoopLimits{})
	for range 10 {
		out := runAll(t, eng, engine.TurnOptions{History: history}, call(t, "1", "poll", work{Say: "still running"}))
		if out[0].Result.Text() != "still running" {
			t.Fatal(out[0].Result.Text())
		}
	}
}

func TestLongResultsAreCutInTheMiddleAndKeptWhole(t *testing.T) {
	long := strings.Repeat("äöü€𝄞", 5000) // 25,000 characters of two to four bytes
	for name, c := range map[string]struct {
		spec  tool.Spec
		opt   engine.Options
		limit int
	}{
		"the default":          {tool.Spec{}, engine.Options{}, 10_000},
		"the engine's bound":   {tool.Spec{}, engine.Options{MaxOutput: 1000}, 1000},
		"the tool's bound":     {tool.Spec{MaxOutput: 2000}, engine.Options{MaxOutput: 1000}, 2000},
		"no bound":             {tool.Spec{MaxOutput: -1}, engine.Options{}, 25_000},
		"a bound with no room": {tool.Spec{MaxOutput: 1}, engine.Options{}, 300},
	} {
		t.Run(name, func(t *testing.T) {
			eng := newEngine(t, c.opt, plain("say", c.spec))
			out := eng.Call(t.Context(), call(t, "1", "say", work{Say: long}))
			text := out.Result.Text()
			n := utf8.RuneCountInString(text)
			if n > c.limit || !utf8.ValidString(text) {
				t.Fatalf("%d characters, want at most %d; valid %v", n, c.limit, utf8.ValidString(text))
			}
			if c.limit == 25_000 {
				return
			}
			before, rest, ok := strings.Cut(text, "\n\n[… ")
			note, after, ok2 := strings.Cut(rest, " …]\n\n")
			if !ok || !ok2 || !strings.HasPrefix(long, before) || !strings.HasSuffix(long, after) {
				t.Fatalf("not head and tail: %q", note)
			}
			var missing, total int
			var handle string
			if _, err := fmt.Sscanf(note, "%d of %d characters are left out here; the whole text is kept as %s", &missing, &total, &handle); err != nil {
				t.Fatal(err, note)
			}
			if got := utf8.RuneCountInString(before+after) + missing; got != 25_000 || total != 25_000 {
				t.Errorf("%d shown and missing, %d in all", got, total)
			}
			whole, total, err := eng.Stash().Get(t.Context(), handle, 0, total)
			if err != nil || whole != long || total != 25_000 {
				t.Errorf("kept %d characters: %v", total, err)
			}
			if part, _, err := eng.Stash().Get(t.Context(), handle, 24_998, 10); err != nil || part != "€𝄞" {
				t.Errorf("a part of it: %q %v", part, err)
			}
		})
	}
}

func TestKeptResultsOutliveTheProcessUntilTheyAreOld(t *testing.T) {
	dir := t.TempDir() + "/results"
	first := engine.NewDirStash(dir, time.Hour)
	handle, err := first.Put(t.Context(), "hello")
	if err != nil {
		t.Fatal(err)
	}
	if text, n, err := engine.NewDirStash(dir, time.Hour).Get(t.Context(), handle, 1, 3); err != nil || text != "ell" || n != 5 {
		t.Errorf("%q %d %v", text, n, err)
	}
	for _, bad := range []string{"", "res_", "../../etc/passwd", "res_../x", "res_00"} {
		if _, _, err := first.Get(t.Context(), bad, 0, 1); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
	old := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(dir+"/"+handle+".txt", old, old); err != nil {
		t.Fatal(err)
	}
	later := engine.NewDirStash(dir, time.Hour)
	if _, err := later.Put(t.Context(), "another"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := later.Get(t.Context(), handle, 0, 1); err == nil {
		t.Error("an old result is still there")
	}
}

func TestTextThatIsNoTextIsMadePrintable(t *testing.T) {
	eng := newEngine(t, engine.Options{}, tool.New(tool.Spec{Name: "raw", Description: "raw"},
		func(context.Context, struct{}) (string, error) { return "a\xffb", nil }))
	if out := eng.Call(t.Context(), call(t, "1", "raw", struct{}{})); out.Result.Text() != "a\uFFFDb" {
		t.Errorf("%q", out.Result.Text())
	}
}
