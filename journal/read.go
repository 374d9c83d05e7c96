package journal

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
)

// Read gives the records of a session from the header on, as far as they are written,
// without keeping them in memory. Another process may be writing it: a line that is
// not whole yet is where the session ends.
//
// A damaged line comes as a [*BrokenError]; who goes on gets the records after it. If
// records are missing, the error comes with the first record after the gap.
func (s *Store) Read(id string) iter.Seq2[Record, error] { return s.read(id, false) }

// read reads a session; stored leaves long texts in their files.
func (s *Store) read(id string, stored bool) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		f, err := s.open(id, os.O_RDONLY)
		if err != nil {
			yield(Record{}, err)
			return
		}
		defer f.Close() //nolint:errcheck // it was only read
		r := s.reader(id, f)
		r.stored = stored
		for {
			record, err := r.next()
			if errors.Is(err, io.EOF) || errors.Is(err, errHalf) {
				return
			}
			if !yield(record, err) {
				return
			}
			if err != nil && !isBroken(err) {
				return
			}
		}
	}
}

// Header gives what a session says about itself.
func (s *Store) Header(id string) (Header, error) {
	for record, err := range s.Read(id) {
		if err != nil {
			return Header{}, err
		}
		return headerOf(&record)
	}
	return Header{}, fmt.Errorf("session %s has no header: it is no session", id)
}

func headerOf(first *Record) (Header, error) {
	var h Header
	if err := first.Decode(&h); err != nil {
		return h, err
	}
	if h.Version > Version {
		return h, fmt.Errorf("session %s was written by a newer version of this program: its format is %d, and %d is the newest known", h.ID, h.Version, Version)
	}
	return h, nil
}

func (s *Store) reader(id string, f *os.File) *reader {
	return &reader{lines: newLines(f, 0, 0), store: s, id: id}
}

func (s *Store) open(id string, flag int) (*os.File, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(s.Path(id), flag, 0)
	if err != nil {
		return nil, fmt.Errorf("session %s cannot be opened: %w", id, err)
	}
	return f, nil
}

func isBroken(err error) bool {
	var broken *BrokenError
	return errors.As(err, &broken)
}

func isWhole(err error) bool {
	var broken *BrokenError
	return errors.As(err, &broken) && broken.Whole
}
