package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
)

// End stands for the last record of a session.
const End int64 = math.MaxInt64

// Fork makes a new session of another one up to a record, and gives its id. The other may
// be in use, and stays as it is.
func (s *Store) Fork(id string, at int64) (string, error) {
	return s.derive(id, at, false)
}

// Salvage makes a new session of what is left of a damaged one, and gives its id. Where
// records were lost it has one of [SalvageKind]. The damaged session stays as it is.
func (s *Store) Salvage(id string) (string, error) {
	return s.derive(id, End, true)
}

func (s *Store) derive(id string, at int64, damaged bool) (string, error) {
	if at < 0 {
		return "", fmt.Errorf("session %s has no record %d to be forked at", id, at)
	}
	h := Header{Parent: id}
	if old, err := s.Header(id); err == nil {
		h.Dir, h.Title = old.Dir, old.Title
	} else if !damaged || !isBroken(err) {
		return "", err
	}
	if at != End {
		h.At = at
	} else if info, err := s.Info(id); err == nil {
		h.At = info.Records - 1
	}
	j, err := s.create(h, func(j *Journal) error {
		if err := s.copyInto(j, id, at, damaged); err != nil {
			return err
		}
		return s.copyBlobs(id, j.id)
	})
	if err != nil {
		return "", fmt.Errorf("session %s cannot be forked: %w", id, err)
	}
	return j.ID(), j.Close()
}

// copyInto adds the records of a session to a new one, with their times.
func (s *Store) copyInto(j *Journal, id string, at int64, damaged bool) error {
	last := int64(0)
	for r, err := range s.read(id, true) {
		switch {
		case err != nil && (!damaged || !isBroken(err)):
			return err
		case err != nil:
			if _, err := j.Append(SalvageKind, map[string]string{"reason": err.Error()}); err != nil {
				return err
			}
		}
		if r.Kind == "" || r.Kind == HeaderKind {
			continue
		}
		if r.Seq > at {
			return nil
		}
		last = r.Seq
		if err := s.copyFiles(id, j.id, &r); err != nil {
			if !damaged {
				return err
			}
			if _, err := j.Append(SalvageKind, map[string]string{"reason": err.Error()}); err != nil {
				return err
			}
			continue
		}
		if err := j.copyRecord(&r); err != nil {
			return err
		}
	}
	if at != End && last < at {
		return fmt.Errorf("it has %d records, and none with the number %d", last+1, at)
	}
	return nil
}

// copyRecord adds a record as it is. Its time stays what it was, although the header above
// it is younger.
func (j *Journal) copyRecord(r *Record) error {
	if err := j.seeTitle(r); err != nil {
		return err
	}
	c := Record{Kind: r.Kind, Data: r.Data, Files: r.Files, Time: r.Time}
	_, err := j.add(&c)
	return err
}

// copyFiles gives the new session the long texts of a record.
func (s *Store) copyFiles(from, to string, r *Record) error {
	for _, name := range r.Files {
		content, err := s.bytes(from, name)
		if err != nil {
			return err
		}
		if _, err := s.keepBytes(to, content); err != nil {
			return err
		}
	}
	return nil
}

// copyBlobs gives the new session what was kept with [Journal.Blob]: only those who wrote
// the records know which of them they speak of.
func (s *Store) copyBlobs(from, to string) error {
	entries, err := os.ReadDir(s.filesPath(from))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		content, err := s.bytes(from, e.Name())
		if err != nil {
			continue // a torn end; or damaged, and no record has missed it
		}
		if _, err := s.keepBytes(to, content); err != nil {
			return err
		}
	}
	return nil
}

// Delete removes a session that nobody writes.
func (s *Store) Delete(id string) error {
	f, err := s.lock(id)
	if err != nil {
		return err
	}
	// The files go last: if this is cut off, they are without use, but harm nobody.
	err = os.Remove(s.Path(id))
	if err == nil {
		err = os.RemoveAll(s.filesPath(id))
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("session %s cannot be deleted: %w", id, err)
	}
	return s.syncFolder(s.dir)
}
