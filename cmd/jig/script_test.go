package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// update rewrites golden files instead of comparing with them.
var update = flag.Bool("update", false, "rewrite golden files, docs/tools.md and the outputs in scripts") //nolint:gochecknoglobals // a flag of the test binary

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"jig": main}) }

// The scripts run the binary itself. They have three commands besides those of testscript:
//
//	exits STATUS PROGRAM ARGS…         runs a program, which must end with that exit status
//	signal NAME STATUS PROGRAM ARGS…   the same, but the signal is sent as soon as a stream-json line says that the call has started
//	converse FILE PROGRAM ARGS…        says the first line of the file to a program that takes stream-json, and answers its questions with the others
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			env.Setenv("GORACE", "atexit_sleep_ms=0") // or the race detector adds a second to every command
			big := fmt.Sprintf(`{"text":%q}`, strings.Repeat("0123456789", 600_000))
			return os.WriteFile(filepath.Join(env.WorkDir, "big.json"), []byte(big), 0o600)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "signal": interrupt, "converse": converse},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM ARGS…")
	}
	wantStatus(ts, args[0], ts.Exec(args[1], args[2:]...))
}

func wantStatus(ts *testscript.TestScript, want string, err error) {
	status := 0
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		status = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(status) != want {
		ts.Fatalf("exit status %d, want %s", status, want)
	}
}

func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: signal NAME STATUS PROGRAM ARGS…")
	}
	sig, ok := map[string]os.Signal{"INT": os.Interrupt, "TERM": syscall.SIGTERM}[args[0]]
	if !ok {
		ts.Fatalf("no signal %s", args[0])
	}
	cmd := commandOf(ts, args[2:])
	stdout, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		_, err := fmt.Fprintf(ts.Stdout(), "%s\n", lines.Bytes())
		ts.Check(err)
		if bytes.Contains(lines.Bytes(), []byte(`"type":"started"`)) {
			ts.Check(cmd.Process.Signal(sig))
		}
	}
	ts.Check(lines.Err())
	wantStatus(ts, args[1], cmd.Wait())
}

// commandOf is a program in the environment of the script.
func commandOf(ts *testscript.TestScript, args []string) *exec.Cmd {
	program, err := exec.LookPath(args[0])
	ts.Check(err)
	cmd := &exec.Cmd{Path: program, Args: args, Dir: ts.MkAbs("."), Stderr: ts.Stderr()}
	for _, name := range []string{"PATH", "HOME", "XDG_STATE_HOME", "TMPDIR", "GOCOVERDIR", "GORACE"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	return cmd
}

func converse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: converse FILE PROGRAM ARGS…")
	}
	said := strings.Split(strings.TrimSpace(ts.ReadFile(args[0])), "\n")
	cmd := commandOf(ts, args[1:])
	stdin, err := cmd.StdinPipe()
	ts.Check(err)
	stdout, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	_, err = fmt.Fprintln(stdin, said[0])
	ts.Check(err)
	answers := said[1:]
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		_, err := fmt.Fprintf(ts.Stdout(), "%s\n", lines.Bytes())
		ts.Check(err)
		var line struct {
			Type string `json:"type"`
			ID   string `json:"request_id"`
		}
		ts.Check(json.Unmarshal(lines.Bytes(), &line))
		switch {
		case line.Type == "control_request" && len(answers) > 0:
			_, err := fmt.Fprintf(stdin, `{"type":"control_response","response":{"subtype":"success","request_id":%q,"response":%s}}`+"\n", line.ID, answers[0])
			ts.Check(err)
			answers = answers[1:]
		case line.Type == "control_request", line.Type == "result":
			ts.Check(stdin.Close())
		}
	}
	ts.Check(lines.Err())
	wantStatus(ts, "0", cmd.Wait())
	if len(answers) > 0 {
		ts.Fatalf("%d answers were not asked for", len(answers))
	}
}
