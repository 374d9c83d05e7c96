package config

import (
	"errors"
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
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return found
		}
	}
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
