//go:build !linux

package walk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"jig/internal/ignore"
)

// bufSize is how much of a listing is asked of the system at once; here that is
// the business of package os.
const bufSize = 0

// handle is a folder. Nothing is held open for it.
type handle struct{ path string }

// identity tells folders apart: here by the path that all links lead to.
type identity string

// openRoot finds the folder in which a walk begins, by its path in any case.
func openRoot(path string, _ *os.File) (*handle, error) {
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: path, Err: errors.New("not a directory")}
	}
	if err != nil {
		return nil, err
	}
	return &handle{path}, nil
}

func (h *handle) retain() *handle { return h }
func (h *handle) keep() *handle   { return h }
func (h *handle) release() error  { return nil }

// openDir gives the folder of a name in this one.
func (h *handle) openDir(name string, link bool) (*handle, error) {
	path := filepath.Join(h.path, name)
	stat := os.Lstat
	if link {
		stat = os.Stat
	}
	info, err := stat(path)
	if err == nil && !info.IsDir() {
		err = errors.New("not a directory")
	}
	if err != nil {
		return nil, err
	}
	return &handle{path}, nil
}

// openFile opens a regular file by its name in the folder.
func (h *handle) openFile(name string, follow, _ bool) (File, error) {
	if !follow && h.kind(name, false) != Regular {
		return File{}, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	return OpenFile(filepath.Join(h.path, name))
}

// list reads the names in the folder.
func (h *handle) list(l *listing, _ []byte) error {
	entries, err := os.ReadDir(h.path)
	for _, e := range entries {
		l.add([]byte(e.Name()), kindOf(e.Type()))
	}
	return err
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
	stat := os.Lstat
	if follow {
		stat = os.Stat
	}
	info, err := stat(filepath.Join(h.path, name))
	if err != nil {
		return Info{}, err
	}
	return infoOf(info), nil
}

func infoOf(info fs.FileInfo) Info {
	return Info{Kind: kindOf(info.Mode()), Size: info.Size(), ModTime: info.ModTime(), Mode: info.Mode()}
}

// kindOf is the kind that a mode says.
func kindOf(mode fs.FileMode) Kind {
	switch mode.Type() {
	case 0:
		return Regular
	case fs.ModeDir:
		return Dir
	case fs.ModeSymlink:
		return Link
	}
	return Other
}

// identity asks who the folder is.
func (h *handle) identity() (identity, error) {
	path, err := filepath.EvalSymlinks(h.path)
	return identity(path), err
}

// readIgnore reads the ignore files of the folder.
func (h *handle) readIgnore([]byte) ignore.Reader {
	return func(name string) ([]byte, error) { return ignore.ReadIn(h.path, name) }
}
