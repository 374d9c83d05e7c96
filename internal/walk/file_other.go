//go:build !linux

package walk

import (
	"fmt"
	"io/fs"
	"os"
)

// File is a file that is open to read, for one goroutine at a time.
type File struct{ f *os.File }

// OpenFile opens the file at a path to read, following links. It refuses what is
// no regular file.
func OpenFile(path string) (File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("%w: no regular file", fs.ErrInvalid)}
	}
	if err != nil {
		return File{}, err
	}
	f, err := os.Open(path)
	return File{f}, err
}

// Read reads on from where the last Read ended. At the end it is io.EOF.
func (f File) Read(b []byte) (int, error) { return f.f.Read(b) }

// Info describes the file.
func (f File) Info() (Info, error) {
	info, err := f.f.Stat()
	if err != nil {
		return Info{}, err
	}
	return infoOf(info), nil
}

// Close gives the file back.
func (f File) Close() error { return f.f.Close() }
