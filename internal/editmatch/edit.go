package editmatch

import (
	"errors"
	"fmt"
	"strings"
)

// Edit is a replacement: one place, or All of them.
type Edit struct {
	Old, New string
	All      bool
}

// Outcome is what an edit has made of a text.
type Outcome struct {
	Text string
	// Lines are the lines of the old text in which the replaced places began.
	Lines []int
	How   How
}

// ErrEmpty and ErrSame are the errors for edits that say nothing.
var (
	ErrEmpty = errors.New("the old text is empty, so it does not say where to put the new one")
	ErrSame  = errors.New("the old and the new text are the same, so there is nothing to change")
)

// Apply makes an edit. If the place is not clear, the error is a *[Missing] or
// an *[Ambiguous], and says where to look.
func Apply(text string, e Edit) (Outcome, error) {
	switch e.Old {
	case "":
		return Outcome{}, ErrEmpty
	case e.New:
		return Outcome{}, ErrSame
	}
	f := Find(text, e.Old, Options{})
	switch {
	case len(f.Matches) == 0:
		return Outcome{}, missing(text, e.Old)
	case len(f.Matches) > 1 && (!e.All || f.How != Exact), f.Overlap != nil && !e.All:
		return Outcome{}, f.ambiguous()
	}
	fresh, ok := f.Replace(e.New, f.Matches...)
	if !ok {
		if f.How == Exact {
			return Outcome{}, ErrSame
		}
		return Outcome{}, missing(text, e.Old)
	}
	out := Outcome{Text: fresh, How: f.How, Lines: make([]int, len(f.Matches))}
	for i, m := range f.Matches {
		out.Lines[i] = m.Line
	}
	return out, nil
}

// Ambiguous is the error for a text that stands in several places.
type Ambiguous struct {
	// Lines are those in which the places begin.
	Lines []int
	How   How
}

func (f *Found) ambiguous() *Ambiguous {
	e := &Ambiguous{How: f.How}
	for _, m := range f.Matches {
		e.Lines = append(e.Lines, m.Line)
	}
	if f.Overlap != nil {
		e.Lines = append(e.Lines, f.Overlap.Line)
	}
	return e
}

// Error says where the places are.
func (e *Ambiguous) Error() string {
	how := ""
	if e.How != Exact {
		how = " (not exactly: " + e.How.String() + ")"
	}
	return fmt.Sprintf("the text to replace occurs %d times%s, in lines %s", len(e.Lines), how, list(e.Lines))
}

// list writes numbers, the first few if there are many.
func list(numbers []int) string {
	const most = 20
	var b strings.Builder
	for i, n := range numbers {
		switch {
		case i == most:
			fmt.Fprintf(&b, " and %d more", len(numbers)-most)
			return b.String()
		case i > 0 && i == len(numbers)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, n)
	}
	return b.String()
}
