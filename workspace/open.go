package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Open opens the very file that was resolved, or makes it where nothing was. Flag
// and perm are those of [os.OpenFile]. If a link, another file or another folder
// stands there or on the way by now, the error is [ErrChanged] and nothing was
// touched. Pipes, devices and sockets are refused. A place outside of the roots
// is [ErrOutside].
func (s *Space) Open(p Place, flag int, perm fs.FileMode) (*os.File, error) {
	return s.open(p, flag, perm, false)
}

// OpenAnywhere is Open without the roots. It is for a place that a person or a
// rule has allowed by name; links are refused all the same.
func (s *Space) OpenAnywhere(p Place, flag int, perm fs.FileMode) (*os.File, error) {
	return s.open(p, flag, perm, true)
}

func (s *Space) open(p Place, flag int, perm fs.FileMode, anywhere bool) (*os.File, error) {
	switch {
	case p.Kind.Special() || p.Kind == Link:
		return nil, fmt.Errorf("%s is a %s and is not opened: %w", p.Real, p.Kind, fs.ErrInvalid)
	case !p.Exists && flag&os.O_CREATE == 0:
		return nil, &fs.PathError{Op: "open", Path: p.Real, Err: fs.ErrNotExist}
	case p.Exists && flag&(os.O_CREATE|os.O_EXCL) == os.O_CREATE|os.O_EXCL:
		return nil, &fs.PathError{Op: "open", Path: p.Real, Err: fs.ErrExist}
	case s.isRoot(p):
		return s.openRoot(p, flag)
	}
	in, err := s.descend(p, anywhere, 0)
	if err != nil {
		return nil, err
	}
	f, err := p.openIn(in, flag, perm)
	if closing := in.dir.Close(); closing != nil && err == nil {
		return nil, errors.Join(closing, f.Close())
	}
	return f, err
}

func (p Place) openIn(in parent, flag int, perm fs.FileMode) (*os.File, error) {
	if _, err := p.see(in); err != nil {
		return nil, err
	}
	if p.Exists {
		return p.openExisting(in, flag)
	}
	// O_EXCL neither follows a link nor opens what somebody put there.
	f, err := in.dir.OpenFile(in.name, flag|os.O_CREATE|os.O_EXCL|nonblock, perm)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists now: %w", p.Real, ErrChanged)
	}
	return f, err
}

// openExisting opens first and looks then: nothing may be changed by opening, so
// cutting the file to nothing waits until it is known to be the right one.
func (p Place) openExisting(in parent, flag int) (*os.File, error) {
	f, err := in.dir.OpenFile(in.name, flag&^(os.O_CREATE|os.O_EXCL|os.O_TRUNC)|nonblock, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !p.at.is(info):
		err = fmt.Errorf("%s was swapped while it was opened: %w", p.Real, ErrChanged)
	case !info.Mode().IsRegular() && !info.IsDir():
		err = fmt.Errorf("%s is a %s and is not opened: %w", p.Real, kindOf(info.Mode()), fs.ErrInvalid)
	case flag&os.O_TRUNC != 0:
		err = f.Truncate(0)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (s *Space) isRoot(p Place) bool { return p.Inside && p.Real == p.Root }

// openRoot opens a root folder itself, for listing.
func (s *Space) openRoot(p Place, flag int) (*os.File, error) {
	r := s.rootOf(p.Real)
	switch {
	case r == nil:
		return nil, ErrOutside
	case r.handle == nil:
		return nil, errNoHandle
	case flag&(os.O_WRONLY|os.O_RDWR|os.O_CREATE|os.O_TRUNC|os.O_APPEND) != 0:
		return nil, fmt.Errorf("%s is a folder and cannot be written: %w", p.Real, fs.ErrInvalid)
	}
	return r.handle.Open(".")
}
