package journal_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"jig/journal"
)

// slowDisk holds syncs up until somebody lets them go.
type slowDisk struct {
	syncs atomic.Int64
	gate  chan error
}

func (d *slowDisk) sync(f *os.File) error {
	d.syncs.Add(1)
	if err := <-d.gate; err != nil {
		return err
	}
	return f.Sync()
}

// slowJournal is a session on such a disk, which is let go until the session is there.
func slowJournal(t *testing.T) (*slowDisk, *journal.Store, *journal.Journal) {
	t.Helper()
	d := &slowDisk{gate: make(chan error, 1)}
	d.gate <- nil
	s := journal.Open(t.TempDir(), journal.Options{}.WithSync(d.sync))
	j := create(t, s)
	d.syncs.Store(0)
	return d, s, j
}

func TestOneSyncCoversAllThatWasAppendedBeforeItBegan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _, j := slowJournal(t)
		var done atomic.Int64
		var wg sync.WaitGroup
		commit := func() {
			if _, err := j.Commit("note", note{}); err != nil {
				t.Error(err)
			}
			done.Add(1)
		}
		wg.Go(commit)
		synctest.Wait() // its sync is under way
		for range 20 {
			wg.Go(commit)
		}
		synctest.Wait()
		if d.syncs.Load() != 1 || done.Load() != 0 {
			t.Fatalf("%d syncs and %d commits have ended while the first sync is under way", d.syncs.Load(), done.Load())
		}
		d.gate <- nil
		synctest.Wait()
		if d.syncs.Load() != 2 || done.Load() != 1 {
			t.Fatalf("%d syncs and %d commits have ended after the first sync, which covers one record", d.syncs.Load(), done.Load())
		}
		d.gate <- nil
		wg.Wait()
		if d.syncs.Load() != 2 {
			t.Errorf("%d syncs for 21 commits, want 2", d.syncs.Load())
		}
		closed(t, j) // has nothing left to sync
	})
}

func TestWritingToTheFileDoesNotWaitForASync(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, s, j := slowJournal(t)
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := j.Commit("note", note{Text: "first"}); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		if _, err := j.Append("note", note{Text: "second"}); err != nil {
			t.Fatal(err)
		}
		if err := j.Flush(); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, err := range s.Read(j.ID()) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if n != 3 {
			t.Errorf("%d records are in the file, want the header and two", n)
		}
		d.gate <- nil
		wg.Wait()
		// The sync had begun before the second was written, and does not count for it.
		wg.Go(func() {
			if err := j.Sync(); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		if d.syncs.Load() != 2 {
			t.Errorf("%d syncs, want another one for the second record", d.syncs.Load())
		}
		d.gate <- nil
		wg.Wait()
		closed(t, j)
	})
}

func TestASyncThatFailsFailsForAllWhoWaitForIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _, j := slowJournal(t)
		broken := errors.New("the disk is broken")
		var failed atomic.Int64
		var wg sync.WaitGroup
		commit := func() {
			if _, err := j.Commit("note", note{}); errors.Is(err, broken) {
				failed.Add(1)
			}
		}
		wg.Go(commit)
		synctest.Wait()
		for range 5 {
			wg.Go(commit)
		}
		synctest.Wait()
		d.gate <- broken
		wg.Wait()
		if failed.Load() != 6 || d.syncs.Load() != 1 {
			t.Errorf("%d of 6 commits failed, after %d syncs", failed.Load(), d.syncs.Load())
		}
		if err := j.Close(); !errors.Is(err, broken) {
			t.Errorf("closing said %v", err)
		}
	})
}

// BenchmarkCommitGroup shows what a record costs when several goroutines commit at the same
// time, on this disk and on one that takes two milliseconds to sync.
func BenchmarkCommitGroup(b *testing.B) {
	for _, pause := range []time.Duration{0, 2 * time.Millisecond} {
		for _, writers := range []int{1, 4, 16, 64} {
			b.Run(fmt.Sprintf("sync+%v/writers=%d", pause, writers), func(b *testing.B) {
				var syncs atomic.Int64
				s := journal.Open(b.TempDir(), journal.Options{}.WithSync(func(f *os.File) error {
					syncs.Add(1)
					if pause > 0 {
						<-time.After(pause)
					}
					return f.Sync()
				}))
				j, err := s.Create(journal.Header{})
				if err != nil {
					b.Fatal(err)
				}
				defer func() { _ = j.Close() }()
				data := note{Text: strings.Repeat("some text. ", 20)}
				syncs.Store(0)
				b.ResetTimer()
				var left atomic.Int64
				left.Store(int64(b.N))
				var wg sync.WaitGroup
				for range writers {
					wg.Go(func() {
						for left.Add(-1) >= 0 {
							if _, err := j.Commit("note", data); err != nil {
								b.Error(err)
							}
						}
					})
				}
				wg.Wait()
				b.ReportMetric(float64(syncs.Load())/float64(b.N), "syncs/record")
			})
		}
	}
}
