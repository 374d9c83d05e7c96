//go:build !linux

package undo

import (
	"errors"
	"os"
	"path/filepath"
)

// clone copies a file whole.
func clone(to, from *os.File) error { return copyAll(to, from) }

// syncAll would bring a whole file system to disk; here each file is.
func syncAll(string) error { return errors.ErrUnsupported }

// rename moves a name between two folders; that neither is a link, and nothing is
// there when it is to be fresh, was seen a moment ago.
func rename(from *os.Root, old string, to *os.Root, name string, _ bool) error {
	return os.Rename(filepath.Join(from.Name(), old), filepath.Join(to.Name(), name))
}
