package journal_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"jig/journal"
)

func benchJournal(b *testing.B) (*journal.Store, *journal.Journal) {
	b.Helper()
	s := journal.Open(b.TempDir(), journal.Options{})
	j, err := s.Create(journal.Header{Title: "bench"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = j.Close() })
	return s, j
}

func BenchmarkAppend(b *testing.B) {
	for _, size := range []int{100, 10_000} {
		b.Run(fmt.Sprintf("%dB", size), func(b *testing.B) {
			_, j := benchJournal(b)
			data := note{Text: strings.Repeat("some text. ", size/11)}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := j.Append("note", data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCommit(b *testing.B) {
	_, j := benchJournal(b)
	data := note{Text: strings.Repeat("some text. ", 20)}
	for b.Loop() {
		if _, err := j.Commit("note", data); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCommitTogether shows what a commit costs when many come at the same time.
func BenchmarkCommitTogether(b *testing.B) {
	_, j := benchJournal(b)
	data := note{Text: strings.Repeat("some text. ", 20)}
	var failed atomic.Bool
	b.SetParallelism(16)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := j.Commit("note", data); err != nil {
				failed.Store(true)
			}
		}
	})
	if failed.Load() {
		b.Fatal("a commit failed")
	}
}

// BenchmarkList shows that a session costs the same in a list however long it is.
func BenchmarkList(b *testing.B) {
	for _, turns := range []int{10, 1000, 100_000} {
		b.Run(fmt.Sprintf("%dturns", turns), func(b *testing.B) {
			s, j := benchJournal(b)
			data := note{Text: strings.Repeat("some text. ", 20)}
			for range turns {
				if _, err := j.Append("note", data); err != nil {
					b.Fatal(err)
				}
			}
			if err := j.Close(); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if all, err := s.List(); err != nil || len(all) != 1 || all[0].Records != int64(turns)+1 {
					b.Fatal(all, err)
				}
			}
		})
	}
}

// BenchmarkRead shows what reading costs: time for each record, and no more memory for
// more of them.
func BenchmarkRead(b *testing.B) {
	s, j := benchJournal(b)
	data := note{Text: strings.Repeat("some text. ", 20)}
	const count = 10_000
	for range count {
		if _, err := j.Append("note", data); err != nil {
			b.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for _, err := range s.Read(j.ID()) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != count+1 {
			b.Fatal(n)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/count, "ns/record")
}
