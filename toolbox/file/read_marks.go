package file

import (
	"slices"
	"sync"

	"jig/workspace"
)

const (
	markEvery  = 8 << 20 // bytes between marks
	maxMarks   = 4096    // marks of one file: 32 GB of them
	maxIndexed = 16      // files with marks
)

// mark is where a line begins.
type mark struct {
	line, at int64
}

// marks remember where lines begin in files too large to be read from their
// beginning for each range. They hold for a file as it was: when it changes, so
// does its sum, and they are forgotten.
type marks struct {
	mu    sync.Mutex
	files []indexed
}

type indexed struct {
	path  string
	sum   workspace.Sum
	marks []mark // by line
}

// before gives the last mark at or before a line.
func (m *marks) before(path string, sum workspace.Sum, line int64) mark {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := m.find(path); i >= 0 && m.files[i].sum == sum {
		known := m.files[i].marks
		if n, _ := slices.BinarySearchFunc(known, line+1, byLine); n > 0 {
			return known[n-1]
		}
	}
	return mark{line: 1}
}

// add remembers a mark.
func (m *marks) add(path string, sum workspace.Sum, at mark) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.find(path)
	switch {
	case i < 0:
		if len(m.files) == maxIndexed {
			m.files = slices.Delete(m.files, 0, 1)
		}
		m.files = append(m.files, indexed{path: path, sum: sum})
		i = len(m.files) - 1
	case m.files[i].sum != sum:
		m.files[i] = indexed{path: path, sum: sum}
	}
	f := &m.files[i]
	if n, found := slices.BinarySearchFunc(f.marks, at.line, byLine); !found && len(f.marks) < maxMarks {
		f.marks = slices.Insert(f.marks, n, at)
	}
}

func (m *marks) find(path string) int {
	return slices.IndexFunc(m.files, func(f indexed) bool { return f.path == path })
}

func byLine(m mark, line int64) int {
	switch {
	case m.line < line:
		return -1
	case m.line > line:
		return 1
	}
	return 0
}
