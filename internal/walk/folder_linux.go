package walk

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"jig/internal/ignore"
)

// bufSize is how much of a listing is asked of the system at once.
const bufSize = 64 << 10

// handle is an open folder. Folders below it are opened by their names in it, so
// it stays open until the last of those that wait for that is opened.
type handle struct {
	fd   int
	refs atomic.Int32
	open *atomic.Int32 // how many folders of the walk are open
}

// maxOpen is how many folders a walk keeps open, about; a process may commonly
// have 1024 files open, and others want some.
const maxOpen = 256

// identity tells folders apart.
type identity struct{ dev, ino uint64 }

func newHandle(fd int, open *atomic.Int32) *handle {
	h := &handle{fd: fd, open: open}
	h.refs.Store(1)
	open.Add(1)
	return h
}

// openRoot opens the folder in which a walk begins, once more if it is open.
func openRoot(path string, open *os.File) (*handle, error) {
	dir, name := unix.AT_FDCWD, path
	if open != nil {
		dir, name = int(open.Fd()), "."
	}
	fd, err := openat(dir, name, unix.O_DIRECTORY)
	runtime.KeepAlive(open)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return newHandle(fd, new(atomic.Int32)), nil
}

// openat opens something to read, without waiting for it.
func openat(dir int, name string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK|unix.O_NOCTTY|flags, 0)
		if !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}

// retain keeps the folder open for one more user.
func (h *handle) retain() *handle {
	h.refs.Add(1)
	return h
}

// keep is retain for a folder below it that waits to be opened. It gives nil when
// too many folders are open already.
func (h *handle) keep() *handle {
	if h.open.Load() > maxOpen {
		return nil
	}
	return h.retain()
}

// release ends one use of the folder; with the last one it is closed.
func (h *handle) release() error {
	if h.refs.Add(-1) > 0 {
		return nil
	}
	h.open.Add(-1)
	return unix.Close(h.fd)
}

// openDir opens a folder by its name in this one.
func (h *handle) openDir(name string, link bool) (*handle, error) {
	flags := unix.O_DIRECTORY
	if !link {
		flags |= unix.O_NOFOLLOW
	}
	fd, err := openat(h.fd, name, flags)
	if err != nil {
		return nil, err
	}
	return newHandle(fd, h.open), nil
}

// openFile opens a regular file by its name in the folder. That it is one is
// asked again unless the listing said so: what takes its place meanwhile is
// opened without waiting, and read as nothing at worst.
func (h *handle) openFile(name string, follow, known bool) (File, error) {
	flags := unix.O_NOFOLLOW
	if follow {
		flags = 0
	}
	fd, err := openat(h.fd, name, flags)
	if err != nil {
		return File{}, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	f := File{fd: fd}
	if known {
		return f, nil
	}
	return f.regular(name)
}

// list reads the names in the folder.
func (h *handle) list(l *listing, buf []byte) error {
	for {
		n, err := unix.Getdents(h.fd, buf)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return err
		case n <= 0:
			return nil
		}
		for rest := buf[:n]; len(rest) > nameAt; {
			size := int(binary.NativeEndian.Uint16(rest[sizeAt:]))
			name := rest[nameAt:size]
			for i, c := range name {
				if c == 0 {
					name = name[:i]
					break
				}
			}
			if name[0] != '.' || len(name) > 2 || len(name) == 2 && name[1] != '.' {
				l.add(name, kindOfType(rest[typeAt]))
			}
			rest = rest[size:]
		}
	}
}

// Where the parts of a record of getdents64 begin, behind two numbers of 8 bytes.
const (
	sizeAt = 16
	typeAt = 18
	nameAt = 19
)

func kindOfType(t byte) Kind {
	switch t {
	case unix.DT_REG:
		return Regular
	case unix.DT_DIR:
		return Dir
	case unix.DT_LNK:
		return Link
	case unix.DT_UNKNOWN:
		return Unknown
	}
	return Other
}

// kind asks what an entry is. What cannot be asked about is nothing to visit.
func (h *handle) kind(name string, follow bool) Kind {
	info, err := h.info(name, follow)
	if err != nil {
		return Other
	}
	return info.Kind
}

// info describes an entry.
func (h *handle) info(name string, follow bool) (Info, error) {
	flags := unix.AT_SYMLINK_NOFOLLOW
	if follow {
		flags = 0
	}
	var st unix.Stat_t
	if err := unix.Fstatat(h.fd, name, &st, flags); err != nil {
		return Info{}, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	return infoOf(&st), nil
}

func infoOf(st *unix.Stat_t) Info {
	sec, nsec := st.Mtim.Unix()
	info := Info{Kind: Other, Size: st.Size, ModTime: time.Unix(sec, nsec), Mode: fs.FileMode(st.Mode & 0o777)}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		info.Kind = Regular
	case unix.S_IFDIR:
		info.Kind = Dir
		info.Mode |= fs.ModeDir
	case unix.S_IFLNK:
		info.Kind = Link
		info.Mode |= fs.ModeSymlink
	default:
		info.Mode |= fs.ModeIrregular
	}
	return info
}

// identity asks who the folder is.
func (h *handle) identity() (identity, error) {
	var st unix.Stat_t
	if err := unix.Fstat(h.fd, &st); err != nil {
		return identity{}, err
	}
	return identity{st.Dev, st.Ino}, nil
}

// readIgnore reads the ignore files of the folder, which is at path.
func (h *handle) readIgnore(path []byte) ignore.Reader {
	return func(name string) (data []byte, err error) {
		if strings.Contains(name, "/") {
			return ignore.ReadIn(string(path), name)
		}
		f, err := h.openFile(name, false, false)
		if errors.Is(err, unix.ELOOP) || errors.Is(err, fs.ErrInvalid) || errors.Is(err, fs.ErrNotExist) {
			return nil, nil // a link or no file at all: git reads no rules from such
		}
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		return ignore.ReadAll(f)
	}
}
