//go:build unix

package config

import (
	"cmp"
	"errors"
	"os"
	"time"

	"jig/internal/filelock"
)

var errPatience = errors.New("another process holds the lock for too long")

// lock holds the folder itself, so that no file is left behind; the system lets
// go of it when the process dies. It does not wait for ever: a stopped process may
// hold it.
func lock(dir string) (unlock func() error, err error) {
	folder, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(lockPatience); ; time.Sleep(2 * time.Millisecond) {
		taken, err := filelock.Try(folder)
		switch {
		case taken:
			return folder.Close, nil
		case err != nil || time.Now().After(end):
			return nil, errors.Join(cmp.Or(err, errPatience), folder.Close())
		}
	}
}
