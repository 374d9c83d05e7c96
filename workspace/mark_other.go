//go:build !unix

package workspace

import (
	"fmt"
	"io/fs"
	"os"
)

// mark identifies a file by what the system told about it.
type mark struct{ info fs.FileInfo }

func markOf(info fs.FileInfo) mark { return mark{info} }

// is reports whether info describes the marked file.
func (m mark) is(info fs.FileInfo) bool {
	return m.info != nil && m.info.Mode().Type() == info.Mode().Type() && os.SameFile(m.info, info)
}

func (m mark) String() string {
	if m.info == nil {
		return "?"
	}
	// There is no portable number; size and time change with a replacement.
	return fmt.Sprintf("%s %s:%d:%d", kindOf(m.info.Mode()), m.info.Name(), m.info.Size(), m.info.ModTime().UnixNano())
}

// shared is not known here.
func shared(fs.FileInfo) bool { return false }
