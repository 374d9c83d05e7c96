package undo_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/workspace/undo"
)

func TestWhatAKilledCallWroteAsideIsRemoved(t *testing.T) {
	b := newBench(t, undo.Options{})
	long := strings.Repeat("l", 250)
	b.write("d/a", "one")
	b.write("d/b", "one")
	other := b.open(undo.Options{})
	if _, err := other.Keep(t.Context(), b.change("d/a", "d/"+long, "new/x")); err != nil {
		t.Fatal(err)
	}
	tail := ".jig-new-" + strings.Repeat("A", 26)
	gone := []string{"d/.a" + tail, "d/." + long[:200] + tail, "new/.x" + tail}
	stay := []string{"d/.b" + tail, "d/.a.jig-new-short"}
	for _, name := range append(gone, stay...) {
		b.write(name, "half")
	}
	b.must(other.Close()) // as a process that is gone
	b.list()
	b.call(b.change("d/c"), func() { b.write("d/c", "c") })
	for _, name := range gone {
		if _, err := os.Lstat(b.path(name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is still there", name)
		}
	}
	for _, name := range stay {
		if _, err := os.Lstat(b.path(name)); err != nil {
			t.Error(err)
		}
	}
}

func TestACallThatDeletesMoreThanIsKeptIsTold(t *testing.T) {
	b := newBench(t, undo.Options{MaxFiles: 3})
	for _, name := range []string{"d/1", "d/2", "d/3", "d/4"} {
		b.write(name, "x")
	}
	res := b.call(b.change("d"), func() { b.must(os.RemoveAll(b.path("d"))) })
	if !strings.Contains(res.Text(), "cannot be undone") || !strings.Contains(res.Text(), "d") {
		t.Errorf("the result only says %q", res.Text())
	}
	// One that changes nothing there is not.
	b.write("e", "x")
	for _, name := range []string{"f/1", "f/2", "f/3", "f/4"} {
		b.write(name, "x")
	}
	res = b.call(b.change("e"), func() { b.write("e", "y") })
	if strings.Contains(res.Text(), "cannot be undone") {
		t.Errorf("the result says %q", res.Text())
	}
}

func TestUndoKeepsAFileThatLooksLikeSomethingWrittenAside(t *testing.T) {
	b := newBench(t, undo.Options{})
	name := "x.jig-new-" + strings.Repeat("A", 26)
	b.write(name, "one")
	b.bash("echo two > " + name)
	b.undo(undo.Selection{})
	if got, err := os.ReadFile(filepath.Join(b.root, name)); err != nil || string(got) != "one" {
		t.Errorf("it is %q, %v", got, err)
	}
}

func TestAFileWithALongNameComesBack(t *testing.T) {
	b := newBench(t, undo.Options{})
	name := strings.Repeat("ü", 127)
	b.write(name, "one")
	b.call(b.change(name), func() { b.must(os.Remove(b.path(name))) })
	b.undo(undo.Selection{})
	if got, err := os.ReadFile(b.path(name)); err != nil || string(got) != "one" {
		t.Errorf("it is %q, %v", got, err)
	}
}

func TestAFileInAReadOnlyFolderComesBackOrUndoSaysWhyNot(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.write("d/f", "one")
	b.call(b.change("d"), func() {
		b.write("d/f", "two")
		b.must(os.Chmod(b.path("d"), 0o555))
	})
	t.Cleanup(func() { _ = os.Chmod(b.path("d"), 0o755) })
	if _, err := b.log.Undo(t.Context(), undo.Request{}); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(b.path("d/f")); err != nil || string(got) != "one" {
		t.Errorf("it is %q, %v", got, err)
	}
}
