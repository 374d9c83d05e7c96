package journal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// longestLine bounds what a damaged file can make a reader keep. Lines that are written
// here are far shorter, since long strings go to files.
const longestLine = 64 << 20

// BrokenError is a line of a session that cannot be read, or a gap before it.
type BrokenError struct {
	ID     string
	Line   int64 // counted from 1
	Offset int64 // of its first byte
	Err    error // what is wrong
	// Whole says that the line itself is as it was written: what is wrong is its place, or
	// that one of its files is missing. No crash leaves such a line behind.
	Whole bool
}

func (e *BrokenError) Error() string {
	return fmt.Sprintf("session %s is damaged at line %d (byte %d): %v; what is left of it can be salvaged into a new session", e.ID, e.Line, e.Offset, e.Err)
}

// Unwrap gives what is wrong with the line.
func (e *BrokenError) Unwrap() error { return e.Err }

var (
	errHalf    = errors.New("it has no end")
	errTooLong = fmt.Errorf("it is longer than %d MiB", longestLine>>20)
)

// lines reads the lines of a file one by one, and knows where each begins.
type lines struct {
	r      *bufio.Reader
	long   []byte
	offset int64 // where the next line begins
	number int64 // of the line that was read last, counted from 1
}

func newLines(r io.Reader, offset, number int64) *lines {
	return &lines{r: bufio.NewReaderSize(r, 64<<10), offset: offset, number: number}
}

// next gives a line without its end, valid until the next one, and where it begins. At
// the end of the file it gives io.EOF, or errHalf if there is a line without an end.
func (l *lines) next() (text []byte, offset int64, err error) {
	offset = l.offset
	l.long = l.long[:0]
	var tooLong error
	for {
		piece, err := l.r.ReadSlice('\n')
		l.offset += int64(len(piece))
		if err == nil && len(l.long) == 0 && tooLong == nil {
			l.number++
			return piece[:len(piece)-1], offset, nil
		}
		if len(l.long)+len(piece) > longestLine {
			tooLong = errTooLong
			l.long = nil
		}
		if tooLong == nil {
			l.long = append(l.long, piece...)
		}
		switch {
		case err == nil:
			l.number++
			if tooLong != nil {
				return nil, offset, tooLong
			}
			return l.long[:len(l.long)-1], offset, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			if l.offset == offset {
				return nil, offset, io.EOF
			}
			l.number++
			return l.long, offset, errHalf
		default:
			return nil, offset, err
		}
	}
}

// reader reads records and watches their order.
type reader struct {
	*lines
	store *Store
	id    string
	want  int64 // the next seq
	// stored leaves long texts in their files.
	stored bool
}

// next gives the next record. After a *BrokenError reading can go on: the records after
// it are those that are whole. Every other error is an end.
func (r *reader) next() (Record, error) {
	text, offset, err := r.lines.next()
	broken := func(err error, whole bool) error {
		return &BrokenError{ID: r.id, Line: r.number, Offset: offset, Err: err, Whole: whole}
	}
	switch {
	case errors.Is(err, errTooLong):
		return Record{}, broken(err, false)
	case err != nil:
		return Record{}, err
	}
	record, err := parseLine(text)
	if err != nil {
		return Record{}, broken(err, false)
	}
	if len(record.Files) > 0 && !r.stored {
		if err := r.store.putBack(r.id, &record); err != nil {
			r.want = record.Seq + 1
			return Record{}, broken(err, true)
		}
	}
	want := r.want
	switch {
	case record.Seq < want:
		return Record{}, broken(fmt.Errorf("it is record %d, where %d should be", record.Seq, want), true)
	case record.Seq == 0 && record.Kind != HeaderKind:
		return Record{}, broken(fmt.Errorf("the first record is a %s and not the header", record.Kind), true)
	}
	r.want = record.Seq + 1
	if record.Seq > want {
		// The record itself is whole, but must not be taken for the one that is missing.
		return record, broken(fmt.Errorf("records %d to %d are missing before it", want, record.Seq-1), true)
	}
	return record, nil
}
