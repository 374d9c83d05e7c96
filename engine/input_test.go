package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"jig/engine"
	"jig/tool"
)

func TestBadInputGetsAClearErrorAndLeavesSiblingsUnharmed(t *testing.T) {
	eng := newEngine(t, engine.Options{}, worker(nil))
	good := func(id string) tool.Call { return call(t, id, "work", work{Say: "fine"}) }
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	for name, c := range map[string]struct {
		call tool.Call
		says string
	}{
		"malformed JSON":          {tool.Call{ID: "x", Name: "work", Args: []byte(`{"say": "x`)}, "Invalid arguments"},
		"no arguments":            {tool.Call{ID: "x", Name: "work"}, "Invalid arguments"},
		"trailing data":           {tool.Call{ID: "x", Name: "work", Args: []byte(`{} {}`)}, "Invalid arguments"},
		"wrong types":             {tool.Call{ID: "x", Name: "work", Args: []byte(`{"ms":"soon","say":5}`)}, "/ms"},
		"not an object":           {tool.Call{ID: "x", Name: "work", Args: []byte(`[1,2]`)}, "object"},
		"an unknown property":     {tool.Call{ID: "x", Name: "work", Args: []byte(`{"sai":"x"}`)}, `"say"`},
		"the wrong case":          {tool.Call{ID: "x", Name: "work", Args: []byte(`{"Say":"x"}`)}, `"say"`},
		"duplicate keys":          {tool.Call{ID: "x", Name: "work", Args: []byte(`{"say":"x","say":"y"}`)}, "say"},
		"an unknown tool":         {tool.Call{ID: "x", Name: "wurk", Args: []byte(`{}`)}, "work"},
		"a tool without a name":   {tool.Call{ID: "x", Args: []byte(`{}`)}, "Tool not found"},
		"a name of 1 MB":          {tool.Call{ID: "x", Name: strings.Repeat("n", 1<<20), Args: []byte(`{}`)}, "Tool not found"},
		"a name with a NUL":       {tool.Call{ID: "x", Name: "wo\x00rk", Args: []byte(`{}`)}, "Tool not found"},
		"10 MB of arguments":      {tool.Call{ID: "x", Name: "work", Args: []byte(`{"say":"` + strings.Repeat("x", 10<<20) + `"}`)}, "split"},
		"10,000 levels":           {tool.Call{ID: "x", Name: "work", Args: []byte(`{"say":` + deep + `}`)}, "Invalid arguments"},
		"a NUL byte":              {tool.Call{ID: "x", Name: "work", Args: []byte("{\"say\":\"\x00\"}")}, "Invalid arguments"},
		"an escaped NUL":          {tool.Call{ID: "x", Name: "work", Args: []byte(`{"say":"a\u0000b"}`)}, "NUL"},
		"bytes that are no UTF-8": {tool.Call{ID: "x", Name: "work", Args: []byte("{\"say\":\"\xff\"}")}, "Invalid arguments"},
		"an id that came before":  {good("before"), "id"},
	} {
		t.Run(name, func(t *testing.T) {
			out := runAll(t, eng, engine.TurnOptions{}, good("before"), c.call, good("after"))
			wantStatus(t, out, engine.OK, engine.Invalid, engine.OK)
			text := out[1].Result.Text()
			if !out[1].Result.IsError || !strings.Contains(text, c.says) {
				t.Errorf("says %q", text)
			}
			if len(text) > 5_000 {
				t.Errorf("the error is %d bytes long", len(text))
			}
			if _, err := json.Marshal(out[1].Result); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAllProblemsAreToldAtOnce(t *testing.T) {
	eng := newEngine(t, engine.Options{}, worker(nil))
	out := eng.Call(t.Context(), tool.Call{Name: "work", Args: []byte(`{"ms":-1,"say":5,"reads":"x","extra":1}`)})
	for _, part := range []string{"/ms", "/say", "/reads", `"extra"`} {
		if !strings.Contains(out.Result.Text(), part) {
			t.Errorf("%s is missing in:\n%s", part, out.Result.Text())
		}
	}
}

func TestLenientArgumentsAreMendedAndTold(t *testing.T) {
	eng := newEngine(t, engine.Options{Lenient: true}, worker(nil))
	for _, args := range []string{
		"{\"say\":\"two\nlines\",\"ms\":\"0\",}",
		"```json\n{\"say\":\"two\\nlines\"}\n```",
		`"{\"say\":\"two\\nlines\"}"`,
	} {
		out := eng.Call(t.Context(), tool.Call{Name: "work", Args: []byte(args)})
		if out.Status != engine.OK || out.Result.Text() != "two\nlines" || len(out.Call.Repairs) == 0 {
			t.Errorf("%s: %s %q, repairs %q", args, out.Status, out.Result.Text(), out.Call.Repairs)
		}
	}
	if out := eng.Call(t.Context(), tool.Call{Name: "work"}); out.Status != engine.OK {
		t.Errorf("no arguments for a tool that needs none: %s %q", out.Status, out.Result.Text())
	}
	if out := eng.Call(t.Context(), tool.Call{Name: "work", Args: []byte(`{"say":"half of`)}); out.Status != engine.Invalid {
		t.Errorf("cut off arguments were completed: %s", out.Status)
	}
}

func TestThePurposeIsTakenOutBeforeValidation(t *testing.T) {
	eng := newEngine(t, engine.Options{}, worker(nil))
	out := eng.Call(t.Context(), tool.Call{Name: "work", Args: []byte(`{"__tool_use_purpose":"to see","say":"x"}`)})
	if out.Status != engine.OK || out.Call.Purpose != "to see" || string(out.Call.Args) != `{"say":"x"}` {
		t.Errorf("%s purpose %q args %s", out.Status, out.Call.Purpose, out.Call.Args)
	}
}

func TestNamesAreFoundInAnySpelling(t *testing.T) {
	eng := newEngine(t, engine.Options{}, tool.New(tool.Spec{Name: "file_read", Aliases: []string{"cat"}, Description: "d"},
		func(context.Context, struct{}) (string, error) { return "ok", nil }))
	for _, name := range []string{"file_read", "FileRead", "file-read", "FILEREAD", "cat", "Cat"} {
		if out := eng.Call(t.Context(), tool.Call{Name: name, Args: []byte(`{}`)}); out.Status != engine.OK || out.Tool != "file_read" || out.Call.Name != name {
			t.Errorf("%s: %s %s", name, out.Status, out.Result.Text())
		}
	}
}

func TestACrashIsAResult(t *testing.T) {
	boom := func(name string) *tool.Typed[struct{}, string] {
		return tool.New(tool.Spec{Name: name, Description: name}, func(context.Context, struct{}) (string, error) {
			if name == "run" {
				panic("boom")
			}
			if name == "exit" {
				runtime.Goexit()
			}
			return "ok", nil
		})
	}
	planned := boom("plan").WithPlan(func(context.Context, struct{}) (*tool.Intent, error) { panic("boom") })
	checked := boom("check").WithCheck(func(context.Context, struct{}) error { panic("boom") })
	refused := boom("refused").WithCheck(func(context.Context, struct{}) error { return fmt.Errorf("not like this") })
	unsure := boom("unsure").WithPlan(func(context.Context, struct{}) (*tool.Intent, error) { return nil, fmt.Errorf("no idea") })
	eng := newEngine(t, engine.Options{}, boom("run"), boom("exit"), boom("fine"), planned, checked, refused, unsure)
	var calls []tool.Call
	for _, name := range []string{"run", "exit", "plan", "check", "refused", "unsure", "fine"} {
		calls = append(calls, call(t, name, name, struct{}{}))
	}
	out := runAll(t, eng, engine.TurnOptions{}, calls...)
	wantStatus(t, out, engine.Failed, engine.Failed, engine.Failed, engine.Failed, engine.Invalid, engine.Failed, engine.OK)
	if text := out[0].Result.Text(); !strings.Contains(text, "boom") || strings.Contains(text, "goroutine") {
		t.Errorf("says %q", text)
	}
	if text := out[4].Result.Text(); text != "Invalid arguments: not like this" {
		t.Errorf("says %q", text)
	}
}

func TestStaticSetsRunBehindTheEngine(t *testing.T) {
	set := tool.NewStatic().
		Register("bash", func(input string) (string, error) { return "ran " + input, nil }).
		Register("fail", func(string) (string, error) { return "", fmt.Errorf("no such thing") })
	eng := engine.New(&set.Set, engine.AllowAll(), engine.Options{})
	defer func() { _ = eng.Close() }()
	out := runAll(t, eng, engine.TurnOptions{},
		tool.Call{ID: "1", Name: "Bash", Args: []byte(`{"command":"ls"}`)}, tool.Call{ID: "2", Name: "fail", Args: []byte(`{}`)})
	wantStatus(t, out, engine.OK, engine.Failed)
	if out[0].Result.Text() != `ran {"command":"ls"}` || out[1].Result.Text() != "no such thing" {
		t.Errorf("%q %q", out[0].Result.Text(), out[1].Result.Text())
	}
}

func FuzzCall(f *testing.F) {
	f.Add("work", []byte(`{"say":"x"}`), true)
	f.Add("Work", []byte(`{"say":"x",}`), true)
	f.Add("wurk", []byte(`{"__tool_use_purpose":"p","ms":0}`), false)
	f.Add("", []byte("\x00"), false)
	quick := tool.New(tool.Spec{Name: "work", Description: "d", Quick: true, Access: tool.ReadOnly},
		func(_ context.Context, in work) (string, error) { return in.Say, nil })
	f.Fuzz(func(t *testing.T, name string, args []byte, lenient bool) {
		eng := engine.New(tool.NewSet(quick), engine.AllowAll(), engine.Options{Lenient: lenient})
		defer func() {
			if err := eng.Close(); err != nil {
				t.Error(err)
			}
		}()
		sent := string(args)
		out := runAll(t, eng, engine.TurnOptions{}, tool.Call{ID: "1", Name: name, Args: args}, call(t, "2", "work", work{Say: "fine"}))
		if len(out) != 2 || out[0].Result == nil || out[1].Status != engine.OK {
			t.Fatalf("%d outcomes, the sibling %s", len(out), out[1].Status)
		}
		if (out[0].Status == engine.OK) == out[0].Result.IsError {
			t.Fatalf("%s with is_error=%v", out[0].Status, out[0].Result.IsError)
		}
		if string(args) != sent {
			t.Fatal("the arguments were changed in place")
		}
		if out[0].Status == engine.OK && !json.Valid(out[0].Call.Args) {
			t.Fatalf("ran with arguments that are no JSON: %q", out[0].Call.Args)
		}
	})
}
