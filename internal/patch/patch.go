// Package patch reads the two forms in which models write changes of files, and
// makes them.
//
// One is the form between "*** Begin Patch" and "*** End Patch", which has no
// line numbers: "@@" may name a line that stands above the change. The other is
// the unified diff of diff and git. Both become the same thing, a list of [File].
//
// Models count badly. How many lines a hunk has is therefore counted anew, and
// where it belongs is looked for by its lines; a stated line number only chooses
// among places that fit equally. What fits in several places, or nowhere, is
// refused with an [Error] that says where to look.
package patch

import (
	"fmt"
	"strings"

	"jig/internal/editmatch"
)

// Op is what happens to a file.
type Op uint8

// The operations.
const (
	Update Op = iota
	Add
	Delete
)

// File is the change of one file.
type File struct {
	Op   Op
	Path string
	// To is where an updated file is moved; empty if it stays.
	To    string
	Hunks []Hunk
	// Content is that of an added file, and Exec makes it executable.
	Content string
	Exec    bool
	// Line is where it stands in the patch.
	Line int
}

// Hunk is one piece of a change.
type Hunk struct {
	Lines []Line
	// Start is the line of the old file at which it begins, as far as the patch
	// says so; Stated tells whether it does.
	Start  int
	Stated bool
	// Headers are lines above the change that lead to it, the outermost first.
	Headers []string
	// AtEnd says that it reaches to the end of the file.
	AtEnd bool
	// Line is where it stands in the patch.
	Line int
}

// Line is a line of a hunk: ' ' stays, '-' goes, '+' comes.
type Line struct {
	Op   byte
	Text string
	// Unended is set for the last line of a file that has no line end.
	Unended bool
}

// Old is the text that the hunk expects, New what it makes of it.
func (h *Hunk) Old() string { return side(h.Lines, '+') }

// New is the text that the hunk leaves.
func (h *Hunk) New() string { return side(h.Lines, '-') }

func side(lines []Line, without byte) string {
	var b strings.Builder
	for _, l := range lines {
		if l.Op == without {
			continue
		}
		b.WriteString(l.Text)
		if !l.Unended {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Error says what is wrong with a patch, and where.
type Error struct {
	// Path is the file, empty if the patch could not be read so far. Hunk counts
	// from 1; 0 means the file as a whole. Line is the line of the patch.
	Path string
	Hunk int
	Line int
	// Problem says what is wrong and what to do.
	Problem string
	// Places are the lines of the file where the hunk fits, if there are several.
	Places []int
	// Near are the places that come closest, if it fits nowhere.
	Near []editmatch.Near
	// Apply is set when the patch could be read and does not fit.
	Apply bool
}

// Error is the whole of it in words.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Path != "" {
		fmt.Fprintf(&b, "%s: ", e.Path)
	}
	if e.Hunk > 0 {
		fmt.Fprintf(&b, "hunk %d ", e.Hunk)
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "(line %d of the patch): ", e.Line)
	}
	b.WriteString(e.Problem)
	for i, n := range e.Near {
		if i == 0 {
			b.WriteString(". What comes closest:")
		}
		fmt.Fprintf(&b, "\n%s", n)
	}
	return b.String()
}

func bad(line int, format string, args ...any) *Error {
	return &Error{Line: line, Problem: fmt.Sprintf(format, args...)}
}
