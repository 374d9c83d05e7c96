package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// A protected name that does not exist can only be kept from being created by a
// mount on it, and a mount needs something to lie on. So while a command runs a
// stand-in has the name: an empty folder, whatever the name is usually of, because
// version control does not see those and an editor does not open them. It is marked by
// its sticky bit, held by a shared lock, and removed by the last command that holds it,
// or by its supervisor if the program has died. One that is still left behind is taken
// over by the next command.
//
// standInTries bounds how often one is made that others keep removing.
const standInTries = 50

// errFleeting says that a stand-in went away between making and holding it.
var errFleeting = errors.New("it is just being removed, try again")

// standIns puts a stand-in at each missing guard, and returns all guards as places, and
// the paths of the stand-ins.
func (c *Cmd) standIns(guards []guard) (places []place, made []string, err error) {
	for _, g := range guards {
		if !g.missing {
			places = append(places, g.place)
			continue
		}
		where, err := c.standIn(g.Path)
		if err != nil {
			return nil, nil, fmt.Errorf("protect %s, which does not exist: %w", g.Path, err)
		}
		places, made = append(places, where), append(made, g.Path)
	}
	return places, made, nil
}

// standIn makes a stand-in, or shares that of another command.
func (c *Cmd) standIn(path string) (place, error) {
	for try := 1; ; try++ {
		f, err := holdStandIn(path)
		if errors.Is(err, errFleeting) && try < standInTries {
			pause()
			continue
		}
		if err != nil {
			return place{}, err
		}
		c.later(func() error { return errors.Join(removeStandIn(path, f), f.Close()) })
		return look(path)
	}
}

// holdStandIn opens the stand-in at a path, which it makes if there is none, so that
// nobody else removes it.
func holdStandIn(path string) (*os.File, error) {
	// It has its mark from the beginning, so that nobody takes it for a person's.
	if err := os.Mkdir(path, standInMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errFleeting
	}
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB); err != nil || !stillAt(path, f) {
		return nil, errors.Join(errFleeting, f.Close())
	}
	return f, nil
}

// stillAt reports whether an open file is the one that a path leads to.
func stillAt(path string, f *os.File) bool {
	held, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(path)
	return err == nil && os.SameFile(held, there)
}

// removeStandIn removes the stand-in f if it still is one, at that path, and nobody
// else holds it. A folder that has come to hold something is not removed.
func removeStandIn(path string, f *os.File) error {
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil //nolint:nilerr // another command still needs it and will remove it
	}
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("remove the stand-in %s: %w", path, err)
	}
	if !marked(info) || !stillAt(path, f) {
		return nil // somebody has replaced or removed it: it is theirs now
	}
	if err := unix.Rmdir(path); err != nil && !errors.Is(err, unix.ENOTEMPTY) && !errors.Is(err, unix.ENOENT) {
		return fmt.Errorf("remove the stand-in %s: %w", path, err)
	}
	return nil
}

// clearStandIns removes those stand-ins of a command that nobody holds any more: the
// program that made them has died.
func clearStandIns(paths []string) error {
	var errs []error
	for _, path := range paths {
		f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_DIRECTORY, 0)
		if err != nil {
			continue // it is gone, or no stand-in any more
		}
		errs = append(errs, removeStandIn(path, f), f.Close())
	}
	return errors.Join(errs...)
}
