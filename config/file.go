package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// readFile reads a file of the person or the administrator. It may be a link. A
// file that is not there gives nil.
func readFile(name string) ([]byte, error) {
	return readVia(name,
		func() (fs.FileInfo, error) { return os.Stat(name) },
		func(flag int) (*os.File, error) { return os.OpenFile(name, flag, 0) })
}

// readInside reads a file of a project. A link that leads out of the project is
// refused, also one that is put there between the check and the opening. An empty
// folder in its place counts as none: the sandbox holds the place of protected names
// with such folders while a command runs. So does a file of no bytes.
func readInside(root *os.Root, name string) ([]byte, error) {
	full := filepath.Join(root.Name(), name)
	info, err := root.Stat(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		if inside, ok := insideName(root, name); ok {
			name = inside
		}
	}
	if err == nil && info.IsDir() {
		if _, err := listInside(root, name, 0); err == nil {
			return nil, nil
		}
	}
	text, err := readVia(full,
		func() (fs.FileInfo, error) { return root.Stat(name) },
		func(flag int) (*os.File, error) { return root.OpenFile(name, flag, 0) })
	if len(text) == 0 {
		text = nil
	}
	return text, err
}

// readVia never blocks on what is no plain file: it looks first, because opening
// a device can have effects, and opens without waiting, because what it looked at
// may have been replaced.
func readVia(name string, stat func() (fs.FileInfo, error), open func(flag int) (*os.File, error)) ([]byte, error) {
	info, err := stat()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, absent(name)
	}
	if err != nil {
		return nil, unreadable(name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, Problem{File: name, Text: fmt.Sprintf("this is %s; settings must be a plain file", kindOf(info.Mode()))}
	}
	file, err := open(os.O_RDONLY | syscall.O_NONBLOCK)
	if err != nil {
		return nil, unreadable(name, err)
	}
	text, err := readOpen(name, file)
	return text, errors.Join(err, file.Close())
}

func readOpen(name string, file *os.File) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, unreadable(name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, Problem{File: name, Text: fmt.Sprintf("this is %s; settings must be a plain file", kindOf(info.Mode()))}
	}
	text, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, unreadable(name, err)
	}
	if len(text) > maxFile {
		return nil, Problem{File: name, Text: fmt.Sprintf("the file has more than %d bytes; settings are never that long", maxFile)}
	}
	if text == nil {
		text = []byte{}
	}
	return text, nil
}

// absent tells a file that is not there, which is fine, from a link that leads
// nowhere, which is not: it was meant to hold something.
func absent(name string) error {
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return Problem{File: name, Text: "this is a link that leads nowhere; repair or remove it"}
	}
	return nil
}

func unreadable(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err // the name stands in front already
	}
	// A component of the path that is no folder: there can be no such file.
	if errors.Is(err, syscall.ENOTDIR) {
		return Problem{File: name, Text: "a part of this path is a file where a folder is expected; remove it"}
	}
	return fmt.Errorf("%s: cannot be read, so its rules are not known: %w", name, err)
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "no plain file"
}

// realDir is the absolute path of a folder with all links resolved.
func realDir(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	abs, err = filepath.EvalSymlinks(abs)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(abs)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return "", fmt.Errorf("%s is not a folder", abs)
	}
	return abs, nil
}
