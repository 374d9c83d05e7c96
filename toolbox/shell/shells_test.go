package shell_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"jig/engine"
	"jig/sandbox"
	"jig/tool"
	"jig/toolbox/shell"
	"jig/workspace"
)

func TestMain(m *testing.M) {
	sandbox.MaybeInit()
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// bench is a set of shell tools in a folder of their own, behind an engine that allows everything.
type bench struct {
	t      *testing.T
	dir    string
	shells *shell.Shells
	set    *tool.Set
	eng    *engine.Engine
}

func newBench(t *testing.T, change ...func(*shell.Options)) *bench {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	space, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	opt := shell.Options{Space: space}
	for _, c := range change {
		c(&opt)
	}
	shells, err := shell.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	set := tool.NewSet(shells.Tools()...)
	eng := engine.New(set, engine.AllowAll(), engine.Options{})
	t.Cleanup(func() {
		for _, err := range []error{eng.Close(), shells.Close(), space.Close()} {
			if err != nil {
				t.Error(err)
			}
		}
	})
	return &bench{t: t, dir: dir, shells: shells, set: set, eng: eng}
}

// args are arguments of a call: names and values in turn.
func args(pairs ...any) json.RawMessage {
	given := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		given[pairs[i].(string)] = pairs[i+1]
	}
	raw, err := json.Marshal(given)
	if err != nil {
		panic(err)
	}
	return raw
}

// call puts a call through the engine.
func (b *bench) call(ctx context.Context, name string, pairs ...any) engine.Outcome {
	b.t.Helper()
	return b.eng.Call(ctx, tool.Call{Name: name, Args: args(pairs...)})
}

// run runs a line and gives the text of its result.
func (b *bench) run(line string, pairs ...any) string {
	b.t.Helper()
	return b.call(b.t.Context(), "shell", append([]any{"command", line}, pairs...)...).Result.Text()
}

func details(t *testing.T, out engine.Outcome) *shell.Details {
	t.Helper()
	d, ok := out.Result.Details.(*shell.Details)
	if !ok {
		t.Fatalf("there are no details: %s", out.Result.Text())
	}
	return d
}

// alive reports whether a process whose command line holds the mark runs.
func alive(t *testing.T, mark string) bool {
	t.Helper()
	found, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		if raw, err := os.ReadFile(path); err == nil && strings.Contains(string(raw), mark) {
			return true
		}
	}
	return false
}

func TestALineAnswersWithWhatItPrinted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for name, test := range map[string]struct{ line, want string }{
		"output":                                 {"echo hello", "hello"},
		"nothing":                                {"true", "(no output)"},
		"errors under a line of their own":       {"echo out; echo err >&2", "out\n[stderr]\nerr"},
		"only errors":                            {"echo err >&2", "[stderr]\nerr"},
		"a code other than zero comes first":     {"echo no; exit 3", "Exit code: 3\nno"},
		"a code without output":                  {"exit 7", "Exit code: 7\n(no output)"},
		"a command that kills itself":            {"kill -9 $$", "Exit code: 137 (ended by SIGKILL)\n(no output)"},
		"a program that is not there":            {"nosuchprogram_x 2>/dev/null", "Exit code: 127\n(no output)"},
		"no newline at the end":                  {"printf abc", "abc"},
		"a line that begins with a hyphen":       {"-x 2>/dev/null; echo $?", "127"},
		"several lines":                          {"for i in 1 2; do\necho $i\ndone", "1\n2"},
		"closed output":                          {"exec 1>&-; echo x", "Exit code: 1\n[stderr]\n"},
		"colours are taken out":                  {`printf '\033[31mred\033[0m \033]0;title\007done\n'`, "red done"},
		"invisible characters are taken out":     {`printf 'a\u200bb\U000e0041c\n'`, "abc\n[2 invisible characters were taken out of the output]"},
		"bytes that are no text":                 {`printf 'a\xff\xfe\x00b'`, "a\ufffdb"},
		"lines of another system":                {`printf 'a\r\nb\r\n'`, "a\nb"},
		"cat has nothing to read":                {"cat", "(no output)"},
		"read fails at once":                     {"read x; echo $?", "1"},
		"a prompt on the terminal fails":         {"(read -p pw: x </dev/tty) 2>/dev/null; echo $?", "1"},
		"variables of the call":                  {"echo $TERM $PAGER $GIT_TERMINAL_PROMPT", "dumb cat 0"},
		"the folder":                             {"pwd", "DIR"},
		"process substitution finishes":          {"echo x | tee >(sleep 0.03; cat >&2) >/dev/null", "[stderr]\nx"},
		"a job that was waited for is no remark": {"sleep 0.01 & wait; echo done", "done"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := strings.ReplaceAll(test.want, "DIR", b.dir)
			got := b.call(t.Context(), "shell", "command", test.line)
			if text := got.Result.Text(); text != want && (!strings.HasSuffix(want, "\n") || !strings.HasPrefix(text, want)) {
				t.Errorf("%s\ngave %q\nwant %q", test.line, text, want)
			}
			if got.Status != engine.OK || got.Result.IsError {
				t.Errorf("the status is %s", got.Status)
			}
		})
	}
}

func TestNothingLastsFromOneLineToTheNext(t *testing.T) {
	b := newBench(t)
	if err := os.Mkdir(filepath.Join(b.dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	b.run("cd sub; export X=1; alias y=z")
	if got := b.run("pwd; echo ${X-unset}"); got != b.dir+"\nunset" {
		t.Error(got)
	}
	if got := b.run("pwd", "cwd", "sub"); got != filepath.Join(b.dir, "sub") {
		t.Error(got)
	}
}

func TestAMissingFolderIsAnsweredWithTheNearest(t *testing.T) {
	b := newBench(t)
	if err := os.Mkdir(filepath.Join(b.dir, "source"), 0o700); err != nil {
		t.Fatal(err)
	}
	out := b.call(t.Context(), "shell", "command", "pwd", "working_dir", "sorce")
	if !strings.Contains(out.Result.Text(), "Did you mean "+filepath.Join(b.dir, "source")) || out.Result.Error.Code != tool.CodeFileNotFound {
		t.Error(out.Result.Text())
	}
}

func TestATimeoutKeepsWhatWasPrintedAndStopsTheTree(t *testing.T) {
	b := newBench(t)
	began := time.Now()
	out := b.call(t.Context(), "Bash", "command", "echo before; (sleep 987.125 & sleep 987.125); echo after", "timeout", 200)
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
	text := out.Result.Text()
	if !strings.HasPrefix(text, "before\n") || strings.Contains(text, "after") || !strings.Contains(text, "Timed out: the command took longer than 200ms") {
		t.Error(text)
	}
	if d := details(t, out); !d.TimedOut || d.ExitCode != nil || out.Result.Error.Code != tool.CodeTimeout {
		t.Errorf("%+v", d)
	}
	if alive(t, "987.125") {
		t.Error("something is left running")
	}
}

func TestACancelledLineIsStoppedWithItsTree(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	ready := filepath.Join(b.dir, "ready")
	go func() {
		defer cancel()
		until(t.Context(), t, func() bool { _, err := os.Stat(ready); return err == nil })
	}()
	out := b.call(ctx, "shell", "command", "trap '' TERM; echo begun; sleep 986.125 & touch ready; sleep 986.125")
	if out.Status != engine.Cancelled || !strings.HasPrefix(out.Result.Text(), "begun") {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
	if alive(t, "986.125") {
		t.Error("something is left running")
	}
}
