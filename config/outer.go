package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// outerFolders are the folders above one that belong to the same repository, the
// nearest first: up to the one that has .git. The home and what is above it are
// not a project.
func outerFolders(dir, home string) []string {
	if place, err := realDir(home); home != "" && err == nil {
		home = place
	}
	var found []string
	for at := dir; ; at = filepath.Dir(at) {
		if at == home || at == filepath.Dir(at) {
			return nil // no repository
		}
		if at != dir {
			found = append(found, at)
		}
		if isRepository(at) {
			return found
		}
	}
}

// isRepository reports whether a folder has .git. An empty one with the sticky bit is
// where the sandbox keeps it from being made while a command runs: the repository, and
// what it denies, does not begin there.
func isRepository(dir string) bool {
	name := filepath.Join(dir, ".git")
	info, err := os.Lstat(name)
	if err != nil {
		return false
	}
	if info.IsDir() && info.Mode()&fs.ModeSticky != 0 {
		entries, err := os.ReadDir(name)
		return err != nil || len(entries) > 0
	}
	return true
}

// outer reads the settings of the repository that the folder is a part of. They
// tighten here too, or a denial would end where a subfolder begins; but they run
// nothing, because what was trusted is the folder that they lie in.
func (l *loading) outer() error {
	var errs []error
	for _, dir := range outerFolders(l.config.Dir, l.options.Home) {
		errs = append(errs, l.projectIn(dir))
	}
	return errors.Join(errs...)
}
