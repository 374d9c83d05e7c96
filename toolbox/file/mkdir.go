package file

import (
	"context"

	"jig/tool"
	"jig/workspace"
)

// mkdirInput is what mkdir takes.
type mkdirInput struct {
	Path string `json:"path" doc:"The folder to make: absolute, or relative to the main folder of the workspace"`
}

// mkdirDetails tell programs what was made.
type mkdirDetails struct {
	Path    string `json:"path"`
	Created bool   `json:"created"`
}

// Mkdir is the tool that makes folders.
func Mkdir(sess *workspace.Session) tool.Tool {
	spec := tool.Spec{
		Name:        "mkdir",
		Title:       "Make a folder",
		Description: "Makes a folder, and those above it that are missing. A folder that is there already is fine. Files need no mkdir: write makes the folders it needs.",
		Help:        "It answers whether the folder was there already. To see what is in a folder use list.",
		Aliases:     []string{"create_directory", "make_directory", "create_folder", "make_dir"},
		Keywords:    []string{"folder", "directory", "create", "new"},
		Category:    tool.FileSystem,
		Access:      tool.WorkspaceWrite,
	}
	return tool.New(spec, func(ctx context.Context, in mkdirInput) (*tool.Result, error) {
		p, err := place(sess, in.Path)
		if err != nil {
			return nil, err
		}
		shown := sess.Show(p.Real)
		switch {
		case p.Exists && p.Kind == workspace.Dir:
			return mkdirResult(p, shown+" is there already", false), nil
		case p.Exists:
			return nil, tool.Errorf(tool.CodeInvalidArgs, "%s is a %s: choose another name for the folder, or move that away first", shown, p.Kind)
		}
		if err := sess.Mkdir(ctx, p); err != nil {
			return nil, explain(sess, p, err)
		}
		return mkdirResult(p, "made the folder "+shown, true), nil
	}).
		WithSpellings(map[string][]string{
			"path": {"file_path", "directory", "dir", "folder", "dir_path", "directory_path", "dirname", "name"},
		}).
		WithPlan(func(_ context.Context, in mkdirInput) (*tool.Intent, error) {
			p, err := place(sess, in.Path)
			if err != nil {
				return nil, err
			}
			return &tool.Intent{Summary: "make the folder " + sess.Show(p.Real), Writes: []string{p.Real}}, nil
		})
}

func mkdirResult(p workspace.Place, text string, created bool) *tool.Result {
	res := tool.TextResult(text)
	res.Details = mkdirDetails{Path: p.Real, Created: created}
	return res
}
