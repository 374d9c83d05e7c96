package walk_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"pgregory.net/rapid"

	"jig/internal/walk"
)

// A walk through a tree that is deeper than a path may be long, with something
// left to do on every level.
func TestADeepTreeNeedsFewDescriptors(t *testing.T) {
	const levels = 700
	root := tree(t)
	name := strings.Repeat("d", 20)
	at, err := unix.Open(root, unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	for range levels {
		for _, folder := range []string{"a", "z", name} {
			if err := unix.Mkdirat(at, folder, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for _, file := range []string{"a/x", "z/y", "f"} {
			fd, err := unix.Openat(at, file, unix.O_CREAT|unix.O_WRONLY|unix.O_CLOEXEC, 0o600)
			if err != nil {
				t.Fatal(err)
			}
			if err := unix.Close(fd); err != nil {
				t.Fatal(err)
			}
		}
		next, err := unix.Openat(at, name, unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := unix.Close(at); err != nil {
			t.Fatal(err)
		}
		at = next
	}
	if err := unix.Close(at); err != nil {
		t.Fatal(err)
	}
	before := descriptors(t)
	var visited, most atomic.Int64
	report, err := walk.Files(t.Context(), root, walk.Options{}, func(_ int, e *walk.Entry) error {
		if n := visited.Add(1); n%20 == 0 {
			most.Store(max(most.Load(), int64(descriptors(t))))
		}
		f, err := e.Open()
		if err != nil {
			return err
		}
		return f.Close()
	})
	if err != nil || report.Unread > 0 || visited.Load() != 3*levels || report.Folders != 3*levels+1 {
		t.Errorf("visited %d files, want %d: %+v, %v", visited.Load(), 3*levels, report, err)
	}
	if most := most.Load() - int64(before); most > 300 {
		t.Errorf("%d descriptors were open", most)
	}
	if after := descriptors(t); after > before {
		t.Errorf("%d descriptors are open after the walk, %d before", after, before)
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(open)
}

func TestAWalkThatEndsEarlyLeavesNothingOpen(t *testing.T) {
	root := tree(t)
	for i := range 50 {
		grow(t, root, fmt.Sprintf("%d/%d/a", i, i), fmt.Sprintf("%d/b", i))
	}
	before := descriptors(t)
	for range 20 {
		if _, err := walk.Files(t.Context(), root, walk.Options{Workers: 4}, func(int, *walk.Entry) error { return walk.SkipAll }); err != nil {
			t.Fatal(err)
		}
	}
	if after := descriptors(t); after > before {
		t.Errorf("%d descriptors are open after the walks, %d before", after, before)
	}
}

func TestNothingButFilesIsVisitedOrWaitedFor(t *testing.T) {
	root := tree(t, ".git/", "a")
	for _, name := range []string{"pipe", ".gitignore", ".ignore", ".git/info"} {
		if err := unix.Mkfifo(filepath.Join(root, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(paths(t, root, walk.Options{}), " "); got != "a" {
		t.Errorf("visited %q, want a", got)
	}
	if _, err := walk.OpenFile(filepath.Join(root, "pipe")); err == nil {
		t.Error("a pipe was opened as a file")
	}
}

func TestAFileThatBecameALinkIsNotOpened(t *testing.T) {
	root := tree(t, "a", "../secret")
	_, err := walk.Files(t.Context(), root, walk.Options{}, func(_ int, e *walk.Entry) error {
		path := filepath.Join(root, e.Name())
		if err := os.Remove(path); err != nil {
			return err
		}
		if err := os.Symlink("../secret", path); err != nil {
			return err
		}
		if _, err := e.Open(); err == nil {
			t.Error("the link was followed")
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestFoldersThatCannotBeReadAreReported(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root can read everything")
	}
	root := tree(t, "a", "closed/b")
	closed := filepath.Join(root, "closed")
	if err := os.Chmod(closed, 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(closed, 0o755) //nolint:errcheck // only so that it can be removed
	report, err := walk.Files(t.Context(), root, walk.Options{}, func(int, *walk.Entry) error { return nil })
	if err != nil || report.Unread != 1 || len(report.Errors) != 1 || !strings.Contains(report.Errors[0].Error(), "closed") {
		t.Errorf("the report is %+v, %v", report, err)
	}
}

// Files of one folder are divided when visits take long and others are idle.
func TestIdleWorkersTakeAShareOfALargeFolder(t *testing.T) {
	root := tree(t)
	for i := range 3000 {
		grow(t, root, fmt.Sprintf("f%d", i))
	}
	var mu sync.Mutex
	seen := map[int]int{}
	_, err := walk.Files(t.Context(), root, walk.Options{Workers: 2}, func(worker int, _ *walk.Entry) error {
		for began := time.Now(); time.Since(began) < 200*time.Microsecond; {
			runtime.Gosched()
		}
		mu.Lock()
		defer mu.Unlock()
		seen[worker]++
		if len(seen) == 2 {
			return walk.SkipAll
		}
		return nil
	})
	if err != nil || len(seen) != 2 {
		t.Errorf("visits by worker: %v, %v", seen, err)
	}
}

func TestRipgrepListsTheSameFiles(t *testing.T) {
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("this test needs ripgrep")
	}
	root := tree(t)
	var names []string
	for _, folder := range []string{"", "a/", "b/", "a/b/", "a/a/", ".a/", "b/.b/", "b/c/a/"} {
		for _, name := range []string{"x", "y.c", ".z", "a.o", "ab"} {
			names = append(names, folder+name)
		}
	}
	grow(t, root, names...)
	line := rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom([]string{"", "", "!", "/", "!/", "**/"}).Draw(t, "start") +
			rapid.SampledFrom([]string{"a", "b", "x", "*.c", "*.o", "a*", ".*", ".a", "*", "[ab]", "a/b", "b/**", "a/*/x", "?", "ab"}).Draw(t, "name") +
			rapid.SampledFrom([]string{"", "", "/"}).Draw(t, "end")
	})
	rapid.Check(t, func(rt *rapid.T) {
		for _, git := range []string{".git", "b/.git"} {
			path := filepath.Join(root, git)
			if err := os.RemoveAll(path); err != nil {
				rt.Fatal(err)
			}
			if rapid.Bool().Draw(rt, git) {
				if err := os.Mkdir(path, 0o755); err != nil {
					rt.Fatal(err)
				}
			}
		}
		for _, file := range []string{".gitignore", ".ignore", "a/.gitignore", "b/.gitignore", "b/.rgignore", "b/.ignore"} {
			text := strings.Join(rapid.SliceOfN(line, 0, 3).Draw(rt, file), "\n")
			if err := os.WriteFile(filepath.Join(root, file), []byte(text), 0o600); err != nil {
				rt.Fatal(err)
			}
		}
		for _, below := range []string{"", "a", "b"} {
			dir := filepath.Join(root, below)
			c := exec.CommandContext(t.Context(), rg, "--files", "--no-messages", "--null", ".")
			c.Dir = dir
			out, err := c.Output()
			if err != nil && c.ProcessState.ExitCode() != 1 { // 1 says that there are none
				rt.Fatal(err)
			}
			want := []string{}
			for path := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
				if path != "" {
					want = append(want, strings.TrimPrefix(path, "./"))
				}
			}
			slices.Sort(want)
			if got := paths(t, dir, walk.Options{}); !slices.Equal(got, want) {
				rt.Errorf("below %q:\n jig %q\n  rg %q", below, got, want)
			}
		}
	})
}
