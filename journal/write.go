package journal

import (
	"errors"
	"fmt"
	"io/fs"
)

// reach returns when the first n records are in the file, or on the disk.
//
// One goroutine at a time works for all: while it writes and syncs, the others add their
// lines and wait, and the first of them to wake up takes all of these along. So
// the number of syncs does not grow with the number of those who commit.
func (j *Journal) reach(n int64, disk bool) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	for {
		done := j.written
		if disk {
			done = j.synced
		}
		switch {
		case done >= n:
			return nil
		case j.err != nil:
			return j.err
		case j.busy:
			j.ready.Wait()
		default:
			if err := j.work(disk); err != nil {
				return err
			}
		}
	}
}

// work writes what is pending, and syncs it. It is called with mu held and busy false,
// and lets go of mu while the disk works.
func (j *Journal) work(disk bool) error {
	if j.err != nil {
		return j.err
	}
	j.busy = true
	j.out, j.pending = j.pending, j.out[:0]
	upto, size, out := j.next, j.size, j.out
	j.mu.Unlock()
	fatal, writeErr := j.write(out, size)
	var syncErr error
	if writeErr == nil && disk {
		syncErr = j.store.syncFile(j.file)
	}
	j.mu.Lock()
	j.busy = false
	j.ready.Broadcast()
	if writeErr != nil {
		// What was not written goes first the next time.
		j.pending = append(out, j.pending...)
		j.out = nil
		err := fmt.Errorf("session %s could not be written: %w", j.id, writeErr)
		if fatal {
			j.err = err
		}
		return err
	}
	j.size = size + int64(len(out))
	j.written = upto
	if cap(j.out) > tooMuch {
		j.out = nil
	}
	if syncErr != nil {
		// The system may have forgotten what it could not write, and would say
		// next time that all is well. Only reading the file again shows what is there.
		j.err = fmt.Errorf("session %s could not be brought to the disk, resume it to see what is there: %w", j.id, syncErr)
		return j.err
	}
	if disk {
		j.synced = upto
	}
	return nil
}

// write puts lines at the end of the file, all or none.
func (j *Journal) write(lines []byte, at int64) (fatal bool, err error) {
	if len(lines) == 0 {
		return false, nil
	}
	_, err = j.file.WriteAt(lines, at)
	if err == nil {
		return false, nil
	}
	// The count is no help: it can be 0 although a part was written.
	if cut := j.file.Truncate(at); cut != nil {
		return true, errors.Join(j.named(err), j.named(cut))
	}
	return false, j.named(err)
}

// named is an error of the file under the name that it has by now: it was opened under
// another.
func (j *Journal) named(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: e.Op, Path: j.store.Path(j.id), Err: e.Err}
	}
	return err
}

// Close writes what is left, syncs it and lets others have the session. Closing
// twice does nothing.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if errors.Is(j.err, ErrClosed) {
		return nil
	}
	err := j.repeatTitle()
	for j.busy {
		j.ready.Wait()
	}
	if j.err == nil && j.synced < j.next {
		err = errors.Join(err, j.work(true))
	}
	for j.busy {
		j.ready.Wait()
	}
	if errors.Is(j.err, ErrClosed) {
		return err
	}
	err = errors.Join(err, j.err)
	j.err = ErrClosed
	j.ready.Broadcast()
	return errors.Join(err, j.file.Close())
}
