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

// Error lists what is different, and which record to undo first.
func (e *ConflictError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s refused, and nothing was changed:", e.Verb)
	for i, c := range e.Clashes {
		if i == 20 {
			fmt.Fprintf(&b, "\n  and %d more", len(e.Clashes)-i)
			break
		}
		fmt.Fprintf(&b, "\n  %s: %s", e.show(c.Path), c.What)
		if c.By != 0 {
			fmt.Fprintf(&b, " (record %d changed it)", c.By)
		}
	}
	if by := e.By(); by != 0 && e.Verb == lineUndo {
		fmt.Fprintf(&b, "\nUndo record %d first, or go back to a point before it.", by)
	}
	return b.String()
}

// By is the number of the last record that is in the way, zero if there is none.
func (e *ConflictError) By() int {
	by := 0
	for _, c := range e.Clashes {
		by = max(by, c.By)
	}
	return by
}
