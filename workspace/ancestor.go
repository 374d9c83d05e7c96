package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// maxEntries is how many files below a folder are looked at before the answer is
// that it might hold something.
const maxEntries = 20_000

var errTooMany = errors.New("too many files to look through")

// AncestorOfProtected says why moving or deleting a folder would move or delete
// something protected with it: it is or holds a root, it is known by name to hold
// such things, or one lies below it on disk. Path is clean, absolute and real.
func (s *Space) AncestorOfProtected(path string) (why string, ok bool) {
	for _, r := range s.roots {
		if within(r.path, path) {
			return fmt.Sprintf("it holds the workspace %s", r.path), true
		}
	}
	root := ""
	if r := s.rootOf(path); r != nil {
		root = r.path
	}
	switch fold(filepath.Base(path)) {
	case ".config", ".local", ".vscode", ".cargo", ".m2", ".gradle", ".bundle", ".yarn", "library":
		return fmt.Sprintf("%s holds configuration that programs obey", filepath.Base(path)), true
	}
	return lookBelow(root, path)
}

// lookBelow searches a folder for protected names; links are not followed.
func lookBelow(root, folder string) (why string, ok bool) {
	seen := 0
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case path == folder:
			return nil
		}
		if seen++; seen > maxEntries {
			return errTooMany
		}
		if reason, found := Protected(root, path); found {
			why, ok = fmt.Sprintf("it holds %s: %s", path, reason), true
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		// What cannot be looked into might hold anything.
		return fmt.Sprintf("what lies below it is not known: %v", err), true
	}
	return why, ok
}
