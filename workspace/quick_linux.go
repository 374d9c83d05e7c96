package workspace

import (
	"errors"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// quick looks below a root with openat2, which confirms in one call that no link
// is on the way to a folder and that nothing leaves the root.
type quick struct {
	dir *os.File
	fd  int // of dir
}

// glimpse is what quick tells about a path: what stands there, or that nothing
// does and which folder it would be in.
type glimpse struct {
	kind      Kind
	shared    bool
	at, above mark
}

func openQuick(r *os.Root) (*quick, error) {
	dir, err := r.Open(".")
	if err != nil {
		return nil, err
	}
	return &quick{dir, int(dir.Fd())}, nil
}

func (q *quick) close() error { return q.dir.Close() }

// stat describes what stands at a clean relative path. It says no when there is a
// link on the way, when a folder is missing, or when the kernel does not know
// openat2; the slow walk then finds out which.
func (q *quick) stat(rel string, follow bool) (g glimpse, ok bool) {
	slash := strings.LastIndexByte(rel, '/')
	if slash < 0 {
		return glance(q.fd, rel, follow)
	}
	fd, err := unix.Openat2(q.fd, rel[:slash], &unix.OpenHow{
		Flags:   unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
	})
	if err != nil {
		return g, false
	}
	g, ok = glance(fd, rel[slash+1:], follow)
	return g, unix.Close(fd) == nil && ok
}

// glance describes a name in an open folder.
func glance(folder int, name string, follow bool) (g glimpse, ok bool) {
	var st unix.Stat_t
	err := unix.Fstatat(folder, name, &st, unix.AT_SYMLINK_NOFOLLOW)
	if errors.Is(err, unix.ENOENT) {
		if unix.Fstat(folder, &st) != nil {
			return g, false
		}
		g.above = mark{device: st.Dev, inode: st.Ino, kind: Dir, known: true}
		return g, true
	}
	if err != nil {
		return g, false
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		g.kind, g.shared = File, st.Nlink > 1
	case unix.S_IFDIR:
		g.kind = Dir
	case unix.S_IFLNK:
		g.kind = Link
	case unix.S_IFBLK, unix.S_IFCHR:
		g.kind = Device
	case unix.S_IFIFO:
		g.kind = Fifo
	case unix.S_IFSOCK:
		g.kind = Socket
	default:
		g.kind = Other
	}
	g.at = mark{device: st.Dev, inode: st.Ino, kind: g.kind, known: true}
	return g, g.kind != Link || !follow
}
