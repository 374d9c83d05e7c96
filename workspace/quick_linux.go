package workspace

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// quick looks below a root with openat2, which confirms in one call that no link
// is on the way and that nothing leaves the root.
type quick struct{ dir *os.File }

// glimpse is what quick tells about a path.
type glimpse struct {
	mark   mark
	kind   Kind
	shared bool
}

func openQuick(r *os.Root) (*quick, error) {
	dir, err := r.Open(".")
	if err != nil {
		return nil, err
	}
	return &quick{dir}, nil
}

func (q *quick) close() error { return q.dir.Close() }

// stat describes what stands at a clean relative path. Neither found nor missing
// is the answer when there is a link on the way, when something is not a folder,
// or when the kernel does not know openat2; the slow walk then finds out which.
func (q *quick) stat(rel string, follow bool) (g glimpse, found, missing bool) {
	how := unix.OpenHow{
		Flags:   unix.O_PATH | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
	}
	if !follow {
		how.Flags |= unix.O_NOFOLLOW // with O_PATH: take hold of the link itself
	}
	fd, err := unix.Openat2(int(q.dir.Fd()), rel, &how)
	if err != nil {
		return g, false, errors.Is(err, unix.ENOENT)
	}
	var st unix.Stat_t
	err = unix.Fstat(fd, &st)
	if closing := unix.Close(fd); err != nil || closing != nil {
		return g, false, false
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
	g.mark = mark{device: st.Dev, inode: st.Ino, kind: g.kind, known: true}
	return g, true, false
}
