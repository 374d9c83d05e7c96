package sandbox_test

import (
	"os"
	"testing"

	"github.com/creack/pty"
)

// openTerminal makes a terminal and its slave. The caller closes the slave.
func openTerminal(t *testing.T) (terminal, slave *os.File) {
	t.Helper()
	terminal, slave, err := pty.Open()
	if err != nil {
		t.Skipf("this machine has no terminals to give: %v", err)
	}
	t.Cleanup(func() { _ = terminal.Close() })
	return terminal, slave
}
