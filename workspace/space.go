package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Space is the folders of a session. It is safe for use by several goroutines.
type Space struct {
	fsys  FS
	roots []root
}

// root is one folder of a space. The handle stays with the folder, also when it
// is renamed; it is nil in a space that is only for asking.
type root struct {
	path   string
	handle *os.Root
	quick  *quick
}

// New makes a space of folders that exist. The first is the main one: relative
// paths start there. Roots are kept by their real paths.
func New(roots ...string) (*Space, error) {
	s, err := On(Disk{}, roots...)
	if err != nil {
		return nil, err
	}
	for i := range s.roots {
		r := &s.roots[i]
		if r.handle, err = os.OpenRoot(r.path); err != nil {
			return nil, errors.Join(fmt.Errorf("the folder cannot be opened as a root: %w", err), s.Close())
		}
		if r.quick, err = openQuick(r.handle); err != nil {
			return nil, errors.Join(fmt.Errorf("the root %s cannot be read: %w", r.path, err), s.Close())
		}
	}
	return s, nil
}

// On makes a space for asking only: it resolves paths on any file system, also
// an imagined one, and its roots need not exist. Nothing can be opened in it.
func On(fsys FS, roots ...string) (*Space, error) {
	if len(roots) == 0 {
		return nil, errors.New("a workspace needs at least one folder")
	}
	s := &Space{fsys: fsys}
	for _, path := range roots {
		if !filepath.IsAbs(path) {
			return nil, fmt.Errorf("the root %q is not an absolute path", path)
		}
		if why := invalid(path); why != "" {
			return nil, fmt.Errorf("the root %q: %s", path, why)
		}
		p, err := s.resolve(path, true)
		if err != nil {
			return nil, fmt.Errorf("the root %q: %w", path, err)
		}
		if p.Exists && p.Kind != Dir {
			return nil, fmt.Errorf("the root %q is a %s, not a folder", path, p.Kind)
		}
		if !slices.ContainsFunc(s.roots, func(r root) bool { return r.path == p.Real }) {
			s.roots = append(s.roots, root{path: p.Real})
		}
	}
	return s, nil
}

// Roots are the real paths of the folders, the main one first.
func (s *Space) Roots() []string {
	paths := make([]string, len(s.roots))
	for i, r := range s.roots {
		paths[i] = r.path
	}
	return paths
}

// Close gives the handles of the roots back. A closed space still resolves.
func (s *Space) Close() error {
	var errs []error
	for i := range s.roots {
		r := &s.roots[i]
		if r.quick != nil {
			errs = append(errs, r.quick.close())
		}
		if r.handle != nil {
			errs = append(errs, r.handle.Close())
		}
	}
	return errors.Join(errs...)
}

// rootOf finds the innermost root that path is in.
func (s *Space) rootOf(path string) *root {
	var found *root
	for i := range s.roots {
		r := &s.roots[i]
		if within(path, r.path) && (found == nil || len(r.path) > len(found.path)) {
			found = r
		}
	}
	return found
}

// within reports whether path is folder or lies below it, by components. Both
// are clean and absolute.
func within(path, folder string) bool {
	rest, ok := strings.CutPrefix(path, folder)
	return ok && (rest == "" || rest[0] == filepath.Separator || folder[len(folder)-1] == filepath.Separator)
}

// below is path relative to a folder it lies within, "" for the folder itself.
func below(path, folder string) string {
	return strings.TrimPrefix(path[len(folder):], string(filepath.Separator))
}

// ErrOutside is the error for a place that is not below any root.
var ErrOutside = errors.New("the path is outside of the workspace")

// ErrChanged is the error for a place that is no longer what was resolved.
var ErrChanged = errors.New("the path changed since it was checked; resolve it and ask again")

var errNoHandle = fmt.Errorf("this workspace is only for asking, nothing can be opened in it: %w", fs.ErrInvalid)
