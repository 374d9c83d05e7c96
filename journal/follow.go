package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"time"
)

const (
	soon = 5 * time.Millisecond
	late = 250 * time.Millisecond
)

// Follow gives the records of a session from a number on, and then those that come, until
// the context ends. Whoever writes it may end and begin again meanwhile.
func (s *Store) Follow(ctx context.Context, id string, from int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		f, err := s.open(id, os.O_RDONLY)
		if err != nil {
			yield(Record{}, err)
			return
		}
		defer f.Close() //nolint:errcheck // it was only read
		t := tail{store: s, id: id, file: f, from: from}
		timer := time.NewTimer(0)
		defer timer.Stop()
		for pause := soon; ; pause = min(2*pause, late) {
			select {
			case <-ctx.Done():
				return
			case <-timer.C:
			}
			more, err := t.read(ctx, yield)
			switch {
			case errors.Is(err, errEnough):
				return
			case err != nil:
				yield(Record{}, err)
				return
			case more:
				pause = soon
			}
			timer.Reset(pause)
		}
	}
}

var errEnough = errors.New("nobody listens any more")

// tail is how far somebody has followed a session.
type tail struct {
	store *Store
	id    string
	file  *os.File
	from  int64

	offset int64 // of the first line that was not read
	number int64 // of lines before it
	want   int64
}

// read gives the records that are new. What has no end yet is read again the next time
// from its beginning: it may be cut off and replaced.
func (t *tail) read(ctx context.Context, yield func(Record, error) bool) (more bool, err error) {
	stat, err := t.file.Stat()
	if err != nil {
		return false, err
	}
	if stat.Size() <= t.offset {
		if _, err := os.Stat(t.store.Path(t.id)); errors.Is(err, fs.ErrNotExist) {
			return false, fmt.Errorf("session %s was deleted: %w", t.id, fs.ErrNotExist)
		}
		return false, nil
	}
	r := &reader{
		lines: newLines(io.NewSectionReader(t.file, t.offset, stat.Size()-t.offset), t.offset, t.number),
		store: t.store, id: t.id, want: t.want,
	}
	for ctx.Err() == nil {
		record, err := r.next()
		if errors.Is(err, io.EOF) || errors.Is(err, errHalf) {
			return more, nil
		}
		if err != nil && !isBroken(err) {
			return more, err
		}
		more = true
		t.offset, t.number, t.want = r.offset, r.number, r.want
		if (err != nil || record.Seq >= t.from) && !yield(record, err) {
			return more, errEnough
		}
	}
	return more, nil
}
