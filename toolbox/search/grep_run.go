package search

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"

	"jig/internal/scan"
	"jig/internal/walk"
	"jig/tool"
	"jig/workspace"
)

// run searches everything that is asked for, even beyond what will be shown: so the answer can say how much there is, and is
// the same however the work was divided.
func (g grepper) run(ctx context.Context, in grepInput) (_ *tool.Result, err error) {
	call := tool.FromContext(ctx)
	began := call.Now()
	pattern, err := in.compile()
	if err != nil {
		return nil, err
	}
	place, err := g.where(in)
	if err != nil {
		return nil, err
	}
	if place.Kind != workspace.File {
		if err := needFolder(g.sess, place); err != nil {
			return nil, err
		}
	}
	root, err := g.sess.Open(place)
	if err != nil {
		return nil, explain(g.sess, place, err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	found := newGrepFound(in, pattern)
	if err := found.search(ctx, g.sess, place, root); err != nil {
		return nil, err
	}
	if found.matches == 0 && found.report.Files <= smallTree {
		if found, err = g.secondChance(ctx, found, place, root); err != nil {
			return nil, err
		}
	}
	found.took = call.Now().Sub(began)
	return found.result(), nil
}

// smallTree is up to how many files a search that found nothing is worth another.
const smallTree = 5000

// secondChance looks into what may be wrong with a pattern that nothing matches. A quote without a partner at its end is left
// there by models now and then; what is found without it is the answer. If only capitals are the reason, the answer says so.
func (g grepper) secondChance(ctx context.Context, found *grepFound, place workspace.Place, root *os.File) (*grepFound, error) {
	if shorter, ok := withoutStrayQuote(found.in.Pattern); ok {
		in := found.in
		in.Pattern = shorter
		again, err := g.again(ctx, in, place, root)
		if err != nil {
			return nil, err
		}
		if again.matches > 0 {
			again.repaired = found.in.Pattern
			return again, nil
		}
	}
	if !found.in.Insensitive {
		in := found.in
		in.Insensitive, in.OutputMode, in.PerFile, in.HeadLimit, in.Offset = true, filesMode, 1, 1, 0
		again, err := g.again(ctx, in, place, root)
		if err != nil {
			return nil, err
		}
		found.otherCase = again.matches > 0
	}
	return found, nil
}

// again searches once more for something else.
func (g grepper) again(ctx context.Context, in grepInput, place workspace.Place, root *os.File) (*grepFound, error) {
	pattern, err := in.compile()
	if err != nil {
		return nil, err
	}
	if place.Kind == workspace.File {
		if _, err := root.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
	}
	found := newGrepFound(in, pattern)
	return found, found.search(ctx, g.sess, place, root)
}

// withoutStrayQuote drops a quote at the end of a pattern that has no partner in it.
func withoutStrayQuote(s string) (string, bool) {
	for _, q := range []string{`"`, `'`, "`"} {
		if shorter, ok := strings.CutSuffix(s, q); ok && strings.Count(s, q)%2 == 1 {
			shorter = strings.TrimSuffix(shorter, `\`)
			return shorter, shorter != ""
		}
	}
	return s, false
}

// search searches the file, or the files of the folder.
func (f *grepFound) search(ctx context.Context, sess *workspace.Session, place workspace.Place, root *os.File) error {
	if place.Kind == workspace.File {
		return f.one(ctx, root)
	}
	f.prefix = shownBelow(sess, place.Real)
	return f.tree(ctx, place.Real, root)
}

// one searches a single file, whatever the filters say: it was named.
func (f *grepFound) one(ctx context.Context, file io.Reader) error {
	f.single = true
	w := grepWorker{searcher: f.pattern.NewSearcher()}
	return w.search(ctx, f, file, nil, scan.Request{})
}

// tree searches the files of a folder.
func (f *grepFound) tree(ctx context.Context, path string, root *os.File) (err error) {
	filter, err := f.in.filter()
	if err != nil {
		return err
	}
	opt := walk.Options{
		Hidden: f.in.Hidden || filter.dotted, NoIgnore: f.in.NoIgnore, MaxDepth: f.in.MaxDepth,
		Workers: runtime.GOMAXPROCS(0), Accept: filter.accept(), Root: root,
	}
	workers := make([]grepWorker, opt.Workers)
	req := scan.Request{ShortIsEnd: plain(root)}
	f.report, err = walk.Files(ctx, path, opt, func(k int, e *walk.Entry) (err error) {
		w := &workers[k]
		if w.searcher == nil {
			w.searcher = f.pattern.NewSearcher()
		}
		file, err := e.Open()
		if err != nil {
			f.failed(e, err)
			return nil
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		err = w.search(ctx, f, file, e, req)
		switch {
		case err != nil && context.Cause(ctx) == nil:
			f.failed(e, err)
			return nil
		}
		return err
	})
	return err
}

// grepWorker is what one goroutine searches with.
type grepWorker struct {
	searcher *scan.Searcher
	page     grepPage
	head     []byte
}

// search searches a file. Entry is nil for a file that was named.
func (w *grepWorker) search(ctx context.Context, f *grepFound, file io.Reader, e *walk.Entry, req scan.Request) error {
	in := &f.in
	req.Before, req.After, req.Max = max(in.Before, in.Context), max(in.After, in.Context), in.PerFile
	var give func(scan.Line) bool
	switch in.OutputMode {
	case filesMode:
		req.Max = 1
	case content:
		w.head = w.head[:0]
		if e != nil {
			w.head = append(append(w.head, f.prefix...), e.Bytes()...)
		}
		w.page = grepPage{head: w.head, numbers: in.LineNumbers, gaps: in.around(), room: f.need, text: w.page.text[:0], ends: w.page.ends[:0]}
		give = w.page.add
	}
	sum, err := w.searcher.Search(stoppable{ctx, file}, req, give)
	if sum.Matches == 0 || context.Cause(ctx) != nil {
		return err
	}
	rel := ""
	if e != nil {
		rel = e.Rel()
	}
	f.add(rel, sum, &w.page)
	return err
}

// stoppable is a file that reads no further when the call is over.
type stoppable struct {
	ctx  context.Context //nolint:containedctx // it lives as long as one search, whose context it is
	file io.Reader
}

func (s stoppable) Read(b []byte) (int, error) {
	if err := context.Cause(s.ctx); err != nil {
		return 0, err
	}
	return s.file.Read(b)
}
