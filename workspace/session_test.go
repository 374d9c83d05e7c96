package workspace_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"jig/tool"
	"jig/workspace"
)

func newSession(t *testing.T, locks string) (*workspace.Session, string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	space, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := space.Close(); err != nil {
			t.Error(err)
		}
	})
	return workspace.NewSession(space, workspace.SessionOptions{Locks: locks}), dir
}

func place(t *testing.T, s *workspace.Session, path string) workspace.Place {
	t.Helper()
	p, err := s.Space().Resolve(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func text(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func to(content string) func(workspace.Old) ([]byte, error) {
	return func(workspace.Old) ([]byte, error) { return []byte(content), nil }
}

func TestAFileThatChangedSinceItWasReadIsNotWritten(t *testing.T) {
	s, dir := newSession(t, "")
	path := filepath.Join(dir, "a.txt")
	put(t, path, "one")
	p := place(t, s, "a.txt")
	s.Saw(p, workspace.SumOf([]byte("one")))
	put(t, path, "two")
	_, err := s.Change(t.Context(), p, workspace.ChangeOptions{}, to("three"))
	if e := tool.AsError(err); err == nil || e.Code != tool.CodeStaleFile {
		t.Fatalf("got %v", err)
	}
	if text(t, path) != "two" {
		t.Error("it was written all the same")
	}
	put(t, path, "one") // by content, not by time
	if _, err := s.Change(t.Context(), p, workspace.ChangeOptions{}, to("three")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Change(t.Context(), p, workspace.ChangeOptions{}, to("four")); err != nil {
		t.Errorf("what the session wrote itself counts as seen: %v", err)
	}
}

func TestManyChangesOfOneFileAreAllKept(t *testing.T) {
	locks := t.TempDir()
	a, dir := newSession(t, locks)
	b := workspace.NewSession(a.Space(), workspace.SessionOptions{Locks: locks})
	put(t, filepath.Join(dir, "n"), "")
	var wg sync.WaitGroup
	for i := range 200 {
		s := []*workspace.Session{a, b}[i%2]
		wg.Go(func() {
			p, err := s.Space().Resolve("n")
			if err != nil {
				t.Error(err)
				return
			}
			_, err = s.Change(t.Context(), p, workspace.ChangeOptions{Unread: true}, func(old workspace.Old) ([]byte, error) {
				return append(bytes.Clone(old.Data), fmt.Sprintf("%d\n", i)...), nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if lines := strings.Count(text(t, filepath.Join(dir, "n")), "\n"); lines != 200 {
		t.Errorf("%d of 200 changes are there", lines)
	}
	left(t, dir, 1)
}

// left checks that nothing was left lying about.
func left(t *testing.T, dir string, want int) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != want {
		t.Errorf("there are %v, want %d", entries, want)
	}
}

func TestSeveralChangesAreMadeTogetherOrNotAtAll(t *testing.T) {
	s, dir := newSession(t, "")
	put(t, filepath.Join(dir, "a"), "a")
	put(t, filepath.Join(dir, "b"), "b")
	steps := func(last error) []workspace.Step {
		return []workspace.Step{
			{At: place(t, s, "a"), Edit: to("A")},
			{At: place(t, s, "b"), Remove: true},
			{At: place(t, s, "sub/c"), Edit: func(workspace.Old) ([]byte, error) { return []byte("C"), last }},
		}
	}
	no := errors.New("no")
	if _, err := s.ChangeAll(t.Context(), steps(no)); !errors.Is(err, no) {
		t.Fatal(err)
	}
	if text(t, filepath.Join(dir, "a")) != "a" || text(t, filepath.Join(dir, "b")) != "b" {
		t.Error("half of it was done")
	}
	if _, err := s.ChangeAll(t.Context(), steps(nil)); err != nil {
		t.Fatal(err)
	}
	if text(t, filepath.Join(dir, "a")) != "A" || text(t, filepath.Join(dir, "sub", "c")) != "C" {
		t.Error("not all of it was done")
	}
	left(t, dir, 2)
}

func TestWhatTheCallDidNotStateIsNotWritten(t *testing.T) {
	s, dir := newSession(t, "")
	put(t, filepath.Join(dir, "a"), "a")
	ctx := context.WithValue(t.Context(), tool.IntentKey{}, &tool.Intent{Writes: []string{filepath.Join(dir, "b")}})
	if _, err := s.Change(ctx, place(t, s, "a"), workspace.ChangeOptions{}, to("x")); err == nil {
		t.Error("it was written")
	}
	if _, err := s.Change(ctx, place(t, s, "b/c"), workspace.ChangeOptions{}, to("x")); err != nil {
		t.Errorf("below what was stated: %v", err)
	}
	if err := s.Remove(ctx, place(t, s, "a"), false); err == nil {
		t.Error("it was removed")
	}
}

func TestModeStaysAndReadOnlyFilesAreRefused(t *testing.T) {
	s, dir := newSession(t, "")
	path := filepath.Join(dir, "run.sh")
	put(t, path, "a")
	if err := os.Chmod(path, 0o751); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Change(t.Context(), place(t, s, "run.sh"), workspace.ChangeOptions{}, to("b")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != 0o751 {
		t.Errorf("mode is %v", info.Mode())
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Change(t.Context(), place(t, s, "run.sh"), workspace.ChangeOptions{}, to("c")); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %v", err)
	}
	left(t, dir, 1)
}

func TestMovingReplacesOnlyWhenTold(t *testing.T) {
	s, dir := newSession(t, "")
	put(t, filepath.Join(dir, "a"), "a")
	put(t, filepath.Join(dir, "b"), "b")
	if err := s.Move(t.Context(), place(t, s, "a"), place(t, s, "b"), false); !errors.Is(err, fs.ErrExist) {
		t.Fatalf("got %v", err)
	}
	if err := s.Move(t.Context(), place(t, s, "a"), place(t, s, "b"), true); err != nil {
		t.Fatal(err)
	}
	if err := s.Move(t.Context(), place(t, s, "b"), place(t, s, "x/y/b"), false); err != nil {
		t.Fatal(err)
	}
	if text(t, filepath.Join(dir, "x", "y", "b")) != "a" {
		t.Error("it is not there")
	}
}
