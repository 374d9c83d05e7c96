package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"
)

const (
	// enough is how much is collected before it is written without being asked.
	enough = 64 << 10
	// tooMuch is how much may wait while the disk is busy, before Append waits too.
	tooMuch = 4 << 20
)

// Journal is a session that is being written. It may be used by several goroutines.
type Journal struct {
	store *Store
	id    string

	// mu guards everything below, but is never held while the disk works. One goroutine at
	// a time writes, and has out for himself; one at a time syncs. The two do not wait for
	// each other: what is written during a sync is for the next one.
	mu    sync.Mutex
	ready sync.Cond // writing or syncing has ended

	file    *os.File
	header  Header
	title   titleMark
	next    int64     // seq of the next record
	last    time.Time // of the record before
	pending []byte    // whole lines that are not in the file yet
	out     []byte    // the lines that are being written
	size    int64     // of the file, always at the end of a line
	written int64     // how many records are in the file
	synced  int64     // how many are on the disk for certain
	writing bool
	syncing bool
	err     error // for good: the file cannot be trusted, or is closed
}

func newJournal(s *Store, h Header, f *os.File) *Journal {
	j := &Journal{store: s, id: h.ID, header: h, file: f}
	j.ready.L = &j.mu
	return j
}

// ID is the identifier of the session.
func (j *Journal) ID() string { return j.id }

// Header is what was said at the beginning, with the present title.
func (j *Journal) Header() Header {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.header
}

// Append adds a record and gives its number. It is written a little later, at the latest
// with the next Flush, Sync, Commit or Close. After an error the record is not in the
// journal.
func (j *Journal) Append(kind string, data any) (seq int64, err error) {
	r := Record{Kind: kind}
	if err := checkKind(kind); err != nil {
		return 0, err
	}
	if r.Data, err = encode(data); err != nil {
		return 0, fmt.Errorf("the data of a record (%s) is no JSON: %w", kind, err)
	}
	r.Data = j.store.opt.Redactor.JSON(nil, r.Data)
	if r.Data, r.Files, err = j.store.takeOut(j.id, r.Data); err != nil {
		return 0, err
	}
	return j.add(&r)
}

// add gives a record its number and time, and puts it behind those that wait.
func (j *Journal) add(r *Record) (int64, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for len(j.pending) >= tooMuch && j.writing && j.err == nil {
		j.ready.Wait()
	}
	if len(j.pending) >= enough && !j.writing {
		// What waits is kept if this fails, but it must not grow without end.
		if err := j.flush(); err != nil && len(j.pending) >= tooMuch {
			return 0, err
		}
	}
	if j.err != nil {
		return 0, j.err
	}
	err := j.put(r)
	return r.Seq, err
}

// put is add without waiting, called with mu held. It sets the number in any case.
func (j *Journal) put(r *Record) error {
	r.Seq = j.next
	if r.Time.IsZero() {
		if now := j.store.opt.Now().UTC(); now.After(j.last) {
			j.last = now
		}
		r.Time = j.last
	}
	var err error
	if j.pending, err = appendLine(j.pending, r); err != nil {
		return err
	}
	j.next++
	return nil
}

// Commit adds a record and returns when it is on the disk, with everything before it.
// Commits that come together share a sync. If the disk does not take it, the
// record stays in memory and goes out with the next one that succeeds.
func (j *Journal) Commit(kind string, data any) (seq int64, err error) {
	if seq, err = j.Append(kind, data); err != nil {
		return 0, err
	}
	return seq, j.reach(seq+1, true)
}

// Flush writes everything to the file, where other processes see it and the end of this
// one cannot harm it. Only Sync protects it from the end of the machine.
func (j *Journal) Flush() error { return j.reach(j.count(), false) }

// Sync returns when everything is on the disk.
func (j *Journal) Sync() error { return j.reach(j.count(), true) }

func (j *Journal) count() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.next
}

// encode makes compact JSON, without the escapes that only HTML needs. Bytes that are no
// UTF-8 become U+FFFD.
func encode(data any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(data); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
