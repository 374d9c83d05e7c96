//go:build unix

package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// likeness gives a new file the owner and the mode of the one it replaces. The
// owner goes first: a change of it takes special bits away.
func likeness(f *os.File, old fs.FileInfo) error {
	was, ok := old.Sys().(*syscall.Stat_t)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	is, too := info.Sys().(*syscall.Stat_t)
	if ok && too && (is.Uid != was.Uid || is.Gid != was.Gid) {
		if err := f.Chown(int(was.Uid), int(was.Gid)); err != nil {
			// A group that this user is in can be kept without the owner, but a
			// file that would silently belong to somebody else is refused.
			if is.Uid != was.Uid || !errors.Is(err, fs.ErrPermission) {
				return fmt.Errorf("the file belongs to somebody else (user %d, group %d), which a new version could not: %w", was.Uid, was.Gid, err)
			}
		}
	}
	return f.Chmod(old.Mode())
}
