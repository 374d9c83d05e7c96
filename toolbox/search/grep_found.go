package search

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"math"
	"slices"
	"sync"
	"time"

	"jig/internal/scan"
	"jig/internal/walk"
)

// grepFound is what a search came to. Workers add to it as they find things, in any order. It keeps only what can be shown: the
// files that come first in the order of the paths, which does not depend on who found what when.
type grepFound struct {
	in        grepInput
	pattern   *scan.Pattern
	prefix    string // what stands before each path when it is shown
	single    bool   // one file was named
	repaired  string // the pattern as it was, if it was changed to find something
	otherCase bool   // nothing was found, but would be if capitals did not matter
	report    walk.Report
	took      time.Duration
	need      int // how many lines, or files, can be shown at most

	mu      sync.Mutex
	files   []grepFile
	kept    int // how many lines the files hold
	last    string
	trimmed bool // files that come after last are not kept

	matches, withMatches, lines int // all there are
	binary, unread              int
	denied                      error // why the first of the unread could not be read
	cut, pieces                 bool
}

// grepFile is a file with matches.
type grepFile struct {
	rel     string
	matches int
	text    []byte
	ends    []int
}

func newGrepFound(in grepInput, pattern *scan.Pattern) *grepFound {
	f := &grepFound{in: in, pattern: pattern, need: math.MaxInt / 2}
	if in.HeadLimit > 0 {
		f.need = in.HeadLimit + in.Offset
	}
	return f
}

// add takes what was found in a file.
func (f *grepFound) add(rel string, sum scan.Summary, page *grepPage) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.matches += sum.Matches
	f.withMatches++
	f.lines += page.lines
	f.cut = f.cut || page.cut
	f.pieces = f.pieces || sum.Pieces
	if sum.Binary {
		f.binary++
	}
	if f.trimmed && rel > f.last {
		return
	}
	f.files = append(f.files, grepFile{rel: rel, matches: sum.Matches, text: bytes.Clone(page.text), ends: slices.Clone(page.ends)})
	f.kept += max(1, len(page.ends))
	if f.kept/4 > f.need+1000 {
		f.trim()
	}
}

// sort brings the files into the order in which they are shown.
func (f *grepFound) sort() {
	slices.SortFunc(f.files, func(a, b grepFile) int { return cmp.Compare(a.rel, b.rel) })
}

// trim forgets the files that come so late that they cannot be shown.
func (f *grepFound) trim() {
	f.sort()
	f.kept = 0
	for i := range f.files {
		f.kept += max(1, len(f.files[i].ends))
		if f.kept >= f.need && (f.in.OutputMode == content || i+1 >= f.need) {
			clear(f.files[i+1:])
			f.files = f.files[:i+1]
			f.last, f.trimmed = f.files[i].rel, true
			return
		}
	}
}

// failed notes a file that could not be read. One that is gone by now is no failure.
func (f *grepFound) failed(e *walk.Entry, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.unread++
	if f.denied == nil {
		f.denied = &fs.PathError{Op: "read", Path: f.prefix + e.Rel(), Err: reason(err)}
	}
}

// reason is an error without the path it is about.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
