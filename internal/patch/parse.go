package patch

import (
	"regexp"
	"strings"
)

const (
	beginMark  = "*** Begin Patch"
	endMark    = "*** End Patch"
	addMark    = "*** Add File:"
	updateMark = "*** Update File:"
	deleteMark = "*** Delete File:"
	moveMark   = "*** Move to:"
	eofMark    = "*** End of File"
)

// Parse reads a patch in either form. What surrounds it, such as the fence of a
// code block, a command with a here-document or the message of a commit, is
// passed over.
func Parse(text string) ([]File, error) {
	r := &reader{}
	r.lines = strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	if n := len(r.lines); r.lines[n-1] == "" {
		r.lines = r.lines[:n-1]
	}
	var files []File
	var err error
	// What comes first decides: either form may have lines of the other in its
	// hunks, where a patch changes something that is about patches.
	switch {
	case !r.seek():
		return nil, bad(0, "this is no patch: write it between %q and %q with sections such as %q, or as a unified diff with lines ---, +++ and @@", beginMark, endMark, updateMark+" path")
	case marks(r.lines[r.at], beginMark, addMark, updateMark, deleteMark):
		files, err = r.envelope()
	default:
		files, err = r.unified()
	}
	if err != nil {
		return nil, err
	}
	return joined(files)
}

// reader goes through the lines of a patch.
type reader struct {
	lines []string
	at    int
}

// seek goes to the first line of a patch in either form.
func (r *reader) seek() bool {
	starts := func(i int) bool {
		return marks(r.lines[i], beginMark, addMark, updateMark, deleteMark) || strings.HasPrefix(r.lines[i], "@@ -") || r.diff(i)
	}
	for r.at = range r.lines {
		if starts(r.at) {
			return true
		}
	}
	for r.at = range r.lines {
		if strings.HasPrefix(r.lines[r.at], "--- ") {
			return true // the line with +++ is missing
		}
	}
	return false
}

// diff reports whether a unified diff of a file begins at a line.
func (r *reader) diff(i int) bool {
	next := ""
	if i+1 < len(r.lines) {
		next = r.lines[i+1]
	}
	return strings.HasPrefix(r.lines[i], "diff --git ") ||
		strings.HasPrefix(r.lines[i], "--- ") && (strings.HasPrefix(next, "+++ ") || strings.HasPrefix(next, "@@ -"))
}

func (r *reader) more() bool { return r.at < len(r.lines) }

// line is the current line. A line of Windows loses its end only where the
// structure of the patch is read: in a hunk it may belong to the file.
func (r *reader) line() string { return strings.TrimRight(r.lines[r.at], " \t\r") }

// marks reports whether a line is one of the marks, which may be indented.
func marks(line string, marks ...string) bool {
	line = strings.TrimSpace(line)
	for _, m := range marks {
		if strings.HasPrefix(line, m) {
			return true
		}
	}
	return false
}

// joined puts changes of one file together.
func joined(files []File) ([]File, error) {
	if len(files) == 0 {
		return nil, bad(0, "the patch changes no file")
	}
	var all []File
	at := map[string]int{}
	for _, f := range files {
		i, seen := at[f.Path]
		switch {
		case !seen:
			at[f.Path] = len(all)
			all = append(all, f)
		case all[i].Op != Update || f.Op != Update || all[i].To != "":
			return nil, &Error{Path: f.Path, Line: f.Line, Problem: "the patch speaks of this file twice; give one section to each file"}
		default:
			all[i].Hunks = append(all[i].Hunks, f.Hunks...)
			all[i].To = f.To
		}
	}
	return all, nil
}

// hunkRange matches the line numbers of a hunk: @@ -a,b +c,d @@.
var hunkRange = regexp.MustCompile(`^@@+ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))?(?: @@+|$)`)
