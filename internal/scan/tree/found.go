package tree

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"sync"

	"jig/internal/scan"
	"jig/internal/walk"
)

// Found is what a search came to.
type Found struct {
	// Kept are the files that come first in the order of their paths, with as much of them as is wanted.
	Kept []File
	// Matches, Files and Lines are how many matching lines, files with a match, and lines to show there are in all.
	Matches, Files, Lines int
	// Binary is how many of the files have a NUL byte, up to which they were searched.
	Binary int
	// Unread is how many files could not be read, and Denied says why for one of them.
	Unread int
	Denied error
	Cut    bool // lines were too long to be shown whole
	Pieces bool // see [scan.Summary]
	Report walk.Report

	query   *Query
	need    int
	mu      sync.Mutex
	lines   int    // how many lines, or files, are kept
	last    string // files that come after this one are not kept,
	trimmed bool   // if this is set
}

// File is a file with matches.
type File struct {
	Rel     string // the path from the folder; empty for a single file
	Matches int
	text    []byte
	ends    []int // where each line ends in text
}

// add takes what was found in a file.
func (f *Found) add(rel string, sum scan.Summary, p *page) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Matches += sum.Matches
	f.Files++
	f.Lines += p.lines
	f.Cut = f.Cut || p.cut
	f.Pieces = f.Pieces || sum.Pieces
	if sum.Binary {
		f.Binary++
	}
	if f.trimmed && rel > f.last {
		return
	}
	f.Kept = append(f.Kept, File{Rel: rel, Matches: sum.Matches, text: bytes.Clone(p.text), ends: slices.Clone(p.ends)})
	f.lines += max(1, len(p.ends))
	if f.lines/4 > f.need+1000 {
		f.trim()
	}
}

// sort brings the files into the order in which they are shown.
func (f *Found) sort() {
	slices.SortFunc(f.Kept, func(a, b File) int { return cmp.Compare(a.Rel, b.Rel) })
}

// trim forgets the files that come so late that they are not wanted, and notes from where on that is so.
func (f *Found) trim() {
	f.sort()
	f.lines = 0
	for i := range f.Kept {
		f.lines += max(1, len(f.Kept[i].ends))
		if f.lines >= f.need {
			clear(f.Kept[i+1:])
			f.Kept = f.Kept[:i+1]
			f.last, f.trimmed = f.Kept[i].Rel, true
			return
		}
	}
}

// failed notes a file that could not be read. One that is gone by now is no failure.
func (f *Found) failed(e *walk.Entry, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Unread++
	if f.Denied != nil {
		return
	}
	if about := (*fs.PathError)(nil); errors.As(err, &about) {
		err = about.Err
	}
	f.Denied = &fs.PathError{Op: "read", Path: f.query.Prefix + e.Rel(), Err: err}
}

// Write writes the lines from offset on, up to a number of lines and about a number of bytes, and says how many.
func (f *Found) Write(to *bytes.Buffer, offset, limit, budget int) int {
	shown := 0
	for _, file := range f.Kept {
		from := 0
		for i, end := range file.ends {
			line := file.text[from:end]
			from = end
			if offset > 0 {
				offset--
				continue
			}
			if shown == 0 {
				line = bytes.TrimPrefix(line, []byte(separator))
			}
			if shown == limit || shown > 0 && to.Len()+len(line) > budget {
				return shown
			}
			if i == 0 && shown > 0 && f.query.around() {
				to.WriteString(separator)
			}
			to.Write(line)
			shown++
		}
	}
	return shown
}
