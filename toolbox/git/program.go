package git

import (
	"os/exec"
	"path/filepath"
	"slices"

	"jig/tool"
	"jig/workspace"
)

// searchPath is PATH without the folders that the session could have put programs
// into, and without those that are another folder elsewhere.
func searchPath(space *workspace.Space, path string) []string {
	return slices.DeleteFunc(filepath.SplitList(path), func(dir string) bool {
		if !filepath.IsAbs(dir) {
			return true
		}
		place, err := space.Resolve(dir)
		return err != nil || place.Inside
	})
}

// program is the path of git.
func (r *repository) program() (string, error) {
	for _, dir := range r.search {
		if found, err := exec.LookPath(filepath.Join(dir, "git")); err == nil {
			return found, nil
		}
	}
	return "", tool.Errorf(tool.CodeFailed, "git is not installed, or not on the PATH outside of the workspace")
}
