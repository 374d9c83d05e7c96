package workspace

import (
	"fmt"
	"path/filepath"

	"jig/internal/clip"
)

const (
	maxPath = 4096 // PATH_MAX
	maxHops = 40   // as many links as Linux follows
)

// Resolve says where a path leads. A relative path starts at the main root; "~"
// is a name like any other. What cannot be resolved for certain is an error.
func (s *Space) Resolve(path string) (Place, error) { return s.place(path, true) }

// ResolveEntry is like Resolve but does not follow the last component. It is for
// deleting and renaming, which act on a link and not on what it points to.
func (s *Space) ResolveEntry(path string) (Place, error) { return s.place(path, false) }

func (s *Space) place(path string, follow bool) (Place, error) {
	if why := invalid(path); why != "" {
		return Place{}, fmt.Errorf("the path %q cannot be used: %s", clip.Bytes(path, 200), why)
	}
	p, ok := s.hurry(path, follow)
	if !ok {
		var err error
		if p, err = s.resolve(path, follow); err != nil {
			return Place{}, fmt.Errorf("the path %q cannot be resolved: %w", clip.Bytes(path, 200), err)
		}
	}
	if why := odd(path); why != "" {
		p.Odd = why
	}
	return p, nil
}

// hurry resolves a path below a root in one step, when the system can confirm in
// one step that no link is on the way. It says no whenever there is more to it.
func (s *Space) hurry(path string, follow bool) (Place, bool) {
	if len(s.roots) == 0 || s.roots[0].quick == nil || !tidy(path) {
		return Place{}, false
	}
	full := path
	if !filepath.IsAbs(path) {
		full = s.roots[0].path + string(filepath.Separator) + path
	}
	r := s.rootOf(full)
	if r == nil || len(full) > maxPath {
		return Place{}, false
	}
	rel := "." // the root itself, by its handle
	if len(full) > len(r.path) {
		rel = below(full, r.path)
	}
	seen, ok := r.quick.stat(rel, follow)
	if !ok {
		return Place{}, false
	}
	p := Place{
		Given: path, Path: full, Real: full, Inside: true, Root: r.path, entry: !follow, fsys: s.fsys,
		Exists: seen.kind != Missing, Kind: seen.kind, Shared: seen.shared, at: seen.at, above: seen.above,
	}
	if !p.Exists {
		p.depth = depth(full) - 1
	}
	return p, true
}

// resolve walks the path component by component, the way the kernel would.
func (s *Space) resolve(path string, follow bool) (Place, error) {
	p := Place{Given: path, entry: !follow, fsys: s.fsys}
	full := filepath.FromSlash(path)
	if !filepath.IsAbs(full) {
		full = s.roots[0].path + string(filepath.Separator) + full
	}
	if len(full) > maxPath {
		return p, fmt.Errorf("it is longer than %d bytes", maxPath)
	}
	p.Path = filepath.Clean(full)
	w := walk{fsys: s.fsys, place: &p, tail: -1}
	w.start(full)
	// The roots are known to be real, and their handles stay with them.
	if r := s.rootOf(p.Path); r != nil && within(full, r.path) {
		w.at, w.rest, w.info = r.path, full[len(r.path):], nil
	}
	if err := w.run(follow); err != nil {
		return p, err
	}
	p.Real = w.at
	if r := s.rootOf(p.Real); r != nil {
		p.Inside, p.Root = true, r.path
	}
	return p, nil
}
