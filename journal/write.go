package journal

import (
	"errors"
	"fmt"
	"io/fs"
)

// reach returns when the first n records are in the file, or on the disk.
//
// One goroutine at a time works for all: while it syncs, the others add their lines and
// wait, and the first of them to wake up takes all of these along. So a commit waits for
// the sync under way, which began too early for it, and for the one after that; the number
// of syncs does not grow with the number of those who commit. Those who want their lines
// only in the file do not wait for a sync at all.
func (j *Journal) reach(n int64, disk bool) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	for {
		done, occupied, work := j.written, j.writing, j.flush
		if disk {
			done, occupied, work = j.synced, j.syncing, j.sync
		}
		switch {
		case done >= n:
			return nil
		case j.err != nil:
			return j.err
		case occupied:
			j.ready.Wait()
		default:
			if err := work(); err != nil {
				return err
			}
		}
	}
}

// flush writes what is pending. It is called with mu held and writing false, and lets go
// of mu while the disk works.
func (j *Journal) flush() error {
	if j.err != nil || len(j.pending) == 0 {
		return j.err
	}
	j.writing = true
	j.out, j.pending = j.pending, j.out[:0]
	upto, size, out := j.next, j.size, j.out
	j.mu.Unlock()
	fatal, err := j.write(out, size)
	j.mu.Lock()
	j.writing = false
	j.ready.Broadcast()
	if err != nil {
		// What was not written goes first the next time.
		j.pending = append(out, j.pending...)
		j.out = nil
		err = fmt.Errorf("session %s could not be written: %w", j.id, err)
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
	return nil
}

// sync writes what is pending and brings all that is in the file to the disk. It is called
// with mu held and syncing false, and lets go of mu while the disk works.
func (j *Journal) sync() error {
	j.syncing = true
	defer func() {
		j.syncing = false
		j.ready.Broadcast()
	}()
	for j.writing {
		j.ready.Wait()
	}
	if err := j.flush(); err != nil {
		return err
	}
	upto := j.written
	j.mu.Unlock()
	err := j.store.syncFile(j.file)
	j.mu.Lock()
	if err != nil {
		// The system may have forgotten what it could not write, and would say
		// next time that all is well. Only reading the file again shows what is there.
		j.err = fmt.Errorf("session %s could not be brought to the disk, resume it to see what is there: %w", j.id, err)
		return j.err
	}
	j.synced = upto
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
	j.rest()
	if j.err == nil && j.synced < j.next {
		err = errors.Join(err, j.sync())
	}
	j.rest()
	if errors.Is(j.err, ErrClosed) {
		return err
	}
	err = errors.Join(err, j.err)
	j.err = ErrClosed
	j.ready.Broadcast()
	return errors.Join(err, j.file.Close())
}

// rest waits until nobody works. It is called with mu held.
func (j *Journal) rest() {
	for j.writing || j.syncing {
		j.ready.Wait()
	}
}
