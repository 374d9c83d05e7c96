package undo_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jig/tool"
	"jig/workspace/undo"
)

// history makes four calls in two turns and gives the tree after each.
func history(t *testing.T) (*bench, []string) {
	b := newBench(t, undo.Options{Session: "s1"})
	b.write("a", "0")
	trees := []string{b.tree()}
	for i, do := range []func(){
		func() { b.write("a", "1") },
		func() { b.write("b", "2") },
		func() { b.write("a", "3") },
		func() { b.must(os.Remove(b.path("b"))) },
	} {
		c := b.change("a", "b")
		c.Turn = fmt.Sprintf("turn-%d", i/2+1)
		b.call(c, do)
		trees = append(trees, b.tree())
	}
	return b, trees
}

func TestCallsAreChosenInManyWays(t *testing.T) {
	point := func(n int) *undo.Point { return &undo.Point{Number: n} }
	tests := map[string]struct {
		sel  undo.Selection
		want int // the state of the history afterwards
	}{
		"the last one":               {undo.Selection{}, 3},
		"by number":                  {undo.Selection{Number: 4}, 3},
		"by call":                    {undo.Selection{Call: "call-4"}, 3},
		"by turn":                    {undo.Selection{Turn: "turn-2"}, 2},
		"to a point":                 {undo.Selection{To: point(1)}, 1},
		"to a call":                  {undo.Selection{To: &undo.Point{Call: "call-2"}}, 2},
		"to the beginning":           {undo.Selection{To: &undo.Point{}}, 0},
		"to a time before all":       {undo.Selection{To: &undo.Point{Time: time.Unix(1, 0)}}, 0},
		"of a session":               {undo.Selection{Session: "s1"}, 3},
		"of a session to the origin": {undo.Selection{Session: "s1", To: &undo.Point{}}, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			b, trees := history(t)
			b.undo(test.sel)
			if diff := cmp.Diff(trees[test.want], b.tree()); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
			b.redo(undo.Selection{})
			if diff := cmp.Diff(trees[4], b.tree()); diff != "" {
				t.Fatalf("redo (-want +got):\n%s", diff)
			}
		})
	}
}

func TestStepByStepBackAndForth(t *testing.T) {
	b, trees := history(t)
	for want := 3; want >= 0; want-- {
		b.undo(undo.Selection{})
		if diff := cmp.Diff(trees[want], b.tree()); diff != "" {
			t.Fatalf("undo to %d (-want +got):\n%s", want, diff)
		}
	}
	if _, err := b.log.Undo(t.Context(), undo.Request{}); !errors.Is(err, undo.ErrNothing) {
		t.Errorf("got %v, want nothing to do", err)
	}
	for want := 1; want <= 4; want++ {
		b.redo(undo.Selection{})
		if diff := cmp.Diff(trees[want], b.tree()); diff != "" {
			t.Fatalf("redo to %d (-want +got):\n%s", want, diff)
		}
	}
	if _, err := b.log.Redo(t.Context(), undo.Request{}); !errors.Is(err, undo.ErrNothing) {
		t.Errorf("got %v, want nothing to do", err)
	}
	// A redo up to a point brings back only what is before it.
	b.undo(undo.Selection{To: &undo.Point{}})
	b.redo(undo.Selection{To: &undo.Point{Number: 2}})
	if diff := cmp.Diff(trees[2], b.tree()); diff != "" {
		t.Fatalf("redo to a point (-want +got):\n%s", diff)
	}
}

func TestConflictsAreRefusedAsAWhole(t *testing.T) {
	tests := map[string]struct {
		between string // what happens after the calls
		sel     undo.Selection
		words   []string
	}{
		"a later call changed it":    {"", undo.Selection{Number: 1}, []string{"a: ", "(record 2 changed it)", "Undo record 2 first"}},
		"a person changed it":        {"echo mine > a", undo.Selection{}, []string{"a: its content is another"}},
		"a person deleted it":        {"rm a", undo.Selection{}, []string{"there is nothing instead of a file"}},
		"a person changed its mode":  {"chmod 600 a", undo.Selection{}, []string{"its mode is 0600 instead of 0644"}},
		"a link stands in its place": {"mv a z; ln -s z a", undo.Selection{}, []string{"there is a link to"}},
		"one of two paths differs":   {"echo mine > d/b", undo.Selection{}, []string{"d/b: its content is another"}},
		"its folder is a link now":   {"mv d e; ln -s e d", undo.Selection{}, []string{"d/b: a folder above it is a link now"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, undo.Options{})
			b.write("a", "0")
			b.write("d/b", "0")
			b.call(b.change("a"), func() { b.write("a", "1") })
			b.call(b.change("a", "d/b"), func() { b.write("a", "2"); b.write("d/b", "2") })
			b.shell(test.between + " ")
			before := b.tree()
			_, err := b.log.Undo(t.Context(), undo.Request{Selection: test.sel})
			refused(t, err, test.words...)
			if diff := cmp.Diff(before, b.tree()); diff != "" {
				t.Errorf("something was changed all the same:\n%s", diff)
			}
		})
	}
}

func TestForceLosesNothing(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.write("a", "0")
	b.call(b.change("a"), func() { b.write("a", "1") })
	b.write("a", "precious")
	report, err := b.log.Undo(t.Context(), undo.Request{Force: true})
	b.must(err)
	if got, err := os.ReadFile(b.path("a")); err != nil || string(got) != "0" {
		t.Fatalf("%q, %v", got, err)
	}
	diff, err := b.log.Diff(t.Context(), report.Changes)
	b.must(err)
	if !strings.Contains(diff, "-precious") || !strings.Contains(diff, "+0") {
		t.Errorf("what was replaced is not kept: %s", diff)
	}
	b.redo(undo.Selection{Number: report.Number})
	if got, err := os.ReadFile(b.path("a")); err != nil || string(got) != "precious" {
		t.Fatalf("redo of the forced undo gave %q, %v", got, err)
	}
}

func TestADryRunChangesNothing(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.write("a", "old\n")
	b.call(b.change("a"), func() { b.write("a", "new\n") })
	before := b.tree()
	report, err := b.log.Undo(t.Context(), undo.Request{DryRun: true})
	b.must(err)
	if before != b.tree() || report.Number != 0 || len(report.Changes) != 1 {
		t.Errorf("%+v", report)
	}
	diff, err := b.log.Diff(t.Context(), report.Changes)
	b.must(err)
	want := "--- a\n+++ a\n@@ -1 +1 @@\n-new\n+old\n"
	if diff != want {
		t.Errorf("%q, want %q", diff, want)
	}
}

func TestAFolderWithForeignFilesStays(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.call(b.change("d/x"), func() { b.write("d/x", "1") })
	b.write("d/mine", "1")
	report := b.undo(undo.Selection{})
	if len(report.Notes) != 1 || !strings.Contains(report.Notes[0], "the folder d stays: mine in it") {
		t.Errorf("notes: %q", report.Notes)
	}
	if _, err := os.Stat(b.path("d/x")); err == nil {
		t.Error("d/x is still there")
	}
	b.redo(undo.Selection{})
}

func TestAChangeHasOneOwnerWhenCallsOverlap(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.write("mine", "0")
	b.write("theirs", "0")
	b.write("both", "0")
	other := b.open(undo.Options{Session: "other"})
	endMine, err := b.log.Keep(t.Context(), b.change()) // the whole tree
	b.must(err)
	b.write("both", "1")
	endTheirs, err := other.Keep(t.Context(), b.change("theirs", "both"))
	b.must(err)
	b.write("mine", "1")
	b.write("theirs", "1")
	b.write("both", "2")
	endTheirs(nil)
	endMine(nil)
	byCall := map[string]string{}
	for _, r := range b.list() {
		for _, c := range r.Changes {
			byCall[r.Call] += b.log.Show(c.Path) + " "
		}
	}
	want := map[string]string{"call-1": "both mine ", "call-2": "both theirs "}
	if diff := cmp.Diff(want, byCall); diff != "" {
		t.Fatal(diff)
	}
	b.undo(undo.Selection{Call: "call-2"})
	b.undo(undo.Selection{Call: "call-1"})
	for _, name := range []string{"mine", "theirs", "both"} {
		if got, err := os.ReadFile(b.path(name)); err != nil || string(got) != "0" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestTheRunningCallOfAnotherSessionIsNotDisturbed(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.write("a", "0")
	b.call(b.change("a"), func() { b.write("a", "1") })
	other := b.open(undo.Options{})
	end, err := other.Keep(t.Context(), b.change("a"))
	b.must(err)
	_, err = b.log.Undo(t.Context(), undo.Request{})
	refused(t, err, "still runs and may write it")
	if got := b.list(); got[0].State != undo.Running {
		t.Errorf("state %s", got[0].State)
	}
	end(nil)
	b.undo(undo.Selection{})
}

func TestABackgroundCallStaysOpenUntilItIsSettled(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.write("a", "0")
	end, err := b.log.Keep(t.Context(), b.change())
	b.must(err)
	end(&tool.Result{Control: tool.Control{Background: "task-1"}})
	b.write("a", "1")
	if got := b.list(); len(got) != 1 || got[0].State != undo.Running || got[0].Background != "task-1" {
		t.Fatalf("%+v", got)
	}
	b.must(b.log.Settle(t.Context(), "task-1"))
	if got := b.list(); len(got) != 1 || got[0].State != undo.Done || got[0].Interrupted {
		t.Fatalf("%+v", got)
	}
	b.undo(undo.Selection{})
	if got, err := os.ReadFile(b.path("a")); err != nil || string(got) != "0" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestAHostileLinkDoesNotLeadUndoOut(t *testing.T) {
	b := newBench(t, undo.Options{})
	victim := t.TempDir()
	b.must(os.WriteFile(filepath.Join(victim, "f"), []byte("1"), 0o644))
	b.write("d/f", "0")
	b.call(b.change("d/f"), func() { b.write("d/f", "1") })
	b.must(os.Rename(b.path("d"), b.path("e")))
	b.must(os.Symlink(victim, b.path("d")))
	for _, force := range []bool{false, true} {
		if report, err := b.log.Undo(t.Context(), undo.Request{Force: force}); err == nil {
			t.Errorf("it was done: %+v", report)
		}
		if got, err := os.ReadFile(filepath.Join(victim, "f")); err != nil || string(got) != "1" {
			t.Fatalf("the victim was changed: %q, %v", got, err)
		}
	}
}

func TestOldRecordsAndTheirContentsGo(t *testing.T) {
	now := time.Now()
	opt := undo.Options{Now: func() time.Time { return now }}
	b := newBench(t, opt)
	b.write("a", "0")
	b.call(b.change("a"), func() { b.write("a", "1") })
	b.bash("echo 2 > a")
	now = now.Add(40 * 24 * time.Hour)
	b.bash("echo 3 > a")
	records := b.list()
	if len(records) != 1 || records[0].Number != 3 {
		t.Fatalf("%+v", records)
	}
	b.undo(undo.Selection{})
	if got, err := os.ReadFile(b.path("a")); err != nil || string(got) != "2\n" {
		t.Errorf("%q, %v", got, err)
	}
	blobs, err := filepath.Glob(filepath.Join(b.state, "blobs", "*", "*"))
	b.must(err)
	if len(blobs) != 2 {
		t.Errorf("kept %d contents, want 2", len(blobs))
	}
}

func TestATornOrDamagedLineCostsOnlyItself(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.write("a", "0")
	b.call(b.change("a"), func() { b.write("a", "1") })
	b.call(b.change("b"), func() { b.write("b", "1") })
	file := filepath.Join(b.state, "log.jsonl")
	data, err := os.ReadFile(file)
	b.must(err)
	lines := strings.SplitAfter(string(data), "\n")
	lines[3] = strings.Replace(lines[3], "call-2", "call-X", 1)
	b.must(os.WriteFile(file, []byte(strings.Join(lines, "")+"0123abcd {\"kind\":\"ca"), 0o600))
	other := b.open(undo.Options{})
	records, err := other.List(t.Context())
	b.must(err)
	if len(records) != 1 || records[0].Call != "call-1" {
		t.Errorf("%+v", records)
	}
	if n, err := other.Damaged(t.Context()); err != nil || n != 1 {
		t.Errorf("%d damaged, %v", n, err)
	}
	end, err := other.Keep(t.Context(), b.change("c"))
	b.must(err)
	b.write("c", "1")
	end(nil)
	if records, err = other.List(t.Context()); err != nil || len(records) != 2 {
		t.Errorf("%+v, %v", records, err)
	}
}

func TestACancelledCallIsRecordedAllTheSame(t *testing.T) {
	b := newBench(t, undo.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	end, err := b.log.Keep(ctx, b.change("a"))
	b.must(err)
	b.write("a", "1")
	cancel()
	end(nil)
	if got := b.list(); len(got) != 1 || got[0].State != undo.Done {
		t.Errorf("%+v", got)
	}
}

func TestTheStateIsPrivate(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.write("a", "secret")
	b.call(b.change("a"), func() { b.write("a", "1") })
	b.must(filepath.Walk(b.state, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return err
	}))
}

func TestAPathThatCallsChangedThereAndBackIsCheckedToo(t *testing.T) {
	b := newBench(t, undo.Options{})
	remove := func() { b.must(os.Remove(b.path("p"))) }
	b.call(b.change("p"), func() { b.write("p", "first") })
	b.undo(undo.Selection{})
	b.call(b.change("p"), func() { b.write("p", "second") })
	b.call(b.change("p"), remove)
	b.redo(undo.Selection{Number: 1})
	_, err := b.log.Undo(t.Context(), undo.Request{Selection: undo.Selection{To: &undo.Point{Number: 2}}})
	refused(t, err, "p: there is a file of 5 bytes")

	b.call(b.change("q"), func() { b.write("q", "first") })
	b.call(b.change("q"), func() { b.must(os.Remove(b.path("q"))) })
	undone := b.undo(undo.Selection{To: &undo.Point{Number: 5}})
	b.call(b.change("q"), func() { b.write("q", "other") })
	_, err = b.log.Redo(t.Context(), undo.Request{Selection: undo.Selection{Number: undone.Number}})
	refused(t, err, "q: there is a file of 5 bytes")
	if got, err := os.ReadFile(b.path("p")); err != nil || string(got) != "first" {
		t.Errorf("%q, %v", got, err)
	}
}
