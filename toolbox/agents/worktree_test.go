package agents_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jig/engine"
	"jig/toolbox/agents"
)

// project is a repository with one commit, and a place for worktrees.
func project(t *testing.T) (dir, trees string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir = t.TempDir()
	put(t, dir+"/a.txt", "one\n")
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "first")
	return dir, t.TempDir()
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

const isolated = `{"prompt":"x","description":"Change things","isolation":"worktree"}`

func TestAWorktreeWithoutChangesGoesAway(t *testing.T) {
	dir, trees := project(t)
	var at string
	b := open(t, agents.Options{Dir: dir, Worktrees: trees}, func(_ context.Context, t agents.Task) (*agents.Report, error) {
		at = t.Dir
		text, err := os.ReadFile(filepath.Join(t.Dir, "a.txt"))
		return &agents.Report{Text: string(text)}, err
	})
	out := b.call("agent", isolated)
	b.want(out, engine.OK, "one", "changed nothing there")
	if _, err := os.Stat(at); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", at, err)
	}
	if left := git(t, dir, "worktree", "list") + git(t, dir, "branch"); strings.Contains(left, "jig/") || strings.Count(left, "\n") > 0 {
		t.Error("left: " + left)
	}
	if in := out.Intent; len(in.Writes) != 1 || !strings.HasPrefix(at, in.Writes[0]) || in.ReadOnly() {
		t.Errorf("the intent is %+v, and it worked in %s", *in, at)
	}
}

func TestAWorktreeWithChangesIsKeptAndNamed(t *testing.T) {
	dir, trees := project(t)
	var at string
	b := open(t, agents.Options{Dir: dir, Worktrees: trees}, func(_ context.Context, task agents.Task) (*agents.Report, error) {
		at = task.Dir
		put(t, at+"/a.txt", "one\ntwo\n")
		put(t, at+"/new file.txt", "x")
		return &agents.Report{Text: "changed"}, nil
	})
	out := b.call("agent", isolated)
	b.want(out, engine.OK, "changed", at, "on the branch jig/change-things-", "a.txt | 1 +", "new file: new file.txt")
	if got := git(t, dir, "status", "--porcelain"); got != "" {
		t.Error("the main worktree is touched: " + got)
	}
	if b := git(t, at, "rev-parse", "--abbrev-ref", "HEAD"); !strings.Contains(out.Result.Text(), b+",") {
		t.Error("the branch is " + b)
	}
}

func TestCommitsInAWorktreeAreToldOf(t *testing.T) {
	dir, trees := project(t)
	b := open(t, agents.Options{Dir: dir, Worktrees: trees}, func(_ context.Context, task agents.Task) (*agents.Report, error) {
		put(t, task.Dir+"/a.txt", "two\n")
		git(t, task.Dir, "commit", "-q", "-a", "-m", "second") //nolint:contextcheck // it has that of the test
		return nil, errors.New("then it broke")
	})
	out := b.call("agent", isolated)
	b.want(out, engine.Failed, "then it broke", "commits: 1", "a.txt | 2 +-")
}

func TestEveryItemHasAWorktreeOfItsOwn(t *testing.T) {
	dir, trees := project(t)
	b := open(t, agents.Options{Dir: dir, Worktrees: trees}, func(_ context.Context, task agents.Task) (*agents.Report, error) {
		put(t, task.Dir+"/"+task.Prompt, "x")
		return &agents.Report{Text: "ok"}, nil
	})
	out := b.call("agent", `{"prompt":"{item}","items":["x","y","z"],"isolation":"worktree"}`)
	b.want(out, engine.OK, "new file: x", "new file: y", "new file: z")
	if n := strings.Count(git(t, dir, "branch"), "jig/"); n != 3 {
		t.Errorf("%d branches", n)
	}
}

func TestAWorktreeNeedsARepositoryWithACommit(t *testing.T) {
	bare := t.TempDir()
	b := open(t, agents.Options{Dir: bare, Worktrees: t.TempDir()}, echo)
	b.want(b.call("agent", isolated), engine.Invalid, "needs a Git repository", "do without isolation")
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	git(t, bare, "init", "-q")
	b.want(b.call("agent", isolated), engine.Failed, "needs a commit to begin with")
}

func TestAHostileRepositoryRunsNothing(t *testing.T) {
	dir, trees := project(t)
	witness := filepath.Join(t.TempDir(), "ran")
	put(t, dir+"/.gitattributes", "*.txt filter=evil\n")
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "attributes")
	put(t, dir+"/.git/hooks/post-checkout", "#!/bin/sh\ntouch "+witness+"\n")
	if err := os.Chmod(dir+"/.git/hooks/post-checkout", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{"filter.evil.smudge", "filter.evil.clean", "filter.evil.process", "core.fsmonitor"} {
		git(t, dir, "config", setting, "touch "+witness)
	}
	git(t, dir, "config", "filter.evil.required", "true")
	b := open(t, agents.Options{Dir: dir, Worktrees: trees}, func(_ context.Context, task agents.Task) (*agents.Report, error) {
		put(t, task.Dir+"/a.txt", "other\n")
		return &agents.Report{Text: "ok"}, nil
	})
	b.want(b.call("agent", isolated), engine.OK, "a.txt | 2 +-")
	if _, err := os.Stat(witness); err == nil {
		t.Error("the repository had a program of its own run")
	}
}
