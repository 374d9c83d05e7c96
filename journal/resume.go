package journal

import (
	"errors"
	"fmt"
	"io"
	"os"

	"jig/internal/filelock"
)

// Resume opens a session to write on, and gives what is in it. If a crash has cut its
// end, that is put aside, and a record of [TornKind] says so. A session that is
// damaged elsewhere is not opened: the error is a [*BrokenError].
func (s *Store) Resume(id string) (*Journal, []Record, error) {
	f, err := s.lock(id)
	if err != nil {
		return nil, nil, err
	}
	j, records, err := s.resume(id, f)
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return j, records, nil
}

// lock opens a session for oneself.
func (s *Store) lock(id string) (*os.File, error) {
	f, err := s.open(id, os.O_RDWR)
	if err != nil {
		return nil, err
	}
	taken, err := filelock.Try(f)
	switch {
	case err != nil:
		err = fmt.Errorf("session %s cannot be locked: %w", id, err)
	case !taken:
		err = fmt.Errorf("session %s: %w by another process; wait until it ends, or fork the session", id, ErrInUse)
	default:
		// It may have been deleted between the two steps.
		err = s.sameFile(id, f)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (s *Store) sameFile(id string, f *os.File) error {
	is, err := f.Stat()
	if err != nil {
		return err
	}
	named, err := os.Stat(s.Path(id))
	if err != nil {
		return err
	}
	if !os.SameFile(is, named) {
		return fmt.Errorf("session %s: %w: it is being replaced", id, ErrInUse)
	}
	return nil
}

func (s *Store) resume(id string, f *os.File) (*Journal, []Record, error) {
	records, end, size, err := s.whole(id, f)
	if err != nil {
		return nil, nil, err
	}
	if len(records) == 0 {
		return nil, nil, fmt.Errorf("session %s has no header: it is no session", id)
	}
	h, err := headerOf(&records[0])
	if err != nil {
		return nil, nil, err
	}
	h.ID = id // the name of the file is what counts, should it have been renamed
	j := newJournal(s, h, f)
	j.size = end
	j.next = int64(len(records))
	// What the last process wrote may not be on the disk yet.
	j.written, j.synced = j.next, 0
	j.last = records[len(records)-1].Time
	for i := range records {
		if err := j.seeTitle(&records[i]); err != nil {
			return nil, nil, err
		}
	}
	if end < size {
		torn, err := j.cutTail(end, size)
		if err != nil {
			return nil, nil, err
		}
		records = append(records, torn)
	}
	return j, records, j.Sync()
}

// whole reads all records of a file that nobody writes. End is where the last whole line
// ends. What comes after is the rest of a crash, however many lines it looks like: if
// there were a whole line behind a broken one, that would be damage, and an error.
func (s *Store) whole(id string, f *os.File) (records []Record, end, size int64, err error) {
	r := s.reader(id, f)
	var broken error
	for {
		record, err := r.next()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, errHalf):
			return records, end, r.offset, nil
		case err == nil && broken == nil:
			records = append(records, record)
			end = r.offset
		case err == nil:
			return nil, 0, 0, broken
		case !isBroken(err):
			return nil, 0, 0, err
		case isWhole(err):
			return nil, 0, 0, errors.Join(broken, err)
		case broken == nil:
			broken = err
		}
	}
}

// cutTail puts the end of the file aside and says so.
func (j *Journal) cutTail(end, size int64) (Record, error) {
	name := fmt.Sprintf("torn-%d", j.next)
	err := j.store.keepFile(j.id, name, io.NewSectionReader(j.file, end, size-end))
	if err == nil {
		err = j.file.Truncate(end)
	}
	if err != nil {
		return Record{}, fmt.Errorf("session %s was cut off by a crash, and what is left of its last line cannot be put aside: %w", j.id, err)
	}
	data, err := encode(map[string]any{"bytes": size - end, "file": name})
	if err != nil {
		return Record{}, err
	}
	r := Record{Kind: TornKind, Data: data}
	if _, err := j.add(&r); err != nil {
		return Record{}, err
	}
	return r, nil
}
