package git

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jig/tool"
	"jig/workspace"
)

// repository is where a request leads.
type repository struct {
	root string   // the working tree
	data []string // where the repository keeps its data: .git, and what it refers to
	path string   // the path asked for, relative to root; empty for all
	real string   // where that really is
	file bool     // it is a file
	// inside is set when all of it lies in the workspace.
	inside bool
	// search are the folders of PATH outside of the workspace: git runs without a
	// question, and must not be a program that a call has put there.
	search []string
}

// locate finds the repository of a request, and makes sure that the session may
// read it.
func locate(sess *workspace.Session, req request) (*repository, error) {
	start, err := sess.Space().Resolve(filepath.Clean("./" + req.repo))
	if filepath.IsAbs(req.repo) {
		start, err = sess.Space().Resolve(req.repo)
	}
	if err != nil {
		return nil, err
	}
	if !start.Exists || start.Kind != workspace.Dir {
		return nil, tool.Errorf(tool.CodeInvalidArgs, "repo %q is not a folder: give a folder in the repository", req.repo)
	}
	at := &repository{}
	from, target := start.Real, workspace.Place{}
	if req.path != "" {
		name := req.path
		if !filepath.IsAbs(name) {
			name = filepath.Join(start.Real, name)
		}
		if target, err = sess.Space().Resolve(name); err != nil {
			return nil, err
		}
		if req.repo == "" {
			from = folder(target)
		}
	}
	if at.root = rootOf(from); at.root == "" {
		return nil, tool.Errorf(tool.CodeFailed, "%s is not in a Git repository: there is no .git in it or above it", from)
	}
	if req.path != "" {
		if err := at.aim(target); err != nil {
			return nil, err
		}
	}
	if at.data, err = dataOf(at.root); err != nil {
		return nil, err
	}
	at.search = searchPath(sess.Space(), os.Getenv("PATH"))
	return at, at.allowed(sess)
}

// folder is the nearest folder that exists at a place or above it.
func folder(p workspace.Place) string {
	dir := p.Path
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			if target, err := filepath.EvalSymlinks(dir); err == nil {
				return target
			}
		}
		if dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// rootOf is the nearest folder that holds .git, or nothing.
func rootOf(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}

// aim sets the path. A link is taken as the link that the repository holds.
func (r *repository) aim(p workspace.Place) error {
	parent, err := filepath.EvalSymlinks(filepath.Dir(p.Path))
	spelled := filepath.Join(parent, filepath.Base(p.Path))
	if err != nil { // it is gone, and so is its folder
		spelled = p.Real
	}
	for _, path := range []string{spelled, p.Path, p.Real} {
		if rel, err := filepath.Rel(r.root, path); err == nil && filepath.IsLocal(rel) {
			r.path, r.real, r.file = rel, path, p.Kind == workspace.File
			return nil
		}
	}
	return tool.Errorf(tool.CodeInvalidArgs, "%s is not in the repository %s", p.Path, r.root)
}

// dataOf lists the folders in which a repository keeps its data.
func dataOf(root string) ([]string, error) {
	dir, err := follow(filepath.Join(root, ".git"), "gitdir: ")
	if err != nil {
		return nil, tool.Errorf(tool.CodeFailed, "the .git of %s leads nowhere: %w", root, err)
	}
	all := []string{dir}
	if common, err := follow(filepath.Join(dir, "commondir"), ""); err == nil {
		all = append(all, common)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	// Alternates can refer to further ones; a chain that does not end is cut.
	for i := 0; i < len(all) && len(all) < 50; i++ {
		objects := filepath.Join(all[i], "objects")
		if filepath.Base(all[i]) == "objects" {
			objects = all[i]
		}
		list, err := small(filepath.Join(objects, "info", "alternates"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(list) {
			line = strings.TrimRight(line, "\r\n")
			if line == "" || line[0] == '#' {
				continue
			}
			if !filepath.IsAbs(line) {
				line = filepath.Join(objects, line)
			}
			if target, err := filepath.EvalSymlinks(line); err == nil && !slices.Contains(all, target) {
				all = append(all, target)
			}
		}
	}
	return all, nil
}

// follow gives the folder that a name leads to: itself, or what the file of that
// name says behind a prefix.
func follow(name, prefix string) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return filepath.EvalSymlinks(name)
	}
	text, err := small(name)
	if err != nil {
		return "", err
	}
	to, ok := strings.CutPrefix(strings.TrimRight(text, "\r\n"), prefix)
	if !ok {
		return "", fmt.Errorf("%s does not begin with %q", name, prefix)
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(name), to)
	}
	return filepath.EvalSymlinks(to)
}

// small reads a file that says where something is.
func small(name string) (string, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular() || info.Size() > 64<<10:
		return "", fmt.Errorf("%s is not a small file, as git writes it", name)
	}
	data, err := os.ReadFile(name)
	return string(data), err
}

// allowed opens each folder the way any tool must, so that what the session may
// not read is refused here.
func (r *repository) allowed(sess *workspace.Session) error {
	r.inside = true
	for _, dir := range append([]string{r.root}, r.data...) {
		place, err := sess.Space().Resolve(dir)
		if err != nil {
			return err
		}
		r.inside = r.inside && place.Inside
		f, err := sess.Open(place)
		if errors.Is(err, workspace.ErrOutside) {
			return tool.Errorf(tool.CodePermissionDenied, "the repository lies in %s, and that is outside of the workspace: %w", dir, err)
		}
		if err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

// intent says what git will read.
func (r *repository) intent(ctx context.Context, req request) *tool.Intent {
	in := &tool.Intent{Summary: req.summary, Reads: append([]string{r.root}, r.data...)}
	if r.path != "" {
		in.Summary += " of " + r.path
	}
	if !req.content {
		return in
	}
	in.Reads = append(in.Reads, r.objects(req.commits)...)
	if r.file {
		in.Reads = append(in.Reads, r.real)
		return in
	}
	names, known := r.names(ctx, req)
	switch {
	case known:
		in.Reads = append(in.Reads, names...)
	case r.path != "":
		in.Follows = []string{escape(r.real) + "/**"}
	default:
		in.Follows = []string{escape(r.root) + "/**"}
	}
	return in
}

// escape makes a pattern that stands for just this path.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(strings.TrimSuffix(path, "/"))
}
