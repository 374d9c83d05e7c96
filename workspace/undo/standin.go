package undo

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"jig/workspace"
)

// withoutStandIns leaves out of changes what a sandbox does. While a confined
// command lives, a protected name that does not exist is held by an empty folder, so
// that nobody can make it. It comes and goes with the command, which may be one in
// the background or of another session: it is nobody's change, and an undo that
// removed it would take the protection away. So an empty folder at a protected path
// counts as nothing there, where the other side has no folder.
//
// A folder that came or went together with the one above it is no stand-in: those lie
// in folders that exist.
func (l *Log) withoutStandIns(changes []Change, before *snapshot) []Change {
	if !slices.ContainsFunc(changes, l.perhapsStandIn) {
		return changes
	}
	full := before.parents()
	remade := map[string]bool{}
	for _, c := range changes {
		remade[c.Path] = c.Before.Kind != c.After.Kind
	}
	mine := changes[:0]
	for _, c := range changes {
		if l.perhapsStandIn(c) && !remade[filepath.Dir(c.Path)] {
			switch {
			case c.Before.Kind == Dir && !full[c.Path]:
				c.Before = absent()
			case c.After.Kind == Dir && l.empty(c.Path):
				c.After = absent()
			}
		}
		if !c.Before.Same(c.After) {
			mine = append(mine, c)
		}
	}
	return slices.Clip(mine)
}

// perhapsStandIn reports whether a folder came or went at a protected path.
func (l *Log) perhapsStandIn(c Change) bool {
	if (c.Before.Kind == Dir) == (c.After.Kind == Dir) {
		return false
	}
	root := ""
	if r := l.ground.root(c.Path); r != nil {
		root = r.path
	}
	_, ok := workspace.Protected(root, c.Path)
	return ok
}

// parents are the folders in which something stood.
func (s *snapshot) parents() map[string]bool {
	full := map[string]bool{}
	for path, e := range s.entries {
		if e.Kind != Absent {
			full[filepath.Dir(path)] = true
		}
	}
	for path := range s.left {
		full[path], full[filepath.Dir(path)] = true, true
	}
	return full
}

// empty reports whether there is a folder with nothing in it, or nothing any more. The
// second look at what a call stated does not go into the folders above that, so this
// asks the disk.
func (l *Log) empty(path string) bool {
	dir, err := l.ground.folder(path)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	names, err := list(dir)
	return errors.Join(err, dir.Close()) == nil && len(names) == 0
}
