package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"
)

// Info is what a list says about a session.
type Info struct {
	ID      string    `json:"id"`
	Title   string    `json:"title,omitempty"`
	Dir     string    `json:"cwd,omitempty"`
	Parent  string    `json:"parent,omitempty"`
	Started time.Time `json:"started"`
	Changed time.Time `json:"changed"`
	// Records is how many there are, with the header; Bytes is the length of the file.
	Records int64 `json:"records"`
	Bytes   int64 `json:"bytes"`
	// Err says that the file is no session that can be read.
	Err error `json:"-"`
}

// glimpse is how much is read of the beginning and of the end of a file to list it.
const glimpse = 8 << 10

// List gives the sessions, the last changed first. It reads the beginnings and the ends
// of the files only, however long they are. A file that cannot be read is in the list
// with its error.
func (s *Store) List() ([]Info, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, fmt.Errorf("the sessions cannot be listed: %w", err)
	}
	var all []Info
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), extension)
		if !ok || checkID(id) != nil || !e.Type().IsRegular() { // a pipe would be waited for, and a link leads elsewhere
			continue
		}
		info, err := s.Info(id)
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted meanwhile
		}
		info.Err = err
		all = append(all, info)
	}
	slices.SortFunc(all, func(a, b Info) int {
		if c := b.Changed.Compare(a.Changed); c != 0 {
			return c
		}
		return strings.Compare(b.ID, a.ID)
	})
	return all, nil
}

// Info looks at one session.
func (s *Store) Info(id string) (Info, error) {
	info := Info{ID: id}
	f, err := s.open(id, os.O_RDONLY)
	if err != nil {
		return info, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	stat, err := f.Stat()
	if err != nil {
		return info, err
	}
	info.Bytes, info.Changed, info.Started = stat.Size(), stat.ModTime(), stat.ModTime()
	head, err := beginOf(f, info.Bytes)
	if err != nil {
		return info, fmt.Errorf("session %s: %w", id, err)
	}
	first := head[0]
	h, err := headerOf(&first)
	if err != nil {
		return info, err
	}
	info.Title, info.Dir, info.Parent, info.Started = h.Title, h.Dir, h.Parent, first.Time
	tail, err := endOf(f, info.Bytes)
	if err != nil {
		return info, fmt.Errorf("session %s: %w", id, err)
	}
	last := first
	if len(tail) > 0 {
		last = tail[len(tail)-1]
	}
	info.Changed, info.Records = last.Time, last.Seq+1
	if first.Time.After(last.Time) { // a fork with nothing new in it
		info.Changed = first.Time
	}
	for _, r := range append(head, tail...) {
		var t titleData
		if r.Kind == TitleKind && r.Decode(&t) == nil {
			info.Title = t.Title
		}
	}
	return info, nil
}

// beginOf reads the header, and the titles in a glimpse of what comes after.
func beginOf(f *os.File, size int64) ([]Record, error) {
	for n := int64(glimpse); ; n *= 4 {
		b, err := piece(f, 0, min(n, size))
		if err != nil {
			return nil, err
		}
		end := bytes.IndexByte(b, '\n')
		if end < 0 && n < size && n < longestLine {
			continue
		}
		header, err := parseLine(b[:max(end, 0)])
		if err != nil || header.Kind != HeaderKind {
			return nil, errors.New("it has no header: it is no session, or is damaged")
		}
		return append([]Record{header}, titles(b[end+1:])...), nil
	}
}

// endOf reads the titles in a glimpse of the end, and the last record that is whole.
func endOf(f *os.File, size int64) ([]Record, error) {
	for n := int64(glimpse); ; n *= 4 {
		n = min(n, size)
		b, err := piece(f, size-n, n)
		if err != nil {
			return nil, err
		}
		if n < size { // the first of the lines may be half
			b = b[bytes.IndexByte(b, '\n')+1:]
		}
		b = b[:bytes.LastIndexByte(b, '\n')+1]
		found := titles(b)
		for len(b) > 0 {
			start := bytes.LastIndexByte(b[:len(b)-1], '\n') + 1
			if r, err := parseLine(b[start : len(b)-1]); err == nil {
				return append(found, r), nil
			}
			b = b[:start]
		}
		if n == size || n > longestLine {
			return nil, nil
		}
	}
}

// titles gives the records of whole lines that are titles. Lines that are damaged are
// told about when the session is read.
func titles(b []byte) []Record {
	var found []Record
	for line := range bytes.Lines(b) {
		if !bytes.Contains(line[:min(len(line), 128)], []byte(`"kind":"`+TitleKind+`"`)) {
			continue
		}
		if r, err := parseLine(bytes.TrimSuffix(line, []byte("\n"))); err == nil {
			found = append(found, r)
		}
	}
	return found
}

func piece(f *os.File, at, n int64) ([]byte, error) {
	b := make([]byte, n)
	read, err := f.ReadAt(b, at)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return b[:read], nil
}

// Find gives the id of the session that is meant by the beginning or the end of its id,
// or by "last" for the one that was changed last.
func (s *Store) Find(name string) (id string, err error) {
	if checkID(name) == nil {
		if _, err := os.Stat(s.Path(name)); err == nil {
			return name, nil
		}
	}
	all, err := s.List()
	if err != nil {
		return "", err
	}
	var found []string
	for i := range all {
		if name == "last" && all[i].Err == nil {
			return all[i].ID, nil
		}
		if name != "" && (strings.HasPrefix(all[i].ID, name) || strings.HasSuffix(all[i].ID, name)) {
			found = append(found, all[i].ID)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("there is no session %q: %w", name, fs.ErrNotExist)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%d sessions are meant by %q: %s; write more of the id", len(found), name, strings.Join(found[:min(len(found), 5)], ", "))
}
