package search

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"jig/internal/spelling"
	"jig/internal/walk"
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
	near := nearFolders(sess, p.Real)
	if len(near) == 0 {
		e.Message += ". Leave path out to search the whole workspace"
		return e
	}
	e.Message += ". Did you mean " + strings.Join(near, " or ") + "?"
	e.Details = map[string]any{"nearest": near}
	return e
}

// nearFolders are the folders spelt almost like the first component of a path that
// does not exist, where the components before do.
func nearFolders(sess *workspace.Session, path string) []string {
	dir, name := filepath.Split(path)
	dir = filepath.Clean(dir)
	items, err := foldersIn(sess, dir)
	for errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir) {
		dir, name = filepath.Dir(dir), filepath.Base(dir)
		items, err = foldersIn(sess, dir)
	}
	if len(name) > 255 {
		return nil
	}
	const most = 3
	far := func(item walk.Item) int { return spelling.Distance(strings.ToLower(name), strings.ToLower(item.Name)) }
	items = slices.DeleteFunc(items, func(i walk.Item) bool { return i.Kind != walk.Dir || far(i) > max(2, len(name)/3) })
	slices.SortStableFunc(items, func(a, b walk.Item) int { return far(a) - far(b) })
	var near []string
	for _, item := range items[:min(len(items), most)] {
		near = append(near, sess.Show(filepath.Join(dir, item.Name)))
	}
	return near
}

// foldersIn lists a folder that the session may look into.
func foldersIn(sess *workspace.Session, dir string) (_ []walk.Item, err error) {
	p, err := sess.Space().Resolve(dir)
	if err != nil {
		return nil, err
	}
	if !p.Exists {
		return nil, fs.ErrNotExist
	}
	f, err := sess.Open(p)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return walk.List(p.Real, walk.Options{Hidden: true, NoIgnore: true, Root: f})
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
