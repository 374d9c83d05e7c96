package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// A protected name that does not exist can only be kept from being created by a
// mount on it, and a mount needs something to lie on. So while a command runs an empty
// stand-in has the name: a folder, which version control does not see, or an empty file.
// It is marked by its sticky bit, held by a shared lock, and removed by the last
// command that holds it. One that a crash left behind is taken over by the next.
const (
	standInDir  = fs.ModeDir | fs.ModeSticky | 0o755
	standInFile = fs.ModeSticky | 0o644
)

// standIns puts a stand-in at each missing guard, and returns all guards as places.
func (c *Cmd) standIns(guards []guard) ([]place, error) {
	places := make([]place, 0, len(guards))
	for _, g := range guards {
		if !g.missing && !leftBehind(g.Path) {
			places = append(places, g.place)
			continue
		}
		where, err := c.standIn(g)
		if err != nil {
			return nil, fmt.Errorf("protect %s, which does not exist: %w", g.Path, err)
		}
		places = append(places, where)
	}
	return places, nil
}

func (c *Cmd) standIn(g guard) (place, error) {
	if g.missing {
		if err := makeStandIn(g); err != nil && !errors.Is(err, fs.ErrExist) {
			return place{}, err
		}
	}
	f, err := os.OpenFile(g.Path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return place{}, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB); err != nil {
		return place{}, errors.Join(fmt.Errorf("it is just being removed, try again: %w", err), f.Close())
	}
	c.later(func() error { return errors.Join(removeStandIn(g.Path, f), f.Close()) })
	where, err := look(g.Path)
	if err != nil {
		return place{}, err
	}
	return where, nil
}

func makeStandIn(g guard) error {
	if g.Dir {
		if err := os.Mkdir(g.Path, 0o755); err != nil {
			return err
		}
		return os.Chmod(g.Path, standInDir)
	}
	f, err := os.OpenFile(g.Path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|unix.O_NOFOLLOW, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(standInFile), f.Close())
}

// leftBehind reports whether a path is a stand-in, of this or another command.
func leftBehind(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && isStandIn(info)
}

func isStandIn(info fs.FileInfo) bool {
	return info.Mode() == standInDir || info.Mode() == standInFile && info.Size() == 0
}

// removeStandIn removes the stand-in f if it still is one, at that path, and nobody
// else holds it. A folder that has come to hold something is not removed.
func removeStandIn(path string, f *os.File) error {
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil //nolint:nilerr // another command still needs it and will remove it
	}
	held, err := f.Stat()
	if err != nil {
		return fmt.Errorf("remove the stand-in %s: %w", path, err)
	}
	there, err := os.Lstat(path)
	if err != nil || !os.SameFile(held, there) || !isStandIn(there) {
		return nil //nolint:nilerr // somebody has replaced or removed it: it is theirs now
	}
	remove := unix.Unlink
	if there.IsDir() {
		remove = unix.Rmdir
	}
	if err := remove(path); err != nil && !errors.Is(err, unix.ENOTEMPTY) && !errors.Is(err, unix.ENOENT) {
		return fmt.Errorf("remove the stand-in %s: %w", path, err)
	}
	return nil
}
