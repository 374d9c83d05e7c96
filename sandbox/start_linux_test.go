package sandbox_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"jig/sandbox"
)

// boxes runs a test unconfined and with each backend.
func boxes(t *testing.T, test func(t *testing.T, box *sandbox.Sandbox)) {
	t.Helper()
	for _, backend := range []sandbox.Backend{sandbox.None, sandbox.Landlock, sandbox.Bubblewrap} {
		t.Run(backend.String(), func(t *testing.T) { test(t, newBox(t, backend)) })
	}
}

func newBox(t testing.TB, backend sandbox.Backend) *sandbox.Sandbox {
	t.Helper()
	mode := sandbox.Require
	if backend == sandbox.None {
		mode = sandbox.Off
	}
	box, err := sandbox.New(t.Context(), sandbox.Options{Mode: mode, Backend: backend})
	if errors.Is(err, sandbox.ErrUnavailable) {
		t.Skipf("this machine cannot run the test: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := box.Close(); err != nil {
			t.Errorf("close the sandbox: %v", err)
		}
	})
	return box
}

// start starts a shell line whose output comes through the returned pipe.
func start(t testing.TB, box *sandbox.Sandbox, p sandbox.Profile, c sandbox.Start) (*sandbox.Process, *os.File) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = read.Close() })
	c.Stdout, c.Stderr = write, write
	process, err := box.Start(t.Context(), p, c)
	if err = errors.Join(err, write.Close()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := process.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return process, read
}

func shell(line string) []string { return []string{"bash", "-c", line} }

// output runs a line to its end.
func output(t *testing.T, box *sandbox.Sandbox, p sandbox.Profile, line string) (string, sandbox.Exit) {
	t.Helper()
	process, read := start(t, box, p, sandbox.Start{Argv: shell(line)})
	text, err := io.ReadAll(read)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), process.Exit()
}

func TestAStartedCommandRunsAsItWould(t *testing.T) {
	tests := map[string]struct {
		line, want string
		code       int
	}{
		"it prints and ends":                       {"echo out; echo err >&2", "out\nerr\n", 0},
		"its exit code is told":                    {"exit 7", "", 7},
		"its input is empty":                       {"cat; echo end", "end\n", 0},
		"it starts in its folder":                  {"basename \"$PWD\"; basename \"$(pwd -P)\"", "work\nwork\n", 0},
		"it leads a session of its own":            {"test $(ps -o sid= -p $$) = $$ && echo ok", "ok\n", 0},
		"it has only the standard files":           {"for i in $(seq 3 99); do [ -e /proc/$$/fd/$i ] && echo $i; done; echo end", "end\n", 0},
		"a file in a writable folder is written":   {"echo x > f && cat f && rm f", "x\n", 0},
		"the temporary folder works":               {"f=$(mktemp) && echo y > $f && cat $f && rm $f", "y\n", 0},
		"pipes of many processes run":              {"seq 1000 | sort -rn | head -n 1", "1000\n", 0},
		"what it leaves running is killed with it": {"sleep 300 & setsid sleep 300 & echo end", "end\n", 0},
	}
	boxes(t, func(t *testing.T, box *sandbox.Sandbox) {
		for name, test := range tests {
			t.Run(name, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "work")
				if err := os.Mkdir(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				if box.Backend() == sandbox.Bubblewrap && strings.Contains(name, "session") {
					t.Skip("bubblewrap leads it")
				}
				text, exit := output(t, box, sandbox.Profile{Writable: []string{dir}}, test.line)
				if text != test.want || exit.Code != test.code || exit.Err != nil {
					t.Errorf("printed %q, ended with %+v, want %q and %d", text, exit, test.want, test.code)
				}
			})
		}
	})
}

func TestTheSignalThatEndedACommandIsTold(t *testing.T) {
	for _, backend := range []sandbox.Backend{sandbox.None, sandbox.Landlock} {
		t.Run(backend.String(), func(t *testing.T) {
			_, exit := output(t, newBox(t, backend), sandbox.Profile{}, "kill -9 $$")
			if exit.Signal != syscall.SIGKILL || exit.Code != 137 {
				t.Errorf("got %+v", exit)
			}
		})
	}
}

func TestWhatCannotBeStartedIsExplained(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/script", "#!/no/such/shell\n")
	if err := os.Chmod(dir+"/script", 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, dir+"/text", "text")
	tests := map[string]struct {
		start sandbox.Start
		want  string
		is    error
	}{
		"no command":            {sandbox.Start{}, "Argv is empty", nil},
		"a program not in PATH": {sandbox.Start{Argv: []string{"no-such-program-anywhere"}}, "no-such-program-anywhere", exec.ErrNotFound},
		"a path that is not":    {sandbox.Start{Argv: []string{dir + "/none"}}, "none", fs.ErrNotExist},
		"a file that is no program": {
			sandbox.Start{Argv: []string{dir + "/text"}}, "permission denied", fs.ErrPermission,
		},
		"a script without interpreter": {sandbox.Start{Argv: []string{dir + "/script"}}, "interpreter", nil},
		"a folder that is missing":     {sandbox.Start{Argv: []string{"true"}, Dir: dir + "/gone"}, "working folder", fs.ErrNotExist},
	}
	for _, backend := range []sandbox.Backend{sandbox.None, sandbox.Landlock} {
		t.Run(backend.String(), func(t *testing.T) {
			box := newBox(t, backend)
			for name, test := range tests {
				t.Run(name, func(t *testing.T) {
					process, err := box.Start(t.Context(), sandbox.Profile{}, test.start)
					if err == nil {
						t.Fatal(errors.Join(errors.New("it was started"), process.Close()))
					}
					if !strings.Contains(err.Error(), test.want) || test.is != nil && !errors.Is(err, test.is) {
						t.Errorf("error %q does not say %q, or is not %v", err, test.want, test.is)
					}
				})
			}
		})
	}
}

func TestAKeptTreeStaysUntilItIsClosed(t *testing.T) {
	for _, backend := range []sandbox.Backend{sandbox.None, sandbox.Landlock} {
		t.Run(backend.String(), func(t *testing.T) {
			process, read := start(t, newBox(t, backend), sandbox.Profile{}, sandbox.Start{
				Argv: shell("sleep 300 & (setsid env -i sleep 300 &) ; echo end"), KeepTree: true,
			})
			if exit := process.Exit(); exit.Code != 0 {
				t.Fatalf("ended with %+v", exit)
			}
			if pids, err := process.Tree(); err != nil || len(pids) != 2 {
				t.Errorf("the tree is %v (%v), want two processes", pids, err)
			}
			if err := process.Close(); err != nil {
				t.Error(err)
			}
			ended(t, drained(t, read, "end\n"))
			if pids, err := process.Tree(); err != nil || len(pids) != 0 {
				t.Errorf("the tree is %v (%v) after Close", pids, err)
			}
			if err := process.Signal(syscall.SIGTERM); !errors.Is(err, os.ErrProcessDone) {
				t.Errorf("a signal after Close: %v", err)
			}
		})
	}
}

// drained reads what must come, no more.
func drained(t *testing.T, read *os.File, want string) *os.File {
	t.Helper()
	text := make([]byte, len(want))
	if _, err := io.ReadFull(read, text); err != nil || string(text) != want {
		t.Fatalf("read %q (%v), want %q", text, err, want)
	}
	return read
}

func TestGraceIsGivenToAllAndNoLongerThanNeeded(t *testing.T) {
	boxes(t, func(t *testing.T, box *sandbox.Sandbox) {
		if box.Backend() == sandbox.Bubblewrap {
			t.Skip("its namespace ends with the command")
		}
		line := "(trap 'echo child; exit' TERM; echo ready; while :; do sleep 0.01; done) & trap 'exit 3' TERM; wait; sleep 300"
		process, read := start(t, box, sandbox.Profile{}, sandbox.Start{Argv: shell(line)})
		drained(t, read, "ready\n")
		if err := process.Kill(time.Hour); err != nil {
			t.Fatal(err)
		}
		rest, err := io.ReadAll(read)
		if err != nil || !strings.Contains(string(rest), "child\n") {
			t.Errorf("said %q: %v", rest, err)
		}
	})
}

func TestATerminalBecomesTheControllingOne(t *testing.T) {
	boxes(t, func(t *testing.T, box *sandbox.Sandbox) {
		terminal, slave := openTerminal(t)
		process, err := box.Start(t.Context(), sandbox.Profile{}, sandbox.Start{
			Argv: shell("tty > /dev/tty; read line; echo got $line"), TTY: true, Stdin: slave, Stdout: slave, Stderr: slave,
		})
		if err = errors.Join(err, slave.Close()); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := process.Close(); err != nil {
				t.Error(err)
			}
		}()
		if _, err := terminal.WriteString("hello\n"); err != nil {
			t.Fatal(err)
		}
		if exit := process.Exit(); exit.Code != 0 {
			t.Errorf("ended with %+v", exit)
		}
		text, err := io.ReadAll(terminal)
		if !errors.Is(err, syscall.EIO) || !strings.Contains(string(text), "/dev/") || !strings.Contains(string(text), "got hello") {
			t.Errorf("the terminal shows %q: %v", text, err) // its end is an error
		}
	})
}
