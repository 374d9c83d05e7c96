package shell_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jig/engine"
	"jig/sandbox"
	"jig/tool"
	"jig/toolbox/shell"
)

// intent is what a call says it is about to do.
func (b *bench) intent(name string, pairs ...any) *tool.Intent {
	b.t.Helper()
	found, ok := b.set.Lookup(name)
	if !ok {
		b.t.Fatalf("there is no %s", name)
	}
	call := &tool.Call{Name: name, Args: args(pairs...)}
	if adapter, ok := tool.As[tool.Adapter](found); ok {
		if _, err := adapter.Adapt(call); err != nil {
			b.t.Fatal(err)
		}
	}
	planner, _ := tool.As[tool.Planner](found)
	in, err := planner.Plan(b.t.Context(), call)
	if err != nil {
		b.t.Fatal(err)
	}
	return in
}

func TestALineStatesWhatItDoes(t *testing.T) {
	b := newBench(t)
	in := b.intent("bash", "command", "git status\nls")
	if !in.ReadOnly() || in.Summary != "run: git status ⏎ ls" || len(in.Commands) != 2 {
		t.Errorf("%+v", in)
	}
	if text, err := in.Preview(t.Context()); err != nil || text != "git status\nls" {
		t.Errorf("%q %v", text, err)
	}
	in = b.intent("bash", "command", "touch x", "run_in_background", true)
	if in.ReadOnly() || !slices.Equal(in.Writes, []string{filepath.Join(b.dir, "x")}) || in.Summary != "start: touch x" {
		t.Errorf("%+v", in)
	}
	in = b.intent("bash", "command", "ls", "env", map[string]string{"LD_PRELOAD": "x"})
	if in.Opaque == "" || !slices.Contains(in.Writes, tool.Everything) {
		t.Errorf("%+v", in)
	}
	in = b.intent("shell", "action", "write", "process_id", "sh-1", "input", "git push\n")
	if in.Opaque == "" || !slices.Equal(in.Locks, []string{"shell:sh-1"}) || len(in.Commands) != 1 || in.Commands[0].Argv[1] != "push" {
		t.Errorf("%+v", in)
	}
	for _, action := range []string{"poll", "list", "kill"} {
		if in := b.intent("shell", "action", action, "process_id", "sh-1"); !in.ReadOnly() || len(in.Reads) > 0 {
			t.Errorf("%s: %+v", action, in)
		}
	}
	if in := b.intent("repl", "language", "bash", "code", "rm -rf /"); in.Opaque == "" || len(in.Harm) == 0 || !slices.Equal(in.Locks, []string{"repl:bash"}) {
		t.Errorf("%+v", in)
	}
	if in := b.intent("monitor", "id", "x"); !in.ReadOnly() {
		t.Errorf("%+v", in)
	}
}

func TestAnotherShellThanBashProvesNothing(t *testing.T) {
	sh, err := os.Readlink("/bin/sh")
	if err != nil || strings.Contains(sh, "bash") {
		t.Skip("sh is not a shell of its own here")
	}
	b := newBench(t, func(o *shell.Options) { o.Shell = "/bin/sh" })
	if in := b.intent("shell", "command", "ls"); in.Opaque == "" {
		t.Errorf("%+v", in)
	}
	if got := b.run("echo $0"); got != "/bin/sh" && got != "--" {
		t.Log(got)
	}
}

func TestCallsForOtherSystemsAreUnderstood(t *testing.T) {
	b := newBench(t)
	for name, test := range map[string]struct {
		tool  string
		pairs []any
		want  string
	}{
		"milliseconds for bash":      {"Bash", []any{"command", "sleep 30", "timeout", 50, "description", "waits"}, "took longer than 50ms"},
		"seconds":                    {"ShellExec", []any{"command", "sleep 30", "timeout_secs", 0.05}, "took longer than 50ms"},
		"seconds in words":           {"run_command", []any{"cmd", "sleep 30", "timeout_seconds", 0.05}, "took longer than 50ms"},
		"a unit that is not clear":   {"run_command", []any{"command", "ls", "timeout", 30}, "say whether that is milliseconds"},
		"no timeout":                 {"bash", []any{"command", "echo x", "timeout", nil}, "x"},
		"too long":                   {"bash", []any{"command", "echo x", "timeout", 700000}, "600000"},
		"a list of words":            {"exec", []any{"command", []string{"echo", "a b", "$HOME"}}, "a b $HOME"},
		"a list with a shell":        {"exec", []any{"command", []string{"bash", "-lc", "echo $((1+1))"}, "workdir", "."}, "2"},
		"the name of another":        {"executeCmd", []any{"command", "echo x", "cwd", "."}, "x"},
		"a wish for confinement":     {"bash", []any{"command", "ls", "namespaceRestrictions", true}, "asks to be confined"},
		"a wish for a workspace":     {"bash", []any{"command", "ls", "filesystemMode", "workspace-only"}, "asks to be confined"},
		"a wish for mounts":          {"bash", []any{"command", "ls", "allowedMounts", []string{"/x"}}, "allowedMounts is not offered"},
		"a wish for no network":      {"bash", []any{"command", "ls", "isolateNetwork", true}, "cannot be kept from the network"},
		"wishes that are none":       {"bash", []any{"command", "echo x", "filesystemMode", "off", "namespaceRestrictions", false, "isolateNetwork", false, "allowedMounts", []string{}}, "x"},
		"no sandbox where is none":   {"Bash", []any{"command", "echo x", "dangerouslyDisableSandbox", true}, "x"},
		"powershell is not here":     {"pwsh", []any{"command", "Get-ChildItem"}, ""},
		"an interpreter by its name": {"python", []any{"code", "1+1", "timeout", 20000}, "2"},
	} {
		t.Run(name, func(t *testing.T) {
			if test.tool == "python" {
				needs(t, "python3")
			}
			out := b.call(t.Context(), test.tool, test.pairs...)
			if !strings.Contains(out.Result.Text(), test.want) {
				t.Errorf("%s: %q, want %q", out.Status, out.Result.Text(), test.want)
			}
		})
	}
}

func TestPowerShellIsMissedInWords(t *testing.T) {
	b := newBench(t, func(o *shell.Options) { o.Env = []string{"PATH=/nowhere"} })
	for name, want := range map[string]string{"powershell": "PowerShell is not installed", "shell": "neither bash nor sh is installed"} {
		if out := b.call(t.Context(), name, "command", "ls"); !out.Result.IsError || !strings.Contains(out.Result.Text(), want) {
			t.Error(out.Result.Text())
		}
	}
	if out := b.call(t.Context(), "repl", "code", "1"); !strings.Contains(out.Result.Text(), "python is not installed here") {
		t.Error(out.Result.Text())
	}
}

func TestTheEnvironmentHoldsNoSurprises(t *testing.T) {
	b := newBench(t, func(o *shell.Options) {
		o.Env = append(os.Environ(), "BASH_ENV=/tmp/x", "CDPATH=/", "BASH_FUNC_ls%%=() { echo stolen; }", "SHELLOPTS=xtrace", "PAGER=less", "MINE=1", "GIT_EDITOR=vi")
		o.Set = []string{"OURS=2"}
	})
	if got := b.run(`echo ${BASH_ENV-none} ${CDPATH-none} $PAGER $MINE $OURS $GIT_EDITOR; ls`); got != "none none cat 1 2 true" {
		t.Error(got)
	}
	if got := b.run("echo $MINE $OTHER", "env", map[string]string{"MINE": "it's", "OTHER": "a b"}); got != "it's a b" {
		t.Error(got)
	}
	// A line whose git was proved to read only runs with the settings of git that the proof is about.
	if got := b.run("git status >/dev/null 2>&1; touch x; echo ${GIT_ALLOW_PROTOCOL-any}"); got != "none" {
		t.Error(got)
	}
	if got := b.run("git commit -m x >/dev/null 2>&1; echo ${GIT_ALLOW_PROTOCOL-any} $GIT_EDITOR"); got != "any true" {
		t.Error(got)
	}
}

func TestAProvedLineFindsNoProgramsOfTheWorkspace(t *testing.T) {
	dir := t.TempDir()
	b := newBench(t, func(o *shell.Options) {
		o.Env = append(os.Environ(), "PATH="+o.Space.Roots()[0]+"/bin:.:"+os.Getenv("PATH"))
		o.Home = dir
	})
	bin := filepath.Join(b.dir, "bin")
	if err := os.Mkdir(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "ls"), []byte("#!/bin/sh\necho stolen\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := b.run("ls"); got != "bin" {
		t.Error(got)
	}
	if got := b.run("./nothing; ls", "timeout_ms", 5000); !strings.Contains(got, "stolen") {
		t.Error("a line that somebody agreed to has the PATH of the person: " + got)
	}
}

// inside makes commands run in a sandbox.
func inside(o *shell.Options, box *sandbox.Sandbox, base sandbox.Profile) {
	o.Sandbox = func(context.Context) (*sandbox.Sandbox, error) { return box, nil }
	o.Profile = func(in *tool.Intent) sandbox.Profile { return sandbox.FromIntent(in, base) }
}

func TestConfinedLinesGetWhatTheySaid(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes a sandbox")
	}
	box, err := sandbox.New(t.Context(), sandbox.Options{Mode: sandbox.Require, Backend: sandbox.Landlock})
	if err != nil {
		t.Skipf("there is no sandbox here: %v", err)
	}
	b := newBench(t, func(o *shell.Options) {
		root := o.Space.Roots()[0]
		inside(o, box, sandbox.Profile{Dir: root, Writable: []string{root}})
		o.Env = append(os.Environ(), "MY_SECRET_TOKEN=x")
	})
	t.Cleanup(func() {
		if err := errors.Join(b.shells.Close(), box.Close()); err != nil {
			t.Error(err)
		}
	})
	outside := t.TempDir()
	if got := b.run("echo in > file; cat file; echo ${MY_SECRET_TOKEN-hidden}"); got != "in\nhidden" {
		t.Error(got)
	}
	out := b.call(t.Context(), "shell", "command", "touch "+outside+"/x")
	if text := out.Result.Text(); !strings.HasPrefix(text, "Exit code: 1") || !strings.Contains(text, "this ran in the sandbox") || !details(t, out).Confined {
		t.Error(text)
	}
	if out := b.call(t.Context(), "Bash", "command", "touch "+outside+"/x && echo done", "dangerouslyDisableSandbox", true); out.Result.Text() != "done" || !out.Intent.Unconfined {
		t.Error(out.Result.Text())
	}
	if got := b.run("echo x", "isolateNetwork", true, "namespaceRestrictions", true); got != "x" {
		t.Error(got)
	}
	if got := b.call(t.Context(), "repl", "language", "bash", "code", "touch y && echo made; touch "+outside+"/z").Result.Text(); !strings.Contains(got, "made") || !strings.Contains(got, "denied") && !strings.Contains(got, "Read-only") {
		t.Error(got)
	}
	id := b.start("touch "+outside+"/y || echo refused; cat", "pty", true)
	b.poll(id, "refused")
}

func TestTheSandboxCanBeRequired(t *testing.T) {
	box, err := sandbox.New(t.Context(), sandbox.Options{Mode: sandbox.Off})
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t, func(o *shell.Options) {
		inside(o, box, sandbox.Profile{})
		o.Strict = true
	})
	out := b.call(t.Context(), "shell", "command", "ls", "unconfined", true)
	if out.Status != engine.Denied && out.Result.Error.Code != tool.CodePermissionDenied {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
	if err := box.Close(); err != nil {
		t.Error(err)
	}
}
