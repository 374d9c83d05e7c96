//go:build unix

package ignore

import (
	"os"
	"syscall"
)

// openQuick opens a file to read without waiting for whoever writes to it, in case
// it is a pipe.
func openQuick(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}
