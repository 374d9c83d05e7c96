package undo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"jig/internal/ignore"
	"jig/workspace"
)

// looker takes a snapshot.
type looker struct {
	l    *Log
	now  time.Time
	old  map[string]entry // what was known before, for files that have not changed
	keep bool             // save contents, too
	snap *snapshot

	files int
	bytes int64
}

// errTooMany says that a scope is too large to be looked at.
var errTooMany = errors.New("too many files")

func (l *Log) looker(old map[string]entry, keep bool) *looker {
	return &looker{
		l: l, now: l.opt.Now(), old: old, keep: keep,
		snap: &snapshot{entries: map[string]entry{}, left: map[string]string{}},
	}
}

// look takes a snapshot of a scope. With keep, contents are saved.
func (l *Log) look(ctx context.Context, sc scope, old map[string]entry, keep bool) (*snapshot, error) {
	w := l.looker(old, keep)
	for _, root := range sc.Roots {
		if err := w.root(ctx, root); err != nil {
			return nil, err
		}
	}
	for _, path := range sc.Paths {
		if err := w.path(ctx, path); err != nil {
			return nil, err
		}
	}
	return w.snap, nil
}

// root looks at a tree. One that is too large is left out as a whole: half of it
// would look like a deletion of the rest.
func (w *looker) root(ctx context.Context, path string) error {
	dir, err := w.l.ground.folder(path)
	if err != nil {
		return err
	}
	mine := w.fresh()
	err = mine.folder(ctx, dir, path, above(path))
	if errors.Is(err, errTooMany) {
		w.snap.left[path] = fmt.Sprintf("more than %d files", w.l.opt.MaxFiles)
		err = nil
	} else {
		w.take(mine)
	}
	return errors.Join(err, dir.Close())
}

// path looks at a path that was stated, with everything below it. Folders above
// it that are missing count as well: the call makes them.
func (w *looker) path(ctx context.Context, path string) error {
	dir, name, err := w.l.ground.parent(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		w.missing(path)
		return nil
	case errors.Is(err, errDetour), errors.Is(err, fs.ErrPermission):
		w.snap.left[path] = err.Error()
		return nil
	case err != nil:
		return err
	}
	mine := w.fresh()
	err = mine.named(ctx, dir, name, path, nil)
	switch {
	case errors.Is(err, errTooMany):
		w.snap.left[path] = fmt.Sprintf("more than %d files", w.l.opt.MaxFiles)
		err = nil
	case errors.Is(err, fs.ErrNotExist):
		w.missing(path)
		err = nil
	default:
		w.take(mine)
	}
	return errors.Join(err, dir.Close())
}

// missing notes that nothing stands at a path, nor at those above it that are
// missing too.
func (w *looker) missing(path string) {
	for {
		w.snap.entries[path] = entry{Image: absent()}
		path = filepath.Dir(path)
		if _, err := os.Lstat(path); err == nil || path == filepath.Dir(path) {
			return
		}
	}
}

func (w *looker) fresh() *looker {
	mine := w.l.looker(w.old, w.keep)
	mine.now, mine.files, mine.bytes = w.now, w.files, w.bytes
	return mine
}

func (w *looker) take(from *looker) {
	for path, e := range from.snap.entries {
		w.snap.entries[path] = e
	}
	for path, why := range from.snap.left {
		w.snap.left[path] = why
	}
	w.files, w.bytes = from.files, from.bytes
}

// folder looks at what is in a folder. Without rules nothing is ignored.
func (w *looker) folder(ctx context.Context, dir *os.Root, path string, rules *ignore.Folder) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	names, err := list(dir)
	if err != nil {
		if errors.Is(err, fs.ErrPermission) {
			w.snap.left[path] = "it cannot be read"
			return nil
		}
		return err
	}
	if rules != nil {
		var seen ignore.Files
		for _, name := range names {
			seen.Note([]byte(name))
		}
		// Where a file cannot be read less is ignored, so more is kept.
		rules, _ = rules.Enter([]byte(filepath.ToSlash(path)), seen, func(name string) ([]byte, error) { return readRules(dir, name) })
	}
	for _, name := range names {
		if _, ok := workspace.Aside(name); ok {
			continue // somebody is about to rename it
		}
		err := w.named(ctx, dir, name, filepath.Join(path, name), rules)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // gone since it was listed
			return err
		}
	}
	return nil
}

func list(dir *os.Root) (_ []string, err error) {
	f, err := dir.Open(".")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	names, err := f.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

// named looks at one name in a folder, and into it if it is a folder.
func (w *looker) named(ctx context.Context, dir *os.Root, name, path string, rules *ignore.Folder) error {
	if path == w.l.dir {
		return nil // the log does not keep itself
	}
	if w.files++; w.files > w.l.opt.MaxFiles {
		return errTooMany
	}
	if rules != nil && name == ".git" {
		w.snap.left[path] = "history is git's own"
		return nil
	}
	slashed := []byte(filepath.ToSlash(path))
	e, err := w.entry(dir, name, path, func(folder bool) bool {
		return rules.Judge(slashed, len(slashed)-len(name), folder) == ignore.Ignored
	})
	if err != nil {
		return err
	}
	if e.Why == skipped {
		w.snap.left[path] = skipped
		return nil
	}
	w.snap.entries[path] = e
	if e.Kind != Dir {
		return nil
	}
	next, err := enter(dir, name)
	switch {
	case errors.Is(err, fs.ErrPermission):
		w.snap.left[path] = "it cannot be read"
		return nil
	case err != nil:
		return err
	}
	return errors.Join(w.folder(ctx, next, path, rules), next.Close())
}

// skipped is why a folder is left out that ignore files name.
const skipped = "ignored"

// tries is how often a file is looked at that is replaced again and again while
// that happens.
const tries = 5

// entry looks at one name without anything below it. That nothing is there is an
// error.
func (w *looker) entry(dir *os.Root, name, path string, ignored func(folder bool) bool) (e entry, err error) {
	for range tries {
		info, err := dir.Lstat(name)
		if err != nil {
			return e, err
		}
		limit := w.l.opt.MaxFile
		if ignored(info.IsDir()) {
			if info.IsDir() {
				return entry{Image: Image{Kind: Dir, Why: skipped}}, nil
			}
			limit = min(limit, w.l.opt.MaxIgnored)
		}
		if e, err = w.describe(dir, name, path, info, limit); !errors.Is(err, errSwapped) {
			return e, err
		}
	}
	return e, fmt.Errorf("%s is being replaced all the time: %w", path, errSwapped)
}
