package shell_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jig/sandbox"
	"jig/tool"
	"jig/toolbox/shell"
)

// plant puts a program into the workspace that tells on itself.
func (b *bench) plant(name string) string {
	b.t.Helper()
	path := filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho stolen\n"), 0o700); err != nil {
		b.t.Fatal(err)
	}
	return path
}

// What was proved runs without a question, so that nothing may put another program in its place.
func TestAProvedLineRunsNoProgramOfTheWorkspace(t *testing.T) {
	bin := func(o *shell.Options) string {
		return filepath.Join(o.Space.Roots()[0], "bin") + ":" + os.Getenv("PATH")
	}
	tests := map[string]func(o *shell.Options){
		"in the PATH of the session":         func(o *shell.Options) { o.Env = append(os.Environ(), "PATH="+bin(o)) },
		"in the PATH of the settings":        func(o *shell.Options) { o.Set = []string{"PATH=" + bin(o)} },
		"as a start-up file of the settings": func(o *shell.Options) { o.Set = []string{"BASH_ENV=" + filepath.Join(o.Space.Roots()[0], "bin", "ls")} },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, change)
			for _, program := range []string{"bin/bash", "bin/sh", "bin/ls"} {
				b.plant(program)
			}
			if got := b.run("ls"); got != "bin" {
				t.Error(got)
			}
		})
	}
}

// A PATH of the settings still counts where a person was asked.
func TestThePathOfTheSettingsCounts(t *testing.T) {
	b := newBench(t, func(o *shell.Options) {
		o.Set = []string{"PATH=" + filepath.Join(o.Space.Roots()[0], "bin") + ":" + os.Getenv("PATH")}
	})
	b.plant("bin/mine")
	if got := b.run("mine"); got != "stolen" {
		t.Error(got)
	}
}

func TestAProvedGitObeysNoVariableOfTheSession(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, variable := range []string{"GIT_EXTERNAL_DIFF=%s", "GIT_CONFIG_PARAMETERS='core.fsmonitor=%s'", "GIT_DIR=%s", "GIT_EXEC_PATH=/nowhere"} {
		t.Run(variable, func(t *testing.T) {
			var program string
			change := func(o *shell.Options) {
				program = filepath.Join(o.Space.Roots()[0], "evil")
				entry := strings.Replace(variable, "%s", program, 1)
				o.Env, o.Set = append(os.Environ(), entry), []string{entry}
			}
			b := newBench(t, change)
			b.plant("evil")
			git := exec.Command("git", "init", "-q", b.dir) //nolint:noctx // it ends at once
			if out, err := git.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if out, err := exec.Command("git", "-C", b.dir, "add", "evil").CombinedOutput(); err != nil { //nolint:noctx // it ends at once
				t.Fatalf("%v: %s", err, out)
			}
			if err := os.WriteFile(program, []byte("#!/bin/sh\necho stolen # again\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			got := b.run("git diff")
			if !strings.Contains(got, "+echo stolen # again") || strings.HasPrefix(got, "stolen") {
				t.Error(got)
			}
		})
	}
}

// A folder in Writes is one that the call replaces; what a sandbox lets it write is not.
func TestEvaluatingNamesNoFolderThatItReplaces(t *testing.T) {
	b := newBench(t, func(o *shell.Options) {
		inside(o, nil, sandbox.Profile{Writable: o.Space.Roots()})
	})
	if in := b.intent("repl", "code", "1"); !slices.Equal(in.Writes, []string{tool.Everything}) || in.Opaque == "" {
		t.Errorf("writes %v, opaque %q", in.Writes, in.Opaque)
	}
}

// The namespace of a sandbox takes with it what is left, and nobody sees what that was.
func TestWhatASandboxStopsIsSaid(t *testing.T) {
	box, err := sandbox.New(t.Context(), sandbox.Options{Mode: sandbox.Require, Backend: sandbox.Bubblewrap})
	if err != nil {
		t.Skipf("bubblewrap does not work here: %v", err)
	}
	t.Cleanup(func() {
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	b := newBench(t, func(o *shell.Options) {
		inside(o, box, sandbox.Profile{Dir: o.Space.Roots()[0], Writable: o.Space.Roots()})
	})
	for line, said := range map[string]bool{
		"sleep 1000 & echo hi":                        true,
		"(setsid sleep 1000 >/dev/null 2>&1 &); true": true,
		"sleep 0 & wait":                              false,
		"echo 'a & b' && true":                        false,
	} {
		if got := b.run(line); strings.Contains(got, "action start") != said {
			t.Errorf("%s: %s", line, got)
		}
	}
}
