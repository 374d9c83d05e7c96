//go:build !unix

package shell

import (
	"errors"
	"os"
)

// socketPair fails: this system has no channel of that kind.
func socketPair() (ours, theirs *os.File, err error) {
	return nil, nil, errors.New("interpreters that stay alive are not supported on this system; use the shell tool")
}

// readNow does nothing: without a channel there is nobody to ask for it.
func readNow(*os.File, []byte, func([]byte)) {}
