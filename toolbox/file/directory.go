package file

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"jig/internal/glob"
	"jig/internal/ignore"
	"jig/tool"
	"jig/workspace"
)

const (
	defaultEntries = 1000    // entries of one answer, if the call does not say
	maxInFolder    = 50_000  // names looked at in one folder
	maxScanned     = 200_000 // names looked at by one call
)

// listing says what of a folder is shown.
type listing struct {
	Depth            int   // 1 for the entries of the folder itself
	Offset, Limit    int64 // entries to skip, and how many to show
	Base             int64 // what the caller counts the first entry as
	Pattern          string
	Exclude          []string
	Hidden, NoIgnore bool
	Newest           bool // the newest first, otherwise by name
	Plain            bool // asked for by a tool that cannot show what is left out: list can
}

// found is an entry of a folder.
type found struct {
	rel  string // from the folder that is listed, with slashes
	kind fs.FileMode
	info fs.FileInfo // nil until somebody asks
	at   os.DirEntry
}

// leftOut counts what is not shown, and why.
type leftOut struct {
	Ignored  int      `json:"ignored,omitempty"`
	Hidden   []string `json:"hidden,omitempty"`
	Excluded int      `json:"excluded,omitempty"`
	// Closed are folders that hold what programs made, and were not entered.
	Closed []string `json:"not_entered,omitempty"`
	// Unread are folders that could not be read, or not to their end.
	Unread []string `json:"unread,omitempty"`
}

// walker collects the entries of a folder.
type walker struct {
	sess *workspace.Session
	want listing
	top  string // real path of the folder that is listed
	all  []found
	out  leftOut
	seen int
}

// directory lists a folder.
func directory(ctx context.Context, sess *workspace.Session, p workspace.Place, want listing) (*tool.Result, error) {
	switch {
	case !p.Exists:
		return nil, missing(sess, p)
	case p.Kind != workspace.Dir:
		return nil, tool.Errorf(tool.CodeInvalidArgs, "%s is a %s, not a folder: use read to see a file", sess.Show(p.Real), p.Kind)
	}
	for _, pattern := range append([]string{want.Pattern}, want.Exclude...) {
		if !doublestar.ValidatePattern(pattern) {
			return nil, tool.Errorf(tool.CodeInvalidArgs, "%q is no valid pattern; use *, ?, [a-z], {a,b} and **", pattern)
		}
		if glob.Alternatives(pattern) > glob.MaxAlternatives {
			return nil, tool.Errorf(tool.CodeInvalidArgs, "the braces of %q stand for more than %d patterns: write fewer", pattern, glob.MaxAlternatives)
		}
	}
	w := &walker{sess: sess, want: want, top: p.Real}
	var rules *ignore.Folder
	var err error
	if !want.NoIgnore {
		if rules, err = ignore.Above(p.Real); err != nil {
			w.out.Unread = append(w.out.Unread, err.Error())
		}
	}
	if err := w.folder(ctx, p, "", 1, rules); err != nil {
		return nil, explain(sess, p, err)
	}
	return w.result(p)
}

// folder collects what is in a folder, and in those below it as deep as wanted.
func (w *walker) folder(ctx context.Context, p workspace.Place, rel string, depth int, rules *ignore.Folder) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	entries, err := w.entries(p, rel)
	if err != nil {
		return err
	}
	if rules != nil {
		var seen ignore.Files
		for _, e := range entries {
			seen.Note([]byte(e.Name()))
		}
		rules, err = rules.Enter([]byte(filepath.ToSlash(p.Real)), seen, func(name string) ([]byte, error) { return ignore.ReadIn(p.Real, name) })
		if err != nil {
			w.out.Unread = append(w.out.Unread, err.Error())
		}
	}
	for _, e := range entries {
		name := path.Join(rel, e.Name())
		if !w.shows(p, name, e, rules) {
			continue
		}
		if w.want.Pattern == "" || matches(w.want.Pattern, name) {
			w.all = append(w.all, found{rel: name, kind: e.Type(), at: e})
		}
		if !e.IsDir() || depth >= w.want.Depth {
			continue
		}
		if !w.want.NoIgnore && slices.Contains(usuallyLarge(), e.Name()) {
			w.out.Closed = append(w.out.Closed, name)
			continue
		}
		if err := w.enter(ctx, p, name, depth, rules); err != nil {
			return err
		}
	}
	return nil
}

// enter goes into a folder below. One that cannot be read is told of, and does not
// stop the rest.
func (w *walker) enter(ctx context.Context, p workspace.Place, rel string, depth int, rules *ignore.Folder) error {
	sub, err := w.sess.Space().Resolve(filepath.Join(p.Real, path.Base(rel)))
	if err == nil && (sub.Kind != workspace.Dir || sub.Real != sub.Path) {
		return nil // it was replaced a moment ago
	}
	if err == nil {
		err = w.folder(ctx, sub, rel, depth+1, rules)
	}
	if err != nil && context.Cause(ctx) != nil {
		return err
	}
	if err != nil {
		w.out.Unread = append(w.out.Unread, rel+": "+cause(err).Error())
	}
	return nil
}

// entries reads the names of a folder, in order.
func (w *walker) entries(p workspace.Place, rel string) (_ []os.DirEntry, err error) {
	room := min(maxInFolder, maxScanned-w.seen)
	if room <= 0 {
		w.out.Unread = append(w.out.Unread, rel+": too many entries before it")
		return nil, nil
	}
	f, err := w.sess.Open(p)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	entries, err := f.ReadDir(room)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if w.seen += len(entries); len(entries) == room {
		w.out.Unread = append(w.out.Unread, cmp.Or(rel, ".")+": it has more entries than are looked at")
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// shows decides whether an entry is one of those to show, and counts it if not.
func (w *walker) shows(p workspace.Place, rel string, e os.DirEntry, rules *ignore.Folder) bool {
	dir := strings.TrimSuffix(filepath.ToSlash(p.Real), "/") + "/"
	verdict := rules.Judge([]byte(dir+e.Name()), len(dir), e.IsDir())
	for _, pattern := range w.want.Exclude {
		if matches(pattern, rel) {
			w.out.Excluded++
			return false
		}
	}
	switch {
	case verdict == ignore.Ignored:
		w.out.Ignored++
		return false
	case !w.want.Hidden && strings.HasPrefix(e.Name(), ".") && verdict != ignore.Kept:
		w.out.Hidden = append(w.out.Hidden, rel)
		return false
	}
	return true
}

// matches tries a pattern on the path from the listed folder and on the name
// alone. Patterns are valid here.
func matches(pattern, rel string) bool {
	pattern = strings.TrimSuffix(pattern, "/")
	return doublestar.MatchUnvalidated(pattern, rel) || doublestar.MatchUnvalidated(pattern, path.Base(rel))
}
