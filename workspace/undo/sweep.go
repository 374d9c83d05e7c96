package undo

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"jig/workspace"
)

// sweepCall removes what a call that was killed has written beside the files that
// it was about to replace. Nobody else knows of it. Where another call may write the
// same file now, it stays: it may be that call's.
func (l *Log) sweepCall(r *record) error {
	for _, path := range plain(r.begin.Paths) {
		busy := slices.ContainsFunc(l.openRecords(), func(o *record) bool {
			sc := scope{Paths: plain(o.begin.Paths), Roots: plain(o.begin.Roots)}
			return o != r && sc.covers(path) && l.alive(o.begin.Owner)
		})
		if busy {
			continue
		}
		if err := l.sweepBeside(path); err != nil {
			return err
		}
	}
	return nil
}

// sweepBeside removes what was written to replace one file.
func (l *Log) sweepBeside(path string) error {
	dir, base, err := l.ground.parent(path)
	if notThere(err) {
		return nil
	}
	if err != nil {
		return err
	}
	names, err := list(dir)
	for _, name := range names {
		// The name of the file in it may be cut, where it is long.
		of, ok := workspace.Aside(name)
		if !ok || of != base && (len(of) < 200 || !strings.HasPrefix(base, of)) {
			continue
		}
		info, gone := dir.Lstat(name)
		if gone != nil || !info.Mode().IsRegular() {
			continue
		}
		if e := dir.Remove(name); !notThere(e) {
			err = errors.Join(err, e)
		}
	}
	if notThere(err) {
		err = nil
	}
	return errors.Join(err, dir.Close())
}

// notThere reports whether an error means that nothing can have been written there.
func notThere(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, errDetour) || errors.Is(err, fs.ErrPermission)
}

// sweepAside removes what an undo or redo has written aside and not used.
func (l *Log) sweepAside(r *record) error {
	for i, c := range fromWire(r.begin.Plan) {
		if c.After.Kind != File && c.After.Kind != Link {
			continue
		}
		name := aside(c.Path, r.begin.Aside, i)
		// It was written where the nearest folder was, on the way up.
		for dir := filepath.Dir(c.Path); ; dir = filepath.Dir(dir) {
			if err := l.removeAside(dir, name); err != nil {
				return err
			}
			if root := l.ground.root(c.Path); dir == filepath.Dir(dir) || root != nil && dir == root.path {
				break
			}
		}
	}
	return nil
}

func (l *Log) removeAside(dir, name string) error {
	folder, err := l.ground.folder(dir)
	if notThere(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if err = folder.Remove(name); notThere(err) {
		err = nil
	}
	return errors.Join(err, folder.Close())
}
