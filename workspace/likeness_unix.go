//go:build unix

package workspace

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"jig/tool"
)

// likeness gives a new file the owner and the mode of the one it replaces, at
// path. The owner goes first: a change of it takes special bits away.
func likeness(f *os.File, old fs.FileInfo, path string) error {
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
				return tool.Errorf(tool.CodePermissionDenied, "%s belongs to somebody else (user %d, group %d), which a new version could not; nothing was changed. Ask the user to change its owner, or use another file: %w", path, was.Uid, was.Gid, cause(err))
			}
		}
	}
	return f.Chmod(old.Mode())
}

// cause is the reason in an error without the name of the new file, which says
// nothing to anybody.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
