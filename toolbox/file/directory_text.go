package file

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"jig/tool"
	"jig/workspace"
)

// listDetails tell programs what was listed.
type listDetails struct {
	Path      string   `json:"path"`
	Count     int      `json:"count"`
	Total     int      `json:"total"`
	Truncated bool     `json:"truncated"`
	Entries   []string `json:"entries"`
	LeftOut   leftOut  `json:"left_out"`
}

// result shows the entries that were collected.
func (w *walker) result(p workspace.Place) (*tool.Result, error) {
	if w.want.Newest {
		for i := range w.all {
			w.all[i].describe()
		}
		slices.SortStableFunc(w.all, func(a, b found) int { return b.time().Compare(a.time()) })
	}
	total := int64(len(w.all))
	limit := w.want.Limit
	if limit == 0 {
		limit = defaultEntries
	}
	from := min(w.want.Offset, total)
	page := w.all[from:min(total, from+limit)]
	shown := w.sess.Show(p.Real)
	if from > 0 && len(page) == 0 {
		return nil, tool.Errorf(tool.CodeInvalidArgs, "offset %d is past the end: %s has %d entries to show", w.want.Offset+w.want.Base, shown, total)
	}
	details := listDetails{
		Path: p.Real, Count: len(page), Total: len(w.all), Truncated: int64(len(page)) < total || len(w.out.Unread) > 0,
		Entries: make([]string, len(page)), LeftOut: w.out,
	}
	var b strings.Builder
	least := ""
	if len(w.out.Unread) > 0 {
		least = "at least "
	}
	fmt.Fprintf(&b, "[%s%c: %s%d entries]\n", strings.TrimSuffix(shown, string(filepath.Separator)), filepath.Separator, least, total)
	for i := range page {
		page[i].describe()
		details.Entries[i] = page[i].name()
		page[i].write(&b, w.top)
	}
	if next := from + int64(len(page)); next < total {
		fmt.Fprintf(&b, "[entries %d-%d of %s%d; to continue: offset=%d]\n", from+1, next, least, total, next+w.want.Base)
	}
	by := ""
	if w.want.Plain {
		by = "list with "
	}
	w.out.write(&b, by)
	res := tool.TextResult(strings.TrimSuffix(b.String(), "\n"))
	res.Details = details
	return res, nil
}

// describe asks the system about an entry, once. One that is gone by now has no
// description.
func (f *found) describe() {
	if f.info != nil || f.at == nil {
		return
	}
	if info, err := f.at.Info(); err == nil {
		f.info = info
	}
	f.at = nil
}

func (f *found) time() (t time.Time) {
	if f.info != nil {
		return f.info.ModTime()
	}
	return t
}

// name is the path as it is shown: folders end with a slash.
func (f *found) name() string {
	if f.kind.IsDir() {
		return f.rel + "/"
	}
	return f.rel
}

// write shows an entry: kind, size, time and name.
func (f *found) write(b *strings.Builder, top string) {
	letter, size, when, more := "f", "-", "-", ""
	switch {
	case f.kind.IsDir():
		letter = "d"
	case f.kind&fs.ModeSymlink != 0:
		letter = "l"
		if target, err := os.Readlink(filepath.Join(top, filepath.FromSlash(f.rel))); err == nil {
			more = " -> " + target
		}
	case !f.kind.IsRegular():
		letter = "s"
	}
	if f.info != nil {
		when = f.info.ModTime().Format("2006-01-02 15:04")
		if f.info.Mode().IsRegular() {
			size = strconv.FormatInt(f.info.Size(), 10)
		}
	}
	fmt.Fprintf(b, "%s %10s  %s  %s%s\n", letter, size, when, oneLine(f.name()), oneLine(more))
}

// oneLine keeps a name from looking like several entries.
func oneLine(name string) string {
	if strings.ContainsAny(name, "\n\r\x1b") {
		return strconv.Quote(name)
	}
	return name
}

// write says what is not shown, and how to see it: by arguments of the tool that
// was called, or of the one that by names.
func (l *leftOut) write(b *strings.Builder, by string) {
	if l.Ignored > 0 {
		fmt.Fprintf(b, "[left out: %d ignored by .gitignore or the like; %sno_ignore=true shows them]\n", l.Ignored, by)
	}
	if len(l.Hidden) > 0 {
		fmt.Fprintf(b, "[left out: %d hidden (%s); %shidden=true shows them]\n", len(l.Hidden), some(l.Hidden), by)
	}
	if l.Excluded > 0 {
		fmt.Fprintf(b, "[left out: %d excluded by exclude_patterns]\n", l.Excluded)
	}
	if len(l.Closed) > 0 {
		fmt.Fprintf(b, "[not entered: %s; list them by their path, or enter all with no_ignore=true]\n", some(l.Closed))
	}
	if len(l.Unread) > 0 {
		fmt.Fprintf(b, "[not read: %s]\n", some(l.Unread))
	}
}

// some names the first of many.
func some(names []string) string {
	const most = 10
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
