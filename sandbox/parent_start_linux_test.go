package sandbox_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"jig/sandbox"
)

// escapees is a tree of which each process holds its output and one holds nothing.
const escapees = "(setsid env -i bash -c 'exec sleep 300' 0<&- 1>&- 2>&- &) ; sleep 300 & setsid sleep 300 & sleep 0.05; echo ready; sleep 300"

// startingParent starts a tree by way of Start, and waits until it is killed.
func startingParent(name string) int {
	o := sandbox.Options{Mode: sandbox.Off}
	if name == sandbox.Landlock.String() {
		o = sandbox.Options{Mode: sandbox.Require, Backend: sandbox.Landlock}
	}
	ctx := context.Background() //nolint:forbidigo // this is a main program
	box, err := sandbox.New(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	process, err := box.Start(ctx, sandbox.Profile{}, sandbox.Start{Argv: shell(escapees), Stdout: os.Stdout})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	<-process.Done()
	return 0
}

func TestAllThatWasStartedDiesWithAProgramThatIsKilled(t *testing.T) {
	for _, backend := range []sandbox.Backend{sandbox.None, sandbox.Landlock} {
		t.Run(backend.String(), func(t *testing.T) {
			newBox(t, backend) // to skip what this machine lacks
			temp := t.TempDir()
			read, write, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = read.Close() }()
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.CommandContext(t.Context(), self)
			cmd.Env = append(os.Environ(), parentVariable+"=start-"+backend.String(), "TMPDIR="+temp)
			cmd.Stdout, cmd.Stderr = write, os.Stderr
			if err := errors.Join(cmd.Start(), write.Close()); err != nil {
				t.Fatal(err)
			}
			if line, err := bufio.NewReader(read).ReadString('\n'); line != "ready\n" {
				t.Fatalf("the command said %q: %v", line, err)
			}
			below := descendants(t, cmd.Process.Pid)
			if len(below) < 5 { // the nursery, the shell, and three that sleep
				t.Errorf("only %v were found", below)
			}
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err == nil {
				t.Error("the program ended well, although it was killed")
			}
			ended(t, read)
			for _, pid := range below {
				waitGone(t, pid)
			}
			if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
				t.Errorf("temporary folders were left: %v %v", left, err)
			}
		})
	}
}

func TestANurseryThatDiesTakesItsCommandsAlongAndIsReplaced(t *testing.T) {
	for _, backend := range []sandbox.Backend{sandbox.None, sandbox.Landlock} {
		t.Run(backend.String(), func(t *testing.T) {
			box := newBox(t, backend)
			process, read := start(t, box, sandbox.Profile{}, sandbox.Start{Argv: shell(escapees)})
			drained(t, read, "ready\n")
			tree, err := process.Tree()
			if err != nil || len(tree) < 4 {
				t.Fatalf("the tree is %v: %v", tree, err)
			}
			if err := syscall.Kill(parentOf(t, process.Pid()), syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			if exit := process.Exit(); !errors.Is(exit.Err, sandbox.ErrLost) {
				t.Errorf("it ended with %+v", exit)
			}
			if err := process.Kill(0); err != nil {
				t.Error(err)
			}
			for _, pid := range tree {
				waitGone(t, pid)
			}
			if text, exit := output(t, box, sandbox.Profile{}, "echo again"); text != "again\n" || exit.Code != 0 {
				t.Errorf("the next command printed %q and ended with %+v", text, exit)
			}
		})
	}
}

// status reads the state and parent of a process, "" if there is none.
func status(pid int) (state string, parent int) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return "", 0
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	parent, _ = strconv.Atoi(fields[1])
	return fields[0], parent
}

func parentOf(t *testing.T, pid int) int {
	t.Helper()
	state, parent := status(pid)
	if state == "" {
		t.Fatalf("process %d is gone", pid)
	}
	return parent
}

// descendants lists the processes below one.
func descendants(t *testing.T, root int) []int {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	var below []int
	for _, name := range names {
		pid, err := strconv.Atoi(filepath.Base(name))
		if err != nil {
			continue
		}
		for _, up := status(pid); up > 1; _, up = status(up) {
			if up == root {
				below = append(below, pid)
				break
			}
		}
	}
	return below
}

// waitGone waits until a process has ended, a zombie counting as one that has.
func waitGone(t *testing.T, pid int) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
		if state, _ := status(pid); state == "" || state == "Z" || state == "X" {
			return
		}
	}
	t.Errorf("process %d is still there", pid)
}
