//go:build !unix

package shell

import (
	"errors"
	"os"
)

// openTerminal fails: this system has no terminals of that kind.
func openTerminal() (ours, theirs *os.File, err error) {
	return nil, nil, errors.New("terminals are not supported on this system")
}
