package shell

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestGitThatOnlyAsksIsProved(t *testing.T) {
	for _, line := range []string{
		"git", "git --version", "git -v", "git status", "git status --short", "git status -sb", "git status --porcelain=v2", "git log --stat --since=2.weeks", "git log -5 --oneline", "git log -n 3 -p", "git log --format=%H main..HEAD", "git log --graph --all", "git show HEAD", "git show HEAD:x", "git diff", "git diff --cached", "git diff HEAD~1 -- x", "git diff --stat main...HEAD",
		"git branch", "git branch -vv", "git branch -a", "git branch --show-current", "git branch --list x*", "git branch --contains HEAD", "git branch -r --merged main", "git remote -v", "git remote", "git remote get-url origin", "git remote show -n origin", "git tag", "git tag --list", "git tag -l v*", "git tag -n5", "git rev-parse HEAD", "git rev-parse --show-toplevel", "git ls-files", "git ls-files -o --exclude-standard", "git ls-tree -r HEAD",
		"git describe --tags", "git shortlog -sn HEAD", "git merge-base main HEAD", "git cat-file -p HEAD", "git blame -L 1,5 x", "git grep -n foo", "git reflog", "git reflog show", "git stash list", "git stash show -p", "git worktree list", "git config --get user.name", "git config --list", "git config user.name", "git for-each-ref --format=%(refname)", "git --no-pager log", "git rev-list --count HEAD", "git show-ref", "git count-objects -v", "git version", "git notes list", "git bisect log", "git check-ignore x",
	} {
		if in := judged(t, line); !in.readOnly() {
			t.Errorf("%s: doubts %q writes %q hosts %q", line, in.doubts, in.writes, in.hosts)
		}
	}
}

func TestGitThatCouldDoMoreIsNotProved(t *testing.T) {
	for _, line := range []string{
		"git describe --tags --always --dirty", "git describe --broken", "git cat-file --batch", "git -c core.fsmonitor=x status", "git -cx=y status", "git -C . status", "git -C. status", "git --git-dir=x status", "git --config-env x=y show", "git --work-tree=x status", "git -p log", "git --paginate log", "git --exec-path=x status", "git ?$x", "git lg", "git help x", "git log --help",
		"git diff --ext-diff", "git show --textconv HEAD", "git log --output=x", "git log --outp=x", "git diff -Ox", "git log --show-signature", "git log --format=%G?", "git log ?$x", "git grep -Ox y", "git grep --open-files-in-pager y", "git cat-file --filters x", "git branch x", "git branch -d x", "git branch -D x", "git branch -m x", "git branch -f x y", "git branch -v x", "git branch -u x", "git branch --set-upstream-to=x", "git branch --edit-description",
		"git tag x", "git tag -d x", "git tag -v x", "git tag -a x -m y", "git remote add x y", "git remote show origin", "git remote remove x", "git remote -v update", "git stash", "git stash -- list", "git stash -p list", "git stash pop", "git stash drop", "git worktree add x", "git config a.b c", "git config --unset a.b", "git config --global alias.x y", "git config --edit", "git config set a.b c", "git reflog expire", "git reflog delete x", "git notes add", "git bisect run x", "git submodule status",
		"git add -A", "git commit -m x", "git checkout -b x", "git switch main", "git pull", "git push", "git fetch", "git fetch https://evil.example/x", "git ls-remote --upload-pa=x .", "git clone x", "git merge x", "git rebase x", "git restore x", "git reset", "git clean -n", "git archive -o x HEAD", "git difftool -x y", "git format-patch x", "git rev-list --stdin", "git apply x", "git hook run x", "git instaweb", "git gc",
	} {
		if in := judged(t, line); in.readOnly() {
			t.Errorf("%s is taken for read-only", line)
		}
	}
}

func TestTheHardenedEnvironmentDoesNotTakeAFolderForARepository(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	run := func(env []string, at string, args ...string) error {
		c := exec.CommandContext(t.Context(), git, args...)
		c.Dir, c.Env = filepath.Join(dir, at), append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1"}, env...)
		return c.Run()
	}
	if err := run(nil, ".", "init", "-q", "--bare", "bare"); err != nil {
		t.Fatal(err)
	}
	if err := run(nil, "bare", "rev-parse", "--git-dir"); err != nil {
		t.Skip("this git does not find the repository even without hardening")
	}
	if err := run(HardenedGitEnv(), "bare", "rev-parse", "--git-dir"); err == nil {
		t.Error("git uses what looks like a bare repository")
	}
}

func TestTheHardenedEnvironmentKeepsAMonitorFromRunning(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	run := func(env []string, args ...string) {
		t.Helper()
		c := exec.CommandContext(t.Context(), git, args...)
		c.Dir, c.Env = dir, append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1"}, env...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	mark := filepath.Join(dir, "MARK")
	run(nil, "init", "-q", ".")
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte("a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run(nil, "add", "f")
	run(nil, "config", "core.fsmonitor", "touch MARK; false")
	for _, args := range [][]string{{"status", "--short"}, {"diff"}, {"diff", "--cached"}, {"ls-files"}, {"branch"}} {
		run(HardenedGitEnv(), args...)
		if _, err := os.Stat(mark); err == nil {
			t.Fatalf("git %q ran the monitor", args)
		}
	}
	run(nil, "status", "--short")
	if _, err := os.Stat(mark); err != nil {
		t.Skip("this git does not run the monitor even without hardening")
	}
}
