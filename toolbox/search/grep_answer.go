package search

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"jig/internal/scan/tree"
	"jig/tool"
)

// GrepDetails is what a search tells programs.
type GrepDetails struct {
	Matches   int   `json:"matches"`   // lines with a match, shown or not
	Files     int   `json:"files"`     // files with a match
	Truncated bool  `json:"truncated"` // there is more than is shown
	Duration  int64 `json:"duration_ms"`
}

// grepAnswer is what a search found, on the way to the model.
type grepAnswer struct {
	*tree.Found

	in        grepInput
	notes     []string // on how the pattern was understood
	prefix    string   // what stands before each path when it is shown
	single    bool     // one file was named
	repaired  string   // the pattern as it was, if it was changed to find something
	otherCase bool     // nothing was found, but would be if capitals did not matter
	took      time.Duration
}

// result is the answer.
func (f *grepAnswer) result() *tool.Result {
	if f.in.MaxFiles > 0 && len(f.Kept) > f.in.MaxFiles {
		f.Kept = f.Kept[:f.in.MaxFiles]
	}
	limit, budget := f.in.HeadLimit, 50_000
	if limit == 0 { // all there is is wanted; that, too, must end somewhere
		limit, budget = math.MaxInt, 32<<20
	}
	var text bytes.Buffer
	var shown, all int
	if f.in.OutputMode == content {
		shown, all = f.Write(&text, f.in.Offset, limit, budget), f.Lines
	} else {
		shown, all = f.showFiles(&text, limit, budget), f.Files
	}
	more := f.in.Offset+shown < all
	text.WriteString(f.summary(shown, all, more))
	for _, note := range f.remarks() {
		text.WriteString("\n" + note)
	}
	return &tool.Result{
		Content: []tool.Block{tool.Text(text.String())},
		Details: GrepDetails{Matches: f.Matches, Files: f.Files, Truncated: more, Duration: f.took.Milliseconds()},
		Display: &tool.Display{Title: f.in.Pattern + ": " + f.total(), Text: text.String()},
	}
}

// showFiles writes the files from offset on, and says how many.
func (f *grepAnswer) showFiles(text *bytes.Buffer, limit, budget int) int {
	files := f.Kept[min(f.in.Offset, len(f.Kept)):]
	files = files[:min(len(files), limit)]
	for i, file := range files {
		if i > 0 && text.Len() > budget {
			return i
		}
		switch {
		case f.single && f.in.OutputMode == countsMode:
			fmt.Fprintf(text, "%d\n", file.Matches)
			continue
		case f.single:
			text.WriteString(f.in.Path)
		default:
			text.WriteString(oneLine(f.prefix + file.Rel))
		}
		if f.in.OutputMode == countsMode {
			text.WriteString(":" + strconv.Itoa(file.Matches))
		}
		text.WriteByte('\n')
	}
	return len(files)
}

// total says how much was found.
func (f *grepAnswer) total() string {
	lines := counted(f.Matches, "matching line", "matching lines")
	switch {
	case f.single && f.in.OutputMode == filesMode:
		return "the file has a match"
	case f.single:
		return lines
	case f.in.OutputMode == filesMode:
		return count(f.Files) + " with matches"
	}
	return lines + " in " + count(f.Files)
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// summary is the line that says how much there is, and how to see the rest.
func (f *grepAnswer) summary(shown, all int, more bool) string {
	what := "lines"
	if f.in.OutputMode != content {
		what = "files"
	}
	switch {
	case f.Matches == 0 && f.otherCase:
		return fmt.Sprintf("No line matches %s as it is written, but some would if capitals did not matter: set case_insensitive to see them.", f.in.Pattern)
	case f.Matches == 0 && f.single:
		return fmt.Sprintf("No line of the file matches %s.", f.in.Pattern)
	case f.Matches == 0:
		return fmt.Sprintf("No line matches %s; %s searched.%s", f.in.Pattern, count(f.Report.Files), f.widen())
	case shown == 0:
		return fmt.Sprintf("Nothing is left to show: there are %d %s, and offset is %d.", all, what, f.in.Offset)
	case more && f.in.MaxFiles > 0 && len(f.Kept) == f.in.MaxFiles && f.in.HeadLimit != shown:
		return fmt.Sprintf("%s; the first %s shown. For more raise max_files, or narrow pattern, path, glob or type.", f.total(), count(f.in.MaxFiles))
	case more:
		return fmt.Sprintf("%s; %s %d to %d of %d shown. For more repeat the call with offset %d, or narrow pattern, path, glob or type.",
			f.total(), what, f.in.Offset+1, f.in.Offset+shown, all, f.in.Offset+shown)
	case f.in.Offset > 0:
		return fmt.Sprintf("%s; %s %d to %d shown, which are the last.", f.total(), what, f.in.Offset+1, f.in.Offset+shown)
	}
	return f.total() + "."
}

// widen says which files were not searched and could be.
func (f *grepAnswer) widen() string {
	var set []string
	if !f.in.Hidden {
		set = append(set, "hidden")
	}
	if !f.in.NoIgnore {
		set = append(set, "no_ignore")
	}
	if len(set) == 0 {
		return ""
	}
	return " Hidden and ignored files were left out: set " + strings.Join(set, " or ") + " to search them."
}

// remarks are what else there is to know.
func (f *grepAnswer) remarks() []string {
	notes := f.notes
	if f.repaired != "" {
		notes = append(notes, fmt.Sprintf("Nothing matches %s, whose last quote has no partner: searched for %s instead.", f.repaired, f.in.Pattern))
	}
	if f.in.PerFile > 0 && f.in.OutputMode != filesMode && f.Matches > 0 {
		notes = append(notes, fmt.Sprintf("Each file was left after %s.", counted(f.in.PerFile, "match", "matches")))
	}
	if f.Cut {
		notes = append(notes, fmt.Sprintf("Lines over %d characters are cut at …; read shows them whole.", tree.Longest))
	}
	if f.Binary > 0 {
		notes = append(notes, fmt.Sprintf("Binary data follows in %s with matches; such a file is searched up to its first NUL byte.", count(f.Binary)))
	}
	if f.Pieces {
		notes = append(notes, "Very large files were searched in pieces: a match that spans two of them is not found.")
	}
	if f.Unread > 0 {
		notes = append(notes, fmt.Sprintf("%s could not be read, such as: %v.", count(f.Unread), f.Denied))
	}
	if n := f.Report.Unread; n > 0 {
		notes = append(notes, fmt.Sprintf("%d folders or ignore files could not be read, such as: %v.", n, f.Report.Errors[0]))
	}
	return notes
}
