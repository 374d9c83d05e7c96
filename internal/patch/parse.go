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
	switch {
	case r.seek(func(l string) bool { return marks(l, beginMark) }):
		r.at++
		files, err = r.envelope()
	case r.seek(func(l string) bool { return marks(l, addMark, updateMark, deleteMark) }):
		files, err = r.envelope()
	case r.seek(func(l string) bool {
		return strings.HasPrefix(l, "diff --git ") || strings.HasPrefix(l, "--- ") || strings.HasPrefix(l, "@@ -")
	}):
		files, err = r.unified()
	default:
		return nil, bad(0, "this is no patch: write it between %q and %q with sections such as %q, or as a unified diff with lines ---, +++ and @@", beginMark, endMark, updateMark+" path")
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

// seek goes to the first line that fits, from the beginning.
func (r *reader) seek(fits func(string) bool) bool {
	for i, l := range r.lines {
		if fits(l) {
			r.at = i
			return true
		}
	}
	return false
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
