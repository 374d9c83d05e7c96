package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

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
	old := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(dir+"/"+handle+".txt", old, old); err != nil {
		t.Fatal(err)
	}
	later := engine.NewDirStash(dir, time.Hour)
	for _, when := range []string{"before", "after"} {
		if _, _, err := later.Get(t.Context(), handle, 0, 1); tool.AsError(err) == nil || tool.AsError(err).Code != tool.CodeFileNotFound {
			t.Errorf("an old result is read %s the folder is swept: %v", when, err)
		}
		if _, err := later.Put(t.Context(), "another"); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := engine.NewDirStash(dir, 0).Get(t.Context(), handle, 0, 1); err == nil {
		t.Error("an old result was not removed")
	}
}

func TestOnlyHandlesAreLookedFor(t *testing.T) {
	stash := engine.NewDirStash(t.TempDir(), 0)
	handle, err := stash.Put(t.Context(), "hello")
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]string{
		"nothing":              "",
		"the beginning of one": "res_",
		"another file":         "../../etc/passwd",
		"a way up":             "res_../x",
		"too few digits":       handle[:len(handle)-2],
		"too many digits":      handle + "00",
		"very many digits":     "res_" + strings.Repeat("ab", 200),
		"upper-case digits":    "res_" + strings.ToUpper(handle[len("res_"):]),
		"a line break behind":  handle + "\n",
		"another beginning":    "RES_" + handle[len("res_"):],
		"a megabyte":           strings.Repeat("x", 1<<20),
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := stash.Get(t.Context(), bad, 0, 1)
			e := tool.AsError(err)
			if e == nil || e.Code != tool.CodeInvalidArgs || !strings.Contains(e.Message, "is not the handle of a result") || len(e.Message) > 300 {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

func TestAResultThatCannotBeReadDoesNotTellWhereItIs(t *testing.T) {
	dir, handle := t.TempDir(), "res_"+strings.Repeat("0a", 12)
	file := filepath.Join(dir, handle+".txt")
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, place := range map[string]func() error{
		"a folder":                 func() error { return os.Mkdir(file, 0o700) },
		"a link out of the folder": func() error { return os.Symlink(os.Args[0], file) },
		"a link inside the folder": func() error { return os.Symlink("secret", file) },
		"a link to nothing":        func() error { return os.Symlink("nothing", file) },
	} {
		t.Run(name, func(t *testing.T) {
			if err := place(); err != nil {
				t.Skip("cannot be made here:", err)
			}
			defer func() {
				if err := os.Remove(file); err != nil {
					t.Error(err)
				}
			}()
			text, _, err := engine.NewDirStash(dir, 0).Get(t.Context(), handle, 0, 100)
			e, ok := errors.AsType[*tool.Error](err)
			if !ok || text != "" {
				t.Fatalf("read %q, %v", text, err)
			}
			if !strings.Contains(e.Message, "could not be read") || strings.Contains(e.Message, dir) || e.Cause == nil {
				t.Errorf("%q, because of %v", e.Message, e.Cause)
			}
		})
	}
}

func TestTheSweepTakesOnlyOldResults(t *testing.T) {
	dir := t.TempDir()
	digits := strings.Repeat("0a", 12)
	old := time.Now().Add(-2 * time.Hour)
	files := map[string]struct{ old, stays bool }{
		"res_" + digits + ".txt":                   {old: true},
		"res_" + strings.Repeat("1b", 12) + ".txt": {stays: true},
		"res_" + digits + ".txt.bak":               {old: true, stays: true},
		"res_" + digits:                            {old: true, stays: true},
		"res_" + strings.ToUpper(digits) + ".txt":  {old: true, stays: true},
		"res_earch.txt":                            {old: true, stays: true},
		"new-0123456789":                           {old: true},
		"new-9876543210":                           {stays: true},
		"new-notes.txt":                            {old: true, stays: true},
	}
	for name, file := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if file.old {
			if err := os.Chtimes(path, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	folder := filepath.Join(dir, "res_"+strings.Repeat("00", 12)+".txt") // sorts before the others
	if err := os.MkdirAll(filepath.Join(folder, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(folder, old, old); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.NewDirStash(dir, time.Hour).Put(t.Context(), "new"); err != nil {
		t.Fatal(err)
	}
	for name, file := range files {
		if _, err := os.Lstat(filepath.Join(dir, name)); (err == nil) != file.stays {
			t.Errorf("%s: %v, want it to stay: %v", name, err, file.stays)
		}
	}
	if _, err := os.Lstat(folder); err != nil {
		t.Error(err)
	}
}

func TestATemporaryStashStaysClosed(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	eng := engine.New(tool.NewSet(), engine.AllowAll(), engine.Options{})
	stash := eng.Stash()
	handle, err := stash.Put(t.Context(), "hello")
	if err != nil {
		t.Fatal(err)
	}
	var users sync.WaitGroup
	for i := range 8 {
		users.Go(func() {
			for j := range 20 {
				// Any of these may come before or after the end.
				if _, err := stash.Put(t.Context(), fmt.Sprint(i, j)); err != nil {
					return
				}
				if _, _, err := stash.Get(t.Context(), handle, 0, 1); err != nil {
					return
				}
			}
		})
	}
	if err := eng.Close(); err != nil {
		t.Error(err)
	}
	users.Wait()
	if _, err := stash.Put(t.Context(), "after the end"); err == nil {
		t.Error("a closed stash keeps a result")
	}
	if _, _, err := stash.Get(t.Context(), handle, 0, 1); tool.AsError(err) == nil || tool.AsError(err).Code != tool.CodeFileNotFound {
		t.Errorf("a closed stash gives %v", err)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if err := eng.Close(); err != nil {
		t.Error("again:", err)
	}
}

func TestWhatCannotBeSentIsMadePrintable(t *testing.T) {
	raw := func(text string) tool.Block { return tool.Block{Type: tool.JSONBlock, JSON: []byte(text)} }
	for name, c := range map[string]struct{ given, want []tool.Block }{
		"text that is no text": {[]tool.Block{tool.Text("a\xffb")}, []tool.Block{tool.Text("a\uFFFDb")}},
		"JSON that is none":    {[]tool.Block{raw(`{"a":`), tool.Text("b")}, []tool.Block{tool.Text(`{"a":`), tool.Text("b")}},
		"JSON that is no text": {[]tool.Block{tool.Text("a"), raw("\"a\xffb\"")}, []tool.Block{tool.Text("a"), tool.Text("\"a\uFFFDb\"")}},
		"JSON without a value": {[]tool.Block{raw("")}, []tool.Block{tool.Text("(no output)")}},
		"what is as it should be": {
			[]tool.Block{raw(`{"a":"ä"}`), tool.Text("b"), tool.Image("image/png", []byte("\xff"))},
			[]tool.Block{raw(`{"a":"ä"}`), tool.Text("b"), tool.Image("image/png", []byte("\xff"))},
		},
	} {
		t.Run(name, func(t *testing.T) {
			given := slices.Clone(c.given)
			eng := newEngine(t, engine.Options{}, tool.New(tool.Spec{Name: "raw", Description: "raw"},
				func(context.Context, struct{}) ([]tool.Block, error) { return c.given, nil }))
			out := eng.Call(t.Context(), call(t, "1", "raw", struct{}{}))
			if diff := cmp.Diff(c.want, out.Result.Content); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(given, c.given); diff != "" {
				t.Errorf("the result of the tool itself was changed (-was +is):\n%s", diff)
			}
			if _, err := json.Marshal(engine.Event{Kind: engine.Ended, Result: out.Result}); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestEveryKindOfBlockIsCountedAsItIsCut(t *testing.T) {
	long := strings.Repeat("ä", 1000)
	image := tool.Block{Type: tool.ImageBlock, Text: long, Data: []byte("x")}
	for name, c := range map[string]struct {
		given []tool.Block
		total string // what the notice says, empty for no notice
		rest  int    // how many blocks are left beside the text
	}{
		"a kind nobody knows":           {[]tool.Block{{Type: "markdown", Text: long}}, " of 1000 characters", 0},
		"one of them beside text":       {[]tool.Block{tool.Text(long), {Type: "markdown", Text: long}}, " of 2001 characters", 0},
		"JSON":                          {[]tool.Block{tool.JSON(long)}, " of 1002 characters", 0},
		"JSON that carries text":        {[]tool.Block{{Type: tool.JSONBlock, JSON: []byte("1"), Text: long}}, "", 0},
		"an image that carries text":    {[]tool.Block{image}, "", 0},
		"an image beside text":          {[]tool.Block{image, tool.Text(long)}, " of 1000 characters", 1},
		"a kind that carries only data": {[]tool.Block{{Type: "audio", Data: []byte(long)}, tool.Text(long)}, " of 1000 characters", 1},
	} {
		t.Run(name, func(t *testing.T) {
			eng := newEngine(t, engine.Options{MaxOutput: 500}, tool.New(tool.Spec{Name: "raw", Description: "raw"},
				func(context.Context, struct{}) ([]tool.Block, error) { return c.given, nil }))
			content := eng.Call(t.Context(), call(t, "1", "raw", struct{}{})).Result.Content
			if c.total == "" {
				if diff := cmp.Diff(c.given, content); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				return
			}
			text := content[0].Text
			if n := utf8.RuneCountInString(text); n > 500 || !strings.Contains(text, c.total) || strings.Contains(text, "-") {
				t.Errorf("%d characters: %q", n, text)
			}
			if len(content) != 1+c.rest {
				t.Errorf("%d blocks: %+v", len(content), content)
			}
		})
	}
}

func TestAToolThatIsReplacedBringsItsOwnRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rated := func(calls int) tool.Tool {
			return plain("a", tool.Spec{Rate: tool.Rate{Calls: calls, Per: time.Hour}})
		}
		eng := newEngine(t, engine.Options{}, rated(1))
		admitted := func() (n int) {
			for eng.Call(t.Context(), call(t, "1", "a", work{Say: "ok"})).Status == engine.OK && n < 10 {
				n++
			}
			return n
		}
		for i, c := range []struct{ rate, want int }{{1, 1}, {3, 3}, {0, 10}, {1, 0}} { // the last one was used up at first
			tl := rated(c.rate)
			if c.rate == 0 {
				tl = plain("a", tool.Spec{})
			}
			if err := eng.Tools().Replace(tl); err != nil {
				t.Fatal(err)
			}
			if got := admitted(); got != c.want {
				t.Errorf("%d: %d calls were admitted at a rate of %d", i, got, c.rate)
			}
		}
	})
}

func TestTheLoopGuardLooksThroughWhiteSpace(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		loop bool
	}{
		"between the parts":     {[]string{`{"say":"a b"}`, `{ "say": "a b" }`, "{\n\t\"say\" : \"a b\"\r\n}", ` {"say":"a b"} `}, true},
		"inside a string":       {[]string{`{"say":"a b"}`, `{"say":"a  b"}`, `{"say":"ab"}`, `{"say":"a b "}`}, false},
		"after a quoted quote":  {[]string{`{"say":"\" b"}`, `{"say":"\"  b"}`, `{"say":"\"b"}`, `{"say":" \" b"}`}, false},
		"after a quoted escape": {[]string{`{"say":"\\"}`, `{"say":"\\" }`, ` {"say":"\\"}`, `{"say": "\\"}`}, true},
	} {
		t.Run(name, func(t *testing.T) {
			eng := newEngine(t, engine.Options{}, tool.New(tool.Spec{Name: "say", Description: "says"},
				func(context.Context, work) (string, error) { return "the same", nil }))
			history := engine.NewHistory(engine.LoopLimits{})
			var last engine.Outcome
			for _, args := range c.args {
				last = runAll(t, eng, engine.TurnOptions{History: history}, tool.Call{ID: "1", Name: "say", Args: []byte(args)})[0]
			}
			if got := last.Status == engine.Limited; got != c.loop {
				t.Errorf("%s: %s", last.Status, last.Result.Text())
			}
		})
	}
}
