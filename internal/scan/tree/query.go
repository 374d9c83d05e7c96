package tree

import (
	"context"
	"errors"
	"io"
	"math"
	"runtime"

	"jig/internal/scan"
	"jig/internal/walk"
)

// Mode is what is wanted of each file.
type Mode uint8

// The modes: the lines, only whether there is a match, or how many lines match.
const (
	Lines Mode = iota
	Files
	Counts
)

// Query is a search.
type Query struct {
	Pattern *scan.Pattern
	Mode    Mode
	Prefix  string // what stands before each path when it is shown
	Numbers bool   // lines are shown with their numbers
	// Before and After are how many lines around a match are shown.
	Before, After int
	// Keep is how many lines, or files, are kept; 0 for all.
	Keep    int
	PerFile int // after how many matches a file is left; 0 for no limit
}

// around reports whether lines are shown that only stand near a match.
func (q *Query) around() bool { return q.Before > 0 || q.After > 0 }

// File searches one file.
func (q *Query) File(ctx context.Context, file io.Reader) (*Found, error) {
	f := q.found()
	w := q.worker(ctx, f, false)
	err := w.search(file, nil)
	f.sort()
	return f, err
}

// Folder searches the files that a walk comes to. Files that cannot be read are no error: they are counted.
func (q *Query) Folder(ctx context.Context, path string, opt walk.Options) (*Found, error) {
	f := q.found()
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	workers := make([]*worker, opt.Workers)
	plain := opt.Root != nil && onDisk(opt.Root)
	var err error
	f.Report, err = walk.Files(ctx, path, opt, func(k int, e *walk.Entry) error {
		if workers[k] == nil {
			workers[k] = q.worker(ctx, f, plain)
		}
		return workers[k].visit(e)
	})
	f.sort()
	return f, err
}

// found is where the results will go.
func (q *Query) found() *Found {
	f := &Found{query: q, need: q.Keep}
	if f.need <= 0 {
		f.need = math.MaxInt / 2
	}
	return f
}

// worker is what one goroutine searches with. All that a file needs is here already when it comes.
type worker struct {
	ctx      context.Context //nolint:containedctx // it lives as long as one search, whose context it is
	found    *Found
	searcher *scan.Searcher
	req      scan.Request
	page     page
	give     func(scan.Line) bool
	file     io.Reader
}

func (q *Query) worker(ctx context.Context, f *Found, plain bool) *worker {
	w := &worker{ctx: ctx, found: f, searcher: q.Pattern.NewSearcher()}
	w.req = scan.Request{Before: q.Before, After: q.After, Max: q.PerFile, ShortIsEnd: plain}
	switch q.Mode {
	case Files:
		w.req.Max = 1
	case Lines:
		w.page = page{numbers: q.Numbers, gaps: q.around(), room: f.need}
		w.give = w.page.add
	}
	return w
}

// visit searches a file of the walk.
func (w *worker) visit(e *walk.Entry) (err error) {
	file, err := e.Open()
	if err != nil {
		w.found.failed(e, err)
		return nil
	}
	err = errors.Join(w.search(file, e), file.Close())
	if err != nil && context.Cause(w.ctx) == nil {
		w.found.failed(e, err)
		return nil
	}
	return err
}

// search searches a file. Entry is nil for one that is not of a walk.
func (w *worker) search(file io.Reader, e *walk.Entry) error {
	w.page.reset()
	if e != nil && w.give != nil {
		w.page.head = append(append(w.page.head, w.found.query.Prefix...), e.Bytes()...)
	}
	w.file = file
	sum, err := w.searcher.Search(w, w.req, w.give)
	if sum.Matches == 0 || context.Cause(w.ctx) != nil {
		return err
	}
	rel := ""
	if e != nil {
		rel = e.Rel()
	}
	w.found.add(rel, sum, &w.page)
	return err
}

// Read reads the file of the moment, and no further when the search is over.
func (w *worker) Read(b []byte) (int, error) {
	if err := context.Cause(w.ctx); err != nil {
		return 0, err
	}
	return w.file.Read(b)
}
