//go:build unix

package workspace

import (
	"fmt"
	"io/fs"
	"syscall"
)

// mark identifies a file as long as it exists, whatever it is called. The kind
// belongs to it because the number of a deleted file is soon given to another:
// without it, a link made in place of the file could pass for the file.
type mark struct {
	device, inode uint64
	kind          Kind
	known         bool
}

func markOf(info fs.FileInfo) mark {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return mark{}
	}
	return mark{device: uint64(st.Dev), inode: st.Ino, kind: kindOf(info.Mode()), known: true} //nolint:unconvert // the width of Dev differs between systems
}

// is reports whether info describes the marked file. An unknown mark is nobody.
func (m mark) is(info fs.FileInfo) bool { return m.known && markOf(info) == m }

func (m mark) String() string {
	if !m.known {
		return "?"
	}
	return fmt.Sprintf("%s %d:%d", m.kind, m.device, m.inode)
}

// shared reports whether a file has several names.
func shared(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && info.Mode().IsRegular() && st.Nlink > 1
}
