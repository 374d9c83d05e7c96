package notebook

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// splice is a range of the file with what takes its place.
type splice struct {
	span
	text string
}

// apply makes the edited file.
func (n *Notebook) apply(splices ...splice) []byte {
	slices.SortStableFunc(splices, func(a, b splice) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	size := len(n.data)
	for _, s := range splices {
		size += len(s.text) - (s.to - s.from)
	}
	out := make([]byte, 0, size)
	at := 0
	for _, s := range splices {
		out = append(append(out, n.data[at:s.from]...), s.text...)
		at = s.to
	}
	return append(out, n.data[at:]...)
}

// Delete removes a cell.
func (n *Notebook) Delete(i int) ([]byte, error) {
	if err := n.check(i); err != nil {
		return nil, err
	}
	gone := n.Cells[i].span
	switch {
	case len(n.Cells) == 1:
		gone = span{n.array.from + 1, n.array.to - 1}
	case i == 0:
		gone.to = n.Cells[1].from
	default:
		gone.from = n.Cells[i-1].to
	}
	return n.apply(splice{span: gone}), nil
}

// Insert adds a cell, so that it will be the one at index i, and tells the id it
// got: none in notebooks whose format knows no ids.
func (n *Notebook) Insert(i int, kind, source string) (file []byte, id string, err error) {
	if i < 0 || i > len(n.Cells) {
		return nil, "", fmt.Errorf("%w: a cell cannot be inserted at index %d; %s", ErrNoCell, i, n.choices())
	}
	if err := cmp.Or(validType(kind), validSource(source)); err != nil {
		return nil, "", err
	}
	var beside *Cell
	if len(n.Cells) > 0 {
		beside = &n.Cells[max(i-1, 0)]
	}
	if n.Major > 4 || n.Major == 4 && n.Minor >= 5 {
		id = n.newID(i, source)
	}
	cell := n.newCell(kind, id, source, beside)
	gap := n.gap()
	at := splice{}
	switch {
	case beside == nil:
		top, _ := n.of(&n.top)
		around := top.inner()
		at.span = span{n.array.from + 1, n.array.to - 1}
		at.text = around.open + cell + around.close
	case i == 0:
		at.span = span{beside.from, beside.from}
		at.text = cell + "," + gap
	default:
		at.span = span{beside.to, beside.to}
		at.text = "," + gap + cell
	}
	return n.apply(at), id, nil
}

// gap is the space between the comma after a cell and the next cell.
func (n *Notebook) gap() string {
	switch len(n.Cells) {
	case 0:
		return ""
	case 1:
		l := layout{open: n.between(n.array.from+1, n.Cells[0].from), colon: n.cellLayout(&n.Cells[0]).colon}
		return l.after()
	}
	return strings.TrimLeft(n.between(n.Cells[0].to, n.Cells[1].from), " \t\r\n")[1:]
}

// newCell writes a cell with its keys in the order in which Jupyter writes them.
func (n *Notebook) newCell(kind, id, source string, beside *Cell) string {
	l := n.cellLayout(beside)
	had := form{list: true}
	if beside != nil {
		had.list = beside.source.list
	}
	pairs := []pair{{"cell_type", strconv.Quote(kind)}}
	if kind == Code {
		pairs = append(pairs, pair{"execution_count", "null"})
	}
	if id != "" {
		pairs = append(pairs, pair{"id", strconv.Quote(id)})
	}
	pairs = append(pairs, pair{"metadata", "{}"})
	if kind == Code {
		pairs = append(pairs, pair{"outputs", "[]"})
	}
	return writeObject(append(pairs, pair{"source", n.writeSource(source, had, n.sourceLayout(beside, l))}), l)
}

// newID makes an id that no cell has. The same edit of the same notebook gives
// the same id, so that what was shown before is what is done.
func (n *Notebook) newID(i int, source string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%x %d %s", sha256.Sum256(n.data), i, source))
	for {
		id := hex.EncodeToString(sum[:4])
		if !slices.ContainsFunc(n.Cells, func(c Cell) bool { return c.ID == id }) {
			return id
		}
		sum = sha256.Sum256(sum[:])
	}
}

func validType(kind string) error {
	if kind != Code && kind != Markdown && kind != Raw {
		return fmt.Errorf("a cell is of type code, markdown or raw, not %s", clip(kind))
	}
	return nil
}

func validSource(source string) error {
	if !utf8.ValidString(source) {
		return errors.New("the new source is not UTF-8 text")
	}
	return nil
}
