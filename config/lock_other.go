//go:build !unix

package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// lock makes a file that only one process can make. After a crash it stays, so it
// is taken over once it is older than any writer's patience.
func lock(dir string) (unlock func() error, err error) {
	name := filepath.Join(dir, ".jig.lock")
	for end := time.Now().Add(lockPatience); ; time.Sleep(5 * time.Millisecond) {
		file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err == nil {
			return func() error { return errors.Join(file.Close(), os.Remove(name)) }, nil
		}
		if info, statErr := os.Stat(name); statErr == nil && time.Since(info.ModTime()) > 2*lockPatience {
			if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			continue
		}
		if !errors.Is(err, fs.ErrExist) || time.Now().After(end) {
			return nil, err
		}
	}
}
