package file

import (
	"fmt"
	"strings"

	"jig/tool"
)

// filesDetails tell programs what became of several files.
type filesDetails struct {
	Files []changeDetails `json:"files"`
}

// together is the result for several files that were changed at once.
func together(done []made, verb string, how func(i int) string) *tool.Result {
	var text, diff strings.Builder
	var whole difference
	details := filesDetails{Files: make([]changeDetails, len(done))}
	for i := range done {
		m := &done[i]
		whole.Added += m.diff.Added
		whole.Removed += m.diff.Removed
		fmt.Fprintf(&text, "\n%s (%s)", m.shown, m.diff.count())
		if h := how(i); h != "" {
			fmt.Fprintf(&text, ", %s", h)
		}
		for _, n := range m.notes {
			fmt.Fprintf(&text, "\n%s", n)
		}
		diff.WriteString(m.diff.Text)
		details.Files[i] = m.details()
	}
	whole.Text = diff.String()
	files := "1 file"
	if len(done) != 1 {
		files = fmt.Sprintf("%d files", len(done))
	}
	res := tool.TextResult(fmt.Sprintf("%s %s (%s):%s", verb, files, whole.count(), text.String()))
	res.Details = details
	res.Display = &tool.Display{Title: fmt.Sprintf("%s %s (%s)", strings.ToLower(verb), files, whole.count()), Text: whole.short(), Format: "diff"}
	return res
}
