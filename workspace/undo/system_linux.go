package undo

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// clone copies a file whole. Where the file system can, both then share what is
// on disk until one of them changes.
func clone(to, from *os.File) error {
	if unix.IoctlFileClone(int(to.Fd()), int(from.Fd())) == nil {
		return nil
	}
	return copyAll(to, from)
}

// syncAll brings everything on the file system that holds path to disk.
func syncAll(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(unix.Syncfs(int(f.Fd())), f.Close())
}

// rename moves a name between two open folders. With fresh it replaces nothing.
func rename(from *os.Root, old string, to *os.Root, name string, fresh bool) (err error) {
	here, err := from.Open(".")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, here.Close()) }()
	there, err := to.Open(".")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, there.Close()) }()
	if fresh {
		err = unix.Renameat2(int(here.Fd()), old, int(there.Fd()), name, unix.RENAME_NOREPLACE)
		if !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EINVAL) {
			return err
		}
		// Some file systems cannot; that nothing is there was seen a moment ago.
	}
	return unix.Renameat(int(here.Fd()), old, int(there.Fd()), name)
}
