package search

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jig/internal/walk"
	"jig/tool"
	"jig/workspace"
)

// The orders in which glob gives its files.
const (
	newest = "newest"
	byName = "name"
)

// globInput is what glob takes.
type globInput struct {
	Pattern  string `json:"pattern" doc:"Which files: * within a name, ** across folders, ? one character, [a-z], {a,b}. Without a slash it is the name, in any folder" minLength:"1"`
	Path     string `json:"path,omitempty" doc:"The folder to look in; the main folder of the workspace if not given"`
	Limit    int    `json:"limit" doc:"How many files to show at most" minimum:"1" maximum:"10000" default:"200"`
	Sort     string `json:"sort" doc:"newest: the last changed first; name: in the order of the paths" enum:"newest,name" default:"newest"`
	MaxDepth int    `json:"max_depth,omitempty" doc:"How deep below the folder files may lie; 1 is the folder itself, 0 any depth" minimum:"0"`
	Hidden   bool   `json:"hidden,omitempty" doc:"Also files and folders whose names begin with a dot"`
	NoIgnore bool   `json:"no_ignore,omitempty" doc:"Also what .gitignore and .ignore exclude"`
}

// Glob is the tool that finds files by their names. Nothing of what is in them is
// read.
func Glob(sess *workspace.Session) tool.Tool {
	if sess == nil {
		panic("search.Glob: there is no session to search in")
	}
	g := globber{sess}
	return tool.New(tool.Spec{
		Name:  "glob",
		Title: "Find files",
		Description: "Finds files by name with a pattern like **/*.go or src/**/*.{ts,tsx}, the last changed first. " +
			"What .gitignore excludes and hidden files are left out unless asked for. " +
			"To find files by what is in them use grep.",
		Help: "A pattern without a slash is matched with the names of files in all folders: *.go is **/*.go. " +
			"Write ./*.go for the folder itself only. A pattern with a slash is matched with the whole path from the folder. " +
			"A name with a dot at its beginning in the pattern, as in .github/**, finds hidden files without hidden being set. " +
			"The last line of the answer says how many files match and how to see more.",
		Aliases:  []string{"Glob", "glob_search", "find_files", "find_by_name", "GlobTool", "file_search"},
		Keywords: []string{"files", "find", "names", "pattern", "wildcard", "list", "search", "path"},
		Category: tool.Search,
		Access:   tool.ReadOnly,
	}, g.run).
		WithSpellings(map[string][]string{
			"pattern":   {"glob", "glob_pattern", "query"},
			"path":      {"directory", "dir", "folder", "cwd", "search_directory", "root"},
			"limit":     {"max_results", "head_limit", "max_files"},
			"sort":      {"sort_by", "order"},
			"max_depth": {"depth"},
			"hidden":    {"include_hidden"},
			"no_ignore": {"include_ignored"},
		}).
		WithPlan(g.plan)
}

// globber finds files for a session.
type globber struct{ sess *workspace.Session }

// plan states the folder in which the walk will begin. Only names are read, so
// nothing is followed.
func (g globber) plan(_ context.Context, in globInput) (*tool.Intent, error) {
	_, place, err := g.where(in)
	if err != nil {
		return nil, err
	}
	return &tool.Intent{
		Summary: fmt.Sprintf("find %s in %s", in.Pattern, g.sess.Show(place.Real)),
		Reads:   []string{place.Real},
	}, nil
}

// where reads the pattern, and finds the folder below which all its matches lie.
func (g globber) where(in globInput) (*globPattern, workspace.Place, error) {
	pattern, err := parseGlob(in.Pattern)
	if err != nil {
		return nil, workspace.Place{}, err
	}
	place, err := g.sess.Space().Resolve(pattern.from(in.Path))
	if err != nil {
		return nil, workspace.Place{}, tool.Errorf(tool.CodeInvalidArgs, "%w", err)
	}
	return pattern, place, nil
}

func (g globber) run(ctx context.Context, in globInput) (_ *tool.Result, err error) {
	began := tool.FromContext(ctx).Now()
	pattern, place, err := g.where(in)
	if err != nil {
		return nil, err
	}
	if err := needFolder(g.sess, place); err != nil {
		return nil, err
	}
	root, err := g.sess.Open(place)
	if err != nil {
		return nil, explain(g.sess, place, err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	found := &globFound{in: in, shown: shownBelow(g.sess, place.Real)}
	opt := pattern.options(in)
	opt.Root = root
	if found.report, err = found.collect(ctx, place.Real, opt); err != nil {
		return nil, err
	}
	if len(found.files) == 0 {
		if found.left, err = leftOut(ctx, place.Real, opt); err != nil {
			return nil, err
		}
	}
	found.took = tool.FromContext(ctx).Now().Sub(began)
	return found.result(), nil
}

// leftOut finds out why there are no matches: whether there are some among the
// files that were not looked at.
func leftOut(ctx context.Context, root string, opt walk.Options) (why string, err error) {
	for _, try := range []struct {
		why              string
		hidden, noIgnore bool
	}{
		{"hidden", true, opt.NoIgnore},
		{"no_ignore", opt.Hidden, true},
		{"hidden and no_ignore", true, true},
	} {
		if try.hidden == opt.Hidden && try.noIgnore == opt.NoIgnore {
			continue
		}
		found := false
		opt := opt
		opt.Hidden, opt.NoIgnore, opt.Workers = try.hidden, try.noIgnore, 1
		_, err := walk.Files(ctx, root, opt, func(int, *walk.Entry) error {
			found = true
			return walk.SkipAll
		})
		if err != nil || found {
			return try.why, err
		}
	}
	return "", nil
}

// globFile is a file that matches.
type globFile struct {
	path    string
	changed time.Time
}
