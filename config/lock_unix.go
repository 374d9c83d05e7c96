//go:build unix

package config

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// lock holds the folder itself, so that no file is left behind; the system lets
// go of it when the process dies. It does not wait for ever: a stopped process may
// hold it.
func lock(dir string) (unlock func() error, err error) {
	folder, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(lockPatience); ; time.Sleep(2 * time.Millisecond) {
		err = unix.Flock(int(folder.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return folder.Close, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) || time.Now().After(end) {
			return nil, errors.Join(err, folder.Close())
		}
	}
}
