package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// within reports whether path is root or lies below it, component by component.
func within(root, path string) bool {
	if root == path || root == string(filepath.Separator) {
		return true
	}
	return strings.HasPrefix(path, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator))
}

func withinAny(roots []string, path string) bool {
	return slices.ContainsFunc(roots, func(root string) bool { return within(root, path) })
}

// absolute refuses what is not a plain absolute path.
func absolute(what, path string) error {
	switch {
	case strings.ContainsRune(path, 0):
		return fmt.Errorf("%s path %q has a NUL byte", what, path)
	case !filepath.IsAbs(path):
		return fmt.Errorf("%s path %q is not absolute: join it with the working folder first", what, path)
	}
	return nil
}

// A place is a path without links and what was there when it was looked at.
type place struct {
	Path string `json:"path"`
	Dev  uint64 `json:"dev,omitempty"`
	Ino  uint64 `json:"ino,omitempty"`
	Dir  bool   `json:"dir,omitempty"`
}

// A guard is a protected or hidden path. A missing one names the first part of
// the path that does not exist: while that cannot be created, nothing below can.
type guard struct {
	place
	missing bool
}

// layout is a profile whose paths are resolved and do not contradict each other.
type layout struct {
	dir      string
	writable []place
	readOnly []guard // only those inside of writable folders
	hidden   []place // only those that exist
}

func (l *layout) roots() []string {
	roots := make([]string, len(l.writable))
	for i, w := range l.writable {
		roots[i] = w.Path
	}
	return roots
}

// layout resolves the paths of a profile.
func (p *Profile) layout() (*layout, error) {
	l := &layout{}
	for _, path := range p.Writable {
		if err := absolute("writable", path); err != nil {
			return nil, err
		}
		target, err := filepath.EvalSymlinks(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("writable path %s does not exist: create it first, or make the folder above it writable", path)
		}
		if err != nil {
			return nil, fmt.Errorf("writable path %s: %w", path, err)
		}
		if p.within != nil && !withinAny(p.within, target) {
			return nil, fmt.Errorf("writable path %s leads to %s, outside of what may be written", path, target)
		}
		where, err := look(target)
		if err != nil {
			return nil, err
		}
		if !withinAny(l.roots(), target) {
			l.writable = append(l.writable, where)
		}
	}
	l.writable = slices.DeleteFunc(l.writable, func(w place) bool { // a later one may hold an earlier one
		return slices.ContainsFunc(l.writable, func(o place) bool { return o.Path != w.Path && within(o.Path, w.Path) })
	})
	if err := l.guard(p); err != nil {
		return nil, err
	}
	if err := l.enter(p.Dir); err != nil {
		return nil, err
	}
	return l, l.contradiction()
}

// guard resolves the protected and hidden paths.
func (l *layout) guard(p *Profile) error {
	for _, path := range p.Hidden {
		if err := absolute("hidden", path); err != nil {
			return err
		}
		target, err := filepath.EvalSymlinks(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // there is nothing to read
		}
		if err != nil {
			return fmt.Errorf("hidden path %s: %w", path, err)
		}
		where, err := look(target)
		if err != nil {
			return err
		}
		l.hidden = append(l.hidden, where)
	}
	for _, path := range p.ReadOnly {
		if err := absolute("read-only", path); err != nil {
			return err
		}
		g, err := l.pin(path)
		if err != nil {
			return err
		}
		known := slices.ContainsFunc(l.readOnly, func(o guard) bool { return o.Path == g.Path })
		if withinAny(l.roots(), g.Path) && !known {
			l.readOnly = append(l.readOnly, g)
		}
	}
	return nil
}

// pin walks to a protected path. A link on the way that lies in a writable folder
// could be replaced by another, so that it protects nothing: that is an error.
func (l *layout) pin(path string) (guard, error) {
	at := string(filepath.Separator)
	parts := strings.Split(strings.Trim(filepath.Clean(path), string(filepath.Separator)), string(filepath.Separator))
	for i, part := range parts {
		next := filepath.Join(at, part)
		info, err := os.Lstat(next)
		last := i == len(parts)-1
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return guard{place{Path: next}, true}, nil
		case err != nil:
			return guard{}, fmt.Errorf("read-only path %s: %w", path, err)
		case isStandIn(next, info):
			return guard{place{Path: next}, true}, nil // of another command, or left behind
		case info.Mode()&fs.ModeSymlink != 0 && withinAny(l.roots(), at):
			return guard{}, fmt.Errorf("read-only path %s cannot be protected, because %s is a link inside of a writable folder: protect what it leads to, and make the folder with the link read-only", path, next)
		case info.Mode()&fs.ModeSymlink != 0:
			if next, err = filepath.EvalSymlinks(next); err != nil {
				return guard{}, fmt.Errorf("read-only path %s: %w", path, err)
			}
		case !last && !info.IsDir():
			where, err := look(next) // a file in the way keeps the rest from existing
			return guard{where, false}, err
		}
		at = next
	}
	where, err := look(at)
	return guard{where, false}, err
}

func (l *layout) enter(dir string) error {
	if dir == "" {
		l.dir = string(filepath.Separator)
		if len(l.writable) > 0 && l.writable[0].Dir {
			l.dir = l.writable[0].Path
		}
		return nil
	}
	if err := absolute("working", dir); err != nil {
		return err
	}
	target, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return fmt.Errorf("working folder %s: %w", dir, err)
	}
	l.dir = target
	return nil
}

// contradiction finds a path that is to be writable and protected at once.
func (l *layout) contradiction() error {
	for _, w := range l.writable {
		for _, g := range l.readOnly {
			if within(g.Path, w.Path) {
				return fmt.Errorf("%s is writable but %s is protected: take one of them out of the profile", w.Path, g.Path)
			}
		}
		for _, h := range l.hidden {
			if within(h.Path, w.Path) {
				return fmt.Errorf("%s is writable but %s is hidden: take one of them out of the profile", w.Path, h.Path)
			}
		}
	}
	return nil
}
