package journal_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"jig/journal"
)

func FuzzReading(f *testing.F) {
	s := journal.Open(f.TempDir(), journal.Options{})
	j, err := s.Create(journal.Header{ID: "seed", Title: "a session"})
	if err != nil {
		f.Fatal(err)
	}
	for i := range 3 {
		if _, err := j.Append("note", note{"text", i}); err != nil {
			f.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(s.Path("seed"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:len(whole)-7])
	f.Add(append(whole[:len(whole)/2:len(whole)/2], "\x00\n\n{}\n"...))
	f.Add([]byte(`{"seq":0,"time":"2026-01-31T12:00:00Z","kind":"journal","data":{"version":1,"id":"x"}}` + "\n" +
		`{"seq":1,"kind":"note","data":{"a":["x"]},"files":{"/a/0":"` + string(make([]byte, 64)) + `","json":"x"}}` + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s := journal.Open(t.TempDir(), journal.Options{NoSync: true, Redactor: &journal.Redactor{}})
		path := filepath.Join(s.Dir(), "x.jsonl")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		whole, damaged := 0, 0
		for r, err := range s.Read("x") {
			if err != nil {
				damaged++
				continue
			}
			whole++
			if !json.Valid(r.Data) {
				t.Fatalf("record %d has the data %q", r.Seq, r.Data)
			}
		}
		if _, err := s.List(); err != nil {
			t.Fatal(err)
		}
		j, records, err := s.Resume("x")
		if err != nil {
			now, readErr := os.ReadFile(path)
			if readErr != nil || string(now) != string(text) {
				t.Fatalf("it was not resumed (%v), but changed: %v", err, readErr)
			}
			return
		}
		defer j.Close() //nolint:errcheck // what matters is read below
		given := 0
		for _, r := range records {
			if r.Seq < int64(whole) {
				given++
			}
		}
		if given != whole {
			t.Fatalf("Read gave %d records and Resume %d of them", whole, given)
		}
		// After that the session is as good as any.
		seq, err := j.Commit("note", "on")
		if err != nil || seq != int64(len(records)) {
			t.Fatalf("seq %d after %d records, %v", seq, len(records), err)
		}
		n := int64(0)
		for r, err := range s.Read("x") {
			var broken *journal.BrokenError
			if errors.As(err, &broken) || r.Seq != n {
				t.Fatalf("record %d: %+v, %v", n, r, err)
			}
			n++
		}
		if n != seq+1 {
			t.Fatalf("%d records in the end", n)
		}
	})
}
