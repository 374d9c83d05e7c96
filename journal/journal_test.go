package journal_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jig/journal"
)

type note struct {
	Text string `json:"text"`
	N    int    `json:"n"`
}

func create(t *testing.T, s *journal.Store) *journal.Journal {
	t.Helper()
	j, err := s.Create(journal.Header{Dir: "/project", Title: "a session"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func resume(t *testing.T, s *journal.Store, id string) (*journal.Journal, []journal.Record) {
	t.Helper()
	j, records, err := s.Resume(id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j, records
}

func readAll(t *testing.T, s *journal.Store, id string) []journal.Record {
	t.Helper()
	var records []journal.Record
	for r, err := range s.Read(id) {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	return records
}

func closed(t *testing.T, j *journal.Journal) {
	t.Helper()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsWrittenIsReadBackInOrder(t *testing.T) {
	s := journal.Open(filepath.Join(t.TempDir(), "sessions"), journal.Options{})
	j := create(t, s)
	for i := range 100 {
		seq, err := j.Append("note", note{"<line> \n \x00 é", i})
		if err != nil || seq != int64(i+1) {
			t.Fatalf("record %d: seq %d, %v", i, seq, err)
		}
	}
	if got := len(readAll(t, s, j.ID())); got != 1 {
		t.Errorf("%d records in the file before anything was flushed", got)
	}
	if seq, err := j.Commit("end", nil); err != nil || seq != 101 {
		t.Fatalf("seq %d, %v", seq, err)
	}
	records := readAll(t, s, j.ID())
	if len(records) != 102 {
		t.Fatalf("%d records", len(records))
	}
	for i, r := range records[1:101] {
		var n note
		if err := r.Decode(&n); err != nil || n != (note{"<line> \n \x00 é", i}) || r.Seq != int64(i+1) || r.Kind != "note" {
			t.Fatalf("record %d: %+v %v", i, r, err)
		}
	}
	closed(t, j)
	_, again := resume(t, s, j.ID())
	if diff := cmp.Diff(records, again); diff != "" {
		t.Errorf("resumed: %s", diff)
	}
}

func TestFilesAreForTheUserOnly(t *testing.T) {
	s := journal.Open(filepath.Join(t.TempDir(), "sessions"), journal.Options{Long: 10})
	j := create(t, s)
	if _, err := j.Commit("note", strings.Repeat("long", 100)); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(s.Dir(), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestASessionIsWrittenByOneAtATime(t *testing.T) {
	s := journal.Open(t.TempDir(), journal.Options{})
	j := create(t, s)
	if _, _, err := s.Resume(j.ID()); !errors.Is(err, journal.ErrInUse) {
		t.Errorf("the second got %v", err)
	}
	closed(t, j)
	closed(t, j)
	if _, err := j.Append("note", 1); !errors.Is(err, journal.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	resume(t, s, j.ID())
	if _, _, err := s.Resume("20200101-000000-000-00000000"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a session that is not there: %v", err)
	}
	if _, _, err := s.Resume("../secret"); err == nil {
		t.Error("a path was taken for an id")
	}
}

func TestAHalfLineAtTheEndIsCutOffAndKept(t *testing.T) {
	for name, tail := range map[string]string{
		"half a line":                       `{"seq":3,"time":"2026-`,
		"a line without its end":            `{"seq":3,"time":"2026-01-01T00:00:00Z","kind":"note","data":1}`,
		"zeros of a page never written":     strings.Repeat("\x00", 5000),
		"zeros, and lines that are no JSON": "\x00\x00\n{broken}\n\x00",
	} {
		t.Run(name, func(t *testing.T) {
			s := journal.Open(t.TempDir(), journal.Options{})
			j := create(t, s)
			for i := range 2 {
				if _, err := j.Commit("note", i); err != nil {
					t.Fatal(err)
				}
			}
			closed(t, j)
			appendTo(t, s.Path(j.ID()), tail)
			j, records := resume(t, s, j.ID())
			if len(records) != 4 || records[3].Kind != journal.TornKind || records[3].Seq != 3 {
				t.Fatalf("records %+v", records)
			}
			var torn struct {
				Bytes int
				File  string
			}
			if err := records[3].Decode(&torn); err != nil || torn.Bytes != len(tail) {
				t.Errorf("torn %+v %v", torn, err)
			}
			kept, err := os.ReadFile(filepath.Join(s.Dir(), j.ID()+".files", torn.File))
			if err != nil || string(kept) != tail {
				t.Errorf("kept %q, %v", kept, err)
			}
			if seq, err := j.Commit("note", "on"); err != nil || seq != 4 {
				t.Errorf("seq %d, %v", seq, err)
			}
			if got := readAll(t, s, j.ID()); len(got) != 5 {
				t.Errorf("%d records", len(got))
			}
		})
	}
}

func TestAFileCutAnywhereIsResumedWithItsWholeLines(t *testing.T) {
	s := journal.Open(t.TempDir(), journal.Options{NoSync: true})
	j := create(t, s)
	for i := range 6 {
		if _, err := j.Append("note", note{"text é", i}); err != nil {
			t.Fatal(err)
		}
	}
	closed(t, j)
	whole, err := os.ReadFile(s.Path(j.ID()))
	if err != nil {
		t.Fatal(err)
	}
	header := strings.IndexByte(string(whole), '\n') + 1
	for cut := header; cut < len(whole); cut++ {
		id := fmt.Sprintf("cut-%d", cut)
		if err := os.WriteFile(s.Path(id), whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		again, records, err := s.Resume(id)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		closed(t, again)
		lines := strings.Count(string(whole[:cut]), "\n")
		torn := whole[cut-1] != '\n'
		if torn != (records[len(records)-1].Kind == journal.TornKind) {
			t.Errorf("cut at %d: the last record is a %s", cut, records[len(records)-1].Kind)
		}
		if torn {
			lines++
		}
		if len(records) != lines || len(readAll(t, s, id)) != lines {
			t.Errorf("cut at %d: %d records, where %d lines are whole", cut, len(records), lines)
		}
	}
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestDamageInTheMiddleIsReportedAndNeverSkipped(t *testing.T) {
	for name, damage := range map[string]func(lines []string) []string{
		"a changed word": func(l []string) []string { l[3] = strings.Replace(l[3], "note 3", "note 9", 1); return l },
		"half a line":    func(l []string) []string { l[3] = l[3][:10]; return l },
		"an empty line":  func(l []string) []string { l[3] = ""; return l },
		"a missing line": func(l []string) []string { return append(l[:3:3], l[4:]...) },
		"a line twice":   func(l []string) []string { return append(l[:4:4], l[3:]...) },
		"lines swapped":  func(l []string) []string { l[3], l[4] = l[4], l[3]; return l },
		"no header":      func(l []string) []string { return l[1:] },
	} {
		t.Run(name, func(t *testing.T) {
			s := journal.Open(t.TempDir(), journal.Options{})
			j := create(t, s)
			for i := 1; i < 7; i++ {
				if _, err := j.Append("note", fmt.Sprintf("note %d", i)); err != nil {
					t.Fatal(err)
				}
			}
			closed(t, j)
			b, err := os.ReadFile(s.Path(j.ID()))
			if err != nil {
				t.Fatal(err)
			}
			lines := damage(strings.Split(strings.TrimSuffix(string(b), "\n"), "\n"))
			if err := os.WriteFile(s.Path(j.ID()), []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			var broken *journal.BrokenError
			if _, _, err := s.Resume(j.ID()); !errors.As(err, &broken) {
				t.Errorf("Resume: %v", err)
			}
			var good, bad int
			for r, err := range s.Read(j.ID()) {
				if err != nil {
					bad++
				}
				if r.Kind != "" {
					good++
				}
			}
			if good < 5 || bad == 0 {
				t.Errorf("Read gave %d records and %d errors", good, bad)
			}
		})
	}
}

func TestALineWithoutASumIsTakenAsItIs(t *testing.T) {
	s := journal.Open(t.TempDir(), journal.Options{})
	j := create(t, s)
	closed(t, j)
	appendTo(t, s.Path(j.ID()), `{"seq": 1, "time": "2026-01-01T00:00:00Z", "kind": "note", "data": "by hand"}`+"\r\n")
	_, records := resume(t, s, j.ID())
	if len(records) != 2 || string(records[1].Data) != `"by hand"` {
		t.Errorf("records %+v", records)
	}
}

func TestCommitsOfManyGoroutinesAreAllThere(t *testing.T) {
	s := journal.Open(t.TempDir(), journal.Options{})
	j := create(t, s)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 20 {
				if _, err := j.Append("note", note{"appended", g*1000 + i}); err != nil {
					t.Error(err)
				}
				if _, err := j.Commit("note", note{"committed", g*1000 + i}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	last := map[int]int{}
	for _, r := range readAll(t, s, j.ID())[1:] {
		var n note
		if err := r.Decode(&n); err != nil {
			t.Fatal(err)
		}
		last[n.N/1000]++
	}
	for g := range 8 {
		if last[g] != 40 {
			t.Errorf("goroutine %d has %d records", g, last[g])
		}
	}
}

func TestAClockThatGoesBackDisturbsNothing(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	s := journal.Open(t.TempDir(), journal.Options{Now: func() time.Time { now = now.Add(-time.Hour); return now }})
	first, second := create(t, s), create(t, s)
	if first.ID() >= second.ID() {
		t.Errorf("%s is not before %s", first.ID(), second.ID())
	}
	for range 3 {
		if _, err := first.Append("note", 1); err != nil {
			t.Fatal(err)
		}
	}
	closed(t, first)
	j, records := resume(t, s, first.ID())
	if _, err := j.Commit("note", 2); err != nil {
		t.Fatal(err)
	}
	records = append(records, readAll(t, s, first.ID())[len(records):]...)
	for i := 1; i < len(records); i++ {
		if records[i].Time.Before(records[i-1].Time) {
			t.Errorf("record %d is before the one above it", i)
		}
	}
}

func TestDataThatIsNoJSONIsRefused(t *testing.T) {
	j := create(t, journal.Open(t.TempDir(), journal.Options{}))
	for name, f := range map[string]func() error{
		"a channel":        func() error { _, err := j.Append("note", make(chan int)); return err },
		"broken raw JSON":  func() error { _, err := j.Append("note", json.RawMessage(`{"a":`)); return err },
		"a kind with a \"": func() error { _, err := j.Append(`a"b`, 1); return err },
		"no kind":          func() error { _, err := j.Append("", 1); return err },
	} {
		if f() == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if seq, err := j.Commit("note", 1); err != nil || seq != 1 {
		t.Errorf("afterwards: seq %d, %v", seq, err)
	}
}
