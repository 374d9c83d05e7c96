package file

import (
	"context"
	"encoding/json"

	"jig/internal/spelling"
	"jig/tool"
	"jig/workspace"
)

// listInput is what list takes.
type listInput struct {
	Path     string   `json:"path" doc:"The folder: absolute, or relative to the main folder of the workspace, which it is if not given" default:"."`
	Pattern  string   `json:"pattern,omitempty" doc:"Show only names or paths that match, such as *.go or cmd/**"`
	Depth    int      `json:"depth" doc:"How many levels to show; 1 for the entries of the folder itself" minimum:"0" maximum:"100" default:"1"`
	Limit    int64    `json:"limit" doc:"How many entries at most" minimum:"1" maximum:"10000" default:"1000"`
	Offset   int64    `json:"offset,omitempty" doc:"How many entries to skip" minimum:"0"`
	Exclude  []string `json:"exclude_patterns,omitempty" doc:"Names or paths to leave out"`
	Hidden   bool     `json:"hidden,omitempty" doc:"Also show names that begin with a dot"`
	NoIgnore bool     `json:"no_ignore,omitempty" doc:"Also show what .gitignore and the like exclude, and enter folders such as node_modules"`
	Sort     string   `json:"sort" doc:"The order: by name, or the newest first" enum:"name,newest" default:"name"`
}

// List is the tool that shows what folders hold.
func List(sess *workspace.Session) tool.Tool {
	spec := tool.Spec{
		Name:  "list",
		Title: "List",
		Description: "Lists a folder: kind (f file, d folder, l link), size in bytes, time of the last change, and name. " +
			"Folders end with a slash. What .gitignore excludes and hidden names are left out, and the answer says so. " +
			"To find files by name in a whole tree use glob.",
		Help: "depth shows further levels. Folders that programs fill (node_modules, bin, build, dist, out, .cache, .git) are shown but not entered " +
			"unless no_ignore is set.",
		Aliases:   []string{"List", "list_files", "ls", "LS", "list_dir", "list_directory", "dir"},
		Keywords:  []string{"folder", "directory", "files", "entries", "tree", "size", "newest"},
		Category:  tool.FileSystem,
		Access:    tool.ReadOnly,
		MaxOutput: -1, // limit bounds it
	}
	return tool.New(spec, func(ctx context.Context, in listInput) (*tool.Result, error) {
		p, err := existing(sess, in.Path)
		if err != nil {
			return nil, err
		}
		if err := approved(ctx, p); err != nil {
			return nil, err
		}
		return directory(ctx, sess, p, listing{
			Depth: max(in.Depth, 1), Offset: in.Offset, Limit: in.Limit, Pattern: in.Pattern, Exclude: in.Exclude,
			Hidden: in.Hidden, NoIgnore: in.NoIgnore, Newest: in.Sort == "newest",
		})
	}).
		WithSpellings(map[string][]string{
			"path":             {"file_path", "directory", "dir", "folder", "dir_path", "directory_path", "target_directory", "relative_workspace_path"},
			"pattern":          {"glob", "include"},
			"depth":            {"max_depth"},
			"limit":            {"max_results", "max_entries"},
			"exclude_patterns": {"exclude", "ignore"},
			"hidden":           {"show_hidden", "include_hidden", "all"},
		}).
		WithAdapt(adaptList).
		WithPlan(func(_ context.Context, in listInput) (*tool.Intent, error) {
			p, err := existing(sess, in.Path)
			if err != nil {
				return nil, err
			}
			return &tool.Intent{Summary: "list " + sess.Show(p.Real), Reads: []string{p.Real}}, nil
		})
}

// adaptList knows how deep other systems look: list_files of phi-core three
// levels, and who says recursive instead of a depth means as many as make sense.
func adaptList(name string, args map[string]json.RawMessage) (string, error) {
	recursive, _ := cut(args, "recursive")
	if _, said := args["depth"]; said {
		return "", nil
	}
	switch {
	case string(recursive) == "true" || string(recursive) == `"true"`:
		args["depth"] = numeral(20)
	case string(recursive) == "false":
		args["depth"] = numeral(1)
	case spelling.Fold(name) == "listfiles":
		args["depth"] = numeral(3)
	}
	return "", nil
}
