package sandbox_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"testing"

	"jig/sandbox"
)

// protectingVariable names the folder in which a program of the test protects what is
// not there.
const protectingVariable = "SANDBOX_TEST_PROTECTING"

func missing(dir string) sandbox.Profile {
	return sandbox.Profile{Writable: []string{dir}, ReadOnly: []string{dir + "/.claude/", dir + "/.vscode/tasks.json", dir + "/.mcp.json", dir + "/.envrc"}}
}

// protectingParent runs a command beside stand-ins, until it is killed.
func protectingParent(way, dir string) error {
	ctx := context.Background() //nolint:forbidigo // this is a main program
	box, err := sandbox.New(ctx, sandbox.Options{Mode: sandbox.Require, Backend: sandbox.Bubblewrap})
	if err != nil {
		return err
	}
	argv := []string{"sh", "-c", "echo ready; sleep 300"}
	if way == "start" {
		process, err := box.Start(ctx, missing(dir), sandbox.Start{Argv: argv, Stdout: os.Stdout})
		if err != nil {
			return err
		}
		<-process.Done()
		return nil
	}
	cmd, err := box.Command(ctx, missing(dir), argv[0], argv[1:]...)
	if err != nil {
		return err
	}
	cmd.Stdout = os.Stdout
	return cmd.Run()
}

// holds lists what is in a folder.
func holds(t *testing.T, dir string) []fs.DirEntry {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func TestStandInsAreEmptyFolders(t *testing.T) {
	box, dir := newBox(t, sandbox.Bubblewrap), t.TempDir()
	cmd, err := box.Command(t.Context(), missing(dir), "sh", "-c", "cd "+dir+"; for f in .claude .vscode .mcp.json .envrc; do echo x > $f || mkdir -p $f/x || rmdir $f || mv $f y || echo held; done")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range holds(t, dir) {
		if !e.IsDir() {
			t.Errorf("%s is a file, which version control would see", e.Name())
		}
	}
	out, err := cmd.Output()
	if err = errors.Join(err, cmd.Close()); err != nil || string(out) != "held\nheld\nheld\nheld\n" {
		t.Errorf("%v: %s", err, out)
	}
	if left := holds(t, dir); len(left) > 0 {
		t.Errorf("these are left: %v", left)
	}
}

func TestTheLastOfSeveralCommandsRemovesAllStandIns(t *testing.T) {
	box, dir := newBox(t, sandbox.Bubblewrap), t.TempDir()
	var cmds []*sandbox.Cmd
	for range 3 {
		cmd, err := box.Command(t.Context(), missing(dir), "true")
		if err != nil {
			t.Fatal(err)
		}
		cmds = append(cmds, cmd)
	}
	for i, cmd := range cmds {
		if n := len(holds(t, dir)); n != 4 {
			t.Errorf("before command %d is closed there are %d stand-ins, want 4", i, n)
		}
		if err := cmd.Close(); err != nil {
			t.Error(err)
		}
	}
	if left := holds(t, dir); len(left) > 0 {
		t.Errorf("these are left: %v", left)
	}
}

func TestAStandInThatWasLeftBehindGoesWithTheNextCommand(t *testing.T) {
	box, dir := newBox(t, sandbox.Bubblewrap), t.TempDir()
	for _, name := range []string{"/.vscode", "/.mcp.json"} {
		if err := os.Mkdir(dir+name, fs.ModeSticky|0o755); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := run(t, box, missing(dir), "true"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if left := holds(t, dir); len(left) > 0 {
		t.Errorf("these are left: %v", left)
	}
}

func TestStandInsGoWithAProgramThatIsKilled(t *testing.T) {
	newBox(t, sandbox.Bubblewrap) // to skip what this machine lacks
	for _, way := range []string{"command", "start"} {
		t.Run(way, func(t *testing.T) {
			dir := t.TempDir()
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
			cmd.Env = append(os.Environ(), parentVariable+"=protecting-"+way, protectingVariable+"="+dir)
			cmd.Stdout, cmd.Stderr = write, os.Stderr
			if err := errors.Join(cmd.Start(), write.Close()); err != nil {
				t.Fatal(err)
			}
			if line, err := bufio.NewReader(read).ReadString('\n'); line != "ready\n" {
				t.Fatalf("the command said %q: %v", line, err)
			}
			if n := len(holds(t, dir)); n != 4 {
				t.Errorf("there are %d stand-ins, want 4", n)
			}
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err == nil {
				t.Error("the program ended well, although it was killed")
			}
			ended(t, read) // and with it the supervisor, which holds the output too
			if left := holds(t, dir); len(left) > 0 {
				t.Errorf("these are left: %v", left)
			}
		})
	}
}

func protecting(way string) int {
	if err := protectingParent(way, os.Getenv(protectingVariable)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
