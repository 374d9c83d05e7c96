package git_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jig/engine"
	"jig/tool"
)

// The repository tries by every means of its configuration to run a program, which
// would leave a mark.
func TestNoProgramOfTheRepositoryRuns(t *testing.T) {
	settings := map[string][][2]string{
		"a file system monitor":      {{"core.fsmonitor", "%s"}},
		"hooks":                      {{"core.hooksPath", "%d/hooks"}},
		"a pager":                    {{"core.pager", "%s"}, {"pager.log", "%s"}, {"pager.diff", "%s"}, {"pager.status", "%s"}, {"pager.show", "%s"}, {"pager.blame", "%s"}},
		"an external diff":           {{"diff.external", "%s"}},
		"a diff driver":              {{"diff.evil.command", "%s"}},
		"a text conversion":          {{"diff.evil.textconv", "%s"}, {"diff.evil.cachetextconv", "true"}},
		"a clean filter":             {{"filter.evil.clean", "%s"}, {"filter.evil.required", "true"}},
		"a filter process":           {{"filter.evil.process", "%s"}, {"filter.evil.required", "true"}},
		"a filter with dots":         {{"filter.e.v.il.clean", "%s"}},
		"signatures":                 {{"log.showSignature", "true"}, {"gpg.program", "%s"}, {"gpg.ssh.program", "%s"}, {"gpg.format", "ssh"}},
		"an alias":                   {{"alias.status", "!%s"}, {"alias.log", "!%s"}},
		"a missing object":           {{"extensions.partialClone", "evil"}, {"core.repositoryformatversion", "1"}, {"remote.evil.url", "ext::%s"}, {"remote.evil.promisor", "true"}, {"remote.evil.uploadpack", "%s"}, {"protocol.ext.allow", "always"}},
		"alternate refs":             {{"core.alternateRefsCommand", "%s"}},
		"an editor and a passphrase": {{"core.editor", "%s"}, {"core.askPass", "%s"}, {"credential.helper", "!%s"}},
	}
	calls := [][2]string{
		{"git_status", `{}`},
		{"git_status", `{"short":true}`},
		{"git_diff", `{}`},
		{"git_diff", `{"staged":true}`},
		{"git_diff", `{"commit":"HEAD~1"}`},
		{"git_log", `{"path":"a.txt"}`},
		{"git_show", `{}`},
		{"git_show", `{"commit":"HEAD:a.txt"}`},
		{"git_blame", `{"path":"a.txt"}`},
		{"git_show", `{"commit":"0123456789012345678901234567890123456789"}`},
	}
	for name, set := range settings {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t)
			mark := filepath.Join(r.dir, ".git", "mark")
			program := filepath.Join(r.dir, ".git", "evil")
			body := "#!/bin/sh\necho \"$@\" >> " + mark + "\ncat\n"
			r.write(".git/evil", body)
			for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "reference-transaction"} {
				r.write(".git/hooks/"+hook, body)
			}
			r.write(".gitattributes", "*.txt filter=evil diff=evil\nb.txt filter=e.v.il\n")
			r.write("a.txt", "one\nzwei\nthree\n")
			later := time.Now().Add(time.Hour)
			if err := os.Chtimes(filepath.Join(r.dir, "sub", "b.txt"), later, later); err != nil {
				t.Fatal(err)
			}
			for _, s := range set {
				r.git("config", s[0], strings.NewReplacer("%s", program, "%d", r.dir+"/.git").Replace(s[1]))
			}
			for _, c := range calls {
				out := r.call(c[0], c[1])
				if out.Status != engine.OK && !strings.Contains(c[1], "0123") {
					t.Errorf("%s %s: %s", c[0], c[1], out.Result.Text())
				}
				if said, err := os.ReadFile(mark); err == nil {
					t.Fatalf("%s %s ran the program with %q", c[0], c[1], said)
				}
			}
		})
	}
}

// Without the hardening the same repository does run it, so the test above tests
// something.
func TestTheTrapsWork(t *testing.T) {
	traps := map[string]struct {
		set  [][2]string
		args []string
	}{
		"a clean filter":        {[][2]string{{"filter.evil.clean", "%s"}}, []string{"diff"}},
		"a text conversion":     {[][2]string{{"diff.evil.textconv", "%s"}}, []string{"diff"}},
		"a blamed one":          {[][2]string{{"diff.evil.textconv", "%s"}}, []string{"blame", "a.txt"}},
		"an external diff":      {[][2]string{{"diff.external", "%s"}}, []string{"diff"}},
		"a file system monitor": {[][2]string{{"core.fsmonitor", "%s"}}, []string{"status"}},
		"a missing object": {
			[][2]string{{"core.repositoryformatversion", "1"}, {"extensions.partialClone", "evil"}, {"remote.evil.url", "ext::%s"}, {"remote.evil.promisor", "true"}, {"protocol.ext.allow", "always"}},
			[]string{"cat-file", "-t", "0123456789012345678901234567890123456789"},
		},
	}
	for name, trap := range traps {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t)
			mark := filepath.Join(r.dir, ".git", "mark")
			r.write(".git/evil", "#!/bin/sh\necho >> "+mark+"\n")
			r.write(".gitattributes", "*.txt filter=evil diff=evil\n")
			r.write("a.txt", "one\nzwei\nthree\n")
			for _, s := range trap.set {
				r.git("config", s[0], strings.ReplaceAll(s[1], "%s", filepath.Join(r.dir, ".git", "evil")))
			}
			cmd := exec.CommandContext(t.Context(), "git", trap.args...)
			cmd.Dir = r.dir
			said, _ := cmd.CombinedOutput() // what git makes of the program does not matter
			if _, err := os.Stat(mark); err != nil {
				t.Errorf("git did not run it: %s", said)
			}
		})
	}
}

func TestASubmoduleRunsNothing(t *testing.T) {
	inner := newRepo(t)
	r := newRepo(t)
	r.git("submodule", "--quiet", "add", inner.dir, "mod")
	r.git("commit", "-q", "-m", "mod")
	mark := filepath.Join(r.dir, ".git", "mark")
	r.write(".git/evil", "#!/bin/sh\necho >> "+mark+"\ncat\n")
	evil := filepath.Join(r.dir, ".git", "evil")
	sub := repo{t: t, dir: filepath.Join(r.dir, "mod")}
	sub.git("config", "core.fsmonitor", evil)
	sub.git("config", "filter.evil.clean", evil)
	sub.write(".gitattributes", "*.txt filter=evil\n")
	sub.write("a.txt", "other\n")
	if err := os.Remove(mark); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, s := range [][2]string{{"submodule.mod.ignore", "none"}, {"diff.submodule", "diff"}, {"status.submoduleSummary", "true"}, {"submodule.recurse", "true"}, {"diff.ignoreSubmodules", "none"}} {
		r.git("config", s[0], s[1])
	}
	for _, c := range [][2]string{{"git_status", `{}`}, {"git_diff", `{}`}, {"git_show", `{}`}, {"git_diff", `{"commit":"HEAD~1"}`}} {
		if out := r.call(c[0], c[1]); out.Status != engine.OK {
			t.Errorf("%s %s: %s", c[0], c[1], out.Result.Text())
		}
		if _, err := os.Stat(mark); err == nil {
			t.Fatalf("%s %s ran the program of the submodule", c[0], c[1])
		}
	}
}

func TestTheWorkingTreeIsTheFolderOfTheRepository(t *testing.T) {
	r := newRepo(t)
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "a.txt"), []byte("secret\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r.git("config", "core.worktree", outside)
	if out := r.call("git_diff", `{}`); out.Status != engine.OK || strings.Contains(out.Result.Text(), "secret") {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
}

func TestNothingIsWritten(t *testing.T) {
	r := newRepo(t)
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(r.dir, "a.txt"), later, later); err != nil {
		t.Fatal(err)
	}
	index := filepath.Join(r.dir, ".git", "index")
	before, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	r.call("git_status", `{}`)
	r.call("git_diff", `{}`)
	after, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	if string(before) != string(after) {
		t.Error("the index was refreshed")
	}
}

// A variable of the caller's environment must not lead git elsewhere.
func TestTheEnvironmentOfGitIsItsOwn(t *testing.T) {
	other := newRepo(t)
	other.write("only-there.txt", "x")
	r := newRepo(t)
	t.Setenv("GIT_DIR", other.dir+"/.git")
	t.Setenv("GIT_WORK_TREE", other.dir)
	t.Setenv("GIT_EXTERNAL_DIFF", "false")
	if out := r.call("git_status", `{}`); out.Status != engine.OK || strings.Contains(out.Result.Text(), "only-there") {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
}

// A git that does not end, with children that hold its output, is killed with them.
func TestAGitThatHangsIsKilled(t *testing.T) {
	r := newRepo(t)
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte("#!/bin/sh\n/bin/sleep 300 &\n/bin/sleep 300\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	begin := time.Now()
	out := r.eng.Call(ctx, tool.Call{Name: "git_status", Args: []byte(`{}`)})
	if out.Status == engine.OK || time.Since(begin) > time.Minute {
		t.Errorf("%s after %v: %s", out.Status, time.Since(begin), out.Result.Text())
	}
}

// A call may have written a program into a folder of PATH, such as that of a virtual environment.
func TestAGitOfTheWorkspaceIsNotRun(t *testing.T) {
	r := newRepo(t)
	r.write("bin/git", "#!/bin/sh\n/bin/touch "+filepath.Join(r.dir, "mark")+"\n")
	if err := os.Chmod(filepath.Join(r.dir, "bin", "git"), 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Join(r.dir, "bin"), link); err != nil {
		t.Fatal(err)
	}
	list := string(filepath.ListSeparator)
	t.Setenv("PATH", filepath.Join(r.dir, "bin")+list+link+list+"bin"+list+os.Getenv("PATH"))
	if out := r.call("git_status", `{}`); out.Status != engine.OK || !strings.Contains(out.Result.Text(), "bin/") {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
	if _, err := os.Stat(filepath.Join(r.dir, "mark")); err == nil {
		t.Error("the program of the workspace was run")
	}
}
