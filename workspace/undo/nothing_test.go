package undo_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/workspace"
	"jig/workspace/undo"
)

// nothing wants the error for nothing to do, with a reason that is said once.
func nothing(t *testing.T, err error, why string) *undo.NothingError {
	t.Helper()
	e, ok := errors.AsType[*undo.NothingError](err)
	if !ok || !errors.Is(err, undo.ErrNothing) {
		t.Fatalf("got %v, want nothing to do", err)
	}
	if err.Error() != why {
		t.Errorf("got %q, want %q", err, why)
	}
	return e
}

func TestARedoIsOvertakenByNewCalls(t *testing.T) {
	b := newBench(t, undo.Options{Session: "mine"})
	b.call(b.change("one"), func() { b.write("one", "1") })
	b.call(b.change("one"), func() { b.must(os.Remove(b.path("one"))) })
	undone := b.undo(undo.Selection{})
	b.call(b.change("three"), func() {}) // changes nothing
	b.redo(undo.Selection{})
	undone = b.undo(undo.Selection{Number: undone.Number})
	other := b.open(undo.Options{Session: "other"})
	end, err := other.Keep(t.Context(), b.change("two"))
	b.must(err)
	b.write("two", "2")
	end(nil)
	before := b.tree()
	_, err = b.log.Redo(t.Context(), undo.Request{})
	e := nothing(t, err, "the last undo, 6, took back 2 (change 2), and calls have changed files since: 7")
	if e.Redo != undone.Number || before != b.tree() {
		t.Errorf("%+v\n%s", e, b.tree())
	}
	// The call of another session does not count where only one's own do.
	if r, err := b.log.Redo(t.Context(), undo.Request{Selection: undo.Selection{Session: "mine"}, DryRun: true}); err != nil || len(r.Records) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	b.redo(undo.Selection{Number: e.Redo})
	if _, err := os.Lstat(b.path("one")); err == nil {
		t.Error("redo by number did not delete the file")
	}
}

func TestWhyThereIsNothingToDo(t *testing.T) {
	b := newBench(t, undo.Options{})
	act := func(do func(undo.Request) (*undo.Report, error), sel undo.Selection) error {
		_, err := do(undo.Request{Selection: sel})
		return err
	}
	back := func(r undo.Request) (*undo.Report, error) { return b.log.Undo(t.Context(), r) }
	again := func(r undo.Request) (*undo.Report, error) { return b.log.Redo(t.Context(), r) }
	if e := nothing(t, act(back, undo.Selection{}), "there is nothing to undo"); !e.Empty {
		t.Errorf("%+v", e)
	}
	b.call(b.change("a"), func() { b.write("a", "1") })
	b.call(b.change("a"), func() {})
	b.undo(undo.Selection{})
	tests := map[string]struct {
		do   func(undo.Request) (*undo.Report, error)
		sel  undo.Selection
		want undo.NothingError
	}{
		"all is undone":             {back, undo.Selection{}, undo.NothingError{Why: "there is nothing to undo"}},
		"nothing after a point":     {back, undo.Selection{To: &undo.Point{Number: 1}}, undo.NothingError{Why: "there is nothing to undo"}},
		"an unknown number":         {back, undo.Selection{Number: 9}, undo.NothingError{Why: "there is no record 9", Unknown: true}},
		"an unknown call":           {back, undo.Selection{Call: "nope"}, undo.NothingError{Why: "there is no call nope", Unknown: true}},
		"an unknown turn":           {again, undo.Selection{Turn: "nope"}, undo.NothingError{Why: "there is no turn nope", Unknown: true}},
		"to an unknown call":        {back, undo.Selection{To: &undo.Point{Call: "nope"}}, undo.NothingError{Why: "there is no call nope", Unknown: true}},
		"to an unknown number":      {again, undo.Selection{To: &undo.Point{Number: 9}}, undo.NothingError{Why: "there is no record 9", Unknown: true}},
		"a call that is undone":     {back, undo.Selection{Number: 1}, undo.NothingError{Why: "record 1 is undone already"}},
		"a call without a change":   {back, undo.Selection{Call: "call-2"}, undo.NothingError{Why: "record 2 has changed nothing"}},
		"the undo of an undo":       {back, undo.Selection{Number: 3}, undo.NothingError{Why: "3 is the undo of 1", Redo: 3}},
		"a redo of what was undone": {again, undo.Selection{Number: 2}, undo.NothingError{Why: "record 2 has changed nothing"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			e := nothing(t, act(test.do, test.sel), test.want.Why)
			if test.want.Verb = e.Verb; *e != test.want {
				t.Errorf("%+v, want %+v", *e, test.want)
			}
		})
	}
	b.redo(undo.Selection{})
	if e := nothing(t, act(again, undo.Selection{Number: 4}), "4 is the redo of 1"); e.Undo != 4 {
		t.Errorf("%+v", e)
	}
}

func TestALogThatCannotBeOpenedSaysSoInOneLine(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.write("file", "in the way")
	gone := filepath.Join(t.TempDir(), "gone")
	b.must(os.Mkdir(gone, 0o755))
	space, err := workspace.New(gone)
	b.must(err)
	defer func() { b.must(space.Close()) }()
	b.must(os.Remove(gone))
	for dir, space := range map[string]*workspace.Space{b.path("file/below"): b.space, b.path("state"): space} {
		log, err := undo.Open(dir, space, undo.Options{})
		if log != nil || err == nil || !strings.HasPrefix(err.Error(), "the undo log cannot be opened: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, %v", log, err)
		}
	}
}

func TestAConflictKnowsNoFlags(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.call(b.change("a"), func() { b.write("a", "1") })
	b.call(b.change("a"), func() { b.write("a", "2") })
	_, err := b.log.Undo(t.Context(), undo.Request{Selection: undo.Selection{Number: 1}})
	refused(t, err, "Undo record 2 first")
	if strings.Contains(err.Error(), "--") {
		t.Errorf("flags belong to the command line: %v", err)
	}
}
