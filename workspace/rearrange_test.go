package workspace_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/tool"
	"jig/workspace"
)

func isStale(err error) bool { return err != nil && tool.AsError(err).Code == tool.CodeStaleFile }

func TestAMoveDoesNotReplaceWhatAppearedAfterItWasPlanned(t *testing.T) {
	s, dir := newSession(t, "")
	put(t, filepath.Join(dir, "from"), "mine")
	from, dest := entry(t, s.Space(), "from"), entry(t, s.Space(), "to")
	put(t, filepath.Join(dir, "to"), "somebody else's")
	if err := s.Move(t.Context(), from, dest, false); err == nil {
		t.Error("it was moved")
	}
	if got := text(t, filepath.Join(dir, "to")); got != "somebody else's" {
		t.Errorf("what was there is %q now", got)
	}
}

func TestAMoveDoesNotReplaceAFileThatChangedSinceItWasRead(t *testing.T) {
	s, dir := newSession(t, "")
	put(t, filepath.Join(dir, "from"), "mine")
	put(t, filepath.Join(dir, "to"), "one")
	s.Saw(place(t, s, "to"), workspace.SumOf([]byte("one")))
	put(t, filepath.Join(dir, "to"), "two")
	if err := s.Move(t.Context(), entry(t, s.Space(), "from"), entry(t, s.Space(), "to"), true); !isStale(err) {
		t.Errorf("got %v", err)
	}
	if got := text(t, filepath.Join(dir, "to")); got != "two" {
		t.Errorf("what was there is %q now", got)
	}
}

func TestAFileThatChangedSinceItWasReadIsNotDeleted(t *testing.T) {
	s, dir := newSession(t, "")
	put(t, filepath.Join(dir, "a"), "one")
	s.Saw(place(t, s, "a"), workspace.SumOf([]byte("one")))
	put(t, filepath.Join(dir, "a"), "two")
	if err := s.Remove(t.Context(), entry(t, s.Space(), "a"), false); !isStale(err) {
		t.Errorf("got %v", err)
	}
	if got := text(t, filepath.Join(dir, "a")); got != "two" {
		t.Errorf("it is %q now", got)
	}
}

func TestAMoveMakesNoFoldersThroughALinkThatWasPutInItsWay(t *testing.T) {
	s, dir := newSession(t, "")
	other := t.TempDir()
	put(t, filepath.Join(dir, "from"), "mine")
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "secret"), 0o755); err != nil {
		t.Fatal(err)
	}
	from, dest := entry(t, s.Space(), "from"), entry(t, s.Space(), "sub/deep/to")
	if err := os.Rename(filepath.Join(dir, "sub"), filepath.Join(other, "gone")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("secret", filepath.Join(dir, "sub")); err != nil {
		t.Fatal(err)
	}
	ctx := context.WithValue(t.Context(), tool.IntentKey{}, &tool.Intent{Writes: []string{from.Real, dest.Real}})
	if err := s.Move(ctx, from, dest, false); err == nil {
		t.Error("it was moved")
	}
	if _, err := os.Lstat(filepath.Join(dir, "secret", "deep")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a folder was made where the link led")
	}
}

func TestWhatIsKnownOfFilesMovesWithTheirFolder(t *testing.T) {
	s, dir := newSession(t, "")
	if err := os.Mkdir(filepath.Join(dir, "a"), 0o755); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "a", "f"), "one")
	s.Saw(place(t, s, "a/f"), workspace.SumOf([]byte("one")))
	put(t, filepath.Join(dir, "a", "f"), "two")
	if err := s.Move(t.Context(), entry(t, s.Space(), "a"), entry(t, s.Space(), "b"), false); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Change(t.Context(), place(t, s, "b/f"), workspace.ChangeOptions{}, to("three")); !isStale(err) {
		t.Errorf("got %v", err)
	}
}

func TestStepsThatCannotBeMadeLeaveNoFolders(t *testing.T) {
	s, dir := newSession(t, "")
	_, err := s.ChangeAll(t.Context(), []workspace.Step{
		{At: place(t, s, "new/deep/a"), Edit: to("a")},
		{At: place(t, s, "missing"), ChangeOptions: workspace.ChangeOptions{MustExist: true}, Edit: to("b")},
	})
	if err == nil {
		t.Fatal("it was done")
	}
	if _, err := os.Lstat(filepath.Join(dir, "new")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("folders are left")
	}
}

func TestAFileThatIsPutBackHasTheModeItHad(t *testing.T) {
	s, dir := newSession(t, "")
	path := filepath.Join(dir, "a")
	put(t, path, "old")
	if err := os.Chmod(path, 0o767); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "b"), "old")
	_, err := s.ChangeAll(t.Context(), []workspace.Step{
		{At: place(t, s, "a"), Remove: true},
		{At: place(t, s, "b"), Edit: func(workspace.Old) ([]byte, error) { return []byte("new"), nil }},
		{At: place(t, s, "c"), Edit: func(workspace.Old) ([]byte, error) {
			// Somebody replaces the second file after it was looked at.
			put(t, filepath.Join(dir, "x"), "other")
			return []byte("c"), os.Rename(filepath.Join(dir, "x"), filepath.Join(dir, "b"))
		}},
	})
	if err == nil {
		t.Fatal("it was done")
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o767 {
		t.Errorf("its mode is %v", info.Mode())
	}
	if text(t, path) != "old" || text(t, filepath.Join(dir, "b")) != "other" {
		t.Error("contents are lost")
	}
}

func TestAFileTooLargeToBeChangedIsRefusedBeforeItIsRead(t *testing.T) {
	s, dir := newSession(t, "")
	path := filepath.Join(dir, "huge")
	put(t, path, "")
	if err := os.Truncate(path, 20<<30); err != nil {
		t.Skip("no files with holes here")
	}
	_, err := s.Change(t.Context(), place(t, s, "huge"), workspace.ChangeOptions{}, func(workspace.Old) ([]byte, error) {
		t.Error("it was read")
		return nil, errors.New("no")
	})
	if err == nil || !strings.Contains(err.Error(), "large") {
		t.Errorf("got %v", err)
	}
}

func TestAFileThatSomebodyElseChangedMeanwhileIsNotPutBack(t *testing.T) {
	s, dir := newSession(t, "")
	put(t, filepath.Join(dir, "z"), "old")
	p := place(t, s, "a")
	_, err := s.ChangeAll(t.Context(), []workspace.Step{
		{At: p, ChangeOptions: workspace.ChangeOptions{Perm: 0o666, Exact: true}, Edit: to("new")},
		{At: place(t, s, "z"), Edit: func(workspace.Old) ([]byte, error) {
			put(t, filepath.Join(dir, "z"), "longer than it was")
			return []byte("z"), nil
		}},
	})
	if !errors.Is(err, workspace.ErrChanged) {
		t.Fatalf("got %v", err)
	}
	if half, ok := errors.AsType[*workspace.HalfError](err); ok {
		t.Errorf("it could be put back: %v", half)
	}
	if _, err := os.Lstat(p.Real); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the first file is still there")
	}
}
