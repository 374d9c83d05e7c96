package undo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// aside is the name under which a new content waits to take its place. It has the
// form by which workspace knows such files, and the record of the undo knows it.
func aside(path, id string, i int) string {
	base := filepath.Base(path)
	if len(base) > 200 {
		base = base[:200]
	}
	return fmt.Sprintf(".%s.jig-new-%.20s%06d", base, id, i)
}

// save keeps what is going to be replaced, and makes sure that it is what was
// seen.
func (p *plan) save() error {
	for _, path := range p.paths() {
		s := p.steps[path]
		if s.now.Kind != File {
			continue
		}
		dir, name, err := p.l.ground.parent(path)
		if err != nil {
			return err
		}
		w := p.l.looker(nil, true)
		w.bytes = -1 << 62 // what is to be replaced is kept, however much it is
		kept, err := w.entry(dir, name, path, func(bool) bool { return false })
		if err = errors.Join(err, dir.Close()); err != nil {
			return err
		}
		if !kept.Same(s.now.Image) {
			return fmt.Errorf("%s is being changed right now, and nothing was done; try again", p.l.Show(path))
		}
		s.now = kept
	}
	return p.l.blobs.flush()
}

// stage writes all new contents beside where they belong, so that a full disk or a
// missing permission shows before anything is changed. The place of a path in the
// record is part of the name, so that what a killed process leaves can be found.
func (p *plan) stage(id string, record []Change) error {
	for i, c := range record {
		path := c.Path
		s := p.steps[path]
		if s == nil {
			continue
		}
		if s.to.Kind != File && s.to.Kind != Link {
			continue
		}
		s.at = filepath.Dir(path)
		for above := p.steps[s.at]; above != nil && (above.now.Kind != Dir || above.to.Kind != Dir); above = p.steps[s.at] {
			s.at = filepath.Dir(s.at)
		}
		s.aside = aside(path, id, i)
		dir, err := p.l.ground.folder(s.at)
		if err != nil {
			return err
		}
		if err := errors.Join(p.l.stageOne(dir, s), dir.Close()); err != nil {
			return fmt.Errorf("%s: %w", p.l.Show(path), err)
		}
	}
	return nil
}

func (l *Log) stageOne(dir *os.Root, s *step) error {
	if s.to.Kind == Link {
		return dir.Symlink(s.to.Target, s.aside)
	}
	f, err := dir.OpenFile(s.aside, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	err = l.blobs.restore(s.to.Hash, f)
	if err == nil {
		err = dress(f, s.to)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// dress gives a file or folder its owner and mode. The owner goes first: a change
// of it takes special bits away. Only root can give files to others; then they
// belong to whoever undoes, which the record will show.
func dress(f *os.File, to Image) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	is, _ := imageOf(info)
	if to.UID >= 0 && (is.UID != to.UID || is.GID != to.GID) {
		if err := f.Chown(to.UID, to.GID); err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
	}
	return f.Chmod(to.Mode)
}

// commit puts everything into its place: first what has to go, from the bottom up,
// then what has to come, from the top down, at last the modes of folders.
func (p *plan) commit() error {
	paths := p.paths()
	touched := map[string]bool{}
	for _, path := range slices.Backward(paths) {
		s := p.steps[path]
		if s.now.Kind == Absent || s.to.Kind != Absent && (s.now.Kind == Dir) == (s.to.Kind == Dir) {
			continue
		}
		if err := p.remove(s); err != nil {
			return err
		}
		touched[filepath.Dir(path)] = true
	}
	for _, path := range paths {
		s := p.steps[path]
		switch {
		case s.to.Kind == Absent, s.to.Kind == Dir && s.now.Kind == Dir:
			continue
		case s.to.Kind == Dir:
			if err := p.mkdir(s); err != nil {
				return err
			}
		default:
			if err := p.place(s); err != nil {
				return err
			}
			touched[s.at] = true
		}
		touched[filepath.Dir(path)] = true
	}
	for _, path := range slices.Backward(paths) {
		if s := p.steps[path]; s.to.Kind == Dir {
			if err := p.dressFolder(s); err != nil {
				return err
			}
		}
	}
	return p.sync(touched)
}

// unchanged makes sure, at the last moment, that a name is still what was seen.
func (p *plan) unchanged(dir *os.Root, name string, s *step) error {
	info, err := dir.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && s.now.Kind == Absent:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err == nil && s.now.Kind != Absent:
		is, st := imageOf(info)
		if is.Kind == s.now.Kind && (is.Kind == Dir || st == s.now.stat) {
			return nil
		}
	}
	return fmt.Errorf("%s was changed in this moment by somebody else", p.l.Show(s.path))
}

// at runs do in the folder of a step, if the step still is what was planned.
func (p *plan) at(s *step, do func(dir *os.Root, name string) error) error {
	dir, name, err := p.l.ground.parent(s.path)
	if err != nil {
		return fmt.Errorf("%s: %w", p.l.Show(s.path), err)
	}
	if err = p.unchanged(dir, name, s); err == nil {
		err = do(dir, name)
	}
	return errors.Join(err, dir.Close())
}

func (p *plan) remove(s *step) error {
	err := p.at(s, func(dir *os.Root, name string) error { return dir.Remove(name) })
	if s.now.Kind == Dir && s.to.Kind == Absent && errors.Is(err, syscall.ENOTEMPTY) {
		p.notes = append(p.notes, fmt.Sprintf("the folder %s stays: something was put into it in this moment", p.l.Show(s.path)))
		return nil
	}
	s.now = entry{Image: absent()}
	return err
}

func (p *plan) mkdir(s *step) error {
	return p.at(s, func(dir *os.Root, name string) error { return dir.Mkdir(name, 0o700) })
}

func (p *plan) place(s *step) error {
	return p.at(s, func(dir *os.Root, name string) error {
		from, err := p.l.ground.folder(s.at)
		if err != nil {
			return err
		}
		return errors.Join(rename(from, s.aside, dir, name, s.now.Kind == Absent), from.Close())
	})
}

func (p *plan) dressFolder(s *step) error {
	dir, err := p.l.ground.folder(s.path)
	if err != nil {
		return err
	}
	f, err := dir.Open(".")
	if err == nil {
		err = errors.Join(dress(f, s.to), f.Close())
	}
	return errors.Join(err, dir.Close())
}

func (p *plan) sync(folders map[string]bool) error {
	for path := range folders {
		dir, err := p.l.ground.folder(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it was removed itself
		}
		if err != nil {
			return err
		}
		f, err := dir.Open(".")
		if err == nil {
			err = f.Sync()
			if errors.Is(err, fs.ErrInvalid) || errors.Is(err, fs.ErrPermission) {
				err = nil // some systems cannot do that with folders
			}
			err = errors.Join(err, f.Close())
		}
		if err = errors.Join(err, dir.Close()); err != nil {
			return err
		}
	}
	return nil
}
