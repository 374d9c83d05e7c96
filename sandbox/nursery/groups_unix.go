//go:build unix && !linux

package nursery

import (
	"errors"
	"os"
	"syscall"
)

// groupOf puts a command into a session, and so a process group, of its own.
func groupOf(c *Command) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Setctty: c.TTY}
}

// signalGroup signals the group that a process leads.
func signalGroup(p *os.Process, s syscall.Signal) error {
	err := syscall.Kill(-p.Pid, s)
	if errors.Is(err, syscall.ESRCH) || errors.Is(err, syscall.EPERM) { // a group of zombies only
		return os.ErrProcessDone
	}
	return err
}
