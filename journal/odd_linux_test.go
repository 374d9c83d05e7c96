package journal_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"jig/journal"
)

func TestWhatIsNoFileIsNoSession(t *testing.T) {
	s := journal.Open(t.TempDir(), journal.Options{})
	j, err := s.Create(journal.Header{Title: "real"})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, j)
	if err := unix.Mkfifo(filepath.Join(s.Dir(), "20260101-000000-000-00000000.jsonl"), 0o600); err != nil {
		t.Skip(err)
	}
	all, err := s.List()
	if err != nil || len(all) != 1 || all[0].Title != "real" {
		t.Errorf("%+v, %v", all, err)
	}
}
