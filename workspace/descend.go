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

// parent is an open handle on the folder that a place lies in, and the name of
// the place in it. Through the handle nothing above can be swapped any more.
type parent struct {
	dir  *os.Root
	name string
	// made are the folders that were missing on the way, the outermost first.
	made []string
}

// descend walks from the root's handle to the folder of a place, one component at
// a time, and steps over no link: every folder must be the one it was a moment
// before, when it was seen not to be a link. With a mode, folders that are
// missing are made.
func (s *Space) descend(p Place, anywhere bool, mode fs.FileMode) (_ parent, err error) {
	if p.Real == "" {
		return parent{}, fmt.Errorf("the place was not resolved: %w", fs.ErrInvalid)
	}
	dir, rel, deep, err := s.top(p, anywhere)
	if err != nil {
		return parent{}, err
	}
	var made []string
	defer func() {
		if err != nil {
			err = errors.Join(err, dir.Close())
			s.unmake(made, anywhere)
		}
	}()
	if rel == "" {
		return parent{}, fmt.Errorf("%s is a root itself: %w", p.Real, fs.ErrInvalid)
	}
	for {
		if err = p.confirm(dir, deep); err != nil {
			return parent{}, err
		}
		var name string
		if name, rel = cut(rel); rel == "" {
			return parent{dir: dir, name: name, made: made}, nil
		}
		next, fresh, err := enter(dir, name, mode)
		if fresh {
			made = append(made, strings.TrimSuffix(p.Real[:len(p.Real)-len(rel)], string(filepath.Separator)))
		}
		if err != nil {
			return parent{}, fmt.Errorf("on the way to %s: %w", p.Real, err)
		}
		if err := dir.Close(); err != nil {
			return parent{}, errors.Join(err, next.Close())
		}
		dir, deep = next, deep+1
	}
}

// top opens where the walk begins, and says what is left to walk.
func (s *Space) top(p Place, anywhere bool) (dir *os.Root, rel string, deep int, err error) {
	if r := s.rootOf(p.Real); r != nil && p.Inside {
		if r.handle == nil {
			return nil, "", 0, errNoHandle
		}
		dir, err = r.handle.OpenRoot(".")
		return dir, below(p.Real, r.path), depth(r.path), err
	}
	if !anywhere {
		return nil, "", 0, fmt.Errorf("%s: %w", p.Real, ErrOutside)
	}
	if s.roots[0].handle == nil {
		return nil, "", 0, errNoHandle
	}
	start := filepath.VolumeName(p.Real) + string(filepath.Separator)
	dir, err = os.OpenRoot(start)
	return dir, below(p.Real, start), 0, err
}

// confirm checks, at the depth of the nearest folder that existed when the place
// was resolved, that this is still that folder.
func (p Place) confirm(dir *os.Root, deep int) error {
	if p.Exists || deep != p.depth {
		return nil
	}
	info, err := dir.Stat(".")
	if err != nil {
		return err
	}
	if !p.above.is(info) {
		return fmt.Errorf("%s: a folder above it was replaced: %w", p.Real, ErrChanged)
	}
	return nil
}

// unmake removes folders that were made for something that did not come about.
// One that holds something by now stays.
func (s *Space) unmake(made []string, anywhere bool) {
	for _, path := range slices.Backward(made) {
		p, err := s.ResolveEntry(path)
		if err != nil || p.Real != path || p.Kind != Dir {
			return
		}
		if s.unlink(p, anywhere, func(in parent) error { return in.dir.Remove(in.name) }) != nil {
			return
		}
	}
}

// enter opens a folder in dir that is not a link, and with a mode makes it first
// if it is missing.
func enter(dir *os.Root, name string, mode fs.FileMode) (_ *os.Root, made bool, _ error) {
	seen, err := dir.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) && mode != 0 {
		err = dir.Mkdir(name, mode)
		if made = err == nil; err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, false, err
		}
		seen, err = dir.Lstat(name)
	}
	if err != nil {
		return nil, made, err
	}
	next, err := step(dir, name, seen)
	return next, made, err
}

// step opens a folder in dir, which must be the one that was seen.
func step(dir *os.Root, name string, seen fs.FileInfo) (*os.Root, error) {
	if !seen.IsDir() {
		return nil, fmt.Errorf("%s became a %s: %w", name, kindOf(seen.Mode()), ErrChanged)
	}
	next, err := dir.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	info, err := next.Stat(".")
	if err == nil && !os.SameFile(seen, info) {
		err = fmt.Errorf("%s was swapped: %w", name, ErrChanged)
	}
	if err != nil {
		return nil, errors.Join(err, next.Close())
	}
	return next, nil
}

// see describes what stands at the place now and checks that it is what was
// resolved. It is nil when nothing stands there and nothing did.
func (p Place) see(in parent) (fs.FileInfo, error) {
	info, err := in.dir.Lstat(in.name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !p.Exists:
		return nil, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s is gone: %w", p.Real, ErrChanged)
	case err != nil:
		return nil, err
	case !p.Exists:
		return nil, fmt.Errorf("%s exists now: %w", p.Real, ErrChanged)
	case !p.at.is(info):
		return nil, fmt.Errorf("%s is another file now: %w", p.Real, ErrChanged)
	}
	return info, nil
}
