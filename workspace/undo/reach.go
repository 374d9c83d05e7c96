package undo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"jig/workspace"
)

// errDetour is the error for a path that would lead through a link.
var errDetour = errors.New("a folder above it is a link now, or was swapped")

// ground is how the log gets to paths: from handles of the roots downwards, one
// folder at a time, and over no link.
type ground struct {
	roots []foot
}

// foot is a root and an open handle on it.
type foot struct {
	path string
	dir  *os.Root
}

// stand opens the roots of a space and makes sure that they are the very folders
// the space has handles on.
func stand(space *workspace.Space) (*ground, error) {
	g := &ground{}
	for _, path := range space.Roots() {
		dir, err := os.OpenRoot(path)
		if err != nil {
			return nil, errors.Join(err, g.close())
		}
		g.roots = append(g.roots, foot{path, dir})
		if err := sameAsIn(space, path, dir); err != nil {
			return nil, errors.Join(err, g.close())
		}
	}
	return g, nil
}

func sameAsIn(space *workspace.Space, path string, dir *os.Root) (err error) {
	place, err := space.Resolve(path)
	if err != nil {
		return err
	}
	f, err := space.Open(place, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	theirs, err := f.Stat()
	if err != nil {
		return err
	}
	ours, err := dir.Stat(".")
	if err == nil && !os.SameFile(theirs, ours) {
		err = fmt.Errorf("%s: %w", path, workspace.ErrChanged)
	}
	return err
}

func (g *ground) close() error {
	var errs []error
	for _, r := range g.roots {
		errs = append(errs, r.dir.Close())
	}
	return errors.Join(errs...)
}

// root finds the innermost root that holds path.
func (g *ground) root(path string) *foot {
	var found *foot
	for i := range g.roots {
		if r := &g.roots[i]; within(path, r.path) && (found == nil || len(r.path) > len(found.path)) {
			found = r
		}
	}
	return found
}

// folder opens a folder by its path. The caller closes it.
func (g *ground) folder(path string) (*os.Root, error) {
	r := g.root(path)
	if r == nil {
		return outside(path)
	}
	dir, err := r.dir.OpenRoot(".")
	if err != nil {
		return nil, err
	}
	rest := strings.TrimPrefix(path[len(r.path):], string(filepath.Separator))
	for rest != "" {
		var name string
		name, rest, _ = strings.Cut(rest, string(filepath.Separator))
		next, err := enter(dir, name)
		if err = errors.Join(err, dir.Close()); err != nil {
			return nil, err
		}
		dir = next
	}
	return dir, nil
}

// parent opens the folder that holds path, and gives the name of path in it.
func (g *ground) parent(path string) (*os.Root, string, error) {
	dir, err := g.folder(filepath.Dir(path))
	return dir, filepath.Base(path), err
}

// enter opens a folder in dir that is not a link.
func enter(dir *os.Root, name string) (*os.Root, error) {
	seen, err := dir.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case seen.Mode()&fs.ModeSymlink != 0:
		return nil, fmt.Errorf("%s: %w", name, errDetour)
	case !seen.IsDir():
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	next, err := dir.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	info, err := next.Stat(".")
	if err == nil && !os.SameFile(seen, info) {
		err = fmt.Errorf("%s: %w", name, errDetour)
	}
	if err != nil {
		return nil, errors.Join(err, next.Close())
	}
	return next, nil
}

// outside opens a folder that is below no root. Folders on the way may be closed
// to reading, so it is opened by its whole name, and no link may be in that.
func outside(path string) (*os.Root, error) {
	straight := func() error {
		switch target, err := filepath.EvalSymlinks(path); {
		case err != nil:
			return err
		case target != path:
			return fmt.Errorf("%s: %w", path, errDetour)
		}
		return nil
	}
	if err := straight(); err != nil {
		return nil, err
	}
	dir, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	ours, err := dir.Stat(".")
	if err == nil {
		err = straight()
	}
	if err == nil {
		var now fs.FileInfo
		if now, err = os.Lstat(path); err == nil && !os.SameFile(ours, now) {
			err = fmt.Errorf("%s: %w", path, errDetour)
		}
	}
	if err != nil {
		return nil, errors.Join(err, dir.Close())
	}
	return dir, nil
}

// within reports whether path is folder or lies below it, by components.
func within(path, folder string) bool {
	rest, ok := strings.CutPrefix(path, folder)
	return ok && (rest == "" || rest[0] == filepath.Separator || folder[len(folder)-1] == filepath.Separator)
}
