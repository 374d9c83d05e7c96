package walk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"golang.org/x/sys/unix"
)

// File is a file that is open to read. It is a bare descriptor: nothing is
// allocated for it, and nobody closes it but who opened it. Like any file it is
// for one goroutine at a time.
type File struct{ fd int }

// OpenFile opens the file at a path to read, following links. It never waits, and
// refuses what is no regular file.
func OpenFile(path string) (File, error) {
	fd, err := openat(unix.AT_FDCWD, path, 0)
	if err != nil {
		return File{}, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return File{fd}.regular(path)
}

// regular closes the file if it is none.
func (f File) regular(name string) (File, error) {
	info, err := f.Info()
	if err == nil && info.Kind != Regular {
		err = fmt.Errorf("%w: no regular file", fs.ErrInvalid)
	}
	if err != nil {
		return File{}, errors.Join(&fs.PathError{Op: "open", Path: name, Err: err}, f.Close())
	}
	return f, nil
}

// Read reads on from where the last Read ended. At the end it is io.EOF.
func (f File) Read(b []byte) (int, error) {
	for {
		n, err := unix.Read(f.fd, b)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return 0, err
		case n == 0 && len(b) > 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

// Info describes the file.
func (f File) Info() (Info, error) {
	var st unix.Stat_t
	if err := unix.Fstat(f.fd, &st); err != nil {
		return Info{}, err
	}
	return infoOf(&st), nil
}

// Close gives the descriptor back.
func (f File) Close() error { return unix.Close(f.fd) }
