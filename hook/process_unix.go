//go:build unix && !linux

package hook

import (
	"errors"
	"os"
	"os/exec"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// tree is a command with everything that it starts, as far as its process
// group reaches.
type tree struct {
	cmd *exec.Cmd

	mu    sync.Mutex
	ended bool
}

func newTree(cmd *exec.Cmd, _ string, _ []*os.File) (*tree, error) {
	t := &tree{cmd: cmd}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.ended {
			return os.ErrProcessDone
		}
		return t.killGroup()
	}
	return t, nil
}

func (t *tree) killGroup() error {
	if err := unix.Kill(-t.cmd.Process.Pid, unix.SIGKILL); err != nil && !errors.Is(err, unix.ESRCH) {
		return err
	}
	return nil
}

// watch is for systems that show who started whom.
func (t *tree) watch() {}

// end kills what is left of the group after the command has ended.
func (t *tree) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	_ = t.killGroup()
}

// release is for systems with a leash.
func (t *tree) release() {}
