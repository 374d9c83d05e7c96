// Package notebook reads Jupyter notebooks and changes single cells of them.
//
// A notebook is a JSON file that people keep under version control, so an edit
// must look like an edit: [Parse] finds out where in the bytes each cell stands,
// and [Notebook.Replace], [Notebook.Insert] and [Notebook.Delete] splice only what
// they change. All other bytes stay as they are, with their indentation, line
// ends, order of keys, escapes and fields that nobody here knows. What is written
// anew imitates its neighbours.
//
// [Notebook.Render] shows a notebook to a model: cells with index, id and type,
// their source, and their outputs in short.
package notebook

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// MaxSize is the largest notebook that is read, in bytes. Nobody writes that much
// by hand: it is made of outputs.
const MaxSize = 64 << 20

// The types of cells.
const (
	Code     = "code"
	Markdown = "markdown"
	Raw      = "raw"
)

// ErrNoCell is the error for a cell that is not in the notebook.
var ErrNoCell = errors.New("no such cell")

// Notebook is a notebook as it was parsed. It is never changed: edits return new
// bytes.
type Notebook struct {
	// Cells are the cells in their order.
	Cells []Cell
	// Major and Minor are the version of the format.
	Major, Minor int
	// Language is what code cells are written in, if the notebook says so.
	Language string

	data  []byte
	top   object // the whole file
	array span   // the value of "cells", with its brackets
	ascii bool   // the file escapes everything that is not ASCII
}

// Cell is one cell of a notebook.
type Cell struct {
	// Index is its position, from 0.
	Index int
	// ID is the id that the notebook gives it, empty if it gives none.
	ID string
	// Type is code, markdown or raw.
	Type string
	// Source is the text of the cell.
	Source string
	// Count is the number of the run that gave the outputs, 0 if there was none.
	Count int

	object
	source form
}

// Name is how the cell can be called: its id or, in notebooks without ids,
// "cell-" with its index.
func (c *Cell) Name() string {
	if c.ID != "" {
		return c.ID
	}
	return "cell-" + strconv.Itoa(c.Index)
}

// Find gives the index of the cell that goes by a name: an id, or "cell-N" or "N"
// for the cell at index N where that is nobody's id.
func (n *Notebook) Find(name string) (int, error) {
	found := -1
	for i := range n.Cells {
		if n.Cells[i].ID != name || name == "" {
			continue
		}
		if found >= 0 {
			return 0, fmt.Errorf("cells %d and %d both have the id %q: name the cell by its index", found, i, name)
		}
		found = i
	}
	if found >= 0 {
		return found, nil
	}
	if i, err := strconv.Atoi(strings.TrimPrefix(name, "cell-")); err == nil {
		return i, n.check(i)
	}
	return 0, fmt.Errorf("%w: there is no cell with the id %s; %s", ErrNoCell, clip(name), n.choices())
}

// check reports an index that no cell has.
func (n *Notebook) check(i int) error {
	if i >= 0 && i < len(n.Cells) {
		return nil
	}
	return fmt.Errorf("%w: there is no cell at index %d; %s", ErrNoCell, i, n.choices())
}

// choices says which cells there are, in short.
func (n *Notebook) choices() string {
	if len(n.Cells) == 0 {
		return "the notebook has no cells"
	}
	var names []string
	for i := range n.Cells {
		if i == 10 {
			names = append(names, "…")
			break
		}
		names = append(names, n.Cells[i].Name())
	}
	return fmt.Sprintf("the notebook has cells 0 to %d, with the ids %s", len(n.Cells)-1, strings.Join(names, ", "))
}

func clip(s string) string {
	if r := []rune(s); len(r) > 80 {
		return strconv.Quote(string(r[:80])) + "…"
	}
	return strconv.Quote(s)
}
