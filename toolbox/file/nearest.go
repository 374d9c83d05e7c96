package file

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jig/internal/spelling"
	"jig/tool"
	"jig/workspace"
)

const (
	maxNames   = 5000 // names looked at in one folder
	maxFolders = 300  // folders looked into for a file of the same name
	maxLevels  = 5    // and how deep they may lie
	maxNearest = 5    // names offered
)

// missing is the error for a file that is not there, with the names that come
// nearest to it.
func missing(sess *workspace.Session, p workspace.Place) *tool.Error {
	e := &tool.Error{Code: tool.CodeFileNotFound, Cause: fs.ErrNotExist}
	e.Message = sess.Show(p.Path) + " does not exist"
	if p.Dangling {
		e.Message += ": it is a link to " + sess.Show(p.Real) + ", and nothing is there"
	}
	near := nearest(sess, p)
	switch len(near) {
	case 0:
		e.Message += ". Find the right path with glob or list; relative paths start at " + sess.Space().Roots()[0]
	default:
		e.Message += ". Did you mean " + strings.Join(near, " or ") + "?"
		e.Details = map[string]any{"nearest": near}
	}
	return e
}

// nearest finds what may have been meant by a path to nothing: a name spelt almost
// like it in the same folder, the path taken from the main folder, and files of
// the same name elsewhere.
func nearest(sess *workspace.Session, p workspace.Place) []string {
	var found []string
	offer := func(path string) {
		if shown := sess.Show(path); len(found) < maxNearest && !slices.Contains(found, shown) {
			found = append(found, shown)
		}
	}
	for _, root := range sess.Space().Roots() {
		// An absolute path that was meant to start at the root of the project.
		if here := filepath.Join(root, p.Path); !below(p.Path, root) && exists(sess, here) {
			offer(here)
		}
	}
	for _, path := range misspelt(sess, p.Real) {
		offer(path)
	}
	for _, root := range sess.Space().Roots() {
		for _, path := range namesakes(sess, root, filepath.Base(p.Real)) {
			offer(path)
		}
	}
	return found
}

// misspelt follows a path down to the first component that is not there, and
// gives what is spelt almost like that and holds the rest of the path, if anything
// does.
func misspelt(sess *workspace.Session, path string) []string {
	dir, name, rest := filepath.Dir(path), filepath.Base(path), ""
	for dir != filepath.Dir(dir) && !exists(sess, dir) {
		rest = filepath.Join(name, rest)
		dir, name = filepath.Dir(dir), filepath.Base(dir)
	}
	type candidate struct {
		path string
		far  int
	}
	var near []candidate
	for _, e := range names(sess, dir, maxNames) {
		far, ok := distance(name, e.Name())
		if !ok || rest != "" && !exists(sess, filepath.Join(dir, e.Name(), rest)) {
			continue
		}
		near = append(near, candidate{filepath.Join(dir, e.Name(), rest), far})
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.path, b.path)) })
	paths := make([]string, 0, maxNearest)
	for _, c := range near[:min(len(near), maxNearest)] {
		paths = append(paths, c.path)
	}
	return paths
}

// distance says how far a name is from another one, and whether that is near
// enough to offer it. Another ending is a common slip, and so is a name with more
// or less at its end.
func distance(want, have string) (far int, near bool) {
	if max(len(want), len(have)) > 255 {
		return 0, false
	}
	want, have = strings.ToLower(want), strings.ToLower(have)
	far = spelling.Distance(want, have)
	if far <= max(1, len(want)/3) {
		return far, true
	}
	stem, other := strings.TrimSuffix(want, filepath.Ext(want)), strings.TrimSuffix(have, filepath.Ext(have))
	return far, len(stem) > 1 && stem == other || len(stem) > 3 && len(other) > 3 && (strings.HasPrefix(stem, other) || strings.HasPrefix(other, stem))
}

// namesakes finds files of that name, the ones nearest to the root first.
func namesakes(sess *workspace.Session, root, name string) []string {
	var found []string
	level, looked := []string{root}, 0
	for range maxLevels {
		var next []string
		for _, dir := range level {
			if looked++; looked > maxFolders || len(found) >= maxNearest {
				return found
			}
			for _, e := range names(sess, dir, maxNames) {
				path := filepath.Join(dir, e.Name())
				if strings.EqualFold(e.Name(), name) {
					found = append(found, path)
				}
				if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !slices.Contains(usuallyLarge(), e.Name()) {
					next = append(next, path)
				}
			}
		}
		level = next
	}
	return found
}

// names lists a folder that the session may open, in order; nothing where it may
// not. It is for looking around only, so errors do not matter.
func names(sess *workspace.Session, dir string, most int) []os.DirEntry {
	f, err := openFolder(sess, dir)
	if err != nil {
		return nil
	}
	entries, _ := f.ReadDir(most) // a listing that ends early is still of use
	if f.Close() != nil {
		return nil
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries
}

func openFolder(sess *workspace.Session, dir string) (*os.File, error) {
	p, err := sess.Space().Resolve(dir)
	if err != nil {
		return nil, err
	}
	if p.Kind != workspace.Dir {
		return nil, fs.ErrInvalid
	}
	return sess.Open(p)
}

// exists reports whether something is at a path that the session may look at.
func exists(sess *workspace.Session, path string) bool {
	p, err := sess.Space().Resolve(path)
	return err == nil && p.Exists && (p.Inside || len(names(sess, filepath.Dir(p.Real), 1)) > 0)
}

// usuallyLarge are folders that hold what programs made or fetched. They are shown
// by name, and not entered unless asked for.
func usuallyLarge() []string {
	return []string{"node_modules", "bin", "build", "dist", "out", ".cache", ".git"}
}
