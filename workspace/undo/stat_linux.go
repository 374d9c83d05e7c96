//go:build linux

package undo

import (
	"io/fs"
	"syscall"
)

// statOf takes from a description what tells that a file was not written since.
func statOf(info fs.FileInfo) stat {
	s := stat{size: info.Size(), mtime: info.ModTime().UnixNano(), uid: -1, gid: -1}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		s.ctime = st.Ctim.Nano()
		s.inode, s.device = st.Ino, uint64(st.Dev) //nolint:unconvert // the width of Dev differs between systems
		s.uid, s.gid = int(st.Uid), int(st.Gid)
	}
	return s
}
