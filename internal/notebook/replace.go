package notebook

import (
	"bytes"
	"slices"
	"strconv"
)

// Replaced says what else a replacement changed.
type Replaced struct {
	// Outputs is set when the outputs and the number of the run were cleared,
	// because they belonged to the source that is gone.
	Outputs bool
	// From is the type that the cell had before, if that changed.
	From string
	// Attachments is set when attachments were dropped: code cells have none.
	Attachments bool
}

// Replace gives a cell a new source and, unless kind is empty, a type. The outputs
// of a code cell are cleared with it: they would show what the new source never
// printed.
func (n *Notebook) Replace(i int, kind, source string) (file []byte, done Replaced, err error) {
	if err := n.check(i); err != nil {
		return nil, done, err
	}
	c := &n.Cells[i]
	if kind == "" {
		kind = c.Type
	}
	if kind != c.Type {
		if err := validType(kind); err != nil {
			return nil, done, err
		}
		done.From = c.Type
	}
	if err := validSource(source); err != nil {
		return nil, done, err
	}
	l := n.cellLayout(c)
	e := edit{n: n, c: c, layout: l}
	e.set("source", n.writeSource(source, c.source, n.sourceLayout(c, l)), len(c.members)-1)
	if done.From != "" {
		e.set("cell_type", strconv.Quote(kind), -1)
	}
	switch {
	case kind == Code:
		done.Outputs = e.reset(done.From != "")
		done.Attachments = e.drop("attachments")
	case done.From == Code:
		done.Outputs = e.holds("outputs")
		e.drop("outputs", "execution_count")
	}
	return n.apply(e.splices...), done, nil
}

// edit collects the changes to one cell.
type edit struct {
	n       *Notebook
	c       *Cell
	layout  layout
	splices []splice
}

// index is where the member of that name stands, or -1.
func (e *edit) index(name string) int {
	return slices.IndexFunc(e.c.members, func(m member) bool { return m.name == name })
}

// set gives a member a value, or adds it behind the one at an index.
func (e *edit) set(name, value string, behind int) {
	if i := e.index(name); i >= 0 {
		e.splices = append(e.splices, splice{e.c.members[i].value, value})
		return
	}
	end := e.c.members[max(behind, 0)].value.to
	e.splices = append(e.splices, splice{span{end, end}, "," + e.layout.sep + pair{name, value}.text(e.layout)})
}

// holds reports whether a member is there and holds something.
func (e *edit) holds(name string) bool {
	i := e.index(name)
	if i < 0 {
		return false
	}
	at := e.c.members[i].value
	switch e.n.data[at.from] {
	case 'n':
		return false
	case '[':
		return len(bytes.TrimSpace(e.n.data[at.from+1:at.to-1])) > 0
	}
	return true
}

// reset clears outputs and the number of the run, and reports whether there were
// any. A cell that just became a code cell gets both.
func (e *edit) reset(fresh bool) (cleared bool) {
	at := e.index("cell_type")
	for _, empty := range []pair{{"execution_count", "null"}, {"outputs", "[]"}} {
		switch holds := e.holds(empty.name); {
		case holds:
			e.set(empty.name, empty.value, at)
			cleared = true
		case fresh && e.index(empty.name) < 0:
			e.set(empty.name, empty.value, at)
		}
	}
	return cleared
}

// drop removes members and reports whether there were any. The comma goes with
// them, so neighbours that are dropped together have to be seen together.
func (e *edit) drop(names ...string) bool {
	all := e.c.members
	gone := func(i int) bool { return i < len(all) && slices.Contains(names, all[i].name) }
	found := false
	for i := 0; i < len(all); i++ {
		if !gone(i) {
			continue
		}
		from := i
		for gone(i + 1) {
			i++
		}
		found = true
		switch {
		case from > 0:
			e.splices = append(e.splices, splice{span: span{all[from-1].value.to, all[i].value.to}})
		case i+1 < len(all):
			e.splices = append(e.splices, splice{span: span{all[0].key.from, all[i+1].key.from}})
		}
	}
	return found
}
