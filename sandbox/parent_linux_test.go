package sandbox_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"jig/sandbox"
)

// parent runs a confined command that does not end, until it is killed.
func parent(name string) int {
	backend := sandbox.Landlock
	if name == sandbox.Bubblewrap.String() {
		backend = sandbox.Bubblewrap
	}
	ctx := context.Background() //nolint:forbidigo // this is a main program
	box, err := sandbox.New(ctx, sandbox.Options{Mode: sandbox.Require, Backend: backend})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	cmd, err := box.Command(ctx, sandbox.Profile{}, "sh", "-c", "(setsid sh -c 'echo ready; while :; do sleep 60; done') & wait")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	cmd.Stdout = os.Stdout
	if err := cmd.Run(); err != nil {
		return 1
	}
	return 0
}

func TestTheTreeDiesWithTheProgramThatStartedIt(t *testing.T) {
	backends(t, func(t *testing.T, box *sandbox.Sandbox) {
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
		cmd.Env = append(os.Environ(), parentVariable+"="+box.Backend().String())
		cmd.Stdout, cmd.Stderr = write, os.Stderr
		if err := errors.Join(cmd.Start(), write.Close()); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(read).ReadString('\n'); line != "ready\n" {
			t.Fatalf("the command said %q: %v", line, err)
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err == nil {
			t.Error("the program ended well, although it was killed")
		}
		ended(t, read)
	})
}
