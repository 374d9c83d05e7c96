package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Mkdir makes the folder at a place, and those above it that are missing.
func (s *Space) Mkdir(p Place, perm fs.FileMode) error { return s.mkdir(p, perm, false) }

func (s *Space) mkdir(p Place, perm fs.FileMode, anywhere bool) (err error) {
	if p.Exists {
		if p.Kind == Dir {
			return nil
		}
		return &fs.PathError{Op: "mkdir", Path: p.Real, Err: fs.ErrExist}
	}
	if perm == 0 {
		return fmt.Errorf("making %s needs permissions: %w", p.Real, fs.ErrInvalid)
	}
	in, err := s.descend(p, anywhere, perm)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.dir.Close()) }()
	made, _, err := enter(in.dir, in.name, perm)
	if err != nil {
		return err
	}
	return made.Close()
}

// Remove deletes a file, a link or an empty folder. Resolve it with
// [Space.ResolveEntry]: otherwise what a link points to is deleted.
func (s *Space) Remove(p Place) error {
	return s.unlink(p, false, func(in parent) error { return in.dir.Remove(in.name) })
}

// RemoveAll deletes a place with all that is below it. Links below are deleted
// and not followed.
func (s *Space) RemoveAll(p Place) error {
	return s.unlink(p, false, func(in parent) error { return in.dir.RemoveAll(in.name) })
}

func (s *Space) unlink(p Place, anywhere bool, unlink func(parent) error) (err error) {
	if err := s.holdsNoRoot(p); err != nil {
		return err
	}
	if !p.Exists {
		return &fs.PathError{Op: "remove", Path: p.Real, Err: fs.ErrNotExist}
	}
	in, err := s.descend(p, anywhere, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.dir.Close()) }()
	if _, err := p.see(in); err != nil {
		return err
	}
	return unlink(in)
}

// Rename moves what stands at one place to another. What stood at the new place
// is replaced only if it was there when the place was resolved. Resolve both with
// [Space.ResolveEntry].
func (s *Space) Rename(from, to Place) error { return s.move(from, to, false, 0) }

// move is Rename; with a mode, folders that are missing above the new place are
// made, and go again if the move fails.
func (s *Space) move(from, to Place, anywhere bool, mode fs.FileMode) (err error) {
	for _, p := range []Place{from, to} {
		if err := s.holdsNoRoot(p); err != nil {
			return err
		}
	}
	if !from.Exists {
		return &fs.PathError{Op: "rename", Path: from.Real, Err: fs.ErrNotExist}
	}
	old, err := s.descend(from, anywhere, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, old.dir.Close()) }()
	if _, err := from.see(old); err != nil {
		return err
	}
	fresh, err := s.descend(to, anywhere, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			s.unmake(fresh.made, anywhere)
		}
	}()
	defer func() { err = errors.Join(err, fresh.dir.Close()) }()
	if _, err := to.see(fresh); err != nil {
		return err
	}
	if err := rename(old, fresh, !to.Exists); err != nil {
		return &os.LinkError{Op: "rename", Old: from.Real, New: to.Real, Err: err}
	}
	return nil
}

// holdsNoRoot refuses to move or delete a root or a folder that holds one.
func (s *Space) holdsNoRoot(p Place) error {
	for _, r := range s.roots {
		if within(r.path, p.Real) {
			return fmt.Errorf("%s holds the workspace %s and is neither moved nor deleted: %w", p.Real, r.path, fs.ErrPermission)
		}
	}
	return nil
}
