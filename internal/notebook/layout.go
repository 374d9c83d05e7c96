package notebook

import (
	"bytes"
	"strings"
)

// layout is the space that stands between the parts of an object or a list.
type layout struct {
	open  string // after the opening bracket
	sep   string // after a comma
	close string // before the closing bracket
	colon string // between a key and its value, with the colon
}

// tall reports whether each part stands on a line of its own.
func (l layout) tall() bool { return strings.Contains(l.open, "\n") }

// unit is one step of indentation.
func (l layout) unit() string {
	if deeper, ok := strings.CutPrefix(l.open, l.close); ok && !strings.Contains(deeper, "\n") {
		return deeper
	}
	return l.open[strings.LastIndexByte(l.open, '\n')+1:]
}

// inner is how a list or object would be written that stands in one of this
// layout.
func (l layout) inner() layout {
	if !l.tall() {
		return layout{sep: l.sep, colon: l.colon}
	}
	open := l.open + l.unit()
	return layout{open: open, sep: open, close: l.open, colon: l.colon}
}

// of is the layout of an object that has members.
func (n *Notebook) of(o *object) (layout, bool) {
	if len(o.members) == 0 {
		return layout{}, false
	}
	first, last := o.members[0], o.members[len(o.members)-1]
	l := layout{
		open:  n.between(o.from+1, first.key.from),
		close: n.between(last.value.to, o.to-1),
		colon: n.between(first.key.to, first.value.from),
	}
	if len(o.members) > 1 {
		l.sep = strings.TrimLeft(n.between(first.value.to, o.members[1].key.from), " \t\r\n")[1:]
	} else {
		l.sep = l.after()
	}
	return l, true
}

// after is the space that probably follows a comma, where there is none to see.
func (l layout) after() string {
	switch {
	case l.tall():
		return l.open
	case strings.HasSuffix(l.colon, " "):
		return " "
	}
	return ""
}

// list is the layout of a list of lines. Certain is set when all of it was seen.
func (n *Notebook) list(at span, items []span, around layout) (l layout, certain bool) {
	if len(items) == 0 {
		return around.inner(), false
	}
	l = layout{
		open:  n.between(at.from+1, items[0].from),
		close: n.between(items[len(items)-1].to, at.to-1),
		colon: around.colon,
	}
	if len(items) == 1 {
		l.sep = l.after()
		return l, l.tall()
	}
	l.sep = strings.TrimLeft(n.between(items[0].to, items[1].from), " \t\r\n")[1:]
	return l, true
}

func (n *Notebook) between(from, to int) string { return string(n.data[from:to]) }

// cellLayout is how the members of a cell stand: as in this one, or as in the
// notebook around it.
func (n *Notebook) cellLayout(c *Cell) layout {
	if c != nil {
		if l, ok := n.of(&c.object); ok {
			return l
		}
	}
	top, _ := n.of(&n.top)
	return top.inner().inner()
}

// sourceLayout is how the lines of a cell's source stand: as they do now, or else
// as in another cell of the same depth.
func (n *Notebook) sourceLayout(c *Cell, around layout) layout {
	var l layout
	certain := false
	if c != nil && c.source.list {
		if m := c.member("source"); m != nil {
			l, certain = n.list(m.value, c.source.items, around)
		}
	}
	if certain || c != nil && len(c.source.items) == 1 && around.tall() {
		return l
	}
	for i := range n.Cells {
		other := &n.Cells[i]
		if m := other.member("source"); m != nil && other.source.list {
			if seen, ok := n.list(m.value, other.source.items, around); ok {
				return seen
			}
		}
	}
	if l == (layout{}) {
		l = around.inner()
	}
	return l
}

// escapesOnly reports whether a file writes what is not ASCII as escapes only, the
// way of programs that want files to be ASCII.
func escapesOnly(data []byte) bool {
	for _, b := range data {
		if b >= 0x80 {
			return false
		}
	}
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte(`\u`))
		if i < 0 || at+i+4 >= len(data) {
			return false
		}
		i += at
		at = i + 2
		// A backslash that is itself escaped starts nothing. And \u00 stands mostly for
		// control characters, which everybody escapes.
		slashes := len(data[:at-1]) - len(bytes.TrimRight(data[:at-1], `\`))
		if slashes%2 == 1 && (data[i+2] != '0' || data[i+3] != '0' || data[i+4] >= '8') {
			return true
		}
	}
}
