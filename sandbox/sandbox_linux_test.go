package sandbox_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"jig/sandbox"
)

// run runs a shell line under a profile and returns what it printed.
func run(t *testing.T, box *sandbox.Sandbox, p sandbox.Profile, line string) (string, error) {
	t.Helper()
	cmd, err := box.Command(t.Context(), p, "sh", "-c", line)
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.CombinedOutput()
	if err := cmd.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	return string(out), err
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func TestOrdinaryWorkGoesOn(t *testing.T) {
	tests := map[string]struct {
		line, want string
	}{
		"a pipeline runs":                           {"printf 'b\\na\\n' | sort | head -n 1", "a\n"},
		"a file in a writable folder is written":    {"mkdir -p d && echo x > d/f && mv d/f d/g && cat d/g && rm -r d", "x\n"},
		"a script is made executable and runs":      {"printf '#!/bin/sh\\necho ran\\n' > s && chmod +x s && ./s", "ran\n"},
		"the temporary folder works":                {"f=$(mktemp) && echo y > $f && cat $f && rm $f", "y\n"},
		"output may be thrown away":                 {"echo x > /dev/null && echo ok", "ok\n"},
		"the system's files are read":               {"test -r /etc/passwd && echo ok", "ok\n"},
		"a background job runs":                     {"(echo in) & wait; echo out", "in\nout\n"},
		"the working folder is the writable one":    {"basename \"$PWD\"", "work\n"},
		"the exit of a program killed by a signal":  {"{ sh -c 'kill -9 $$'; } 2> /dev/null; echo $?", "137\n"},
		"the filter lets go of nothing it needs":    {"ls / > /dev/null && date > /dev/null && id > /dev/null && echo ok", "ok\n"},
		"the umask and limits are those of a shell": {"ulimit -c", "0\n"},
	}
	backends(t, func(t *testing.T, box *sandbox.Sandbox) {
		for name, test := range tests {
			t.Run(name, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "work")
				if err := os.Mkdir(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				out, err := run(t, box, sandbox.Profile{Writable: []string{dir}}, test.line)
				if err != nil || out != test.want {
					t.Errorf("printed %q (%v), want %q", out, err, test.want)
				}
			})
		}
	})
}

func TestTheExitCodeIsThatOfTheCommand(t *testing.T) {
	backends(t, func(t *testing.T, box *sandbox.Sandbox) {
		_, err := run(t, box, sandbox.Profile{}, "exit 7")
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 7 {
			t.Errorf("got %v, want exit code 7", err)
		}
	})
}

func TestLimitsHold(t *testing.T) {
	tests := map[string]struct {
		limits sandbox.Limits
		line   string
	}{
		"a file may not grow too large":     {sandbox.Limits{FileSize: 1 << 16}, "head -c 200000 /dev/zero > big"},
		"a process may not open many files": {sandbox.Limits{OpenFiles: 8}, "exec 3<. 4<. 5<. 6<. 7<. 8<. 9<."},
		"a process may not take memory":     {sandbox.Limits{Memory: 64 << 20}, "head -c 300000000 /dev/zero | tail -c 250000000 > /dev/null"},
		"a process may not run for long":    {sandbox.Limits{CPU: 1}, "while :; do :; done"},
	}
	backends(t, func(t *testing.T, box *sandbox.Sandbox) {
		for name, test := range tests {
			t.Run(name, func(t *testing.T) {
				dir := t.TempDir()
				out, err := run(t, box, sandbox.Profile{Writable: []string{dir}, Limits: test.limits}, test.line+" || exit 1")
				if err == nil {
					t.Errorf("it succeeded: %s", out)
				}
			})
		}
	})
}

// alive starts a command that leaves a deaf child running, and returns the end of
// a pipe that closes when the last of its processes is gone.
func alive(t *testing.T, ctx context.Context, box *sandbox.Sandbox) (*sandbox.Cmd, *os.File) { //nolint:revive // t comes first in helpers
	t.Helper()
	cmd, err := box.Command(ctx, sandbox.Profile{}, "sh", "-c", "trap '' TERM HUP INT; (setsid sh -c 'trap \"\" TERM HUP; echo ready; while :; do sleep 60; done') & wait")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = read.Close() })
	cmd.Stdout = write
	if err := errors.Join(cmd.Start(), write.Close()); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(read).ReadString('\n'); line != "ready\n" {
		t.Fatalf("the command said %q: %v", line, err)
	}
	return cmd, read
}

// ended fails the test if somebody still holds the other end of the pipe.
func ended(t *testing.T, read *os.File) {
	t.Helper()
	if err := read.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := read.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("a process is still alive: %v", err)
	}
}

func TestTheWholeTreeDies(t *testing.T) {
	tests := map[string]func(cmd *sandbox.Cmd, cancel context.CancelFunc) error{
		"when the context is cancelled": func(_ *sandbox.Cmd, cancel context.CancelFunc) error { cancel(); return nil },
		"when the command is closed":    func(cmd *sandbox.Cmd, _ context.CancelFunc) error { return cmd.Close() },
		"when it is deaf to a signal and is closed": func(cmd *sandbox.Cmd, _ context.CancelFunc) error {
			return errors.Join(cmd.Process.Signal(syscall.SIGTERM), cmd.Close()) // the tree is deaf to the first
		},
	}
	backends(t, func(t *testing.T, box *sandbox.Sandbox) {
		for name, end := range tests {
			t.Run(name, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				cmd, read := alive(t, ctx, box)
				if err := end(cmd, cancel); err != nil {
					t.Error(err)
				}
				if err := cmd.Wait(); err == nil {
					t.Error("the command ended well, although it was killed")
				}
				ended(t, read)
			})
		}
	})
}

func TestASignalReachesTheCommand(t *testing.T) {
	backends(t, func(t *testing.T, box *sandbox.Sandbox) {
		cmd, err := box.Command(t.Context(), sandbox.Profile{}, "sh", "-c", "trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.01; done")
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := cmd.Close(); err != nil {
				t.Error(err)
			}
		}()
		out, err := cmd.StdoutPipe()
		if err = errors.Join(err, cmd.Start()); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(out)
		if line, err := lines.ReadString('\n'); line != "ready\n" {
			t.Fatalf("the command said %q: %v", line, err)
		}
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		rest, err := io.ReadAll(lines)
		if err != nil || !strings.HasPrefix(string(rest), "bye") {
			t.Errorf("the command said %q: %v", rest, err)
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 3 {
			t.Errorf("got %v, want exit code 3", err)
		}
	})
}

func TestMissingProtectedNamesLeaveNoTrace(t *testing.T) {
	backends(t, func(t *testing.T, box *sandbox.Sandbox) {
		dir := t.TempDir()
		p := sandbox.Profile{Writable: []string{dir}, ReadOnly: []string{dir + "/.git", dir + "/.vscode/tasks.json", dir + "/.mcp.json"}}
		out, err := run(t, box, p, "mkdir -p .git/hooks; mkdir .vscode; echo x > .vscode/tasks.json; echo x > .mcp.json; mv .git g; rm -rf .vscode; echo end")
		if err != nil || !strings.HasSuffix(out, "end\n") {
			t.Fatalf("%v: %s", err, out)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 0 {
			t.Errorf("the folder holds %v (%v), want nothing", entries, err)
		}
	})
}

func TestStandInsAreSharedAndTakenOver(t *testing.T) {
	box, err := sandbox.New(t.Context(), sandbox.Options{Mode: sandbox.Require, Backend: sandbox.Bubblewrap})
	if errors.Is(err, sandbox.ErrUnavailable) {
		t.Skipf("this machine cannot run the test: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	p := sandbox.Profile{Writable: []string{dir}, ReadOnly: []string{dir + "/.claude/", dir + "/.mcp.json"}}
	first, err := box.Command(t.Context(), p, "true")
	if err != nil {
		t.Fatal(err)
	}
	second, err := box.Command(t.Context(), p, "true")
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir + "/.claude"); err != nil {
		t.Errorf("the first took away what the second needs: %v", err)
	}
	write(t, dir+"/.claude/settings.json", "a person made it meanwhile")
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir + "/.claude/settings.json"); err != nil {
		t.Errorf("a file of a person is lost: %v", err)
	}
	if _, err := os.Stat(dir + "/.mcp.json"); err == nil {
		t.Error("an empty stand-in was left behind")
	}
}

func TestAProfileThatCannotBeHeldIsRefused(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/real/f", "x")
	if err := os.Symlink(dir+"/real", dir+"/link"); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		profile sandbox.Profile
		want    string
	}{
		"a relative path":                  {sandbox.Profile{Writable: []string{"x"}}, "not absolute"},
		"a NUL byte":                       {sandbox.Profile{Hidden: []string{"/x\x00y"}}, "NUL"},
		"a writable path that is missing":  {sandbox.Profile{Writable: []string{dir + "/none"}}, "does not exist"},
		"writable inside of protected":     {sandbox.Profile{Writable: []string{dir + "/real"}, ReadOnly: []string{dir + "/real"}}, "take one of them out"},
		"writable inside of hidden":        {sandbox.Profile{Writable: []string{dir + "/real"}, Hidden: []string{dir}}, "take one of them out"},
		"a protected link":                 {sandbox.Profile{Writable: []string{dir}, ReadOnly: []string{dir + "/link"}}, "is a link"},
		"a protected path behind a link":   {sandbox.Profile{Writable: []string{dir}, ReadOnly: []string{dir + "/link/.git"}}, "is a link"},
		"a working folder that is missing": {sandbox.Profile{Dir: dir + "/none"}, "working folder"},
	}
	backends(t, func(t *testing.T, box *sandbox.Sandbox) {
		for name, test := range tests {
			t.Run(name, func(t *testing.T) {
				cmd, err := box.Command(t.Context(), test.profile, "true")
				if err == nil {
					t.Fatal(errors.Join(errors.New("it was accepted"), cmd.Close()))
				}
				if !strings.Contains(err.Error(), test.want) {
					t.Errorf("error %q does not say %q", err, test.want)
				}
			})
		}
	})
}

func TestAFolderThatIsSwappedAfterTheCheckIsNotEntered(t *testing.T) {
	backends(t, func(t *testing.T, box *sandbox.Sandbox) {
		dir := t.TempDir()
		write(t, dir+"/a/f", "a")
		write(t, dir+"/b/f", "b")
		cmd, err := box.Command(t.Context(), sandbox.Profile{Dir: "/", Writable: []string{dir + "/a"}}, "sh", "-c", "echo x > "+dir+"/b/f; echo x > "+dir+"/a/f")
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.Rename(dir+"/a", dir+"/c"), os.Symlink(dir+"/b", dir+"/a")); err != nil {
			t.Fatal(err)
		}
		if out, err := cmd.CombinedOutput(); err == nil {
			t.Errorf("it ran: %s", out)
		}
		if err := cmd.Close(); err != nil {
			t.Error(err)
		}
		if text, err := os.ReadFile(dir + "/b/f"); err != nil || string(text) != "b" {
			t.Errorf("the other folder was changed: %q %v", text, err)
		}
	})
}

func BenchmarkCommand(b *testing.B) {
	for _, backend := range []sandbox.Backend{sandbox.None, sandbox.Bubblewrap, sandbox.Landlock} {
		b.Run(backend.String(), func(b *testing.B) {
			box, err := sandbox.New(b.Context(), sandbox.Options{Mode: sandbox.Prefer, Backend: backend})
			if err != nil || box.Backend() != backend {
				b.Skip("this machine lacks it: ", err)
			}
			dir := b.TempDir()
			for b.Loop() {
				cmd, err := box.Command(b.Context(), sandbox.Profile{Writable: []string{dir}}, "true")
				if err != nil {
					b.Fatal(err)
				}
				if err := errors.Join(cmd.Run(), cmd.Close()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
