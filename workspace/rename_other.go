//go:build !unix

package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// nonblock has no meaning here.
const nonblock = 0

// rename moves by name below the common folder of both handles; that neither way
// is a link was seen a moment ago.
func rename(from, to parent, fresh bool) error {
	target := filepath.Join(to.dir.Name(), to.name)
	if fresh {
		if _, err := os.Lstat(target); !errors.Is(err, fs.ErrNotExist) {
			return ErrChanged
		}
	}
	return os.Rename(filepath.Join(from.dir.Name(), from.name), target)
}
