package workspace

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// asideMark is in the names of files that are written beside the one they are to
// replace; what a killed process leaves behind is known by it.
const asideMark = ".jig-new-"

// Aside reports whether a file of that name was written to replace another one,
// which it names. It is there for a moment only, unless the program was killed.
func Aside(name string) (of string, ok bool) {
	i := strings.LastIndex(name, asideMark)
	if i < 1 || name[0] != '.' || len(name)-i-len(asideMark) != 26 {
		return "", false
	}
	return name[1:i], true
}

// staged is a change that is ready to be made.
type staged struct {
	space   *Space
	outside bool
	place   Place
	old     Old
	info    fs.FileInfo // of the old file, nil if there is none
	like    fs.FileInfo // whose owner and mode the new file gets, if any
	fresh   fs.FileInfo // of the new file
	remove  bool
	written Written

	in    parent // open while aside is there
	aside string
	made  bool
}

// prepare writes the content beside the file it is to replace, and sees to it
// that it is on disk.
func (w *staged) prepare(data []byte, perm fs.FileMode, exact bool) (err error) {
	if w.in, err = w.space.descend(w.place, w.outside, 0o777); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.discard())
		}
	}()
	if w.remove {
		return nil
	}
	if perm == 0 {
		perm = 0o666
	}
	if w.old.Exists {
		perm = w.old.Mode.Perm()
		if perm&0o222 == 0 {
			return fmt.Errorf("%s is read-only (mode %04o): change its mode first if it is meant to be written: %w", w.place.Real, perm, fs.ErrPermission)
		}
	}
	base := w.in.name
	if len(base) > 200 {
		base = base[:200]
	}
	aside := "." + base + asideMark + rand.Text()
	f, err := w.in.dir.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	w.aside = aside
	_, err = f.Write(data)
	switch {
	case err != nil:
	case w.like != nil:
		err = likeness(f, w.like, w.place.Real)
	case exact:
		err = f.Chmod(perm)
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		w.fresh, err = f.Stat()
	}
	return errors.Join(err, f.Close())
}

// commit makes the change. Up to here nothing has happened.
func (w *staged) commit() error {
	if w.written.Unchanged {
		return nil
	}
	now, err := w.place.see(w.in)
	if err != nil {
		return err
	}
	if w.info != nil && (now.Size() != w.info.Size() || !now.ModTime().Equal(w.info.ModTime())) {
		return fmt.Errorf("somebody else is writing it: %w", ErrChanged)
	}
	if w.remove {
		err = w.in.dir.Remove(w.in.name)
	} else {
		err = rename(parent{dir: w.in.dir, name: w.aside}, w.in, !w.old.Exists)
	}
	if err != nil {
		return err
	}
	w.aside, w.made = "", true
	return syncFolder(w.in.dir)
}

// discard removes what was written aside, if it was not used, and lets go.
func (w *staged) discard() error {
	if w.in.dir == nil {
		return nil
	}
	var err error
	if w.aside != "" {
		err = w.in.dir.Remove(w.aside)
		w.aside = ""
	}
	err = errors.Join(err, w.in.dir.Close())
	w.in.dir = nil
	return err
}

// revert takes back a change that was made.
func (w *staged) revert(s *Session) error {
	if !w.made {
		return nil
	}
	p, err := s.space.again(w.place)
	if err != nil {
		return err
	}
	now, err := p.see(w.in)
	if err != nil {
		return err
	}
	if w.remove && now != nil || !w.remove && (now == nil || !os.SameFile(now, w.fresh) || now.Size() != w.fresh.Size() || !now.ModTime().Equal(w.fresh.ModTime())) {
		return fmt.Errorf("somebody else has changed it since: %w", ErrChanged)
	}
	if !w.old.Exists {
		return w.in.dir.Remove(w.in.name)
	}
	back := &staged{space: w.space, outside: w.outside, place: p, old: Old{Exists: p.Exists, Mode: w.old.Mode}, info: now, like: w.info}
	if err := back.prepare(w.old.Data, w.old.Mode.Perm(), true); err != nil {
		return err
	}
	return errors.Join(back.commit(), back.discard())
}

// again resolves a place anew, the way it was resolved.
func (s *Space) again(p Place) (Place, error) {
	if p.entry {
		return s.ResolveEntry(p.Path)
	}
	return s.Resolve(p.Path)
}

// syncFolder sees to it that a new name in a folder is on disk.
func syncFolder(dir *os.Root) error {
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, fs.ErrInvalid) || errors.Is(err, fs.ErrPermission) {
		err = nil // some file systems and systems cannot
	}
	return errors.Join(err, f.Close())
}
