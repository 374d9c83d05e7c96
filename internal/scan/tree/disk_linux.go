package tree

import (
	"os"

	"golang.org/x/sys/unix"
)

// onDisk reports whether files below a folder are those of a disk, where a read gives less than was asked for only at the end. The
// file systems of the kernel and those of other programs may do so anywhere.
func onDisk(dir *os.File) bool {
	raw, err := dir.SyscallConn()
	if err != nil {
		return false
	}
	known := false
	err = raw.Control(func(fd uintptr) {
		var st unix.Statfs_t
		if unix.Fstatfs(int(fd), &st) != nil {
			return
		}
		switch st.Type {
		case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.TMPFS_MAGIC, unix.OVERLAYFS_SUPER_MAGIC, unix.F2FS_SUPER_MAGIC:
			known = true
		}
	})
	return err == nil && known
}
