//go:build !unix

package workspace

import (
	"io/fs"
	"os"
)

// likeness gives a new file the mode of the one it replaces.
func likeness(f *os.File, old fs.FileInfo, _ string) error { return f.Chmod(old.Mode()) }
