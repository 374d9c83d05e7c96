package file

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"jig/tool"
	"jig/workspace"
)

// moveInput is what move takes.
type moveInput struct {
	Source      string `json:"source" doc:"What to move: a file, link or folder"`
	Destination string `json:"destination" doc:"Its new path. If that is a folder, it is moved into it"`
	Overwrite   bool   `json:"overwrite,omitempty" doc:"Replace a file that is at the destination"`
}

// moveDetails tell programs what was moved.
type moveDetails struct {
	Source      string `json:"source"`
	Destination string `json:"destination"`
	Overwritten bool   `json:"overwritten"`
}

// Move is the tool that moves and renames files and folders.
func Move(sess *workspace.Session) tool.Tool {
	spec := tool.Spec{
		Name:  "move",
		Title: "Move",
		Description: "Moves or renames a file, link or folder. The folders that the destination needs are made. " +
			"A file that is there already is replaced only with overwrite.",
		Help:     "A destination that is an existing folder means into it. To change a file while moving it, use apply_patch.",
		Aliases:  []string{"FileMove", "move_file", "rename", "rename_file", "mv"},
		Keywords: []string{"file", "folder", "rename", "relocate"},
		Category: tool.FileSystem,
		Access:   tool.WorkspaceWrite,
	}
	return tool.New(spec, func(ctx context.Context, in moveInput) (*tool.Result, error) {
		from, to, err := in.places(sess)
		if err != nil {
			return nil, err
		}
		if err := movable(sess, from, to, in.Overwrite); err != nil {
			return nil, err
		}
		err = sess.Move(ctx, from, to, in.Overwrite)
		if errors.Is(err, syscall.EXDEV) && from.Kind == workspace.File {
			err = across(ctx, sess, from, to, in.Overwrite)
		}
		if err != nil {
			return nil, moveError(sess, from, to, err)
		}
		a, b := sess.Show(from.Real), sess.Show(to.Real)
		what := fmt.Sprintf("Moved %s to %s.", a, b)
		if to.Exists {
			what = fmt.Sprintf("Moved %s to %s, replacing what was there.", a, b)
		}
		res := tool.TextResult(what)
		res.Details = moveDetails{Source: from.Real, Destination: to.Real, Overwritten: to.Exists}
		return res, nil
	}).
		WithSpellings(map[string][]string{
			"source":      {"path", "file_path", "from", "src", "old_path", "source_path", "old_name"},
			"destination": {"to", "dst", "dest", "target", "new_path", "destination_path", "new_name", "target_path"},
			"overwrite":   {"force", "replace"},
		}).
		WithPlan(func(_ context.Context, in moveInput) (*tool.Intent, error) {
			from, to, err := in.places(sess)
			if err != nil {
				return nil, err
			}
			return &tool.Intent{
				Summary: fmt.Sprintf("move %s to %s", sess.Show(from.Real), sess.Show(to.Real)),
				Reads:   []string{from.Real},
				Writes:  []string{from.Real, to.Real},
			}, nil
		})
}

// places says what moves where. Into a folder it moves under its name.
func (in *moveInput) places(sess *workspace.Session) (from, to workspace.Place, err error) {
	if from, err = removable(sess, in.Source); err != nil {
		return from, to, err
	}
	through, err := place(sess, in.Destination)
	if err != nil {
		return from, to, err
	}
	slash := os.IsPathSeparator(in.Destination[len(in.Destination)-1])
	if through.Kind == workspace.Dir && through.Real != from.Real || !through.Exists && slash {
		to, err = sess.Space().ResolveEntry(filepath.Join(through.Real, filepath.Base(from.Real)))
		return from, to, err
	}
	to, err = removable(sess, in.Destination)
	return from, to, err
}

// movable refuses what cannot be moved so.
func movable(sess *workspace.Session, from, to workspace.Place, overwrite bool) error {
	a, b := sess.Show(from.Real), sess.Show(to.Real)
	switch {
	case !from.Exists:
		return missing(sess, from)
	case from.Real == to.Real:
		return tool.Errorf(tool.CodeInvalidArgs, "%s is there already: source and destination are the same", a)
	case below(to.Real, from.Real):
		return tool.Errorf(tool.CodeInvalidArgs, "%s cannot be moved into itself (%s)", a, b)
	case to.Exists && to.Kind == workspace.Dir:
		return tool.Errorf(tool.CodeInvalidArgs, "%s is a folder that exists; folders are not replaced. Delete it first, or choose another destination", b)
	case to.Exists && from.Kind == workspace.Dir:
		return tool.Errorf(tool.CodeInvalidArgs, "%s is a %s, which a folder does not replace. Delete it first, or choose another destination", b, to.Kind)
	case to.Exists && !overwrite:
		return tool.Errorf(tool.CodeInvalidArgs, "%s exists already; nothing was moved. Set overwrite to replace it, or choose another destination", b)
	}
	return nil
}

// across moves a file to another disk, which renaming cannot: it is written
// there and then deleted here.
func across(ctx context.Context, sess *workspace.Session, from, to workspace.Place, overwrite bool) error {
	var source workspace.Old
	steps := make([]workspace.Step, 2)
	steps[0] = workspace.Step{
		At: to, ChangeOptions: workspace.ChangeOptions{MustNotExist: !overwrite},
		Edit: func(workspace.Old) (_ []byte, err error) {
			source, err = current(sess, from, workspace.ChangeLimit)
			steps[0].Perm, steps[0].Exact = source.Mode.Perm(), true
			return source.Data, err
		},
	}
	steps[1] = workspace.Step{At: from, Remove: true, Edit: func(old workspace.Old) ([]byte, error) {
		if !bytes.Equal(old.Data, source.Data) {
			return nil, workspace.ErrChanged
		}
		return nil, nil
	}}
	_, err := sess.ChangeAll(ctx, steps)
	return err
}

func moveError(sess *workspace.Session, from, to workspace.Place, err error) error {
	switch {
	case errors.Is(err, syscall.EXDEV):
		return &tool.Error{Code: tool.CodeFailed, Cause: err, Message: fmt.Sprintf("%s lies on another disk than %s, and folders are not moved across; copy it with a command and delete it then", sess.Show(to.Real), sess.Show(from.Real))}
	case errors.Is(err, fs.ErrExist):
		return &tool.Error{Code: tool.CodeInvalidArgs, Cause: err, Message: sess.Show(to.Real) + " exists already; nothing was moved. Set overwrite to replace it, or choose another destination"}
	case errors.Is(err, fs.ErrNotExist):
		return missing(sess, from)
	}
	return explain(sess, to, err)
}
