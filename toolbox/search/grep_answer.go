package search

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"jig/tool"
)

// GrepDetails is what a search tells programs.
type GrepDetails struct {
	Matches   int   `json:"matches"`   // lines with a match, shown or not
	Files     int   `json:"files"`     // files with a match
	Truncated bool  `json:"truncated"` // there is more than is shown
	Duration  int64 `json:"duration_ms"`
}

// result is the answer.
func (f *grepFound) result() *tool.Result {
	f.sort()
	if f.in.MaxFiles > 0 && len(f.files) > f.in.MaxFiles {
		f.files = f.files[:f.in.MaxFiles]
	}
	var text bytes.Buffer
	var shown, all int
	if f.in.OutputMode == content {
		shown, all = f.showLines(&text), f.lines
	} else {
		shown, all = f.showFiles(&text), f.withMatches
	}
	more := f.in.Offset+shown < all
	text.WriteString(f.summary(shown, all, more))
	for _, note := range f.notes() {
		text.WriteString("\n" + note)
	}
	return &tool.Result{
		Content: []tool.Block{tool.Text(text.String())},
		Details: GrepDetails{Matches: f.matches, Files: f.withMatches, Truncated: more, Duration: f.took.Milliseconds()},
		Display: &tool.Display{Title: f.in.Pattern + ": " + f.total(), Text: text.String()},
	}
}

// budget is how many bytes of lines are shown. Who sets head_limit to 0 wants all there is; that, too, must end somewhere.
func (f *grepFound) budget() int {
	if f.in.HeadLimit == 0 {
		return 32 << 20
	}
	return 50_000
}

// showLines writes the lines from offset on, and says how many.
func (f *grepFound) showLines(text *bytes.Buffer) int {
	skip, left, budget, shown := f.in.Offset, f.need-f.in.Offset, f.budget(), 0
	for _, file := range f.files {
		from := 0
		for i, end := range file.ends {
			line := file.text[from:end]
			from = end
			if skip > 0 {
				skip--
				continue
			}
			if shown == 0 {
				line = bytes.TrimPrefix(line, []byte(separator))
			}
			if shown == left || shown > 0 && text.Len()+len(line) > budget {
				return shown
			}
			if i == 0 && f.in.around() && shown > 0 {
				text.WriteString(separator)
			}
			text.Write(line)
			shown++
		}
	}
	return shown
}

// showFiles writes the files from offset on, and says how many.
func (f *grepFound) showFiles(text *bytes.Buffer) int {
	files := f.files[min(f.in.Offset, len(f.files)):]
	files = files[:min(len(files), f.need-f.in.Offset)]
	for i, file := range files {
		if i > 0 && text.Len() > f.budget() {
			return i
		}
		switch {
		case f.single && f.in.OutputMode == countsMode:
			fmt.Fprintf(text, "%d\n", file.matches)
			continue
		case f.single:
			text.WriteString(f.in.Path)
		default:
			text.WriteString(oneLine(f.prefix + file.rel))
		}
		if f.in.OutputMode == countsMode {
			text.WriteString(":" + strconv.Itoa(file.matches))
		}
		text.WriteByte('\n')
	}
	return len(files)
}

// total says how much was found.
func (f *grepFound) total() string {
	lines := counted(f.matches, "matching line", "matching lines")
	switch {
	case f.single && f.in.OutputMode == filesMode:
		return "the file has a match"
	case f.single:
		return lines
	case f.in.OutputMode == filesMode:
		return count(f.withMatches) + " with matches"
	}
	return lines + " in " + count(f.withMatches)
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// summary is the line that says how much there is, and how to see the rest.
func (f *grepFound) summary(shown, all int, more bool) string {
	what := "lines"
	if f.in.OutputMode != content {
		what = "files"
	}
	switch {
	case f.matches == 0 && f.otherCase:
		return fmt.Sprintf("No line matches %s as it is written, but some would if capitals did not matter: set case_insensitive to see them.", f.in.Pattern)
	case f.matches == 0 && f.single:
		return fmt.Sprintf("No line of the file matches %s.", f.in.Pattern)
	case f.matches == 0:
		return fmt.Sprintf("No line matches %s; %s searched.%s", f.in.Pattern, count(f.report.Files), f.widen())
	case shown == 0:
		return fmt.Sprintf("Nothing is left to show: there are %d %s, and offset is %d.", all, what, f.in.Offset)
	case more && f.in.MaxFiles > 0 && len(f.files) == f.in.MaxFiles && f.in.HeadLimit != shown:
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
func (f *grepFound) widen() string {
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

// notes are what else there is to know.
func (f *grepFound) notes() []string {
	notes := f.pattern.Notes()
	if f.repaired != "" {
		notes = append(notes, fmt.Sprintf("Nothing matches %s, whose last quote has no partner: searched for %s instead.", f.repaired, f.in.Pattern))
	}
	if f.in.PerFile > 0 && f.in.OutputMode != filesMode && f.matches > 0 {
		notes = append(notes, fmt.Sprintf("Each file was left after %s.", counted(f.in.PerFile, "match", "matches")))
	}
	if f.cut {
		notes = append(notes, fmt.Sprintf("Lines over %d characters are cut at …; read shows them whole.", longest))
	}
	if f.binary > 0 {
		notes = append(notes, fmt.Sprintf("Binary data follows in %s with matches; such a file is searched up to its first NUL byte.", count(f.binary)))
	}
	if f.pieces {
		notes = append(notes, "Very large files were searched in pieces: a match that spans two of them is not found.")
	}
	if f.unread > 0 {
		notes = append(notes, fmt.Sprintf("%s could not be read, such as: %v.", count(f.unread), f.denied))
	}
	if n := f.report.Unread; n > 0 {
		notes = append(notes, fmt.Sprintf("%d folders or ignore files could not be read, such as: %v.", n, f.report.Errors[0]))
	}
	return notes
}
