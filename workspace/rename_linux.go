package workspace

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// renameBetween asks the kernel not to replace anything when nothing was there.
func renameBetween(old *os.File, oldName string, target *os.File, newName string, fresh bool) error {
	if !fresh {
		return renamePlain(old, oldName, target, newName)
	}
	err := unix.Renameat2(int(old.Fd()), oldName, int(target.Fd()), newName, unix.RENAME_NOREPLACE)
	switch {
	case errors.Is(err, unix.EEXIST):
		return ErrChanged
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EINVAL):
		// Some file systems cannot; that nothing is there was seen a moment ago.
		return renamePlain(old, oldName, target, newName)
	}
	return err
}
