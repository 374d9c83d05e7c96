package notebook

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"jig/internal/notebook"
	"jig/tool"
)

// change is an edit that was worked out.
type change struct {
	file          []byte // the new file
	mode          string
	index         int
	name          string // the id of the cell, or what stands for it
	kind          string
	before, after string // the source
	replaced      notebook.Replaced
}

// edit works out the new file.
func edit(data []byte, in input) (change, error) {
	nb, err := notebook.Parse(data)
	if err != nil {
		return change{}, err
	}
	at, err := target(nb, in)
	if err != nil {
		return change{}, err
	}
	c := change{mode: in.Mode, index: at, kind: in.Type}
	if in.Source != nil && in.Mode != remove {
		c.after = *in.Source
	}
	if in.Mode == insert {
		c.kind = cmp.Or(c.kind, notebook.Code)
		c.index++
		c.file, c.name, err = nb.Insert(c.index, c.kind, c.after)
		c.name = cmp.Or(c.name, fmt.Sprintf("cell-%d", c.index))
		return c, err
	}
	cell := &nb.Cells[at]
	c.before, c.name, c.kind = cell.Source, cell.Name(), cmp.Or(c.kind, cell.Type)
	if in.Mode == remove {
		c.kind = cell.Type
		c.file, err = nb.Delete(at)
		return c, err
	}
	c.file, c.replaced, err = nb.Replace(at, in.Type, c.after)
	return c, err
}

// target is the index of the cell that is named, or -1 for an insertion at the
// beginning.
func target(nb *notebook.Notebook, in input) (int, error) {
	index := -1
	if in.Index != nil {
		index = *in.Index
		if index >= len(nb.Cells) {
			return 0, fmt.Errorf("%w: there is no cell at index %d, the notebook has %d cells counted from 0", notebook.ErrNoCell, index, len(nb.Cells))
		}
	}
	if in.ID == "" {
		return index, nil
	}
	found, err := nb.Find(in.ID)
	if err == nil && index >= 0 && found != index {
		return 0, tool.Errorf(tool.CodeInvalidArgs, "cell_id %q is the cell at index %d, but cell_index is %d: give only one of them", in.ID, found, index)
	}
	return found, err
}

// title is what was done, in a line.
func (c *change) title(path string) string {
	return fmt.Sprintf("%s cell %d of %s", c.mode, c.index, path)
}

// answer tells the model what was done.
func (c *change) answer(path string) string {
	cell := fmt.Sprintf("%s cell %d (id %s)", c.kind, c.index, c.name)
	switch c.mode {
	case insert:
		return fmt.Sprintf("Inserted %s into %s. The cells after it have moved by one index.", cell, path)
	case remove:
		return fmt.Sprintf("Deleted %s from %s. The cells after it have moved by one index.", cell, path)
	}
	text := fmt.Sprintf("Replaced the source of %s in %s.", cell, path)
	if c.replaced.From != "" {
		text += fmt.Sprintf(" It was a %s cell before.", c.replaced.From)
	}
	if c.replaced.Outputs {
		text += " Its outputs and its execution count were cleared, because they belonged to the old source."
	}
	if c.replaced.Attachments {
		text += " Its attachments were removed, because code cells have none."
	}
	return text
}

// about tells programs what was done.
type about struct {
	Path    string `json:"path"`
	Mode    string `json:"edit_mode"`
	Index   int    `json:"cell_index"`
	ID      string `json:"cell_id"`
	Type    string `json:"cell_type"`
	Cleared bool   `json:"outputs_cleared,omitempty"`
}

func (c *change) details(path string) about {
	return about{Path: path, Mode: c.mode, Index: c.index, ID: c.name, Type: c.kind, Cleared: c.replaced.Outputs}
}

// diff shows the cell before and after.
func (c *change) diff(path string) string {
	old, fresh := path+" cell "+c.name, path+" cell "+c.name
	switch c.mode {
	case insert:
		old = "/dev/null"
	case remove:
		fresh = "/dev/null"
	}
	diff := udiff.Unified(old, fresh, lines(c.before), lines(c.after))
	if c.replaced.From != "" {
		diff = fmt.Sprintf("cell type %s → %s\n%s", c.replaced.From, c.kind, diff)
	}
	return diff
}

// lines ends a text with a line end, which the last line of a cell never has.
func lines(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

// summary says what a call is about to do, as far as its arguments tell.
func summary(in input, path string) string {
	cell := in.ID
	if cell == "" && in.Index != nil {
		cell = fmt.Sprint(*in.Index)
	}
	switch {
	case in.Mode == insert && cell == "":
		return "insert a cell at the beginning of " + path
	case in.Mode == insert:
		return fmt.Sprintf("insert a cell after cell %s of %s", cell, path)
	}
	return fmt.Sprintf("%s cell %s of %s", in.Mode, cell, path)
}

// readAll reads a file that may have grown since its size was checked.
func readAll(f io.Reader) ([]byte, error) {
	return io.ReadAll(io.LimitReader(f, notebook.MaxSize+1))
}
