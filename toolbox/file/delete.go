package file

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"jig/tool"
	"jig/workspace"
)

// deleteInput is what delete takes.
type deleteInput struct {
	Path      string `json:"path" doc:"The file, link or folder to delete: absolute, or relative to the main folder of the workspace"`
	Recursive bool   `json:"recursive,omitempty" doc:"Delete a folder with everything in it"`
}

// deleteDetails tell programs what was deleted.
type deleteDetails struct {
	Path string `json:"path"`
	Kind string `json:"kind"`
}

// Delete is the tool that deletes files and folders.
func Delete(sess *workspace.Session) tool.Tool {
	spec := tool.Spec{
		Name:        "delete",
		Title:       "Delete",
		Description: "Deletes a file, a link (not what it points to) or an empty folder; with recursive also a folder and everything in it.",
		Help:        "What is deleted can be brought back with jig undo. A folder of the workspace itself is never deleted.",
		Aliases:     []string{"FileDelete", "delete_file", "remove_file", "rm", "remove", "delete_path"},
		Keywords:    []string{"file", "folder", "directory", "remove", "erase", "unlink"},
		Category:    tool.FileSystem,
		Access:      tool.WorkspaceWrite,
		Dangerous:   true,
	}
	return tool.New(spec, func(ctx context.Context, in deleteInput) (*tool.Result, error) {
		p, err := removable(sess, in.Path)
		if err != nil {
			return nil, err
		}
		if !p.Exists {
			return nil, missing(sess, p)
		}
		shown := sess.Show(p.Real)
		if err := sess.Remove(ctx, p, in.Recursive && p.Kind == workspace.Dir); err != nil {
			if p.Kind == workspace.Dir && (errors.Is(err, syscall.ENOTEMPTY) || errors.Is(err, syscall.EEXIST)) {
				return nil, &tool.Error{Code: tool.CodeInvalidArgs, Cause: err, Message: shown + " is a folder with something in it; set recursive to delete it with everything in it"}
			}
			return nil, explain(sess, p, err)
		}
		what := fmt.Sprintf("Deleted the %s %s.", p.Kind, shown)
		if p.Kind == workspace.Dir && in.Recursive {
			what = fmt.Sprintf("Deleted the folder %s with everything in it.", shown)
		}
		res := tool.TextResult(what)
		res.Details = deleteDetails{Path: p.Real, Kind: p.Kind.String()}
		return res, nil
	}).
		WithSpellings(map[string][]string{
			"path":      {"file_path", "filename", "file", "target_file", "target"},
			"recursive": {"force_recursive", "r", "recurse"},
		}).
		WithPlan(func(_ context.Context, in deleteInput) (*tool.Intent, error) {
			p, err := removable(sess, in.Path)
			if err != nil {
				return nil, err
			}
			what := "delete " + sess.Show(p.Real)
			if in.Recursive {
				what += " with everything in it"
			}
			return &tool.Intent{Summary: what, Writes: []string{p.Real}}, nil
		})
}

// removable is the place of something that is to go from where it is.
func removable(sess *workspace.Session, path string) (workspace.Place, error) {
	p, err := entry(sess, path)
	if err != nil {
		return p, err
	}
	for _, root := range sess.Space().Roots() {
		if below(root, p.Real) {
			return p, tool.Errorf(tool.CodeInvalidArgs, "%s is or holds the workspace itself, which is neither deleted nor moved; name what is in it instead", p.Real)
		}
	}
	return p, nil
}
