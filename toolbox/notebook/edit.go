package notebook

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"jig/internal/notebook"
	"jig/tool"
	"jig/workspace"
)

// input is what notebook_edit takes.
type input struct {
	Path   string  `json:"notebook_path" doc:"The .ipynb file" minLength:"1"`
	ID     string  `json:"cell_id,omitempty" doc:"The id of the cell, as shown when the notebook is read"`
	Index  *int    `json:"cell_index" doc:"The position of the cell, counted from 0, instead of its id" minimum:"0"`
	Source *string `json:"new_source" doc:"The new text of the cell; not needed to delete one"`
	Type   string  `json:"cell_type,omitempty" doc:"The type of the cell. Replacing keeps the type unless it is given; a new cell is code unless it is given" enum:"code,markdown,raw"`
	Mode   string  `json:"edit_mode" doc:"insert puts a new cell after the one that is named, or at the beginning if none is" enum:"replace,insert,delete" default:"replace"`
}

// The modes of an edit.
const (
	replace = "replace"
	insert  = "insert"
	remove  = "delete"
)

// Edit is the tool that changes one cell of a notebook.
func Edit(sess *workspace.Session) tool.Tool {
	if sess == nil {
		panic("notebook.Edit: there is no session to edit in")
	}
	e := editor{sess}
	return tool.New(tool.Spec{
		Name:  "notebook_edit",
		Title: "Edit a notebook",
		Description: "Replaces, inserts or deletes one cell of a Jupyter notebook (.ipynb). " +
			"Name the cell by cell_id or by cell_index (from 0). Everything else in the file stays exactly as it is.",
		Help: "Read the notebook first: the reading shows the index and the id of each cell. In notebooks without ids, cells go by " +
			"cell-0, cell-1 and so on. Replacing the source of a code cell clears its outputs and its execution count, which belonged to " +
			"the old source. An inserted cell comes after the cell that is named, or at the beginning of the notebook if none is; " +
			"it gets an id of its own if the format of the notebook has ids.",
		Aliases:  []string{"NotebookEdit", "edit_notebook"},
		Keywords: []string{"jupyter", "ipynb", "notebook", "cell", "python", "markdown"},
		Category: tool.FileSystem,
		Access:   tool.WorkspaceWrite,
	}, e.run).
		WithSpellings(map[string][]string{
			"notebook_path": {"path", "file_path", "file", "notebook"},
			"cell_index":    {"cell_number", "index"},
			"new_source":    {"source", "content", "new_content"},
			"edit_mode":     {"mode", "action"},
		}).
		WithAdapt(adapt).
		WithCheck(check).
		WithPlan(e.plan)
}

// check refuses edits that lack something.
func check(_ context.Context, in input) error {
	named := in.ID != "" || in.Index != nil
	switch {
	case in.Mode != insert && !named:
		return tool.Errorf(tool.CodeInvalidArgs, "which cell to %s is missing: give cell_id or cell_index", in.Mode)
	case in.Mode != remove && in.Source == nil:
		return tool.Errorf(tool.CodeInvalidArgs, "new_source is missing: give the new text of the cell, or edit_mode delete to remove it")
	}
	return nil
}

// editor edits the notebooks of a session.
type editor struct{ sess *workspace.Session }

func (e editor) run(ctx context.Context, in input) (*tool.Result, error) {
	place, err := e.sess.Space().Resolve(in.Path)
	if err != nil {
		return nil, err
	}
	if err := e.size(place); err != nil {
		return nil, err
	}
	var done change
	_, err = e.sess.Change(ctx, place, workspace.ChangeOptions{MustExist: true}, func(old workspace.Old) ([]byte, error) {
		c, err := edit(old.Data, in)
		if err != nil {
			return nil, err
		}
		done = c
		return c.file, nil
	})
	if err != nil {
		return nil, explain(err, in.Path)
	}
	shown := e.sess.Show(place.Real)
	return &tool.Result{
		Content: []tool.Block{tool.Text(done.answer(shown))},
		Details: done.details(place.Real),
		Display: &tool.Display{Title: done.title(shown), Text: done.diff(shown), Format: "diff"},
	}, nil
}

// size refuses a file that is too large before it is in memory.
func (e editor) size(place workspace.Place) error {
	if !place.Exists {
		return tool.Errorf(tool.CodeFileNotFound, "there is no notebook %s: check the path, or write the file first", e.sess.Show(place.Real))
	}
	f, err := e.sess.Open(place)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	switch {
	case info.IsDir():
		return tool.Errorf(tool.CodeInvalidArgs, "%s is a folder and no notebook", e.sess.Show(place.Real))
	case info.Size() > notebook.MaxSize:
		return fmt.Errorf("%s has %d bytes, and notebooks of more than %d are not edited: clear its outputs first", e.sess.Show(place.Real), info.Size(), notebook.MaxSize)
	}
	return nil
}

// explain gives an error the code and the words that help the model.
func explain(err error, path string) error {
	switch {
	case errors.Is(err, notebook.ErrNoCell):
		return tool.Errorf(tool.CodeEditTargetNotFound, "%w; read %s to see its cells", err, path)
	case errors.Is(err, fs.ErrNotExist):
		return tool.Errorf(tool.CodeFileNotFound, "there is no notebook %s any more: %w", path, err)
	}
	return err
}

func (e editor) plan(_ context.Context, in input) (*tool.Intent, error) {
	place, err := e.sess.Space().Resolve(in.Path)
	if err != nil {
		return nil, err
	}
	path := []string{place.Real}
	return &tool.Intent{
		Summary: summary(in, e.sess.Show(place.Real)),
		Reads:   path,
		Writes:  path,
		Preview: func(context.Context) (string, error) { return e.preview(place, in) },
	}, nil
}

// preview is the diff of the cell as the file is now.
func (e editor) preview(place workspace.Place, in input) (_ string, err error) {
	if err := e.size(place); err != nil {
		return "", err
	}
	f, err := e.sess.Open(place)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	data, err := readAll(f)
	if err != nil {
		return "", err
	}
	c, err := edit(data, in)
	if err != nil {
		return "", explain(err, in.Path)
	}
	return c.diff(e.sess.Show(place.Real)), nil
}
