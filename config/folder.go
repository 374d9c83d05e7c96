package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// listFolder gives the names in a folder of the person or the administrator,
// sorted. A folder that is not there is empty.
func listFolder(name string, most int) ([]fs.DirEntry, error) {
	return listVia(name, most,
		func() (fs.FileInfo, error) { return os.Stat(name) },
		func(flag int) (*os.File, error) { return os.OpenFile(name, flag, 0) })
}

// listInside is listFolder for a folder of a project.
func listInside(root *os.Root, name string, most int) ([]fs.DirEntry, error) {
	return listVia(filepath.Join(root.Name(), name), most,
		func() (fs.FileInfo, error) { return root.Stat(name) },
		func(flag int) (*os.File, error) { return root.OpenFile(name, flag, 0) })
}

// listVia never waits, for the reasons of readVia: a named pipe in the place of a
// folder would hold up whoever opens it.
func listVia(name string, most int, stat func() (fs.FileInfo, error), open func(flag int) (*os.File, error)) ([]fs.DirEntry, error) {
	info, err := stat()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, absent(name)
	}
	if err != nil {
		return nil, unreadable(name, err)
	}
	if !info.IsDir() {
		return nil, notFolder(name, info)
	}
	file, err := open(os.O_RDONLY | syscall.O_NONBLOCK)
	if err != nil {
		return nil, unreadable(name, err)
	}
	entries, err := listOpen(name, file, most)
	return entries, errors.Join(err, file.Close())
}

func listOpen(name string, file *os.File, most int) ([]fs.DirEntry, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, unreadable(name, err)
	}
	if !info.IsDir() {
		return nil, notFolder(name, info)
	}
	entries, err := file.ReadDir(most + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, unreadable(name, err)
	}
	if len(entries) > most {
		return nil, Problem{File: name, Text: fmt.Sprintf("there are more than %d files in this folder; move away what does not belong here", most)}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func notFolder(name string, info fs.FileInfo) error {
	kind := "a file"
	if !info.Mode().IsRegular() {
		kind = kindOf(info.Mode())
	}
	return Problem{File: name, Text: "this is " + kind + " where a folder is expected; remove it"}
}

// insideName is the name of a file without links, seen from a root. A link that is
// written as an absolute path is one that os.Root refuses, also when it leads to a
// place inside.
func insideName(root *os.Root, name string) (string, bool) {
	target, err := filepath.EvalSymlinks(filepath.Join(root.Name(), name))
	if err != nil {
		return "", false
	}
	rel, err := filepath.Rel(root.Name(), target)
	if err != nil || rel == name || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return rel, true
}
