package search

import (
	"errors"
	"io/fs"
	"strings"

	"jig/tool"
	"jig/workspace"
)

// needFolder refuses a place that is no folder, and offers what may have been
// meant.
func needFolder(sess *workspace.Session, p workspace.Place) error {
	switch {
	case p.Kind == workspace.Dir:
		return nil
	case p.Exists:
		return tool.Errorf(tool.CodeInvalidArgs, "%s is a %s, not a folder: give the folder it is in", sess.Show(p.Real), p.Kind)
	}
	e := &tool.Error{Code: tool.CodeFileNotFound, Cause: fs.ErrNotExist, Message: "there is no folder " + sess.Show(p.Real)}
	var near []string
	for _, folder := range sess.Space().NearFolders(p) {
		near = append(near, sess.Show(folder))
	}
	if len(near) == 0 {
		e.Message += ". Leave path out to search the whole workspace"
		return e
	}
	e.Message += ". Did you mean " + strings.Join(near, " or ") + "?"
	e.Details = map[string]any{"nearest": near}
	return e
}

// explain puts an error about opening a folder into words for a model.
func explain(sess *workspace.Session, p workspace.Place, err error) error {
	switch {
	case errors.Is(err, workspace.ErrOutside):
		return tool.Errorf(tool.CodePermissionDenied, "%s is outside of the workspace (%s); use a path inside of it: %w",
			p.Real, strings.Join(sess.Space().Roots(), ", "), err)
	case errors.Is(err, workspace.ErrChanged):
		return tool.Errorf(tool.CodeFailed, "%s was replaced by something else while the call ran; make the call again: %w", sess.Show(p.Real), err)
	case errors.Is(err, fs.ErrPermission):
		return tool.Errorf(tool.CodePermissionDenied, "the system does not let this user list %s; search another folder: %w", sess.Show(p.Real), err)
	}
	return err
}
