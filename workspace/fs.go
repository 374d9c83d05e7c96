package workspace

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// FS is what resolving a path asks of a disk. It takes absolute paths.
type FS interface {
	Lstat(path string) (fs.FileInfo, error)
	Readlink(path string) (string, error)
}

// Disk is the file system of this machine.
type Disk struct{}

// Lstat describes what stands at path without following it.
func (Disk) Lstat(path string) (fs.FileInfo, error) { return os.Lstat(path) }

// Readlink says where the link at path points.
func (Disk) Readlink(path string) (string, error) { return os.Readlink(path) }

// Imagined is a file system with links that are not there, for asking what a
// path would lead to if they were.
type Imagined struct {
	// Base is what lies beneath.
	Base FS
	// Links maps the absolute path of each link to where it points.
	Links map[string]string
}

// Lstat describes the imagined link at path, or what Base has.
func (i Imagined) Lstat(path string) (fs.FileInfo, error) {
	if _, ok := i.Links[path]; ok {
		return imaginedLink(filepath.Base(path)), nil
	}
	return i.Base.Lstat(path)
}

// Readlink says where the imagined link at path points, or what Base says.
func (i Imagined) Readlink(path string) (string, error) {
	if target, ok := i.Links[path]; ok {
		return target, nil
	}
	target, err := i.Base.Readlink(path)
	if err != nil {
		return "", fmt.Errorf("below the imagined links: %w", err)
	}
	return target, nil
}

type imaginedLink string

func (l imaginedLink) Name() string     { return string(l) }
func (imaginedLink) Size() int64        { return 0 }
func (imaginedLink) Mode() fs.FileMode  { return fs.ModeSymlink | 0o777 }
func (imaginedLink) ModTime() time.Time { return time.Time{} }
func (imaginedLink) IsDir() bool        { return false }
func (imaginedLink) Sys() any           { return nil }

func kindOf(mode fs.FileMode) Kind {
	switch {
	case mode.IsRegular():
		return File
	case mode.IsDir():
		return Dir
	case mode&fs.ModeSymlink != 0:
		return Link
	case mode&fs.ModeDevice != 0:
		return Device
	case mode&fs.ModeNamedPipe != 0:
		return Fifo
	case mode&fs.ModeSocket != 0:
		return Socket
	}
	return Other
}
