//go:build unix

package workspace

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// nonblock keeps the opening of a pipe from waiting for its other end.
const nonblock = syscall.O_NONBLOCK

// rename moves between two open folders, so that neither can be swapped for a
// link on the way.
func rename(from, to parent, fresh bool) (err error) {
	old, err := from.dir.Open(".")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, old.Close()) }()
	target, err := to.dir.Open(".")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	return renameBetween(old, from.name, target, to.name, fresh)
}

func renamePlain(old *os.File, oldName string, target *os.File, newName string) error {
	return unix.Renameat(int(old.Fd()), oldName, int(target.Fd()), newName)
}
