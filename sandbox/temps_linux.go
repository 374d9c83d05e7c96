package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// temps are the private temporary folders of the commands that a sandbox starts, all
// in one folder, which the nursery removes if this program cannot. To make and remove
// one takes longer than to see that nobody has touched it, so that an empty one
// goes to the next command. The zero value is ready.
type temps struct {
	mu     sync.Mutex
	closed bool
	base   string
	made   int
	free   []place
}

// take returns an empty folder for one command.
func (t *temps) take() (place, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return place{}, ErrClosed
	}
	for len(t.free) > 0 {
		p := t.free[len(t.free)-1]
		t.free = t.free[:len(t.free)-1]
		if _, err := os.Lstat(p.Path); err == nil { // the system tidies up old folders
			return p, nil
		}
	}
	if err := t.begin(); err != nil {
		return place{}, fmt.Errorf("make a private temporary folder: %w", err)
	}
	path := filepath.Join(t.base, strconv.Itoa(t.made))
	t.made++
	if err := os.Mkdir(path, 0o700); err != nil {
		return place{}, fmt.Errorf("make a private temporary folder: %w", err)
	}
	return look(path)
}

// begin makes the folder that holds the others, again if somebody has removed it.
func (t *temps) begin() error {
	if t.base != "" {
		if _, err := os.Lstat(t.base); err == nil {
			return nil
		}
	}
	base, err := os.MkdirTemp("", "jig-sandbox-")
	if err != nil {
		return err
	}
	t.base, err = filepath.EvalSymlinks(base)
	return err
}

// give takes a folder back once the last process of its command is gone.
func (t *temps) give(p place) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.closed && untouched(p) {
		t.free = append(t.free, p)
		return nil
	}
	return os.RemoveAll(p.Path)
}

// untouched reports whether a folder is as it was made: the same, closed to others,
// and empty.
func untouched(p place) bool {
	fd, err := unix.Open(p.Path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	var st unix.Stat_t
	entries := make([]byte, 512)
	err = unix.Fstat(fd, &st)
	n, read := unix.ReadDirent(fd, entries)
	if errors.Join(err, read, unix.Close(fd)) != nil {
		return false
	}
	_, count, _ := unix.ParseDirent(entries[:n], -1, nil)
	return count == 0 && st.Mode == unix.S_IFDIR|0o700 && st.Dev == p.Dev && st.Ino == p.Ino
}

// folder is the one that holds the others.
func (t *temps) folder() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.base
}

func (t *temps) close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed, t.free = true, nil
	if t.base == "" {
		return nil
	}
	return os.RemoveAll(t.base)
}
