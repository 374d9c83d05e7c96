package search

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"jig/internal/walk"
	"jig/tool"
	"jig/workspace"
)

// globFound is what a search for files came to.
type globFound struct {
	in     globInput
	shown  string // what stands before each path when it is shown
	files  []globFile
	report walk.Report
	left   string // what to set to find files where there are none otherwise
	took   time.Duration
}

// GlobDetails is what a search for files tells programs.
type GlobDetails struct {
	Count     int      `json:"count"` // how many match
	Truncated bool     `json:"truncated"`
	Paths     []string `json:"paths"` // those shown
	Duration  int64    `json:"duration_ms"`
}

// collect walks and keeps the matches in their order. Each worker keeps its own
// until the end, so that none waits for another.
func (f *globFound) collect(ctx context.Context, root string, opt walk.Options) (walk.Report, error) {
	opt.Workers = runtime.GOMAXPROCS(0)
	all := make([][]globFile, opt.Workers)
	report, err := walk.Files(ctx, root, opt, func(worker int, e *walk.Entry) error {
		file := globFile{path: e.Rel()}
		if f.in.Sort == newest {
			info, err := e.Info()
			if err != nil {
				return nil //nolint:nilerr // it is gone by now, and so is the match
			}
			file.changed = info.ModTime
		}
		all[worker] = append(all[worker], file)
		return nil
	})
	f.files = slices.Concat(all...)
	slices.SortFunc(f.files, func(a, b globFile) int {
		return cmp.Or(b.changed.Compare(a.changed), cmp.Compare(a.path, b.path))
	})
	return report, err
}

// result is the answer.
func (f *globFound) result() *tool.Result {
	details := GlobDetails{Count: len(f.files), Truncated: len(f.files) > f.in.Limit, Duration: f.took.Milliseconds(), Paths: []string{}}
	var text strings.Builder
	for _, file := range f.files[:min(len(f.files), f.in.Limit)] {
		details.Paths = append(details.Paths, f.shown+file.path)
		text.WriteString(oneLine(f.shown + file.path))
		text.WriteByte('\n')
	}
	text.WriteString(f.summary())
	if n := f.report.Unread; n > 0 {
		fmt.Fprintf(&text, "\n%d folders or ignore files could not be read, such as: %v.", n, f.report.Errors[0])
	}
	return &tool.Result{
		Content: []tool.Block{tool.Text(text.String())},
		Details: details,
		Display: &tool.Display{Title: fmt.Sprintf("%s: %s", f.in.Pattern, count(len(f.files))), Text: text.String()},
	}
}

// summary is the line that says how many files there are, and how to get others.
func (f *globFound) summary() string {
	order := "the last changed first"
	if f.in.Sort == byName {
		order = "by name"
	}
	switch n := len(f.files); {
	case n == 0 && f.left != "":
		return fmt.Sprintf("No file matches %s among those looked at, but some do that are left out: set %s to see them.", f.in.Pattern, f.left)
	case n == 0:
		return fmt.Sprintf("No file matches %s. Folders are not listed; names are matched exactly, capitals included.", f.in.Pattern)
	case n > f.in.Limit:
		return fmt.Sprintf("%d of %s, %s. For more raise limit (up to 10000), or narrow the pattern or path.", f.in.Limit, count(n), order)
	default:
		return fmt.Sprintf("%s, %s.", count(n), order)
	}
}

func count(n int) string {
	if n == 1 {
		return "1 file"
	}
	return strconv.Itoa(n) + " files"
}

// shownBelow is what stands before the paths from a folder, so that they are from
// the main folder of the workspace where they lie below it.
func shownBelow(sess *workspace.Session, folder string) string {
	shown := sess.Show(folder)
	switch {
	case shown == ".":
		return ""
	case strings.HasSuffix(shown, "/"):
		return shown
	}
	return shown + "/"
}

// oneLine quotes a path that would not stay on one line, or changes what is seen of
// others.
func oneLine(path string) string {
	if strings.ContainsFunc(path, unicode.IsControl) {
		return strconv.Quote(path)
	}
	return path
}
