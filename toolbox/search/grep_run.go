package search

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"jig/internal/scan/tree"
	"jig/internal/walk"
	"jig/tool"
	"jig/workspace"
)

// run searches everything that is asked for, even beyond what will be shown: so the answer can say how much there is, and is
// the same however the work was divided.
func (g grepper) run(ctx context.Context, in grepInput) (_ *tool.Result, err error) {
	call := tool.FromContext(ctx)
	began := call.Now()
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
	answer, err := g.search(ctx, in, place, root)
	if err == nil && answer.Matches == 0 && answer.Report.Files <= smallTree {
		answer, err = g.secondChance(ctx, answer, place, root)
	}
	if err != nil {
		return nil, err
	}
	answer.took = call.Now().Sub(began)
	return answer.result(), nil
}

// smallTree is up to how many files a search that found nothing is worth another.
const smallTree = 5000

// secondChance looks into what may be wrong with a pattern that nothing matches. A quote without a partner at its end is left
// there by models now and then; what is found without it is the answer. If only capitals are the reason, the answer says so.
func (g grepper) secondChance(ctx context.Context, first *grepAnswer, place workspace.Place, root *os.File) (*grepAnswer, error) {
	if shorter, ok := withoutStrayQuote(first.in.Pattern); ok {
		in := first.in
		in.Pattern = shorter
		again, err := g.search(ctx, in, place, root)
		if err != nil {
			return nil, err
		}
		if again.Matches > 0 {
			again.repaired = first.in.Pattern
			return again, nil
		}
	}
	if !first.in.Insensitive {
		in := first.in
		in.Insensitive, in.OutputMode, in.HeadLimit, in.Offset = true, filesMode, 1, 0
		again, err := g.search(ctx, in, place, root)
		if err != nil {
			return nil, err
		}
		first.otherCase = again.Matches > 0
	}
	return first, nil
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

// search searches the file, whatever the filters say, as it was named; or the files of the folder.
func (g grepper) search(ctx context.Context, in grepInput, place workspace.Place, root *os.File) (*grepAnswer, error) {
	pattern, err := in.compile()
	if err != nil {
		return nil, err
	}
	filter, err := in.filter()
	if err != nil {
		return nil, err
	}
	query := &tree.Query{
		Pattern: pattern, Numbers: in.LineNumbers, PerFile: in.PerFile,
		Before: max(in.Before, in.Context), After: max(in.After, in.Context),
	}
	if in.HeadLimit > 0 {
		query.Keep = in.Offset + in.HeadLimit
	}
	switch in.OutputMode {
	case filesMode:
		query.Mode = tree.Files
	case countsMode:
		query.Mode = tree.Counts
	}
	answer := &grepAnswer{in: in, notes: pattern.Notes(), single: place.Kind == workspace.File}
	if answer.single {
		if _, err := root.Seek(0, io.SeekStart); err != nil { // it may have been searched before
			return nil, err
		}
		answer.Found, err = query.File(ctx, root)
		return answer, err
	}
	answer.prefix = shownBelow(g.sess, place.Real)
	query.Prefix = answer.prefix
	answer.Found, err = query.Folder(ctx, place.Real, walk.Options{
		Hidden: in.Hidden || filter.dotted, NoIgnore: in.NoIgnore, MaxDepth: in.MaxDepth, Accept: filter.accept(), Root: root,
	})
	return answer, err
}
