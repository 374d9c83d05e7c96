package journal

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

const (
	// unborn is how the names of sessions end that are being made.
	unborn = ".new"
	// patience is how old such a file is when whoever was making it has certainly died.
	patience = 24 * time.Hour
)

// sweep removes what is left of sessions that a crash kept from being made.
func (s *Store) sweep() error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") || !strings.HasSuffix(e.Name(), unborn) {
			continue
		}
		info, err := e.Info()
		if err != nil || time.Since(info.ModTime()) < patience {
			continue // it is gone, or young
		}
		if err := discard(filepath.Join(s.dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// syncFolder makes sure that the names of new files survive a loss of power.
func (s *Store) syncFolder(dir string) error {
	if s.opt.NoSync || runtime.GOOS == "windows" { // has no such thing
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func (s *Store) syncFile(f *os.File) error {
	if s.opt.NoSync {
		return nil
	}
	return s.opt.sync(f)
}
