package nursery

import (
	"fmt"
	"os"
	"syscall"
)

// groupOf gives a command no group: Windows has none that could be killed.
func groupOf(*Command) *syscall.SysProcAttr { return nil }

// signalGroup can only kill the command itself; a polite request it cannot make.
func signalGroup(p *os.Process, s syscall.Signal) error {
	switch s {
	case syscall.SIGKILL:
		return p.Kill()
	case syscall.SIGTERM:
		return nil
	}
	return fmt.Errorf("signal %v cannot be sent on Windows", s)
}
