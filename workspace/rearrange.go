package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// Remove deletes a file or link, or with all a folder and everything in it. A file
// that changed since it was read is refused: what is in it now was never seen. The
// place comes from [Space.ResolveEntry].
func (s *Session) Remove(ctx context.Context, p Place, all bool) error {
	if err := stated(ctx, p.Real); err != nil {
		return err
	}
	unlock, err := s.locks.lock(ctx, p.Real)
	if err != nil {
		return err
	}
	defer unlock()
	if err := s.asSeen(p); err != nil {
		return err
	}
	err = s.space.unlink(p, s.opt.Outside, func(in parent) error {
		if all {
			return in.dir.RemoveAll(in.name)
		}
		return in.dir.Remove(in.name)
	})
	if err == nil {
		s.forget(p.Real)
	}
	return err
}

// Move renames a file, link or folder. What is at the new place is replaced only
// if overwrite says so, it was there when the place was resolved, and it is what
// the session saw last. Both places come from [Space.ResolveEntry].
func (s *Session) Move(ctx context.Context, from, to Place, overwrite bool) error {
	for _, p := range []Place{from, to} {
		if err := stated(ctx, p.Real); err != nil {
			return err
		}
	}
	if to.Exists && !overwrite {
		return fmt.Errorf("%s exists: %w", to.Real, fs.ErrExist)
	}
	unlock, err := s.locks.lock(ctx, from.Real, to.Real)
	if err != nil {
		return err
	}
	defer unlock()
	if err := s.asSeen(to); err != nil {
		return err
	}
	// The places are not resolved anew here: what stands at the new one by now may
	// be somebody else's, and a folder above it may be a link.
	if err := s.space.move(from, to, s.opt.Outside, 0o777); err != nil {
		return err
	}
	s.moved(from.Real, to.Real)
	return nil
}

// asSeen refuses a file that is about to go and is not what the session saw last.
func (s *Session) asSeen(p Place) (err error) {
	known := s.Seen(p)
	if known == "" || p.Kind != File {
		return nil
	}
	f, err := s.Open(p)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	same, err := known.holdsFile(f)
	if err == nil && !same {
		err = stale(s.Show(p.Real), "changed since it was read")
	}
	return err
}

// forget drops what is known of a path and of everything below it.
func (s *Session) forget(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for known := range s.seen {
		if within(known, path) {
			delete(s.seen, known)
		}
	}
}

// moved takes along what is known of a path and of everything below it.
func (s *Session) moved(from, to string) {
	s.forget(to)
	s.mu.Lock()
	defer s.mu.Unlock()
	fresh := map[string]Sum{}
	for known, sum := range s.seen {
		if within(known, from) {
			fresh[to+known[len(from):]] = sum
			delete(s.seen, known)
		}
	}
	for path, sum := range fresh {
		s.seen[path] = sum
	}
}
