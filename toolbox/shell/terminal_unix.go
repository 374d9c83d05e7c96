//go:build unix

package shell

import (
	"os"

	"github.com/creack/pty"
)

// openTerminal makes a terminal: our side of it, and the one that the command gets.
func openTerminal() (ours, theirs *os.File, err error) {
	ours, theirs, err = pty.Open()
	if err != nil {
		return nil, nil, err
	}
	if err := pty.Setsize(ours, &pty.Winsize{Rows: 40, Cols: 120}); err != nil {
		closeAll([]*os.File{ours, theirs})
		return nil, nil, err
	}
	return ours, theirs, nil
}
