//go:build unix

package git

import (
	"errors"
	"os/exec"
	"syscall"
)

// apart gives a command a process group of its own, which is killed as a whole:
// git starts further programs.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		if errors.Is(err, syscall.ESRCH) {
			return nil
		}
		return err
	}
}
