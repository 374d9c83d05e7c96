package shell

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What is proved to be read-only must not even write what git has cached: the
// index is made stale before each command, and has to stay as it is.
func TestGitThatOnlyAsksLeavesTheIndexAlone(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	run := func(may bool, args ...string) {
		t.Helper()
		c := exec.CommandContext(t.Context(), git, args...)
		c.Dir = dir
		c.Env = append([]string{
			"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1",
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b",
		}, HardenedGitEnv()...)
		if out, err := c.CombinedOutput(); err != nil && !may {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	file := filepath.Join(dir, "f")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a\n")
	run(false, "init", "-q", ".")
	run(false, "add", "f")
	run(false, "commit", "-qm", "x")
	run(false, "tag", "v1")
	write("b\n")
	run(false, "stash")
	index := filepath.Join(dir, ".git", "index")
	for i, line := range []string{
		"git status", "git status --short", "git diff", "git diff HEAD", "git diff --cached", "git diff --stat", "git diff -- f", "git diff-files", "git diff-index HEAD",
		"git diff-index -p HEAD", "git diff-tree HEAD", "git blame f", "git annotate f", "git stash list", "git stash show", "git stash show -p", "git ls-files -m", "git ls-files -s",
		"git describe --tags", "git grep a", "git grep --untracked a", "git log -p", "git show", "git worktree list", "git check-ignore f", "git ls-files -o", "git range-diff HEAD HEAD HEAD",
		"git rev-parse HEAD", "git branch -vv", "git shortlog HEAD", "git cat-file -p HEAD:f", "git whatchanged", "git reflog", "git show-branch", "git name-rev HEAD",
	} {
		if in := judged(t, line); !in.readOnly() {
			t.Errorf("%s is not proved: %q", line, in.doubts)
		}
		// The content is the same and only its time is new, so that the index is
		// worth refreshing.
		stale := time.Unix(1_600_000_000+int64(i), 0)
		if err := os.Chtimes(file, stale, stale); err != nil {
			t.Fatal(err)
		}
		before, err := os.ReadFile(index)
		if err != nil {
			t.Fatal(err)
		}
		run(true, strings.Fields(line)[1:]...)
		after, err := os.ReadFile(index)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(before, after) {
			t.Errorf("%s writes the index", line)
			run(false, "update-index", "--refresh")
		}
	}
}
