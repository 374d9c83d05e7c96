package git_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/git"
	"jig/workspace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// repo is a repository with a session on it.
type repo struct {
	t   *testing.T
	dir string
	eng *engine.Engine
}

// newRepo makes a repository with two commits: a.txt with two lines, of which the
// second was changed by another author, and sub/b.txt.
func newRepo(t *testing.T) repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := repo{t: t, dir: dir}
	r.git("init", "-q", "-b", "main")
	r.write("a.txt", "one\ntwo\n")
	r.write("sub/b.txt", "b\n")
	r.git("add", ".")
	r.commit("Anna", "2026-01-01T12:00:00Z", "first")
	r.write("a.txt", "one\nzwei\n")
	r.git("add", ".")
	r.commit("Bert+x", "2026-02-01T12:00:00Z", "second ü")
	r.eng = serve(t, dir)
	return r
}

// serve makes an engine with the tools on a folder.
func serve(t *testing.T, dir string) *engine.Engine {
	t.Helper()
	space, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	sess := workspace.NewSession(space, workspace.SessionOptions{})
	eng := engine.New(tool.NewSet(git.Tools(sess)...), engine.AllowAll(), engine.Options{})
	t.Cleanup(func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
		if err := space.Close(); err != nil {
			t.Error(err)
		}
	})
	return eng
}

func (r repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.CommandContext(r.t.Context(), "git", append([]string{"-c", "user.name=x", "-c", "user.email=x@y", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r repo) commit(author, date, message string) {
	r.t.Helper()
	r.git("commit", "-q", "--author", author+" <"+strings.ToLower(author)+"@example.org>", "--date", date, "-m", message)
}

func (r repo) write(name, content string) {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
		r.t.Fatal(err)
	}
}

func (r repo) call(name, args string) engine.Outcome {
	r.t.Helper()
	return r.eng.Call(r.t.Context(), tool.Call{Name: name, Args: []byte(args)})
}

func TestARepositoryIsRead(t *testing.T) {
	r := newRepo(t)
	r.write("a.txt", "one\nzwei\ndrei\n")
	r.write("new.txt", "new\n")
	r.write("sub/b.txt", "changed\n")
	r.git("add", "sub/b.txt")
	tests := map[string]struct {
		tool, args string
		has, hasNo string // parts, separated by |
	}{
		"status":                      {"git_status", `{}`, "On branch main|modified:   a.txt|new.txt", ""},
		"status in short":             {"GitStatus", `{"short":true}`, "## main| M a.txt|M  sub/b.txt|?? new.txt", "On branch"},
		"diff of the working tree":    {"git_diff", `{}`, "+drei|a/a.txt", "changed"},
		"diff of what is staged":      {"gitDiff", `{"staged":true}`, "+changed", "drei"},
		"diff of a path":              {"git_diff", `{"path":"sub"}`, "No differences.", "drei"},
		"diff against a commit":       {"git_diff", `{"commit":"HEAD~1","file_path":"a.txt"}`, "-two|+drei", "changed"},
		"diff of two commits":         {"git_diff", `{"commit":"HEAD~1","commit2":"HEAD"}`, "-two|+zwei", "drei"},
		"diff of a range":             {"git_diff", `{"commit":"HEAD~1..HEAD"}`, "-two|+zwei", "drei"},
		"log":                         {"git_log", `{}`, "second ü|first|Anna <anna@example.org>", ""},
		"log of the last":             {"git_log", `{"limit":1,"oneline":true}`, "second", "first|Author"},
		"log of a path":               {"git_log", `{"path":"sub/b.txt","oneline":true}`, "first", "second"},
		"log of an author":            {"git_log", `{"author":"BERT+X"}`, "second", "first"},
		"log since a day":             {"git_log", `{"author":"nobody"}`, "No commits match.", "first"},
		"show":                        {"git_show", `{}`, "second ü|+zwei|Author:     Bert+x", ""},
		"show of an old commit":       {"git_show", `{"commit":"HEAD~1","path":"sub"}`, "first|+b", "one"},
		"show in numbers":             {"git_show", `{"stat":true}`, "a.txt | 2 +-", "+zwei"},
		"show of the message":         {"git_show", `{"format":"metadata"}`, "second", "zwei|a.txt"},
		"blame":                       {"git_blame", `{"path":"a.txt"}`, "Anna|Bert+x|Not Committed Yet|drei", ""},
		"blame of a line":             {"GitBlame", `{"path":"a.txt","start_line":2,"end_line":2}`, "zwei", "one|drei"},
		"blame of the first lines":    {"git_blame", `{"path":"a.txt","end_line":1}`, "one", "zwei"},
		"in a folder":                 {"git_diff", `{"working_dir":"sub","path":"b.txt","staged":true}`, "+changed", "drei"},
		"by an absolute path":         {"git_log", `{"path":"` + r.dir + `/sub/b.txt"}`, "first", "second"},
		"a path is no pattern":        {"git_diff", `{"path":"*.txt"}`, "No differences.", "drei"},
		"a path with magic":           {"git_diff", `{"path":":(top)a.txt"}`, "No differences.", "drei"},
		"a path that is gone is fine": {"git_log", `{"path":"no/such/file"}`, "No commits match.", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out := r.call(test.tool, test.args)
			text := out.Result.Text()
			if out.Status != engine.OK {
				t.Fatalf("%s: %s", out.Status, text)
			}
			has := strings.Split(test.has, "|")
			if strings.Contains(test.has, " | ") {
				has = []string{test.has}
			}
			for _, part := range has {
				if !strings.Contains(text, part) {
					t.Errorf("no %q in\n%s", part, text)
				}
			}
			for part := range strings.SplitSeq(test.hasNo, "|") {
				if part != "" && strings.Contains(text, part) {
					t.Errorf("%q is in\n%s", part, text)
				}
			}
			if in := out.Intent; !in.ReadOnly() || len(in.Reads) < 2 || in.Reads[0] != r.dir || in.Reads[1] != r.dir+"/.git" {
				t.Errorf("the intent is %+v", in)
			}
		})
	}
}

func TestWhatGitCannotReadIsSaid(t *testing.T) {
	r := newRepo(t)
	outside := t.TempDir()
	tests := map[string]struct{ tool, args, want string }{
		"a revision that is an option":    {"git_show", `{"commit":"--output=x"}`, "begins with a hyphen"},
		"a second one":                    {"git_diff", `{"commit":"HEAD","commit2":"-O/x"}`, "begins with a hyphen"},
		"an author that is an option":     {"git_log", `{"author":"--x"}`, "begins with a hyphen"},
		"a date that is an option":        {"git_log", `{"since":"-1"}`, "begins with a hyphen"},
		"a date of two lines":             {"git_log", `{"until":"a\nb"}`, "control characters"},
		"a revision that is not there":    {"git_show", `{"commit":"nope"}`, "git_log shows"},
		"two commits and what is staged":  {"git_diff", `{"commit":"HEAD","commit2":"HEAD","staged":true}`, "nothing staged"},
		"only the second commit":          {"git_diff", `{"commit2":"HEAD"}`, "give both"},
		"two formats":                     {"git_show", `{"stat":true,"format":"patch"}`, "give one of them"},
		"lines the wrong way round":       {"git_blame", `{"path":"a.txt","start_line":3,"end_line":1}`, "behind end_line"},
		"lines that are not there":        {"git_blame", `{"path":"a.txt","start_line":300}`, "only 2 lines"},
		"a file that is not there":        {"git_blame", `{"path":"zzz"}`, "no such path"},
		"a path outside":                  {"git_log", `{"path":"../x","repo":"."}`, "not in the repository"},
		"a folder that is not there":      {"git_log", `{"repo":"nope"}`, "not a folder"},
		"a folder without a repository":   {"git_log", `{"repo":"` + outside + `"}`, "not in a Git repository"},
		"a count beyond reason":           {"git_log", `{"count":100000}`, "count"},
		"a file where a folder should be": {"git_log", `{"repo":"a.txt"}`, "not a folder"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out := r.call(test.tool, test.args)
			if out.Status == engine.OK || !strings.Contains(out.Result.Text(), test.want) {
				t.Errorf("%s: %q, want %q", out.Status, out.Result.Text(), test.want)
			}
		})
	}
}

func TestWithoutGitTheErrorSaysSo(t *testing.T) {
	r := newRepo(t)
	t.Setenv("PATH", t.TempDir())
	if out := r.call("git_status", `{}`); !strings.Contains(out.Result.Text(), "git is not installed") {
		t.Error(out.Result.Text())
	}
}

func TestALongOutputIsCutAndSaysSo(t *testing.T) {
	r := newRepo(t)
	r.write("long.txt", strings.Repeat("0123456789012345678901234567890123456789\n", 50_000))
	r.git("add", ".")
	out := r.call("git_diff", `{"staged":true}`)
	data, err := json.Marshal(out.Result)
	if err != nil {
		t.Fatal(err)
	}
	if out.Status != engine.OK || !strings.Contains(string(data), "the rest is not shown") {
		t.Errorf("%s: %d bytes", out.Status, len(data))
	}
}

func TestARepositoryElsewhereIsRefused(t *testing.T) {
	other := newRepo(t)
	dir := t.TempDir()
	tests := map[string]func(t *testing.T){
		"by a .git file": func(t *testing.T) {
			if err := os.WriteFile(filepath.Join(dir, ".git"), []byte("gitdir: "+other.dir+"/.git\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		},
		"by a link": func(t *testing.T) {
			if err := os.Symlink(other.dir+"/.git", filepath.Join(dir, ".git")); err != nil {
				t.Fatal(err)
			}
		},
		"by alternates": func(t *testing.T) {
			info := filepath.Join(dir, ".git", "objects", "info")
			if err := os.MkdirAll(info, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(info, "alternates"), []byte(other.dir+"/.git/objects\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, lead := range tests {
		t.Run(name, func(t *testing.T) {
			lead(t)
			defer func() {
				if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil {
					t.Error(err)
				}
			}()
			r := repo{t, dir, serve(t, dir)}
			out := r.call("git_log", `{}`)
			if out.Status == engine.OK || !strings.Contains(out.Result.Text(), "outside of the workspace") {
				t.Errorf("%s: %s", out.Status, out.Result.Text())
			}
		})
	}
}
