package git

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jig/tool"
	"jig/workspace"
)

const (
	// maxNames is how many files an intent names one by one.
	maxNames = 1000
	// patience is how long git may take to say which files a call would show.
	patience = 5 * time.Second
)

// names asks git for the files whose content a request would show: those that the
// repository holds, and no others that lie beside them. It returns false where
// that cannot be said: there are too many, git fails or takes too long, or a
// revision is something else than commits.
func (r *repository) names(ctx context.Context, req request) ([]string, bool) {
	if len(req.names) == 0 || !r.inside {
		return nil, false // what lies outside is not looked at before somebody has agreed
	}
	program, err := r.program()
	if err != nil {
		return nil, false
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	env, err := r.environment(ctx, program)
	if err != nil {
		return nil, false
	}
	for _, commit := range ends(req.commits) {
		// The name of a blob or of a tree would show content under a name that says
		// nothing, or under none.
		if _, err := r.git(ctx, program, env, 1<<10, "rev-parse", "--verify", "--quiet", "--end-of-options", commit+"^{commit}"); err != nil {
			return nil, false
		}
	}
	args := slices.Concat(req.names, []string{"--end-of-options"}, req.commits, []string{"--"})
	out, err := r.git(ctx, program, env, maxOutput, args...)
	if err != nil || out.cut {
		return nil, false
	}
	var all []string
	for name := range strings.SplitSeq(string(out.data), "\x00") {
		if name == "" || !within(filepath.FromSlash(name), r.path) {
			continue
		}
		all = append(all, filepath.Join(r.root, filepath.FromSlash(name)))
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return all, len(all) <= maxNames
}

// ends are the commits that revisions name: both of a range.
func ends(revisions []string) []string {
	var all []string
	for _, rev := range revisions {
		from, to, ranged := strings.Cut(rev, "..")
		if !ranged {
			all = append(all, rev)
			continue
		}
		for _, end := range []string{from, strings.TrimPrefix(to, ".")} {
			if end == "" {
				end = "HEAD"
			}
			all = append(all, end)
		}
	}
	return all
}

// objects are the files that revisions name themselves, as in HEAD:a.txt.
func (r *repository) objects(revisions []string) []string {
	var all []string
	for _, rev := range revisions {
		i := strings.LastIndexByte(rev, ':')
		if i < 0 {
			continue
		}
		if rel := filepath.Clean(filepath.FromSlash(rev[i+1:])); rel != "." && filepath.IsLocal(rel) {
			all = append(all, filepath.Join(r.root, rel))
		}
	}
	return all
}

// within reports whether a file is at a path or below it; everything is below no
// path.
func within(name, path string) bool {
	return path == "" || path == "." || name == path || strings.HasPrefix(name, path+string(filepath.Separator))
}

// still refuses to show a secret that was not among the files when the call was
// checked: calls that ran before it may have changed others.
func (r *repository) still(ctx context.Context, req request) error {
	in := tool.IntentFrom(ctx)
	if in == nil || len(in.Follows) > 0 {
		return nil
	}
	names, _ := r.names(ctx, req)
	for _, name := range names {
		if why, secret := workspace.Secret(name); secret && !slices.Contains(in.Reads, name) {
			return tool.Errorf(tool.CodePermissionDenied, "%s has changed since the call was checked, and %s; make the call again", name, why)
		}
	}
	return nil
}
