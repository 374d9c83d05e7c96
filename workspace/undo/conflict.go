package undo

import (
	"fmt"
	"strings"
)

// Clash is one reason why an undo or redo is refused.
type Clash struct {
	Path string `json:"path"`
	// What says in what the path is not what it should be.
	What string `json:"what"`
	// By is the number of the later record that changed it, zero if none did.
	By int `json:"by,omitempty"`
	// Lost says that no force helps: a content is not kept.
	Lost bool `json:"lost,omitempty"`
}

// ConflictError is the error of an undo or redo that is refused as a whole,
// because files are not what the calls have left behind. Nothing was changed.
type ConflictError struct {
	Verb    string  `json:"verb"`
	Clashes []Clash `json:"clashes"`

	show func(string) string
}

// Error lists what is different, and says what to do.
func (e *ConflictError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s refused, and nothing was changed:", e.Verb)
	by, lost, other := 0, false, false
	for i, c := range e.Clashes {
		lost, other = lost || c.Lost, other || !c.Lost
		by = max(by, c.By)
		if i == 20 {
			fmt.Fprintf(&b, "\n  and %d more", len(e.Clashes)-i)
		}
		if i >= 20 {
			continue
		}
		fmt.Fprintf(&b, "\n  %s: %s", e.show(c.Path), c.What)
		if c.By != 0 {
			fmt.Fprintf(&b, " (record %d changed it)", c.By)
		}
	}
	if by != 0 && e.Verb == lineUndo {
		fmt.Fprintf(&b, "\nUndo record %d first, or go back to a point before it with --to.", by)
	}
	if other {
		fmt.Fprintf(&b, "\nWith --force what is there now is saved as part of the %s, so that it can be brought back, and replaced.", e.Verb)
	}
	if lost {
		fmt.Fprintf(&b, "\nWith --force the rest is done without what is not kept.")
	}
	return b.String()
}
