package undo

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"jig/tool"
)

// scope is what a snapshot looks at.
type scope struct {
	// Paths are looked at with everything below them.
	Paths []string
	// Roots are trees in which ignored folders and .git are left out.
	Roots []string
}

// scopeOf reads from an intent what a call may change.
func (l *Log) scopeOf(in *tool.Intent) (sc scope) {
	if in == nil {
		return scope{Roots: l.roots()}
	}
	whole := in.Opaque != ""
	for _, path := range in.Writes {
		switch {
		case path == tool.Everything:
			whole = true
		case !filepath.IsAbs(path):
			whole = true // it says too little to be relied upon
		default:
			path = filepath.Clean(path)
			held := slices.ContainsFunc(l.ground.roots, func(r foot) bool { return within(r.path, path) })
			if held {
				whole = true
			} else {
				sc.Paths = append(sc.Paths, l.ways(path)...)
			}
		}
	}
	for _, c := range in.Commands {
		whole = whole || !c.ReadOnly && len(in.Writes) == 0
	}
	if whole {
		sc.Roots = l.roots()
	}
	slices.Sort(sc.Paths)
	sc.Paths = slices.Compact(sc.Paths)
	// What lies below another path is looked at with it.
	kept := sc.Paths[:0]
	for _, path := range sc.Paths {
		if !slices.ContainsFunc(kept, func(above string) bool { return within(path, above) }) {
			kept = append(kept, path)
		}
	}
	sc.Paths = kept
	return sc
}

// ways are the real paths that a stated path may mean: the entry itself and, if
// that is a link, what it leads to.
func (l *Log) ways(path string) []string {
	paths := []string{path}
	if entry, err := l.space.ResolveEntry(path); err == nil {
		paths[0] = entry.Real
	}
	if place, err := l.space.Resolve(path); err == nil {
		paths = append(paths, place.Real)
	}
	return paths
}

func (l *Log) roots() []string { return l.space.Roots() }

// covers reports whether a path may be written by whoever has the scope.
func (s scope) covers(path string) bool {
	return slices.ContainsFunc(s.Roots, func(r string) bool { return within(path, r) }) ||
		slices.ContainsFunc(s.Paths, func(p string) bool { return within(path, p) || within(p, path) })
}

// entry is an image with what is needed to know without reading that it still
// holds.
type entry struct {
	Image
	stat stat
	// firm says that the file had been left alone for a while when it was read.
	firm bool
	// kept says that its content is among the blobs.
	kept bool
}

// snapshot is all that stood in a scope at one moment. A path that is not in it
// was absent, unless it is below a folder that was left out.
type snapshot struct {
	entries map[string]entry
	// left are folders that were not looked into, and why.
	left map[string]string
}

// leftOut reports whether a path was not looked at.
func (s *snapshot) leftOut(path string) bool {
	for ; ; path = filepath.Dir(path) {
		if _, ok := s.left[path]; ok {
			return true
		}
		if path == filepath.Dir(path) {
			return false
		}
	}
}

// notes says what was left out, without counting the same thing twice.
func (s *snapshot) notes(roots []string) []string {
	why := map[string][]string{}
	for path, reason := range s.left {
		for _, r := range roots {
			if rel, err := filepath.Rel(r, path); err == nil && !strings.HasPrefix(rel, "..") {
				path = rel
				break
			}
		}
		why[reason] = append(why[reason], path)
	}
	var notes []string
	for reason, paths := range why {
		slices.Sort(paths)
		more := ""
		if len(paths) > 5 {
			paths, more = paths[:5], " …"
		}
		notes = append(notes, "not kept: "+strings.Join(paths, ", ")+more+" ("+reason+")")
	}
	slices.Sort(notes)
	return notes
}

// compare gives the changes from one snapshot to the next, sorted by path. A path
// that only the first has is looked at directly: that the second walk did not
// come by does not prove that it is gone, since rules of what is ignored may have
// changed in between.
func (l *Log) compare(before, after *snapshot) ([]Change, error) {
	var changes []Change
	add := func(path string, was, is Image) {
		if !was.Same(is) {
			changes = append(changes, Change{Path: path, Before: was, After: is})
		}
	}
	for path, was := range before.entries {
		is, ok := after.entries[path]
		if !ok {
			var err error
			if is, err = l.imageAt(path); err != nil {
				return nil, err
			}
			add(path, was.Image, is.Image)
			continue
		}
		add(path, was.Image, is.Image)
	}
	for path, is := range after.entries {
		if _, ok := before.entries[path]; !ok && !before.leftOut(path) {
			add(path, absent(), is.Image)
		}
	}
	slices.SortFunc(changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return changes, nil
}

// imageAt looks at one path, without anything below it.
func (l *Log) imageAt(path string) (entry, error) {
	w := l.looker(nil, false)
	dir, name, err := l.ground.parent(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return entry{Image: absent()}, nil
	case errors.Is(err, errDetour):
		return entry{Image: Image{Kind: Other, UID: -1, GID: -1, Why: errDetour.Error()}}, nil
	case err != nil:
		return entry{}, err
	}
	e, err := w.entry(dir, name, path, func(bool) bool { return false })
	if errors.Is(err, fs.ErrNotExist) {
		e, err = entry{Image: absent()}, nil
	}
	return e, errors.Join(err, dir.Close())
}
