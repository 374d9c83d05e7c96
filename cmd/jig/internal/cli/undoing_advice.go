package cli

import (
	"fmt"
	"slices"
	"strings"

	"jig/workspace/undo"
)

// The library says what is the matter. Here is what to type then.

// elsewhere is for those who look in the wrong folder, such as one below.
const elsewhere = ";\njig's workspace is the working folder itself: calls made in another folder are undone there"

// instead says what to do where there is nothing to undo or redo.
func instead(e *undo.NothingError) string {
	switch {
	case e.Unknown:
		return `; "jig undo --list" shows all`
	case e.Redo != 0:
		return fmt.Sprintf(`; "jig redo %d" brings it back`, e.Redo)
	case e.Undo != 0:
		return fmt.Sprintf(`; "jig undo %d" takes it back`, e.Undo)
	case e.Empty:
		return elsewhere
	}
	return ""
}

// wayOut says what to do about a conflict.
func wayOut(e *undo.ConflictError) string {
	var b strings.Builder
	if e.By() != 0 && e.Verb == "undo" {
		b.WriteString("\n\"jig undo --to NUMBER\" takes back everything after a record.")
	}
	if slices.ContainsFunc(e.Clashes, func(c undo.Clash) bool { return !c.Lost }) {
		fmt.Fprintf(&b, "\nWith --force what is there now is saved as part of the %s, so that it can be brought back, and replaced.", e.Verb)
	}
	if slices.ContainsFunc(e.Clashes, func(c undo.Clash) bool { return c.Lost }) {
		b.WriteString("\nWith --force the rest is done without what is not kept.")
	}
	return b.String()
}
