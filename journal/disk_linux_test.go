package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"jig/journal"
)

// smallDisk is a file system of its own with room for a few pages.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=128k"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func TestAFullDiskCostsNothingThatWasWritten(t *testing.T) {
	dir := smallDisk(t)
	s := journal.Open(dir, journal.Options{Redactor: &journal.Redactor{}})
	j := create(t, s)
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 40<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("x", 3000)
	var full error
	committed := 0
	for full == nil {
		if _, full = j.Commit("note", note{text, committed}); full == nil {
			committed++
		}
		if committed > 100 {
			t.Fatal("the disk does not become full")
		}
	}
	if !errors.Is(full, syscall.ENOSPC) || !strings.Contains(full.Error(), s.Path(j.ID())) {
		t.Fatalf("it became full with %v", full)
	}
	if got := len(readAll(t, s, j.ID())); got != committed+1 {
		t.Errorf("%d records are in the file, and %d were committed", got, committed)
	}
	b, err := os.ReadFile(s.Path(j.ID()))
	if err != nil || !strings.HasSuffix(string(b), "}\n") {
		t.Errorf("the file ends with %q, %v", b[max(0, len(b)-20):], err)
	}
	// What could not be written goes out when there is room again, in its order.
	if _, err := j.Append("note", note{"short", committed + 1}); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Commit("note", note{"short", committed + 2}); err != nil {
		t.Fatal(err)
	}
	closed(t, j)
	_, records := resume(t, s, j.ID())
	if len(records) != committed+4 {
		t.Fatalf("%d records, not %d", len(records), committed+4)
	}
	for i, r := range records[1:] {
		var n note
		if err := r.Decode(&n); err != nil || n.N != i {
			t.Errorf("record %d is %+v, %v", i+1, n, err)
		}
	}
}

func TestAFullDiskDoesNotFillTheMemory(t *testing.T) {
	dir := smallDisk(t)
	s := journal.Open(dir, journal.Options{Redactor: &journal.Redactor{}})
	j := create(t, s)
	text := strings.Repeat("x", 30<<10)
	var err error
	for n := 0; err == nil; n++ {
		if _, err = j.Append("note", text); n > 10_000 {
			t.Fatal("Append takes everything")
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("it ended with %v", err)
	}
	if _, err := s.Create(journal.Header{Title: strings.Repeat("t", 200<<10)}); err == nil {
		t.Error("a session was begun on a full disk")
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if err := j.Close(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Close said %v, although records were lost", err)
	}
}
