package journal_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jig/journal"
)

// ticking is a clock that goes a second each time it is looked at.
func ticking() func() time.Time {
	now := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	return func() time.Time { now = now.Add(time.Second); return now }
}

func TestTheListHasTheLastChangedFirst(t *testing.T) {
	s := journal.Open(filepath.Join(t.TempDir(), "none"), journal.Options{Now: ticking()})
	if all, err := s.List(); err != nil || len(all) != 0 {
		t.Fatalf("before anything was made: %v %v", all, err)
	}
	first, second := create(t, s), create(t, s)
	for i := range 500 {
		if _, err := second.Append("note", strings.Repeat("x", i)); err != nil {
			t.Fatal(err)
		}
	}
	closed(t, second)
	if _, err := first.Commit("note", 1); err != nil {
		t.Fatal(err)
	}
	if err := first.SetTitle("renamed"); err != nil {
		t.Fatal(err)
	}
	for range 400 { // far from the title
		if _, err := first.Append("note", strings.Repeat("y", 300)); err != nil {
			t.Fatal(err)
		}
	}
	closed(t, first)
	for name, text := range map[string]string{"broken.jsonl": "{}\n", "other.txt": "", "empty.jsonl": "", ".x.1.new": "{"} {
		if err := os.WriteFile(filepath.Join(s.Dir(), name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	var good, bad []journal.Info
	for _, i := range all {
		if i.Err != nil {
			bad = append(bad, i)
			continue
		}
		good = append(good, i)
	}
	if len(bad) != 2 || len(good) != 2 {
		t.Fatalf("list %+v", all)
	}
	got := fmt.Sprintln(good[0].ID == first.ID(), good[0].Title, good[0].Records, good[1].Title, good[1].Records, good[1].Dir)
	if want := "true renamed 404 a session 501 /project\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !good[0].Changed.After(good[0].Started) || good[0].Bytes < 400*300 {
		t.Errorf("info %+v", good[0])
	}
	for name, want := range map[string]string{"last": first.ID(), first.ID()[len(first.ID())-8:]: first.ID(), second.ID(): second.ID()} {
		if id, err := s.Find(name); err != nil || id != want {
			t.Errorf("%s is %s, %v", name, id, err)
		}
	}
	if _, err := s.Find("2026"); err == nil || !strings.Contains(err.Error(), "2 sessions") {
		t.Errorf("two are meant: %v", err)
	}
	if _, err := s.Find("1999"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none is meant: %v", err)
	}
}

func TestAForkHasWhatCameBefore(t *testing.T) {
	s := journal.Open(t.TempDir(), journal.Options{Long: 100, Now: ticking()})
	j := create(t, s)
	for i := range 5 {
		if _, err := j.Commit("note", note{strings.Repeat("long", 100), i}); err != nil {
			t.Fatal(err)
		}
	}
	original := readAll(t, s, j.ID())
	id, err := s.Fork(j.ID(), 3) // while it is in use
	if err != nil {
		t.Fatal(err)
	}
	if err := func() error { closed(t, j); return s.Delete(j.ID()) }(); err != nil {
		t.Fatal(err)
	}
	fork, records := resume(t, s, id)
	if diff := cmp.Diff(original[1:4], records[1:]); diff != "" {
		t.Error(diff)
	}
	if h := fork.Header(); h.Parent != j.ID() || h.At != 3 || h.Title != "a session" {
		t.Errorf("header %+v", h)
	}
	if seq, err := fork.Commit("note", 1); err != nil || seq != 4 {
		t.Errorf("seq %d, %v", seq, err)
	}
	if _, err := s.Fork(id, 99); err == nil {
		t.Error("forked after its end")
	}
	if all, err := s.Fork(id, journal.End); err != nil || len(readAll(t, s, all)) != 5 {
		t.Errorf("forked at its end: %v", err)
	}
	if entries, err := filepath.Glob(filepath.Join(s.Dir(), ".*")); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v %v", entries, err)
	}
}

func TestWhatIsLeftOfADamagedSessionIsSalvaged(t *testing.T) {
	s := journal.Open(t.TempDir(), journal.Options{Long: 100})
	j := create(t, s)
	for i := range 6 {
		if _, err := j.Append("note", note{"n", i}); err != nil {
			t.Fatal(err)
		}
	}
	closed(t, j)
	b, err := os.ReadFile(s.Path(j.ID()))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(b), "\n")
	lines[2] = "rubbish"
	lines = append(lines[:4], lines[5:]...)
	if err := os.WriteFile(s.Path(j.ID()), []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	id, err := s.Salvage(j.ID())
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	_, records := resume(t, s, id)
	for _, r := range records {
		var n note
		if r.Kind == "note" {
			if err := r.Decode(&n); err != nil {
				t.Fatal(err)
			}
		}
		kinds = append(kinds, fmt.Sprint(r.Kind, n.N))
	}
	// Lines 2 (note 1) and 4 (note 3) are gone. What comes after each is told to be after a gap.
	want := "journal0 note0 journal.salvage0 journal.salvage0 note2 journal.salvage0 note4 note5"
	if got := strings.Join(kinds, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestLongTextsLieInFilesAndComeBack(t *testing.T) {
	s := journal.Open(t.TempDir(), journal.Options{Long: 1000})
	j := create(t, s)
	long := strings.Repeat("é<>&\n\"\\", 1000)
	many := make([]string, 1000)
	for i := range many {
		many[i] = fmt.Sprintf("item %d", i)
	}
	for name, data := range map[string]any{
		"a string":            long,
		"a member":            map[string]any{"b/~a": []any{1.5, nil, map[string]any{"": long, "x": "short"}}, "a": true},
		"raw, in its order":   json.RawMessage(`{"z":` + string(encoded(t, long)) + `,"a":12345678901234567890.5,"m":{}}`),
		"many short ones":     many,
		"a name that is long": map[string]any{long: "x"},
	} {
		seq, err := j.Commit("note", data)
		if err != nil {
			t.Fatal(err)
		}
		records := readAll(t, s, j.ID())
		r := records[seq]
		if len(r.Files) == 0 {
			t.Errorf("%s is in the line", name)
		}
		if want := string(encoded(t, data)); string(r.Data) != want {
			t.Errorf("%s came back as %.100s, not %.100s", name, r.Data, want)
		}
	}
	stat, err := os.Stat(s.Path(j.ID()))
	if err != nil || stat.Size() > 8000 {
		t.Errorf("the file has %d bytes, %v", stat.Size(), err)
	}
	files, err := filepath.Glob(filepath.Join(s.Dir(), j.ID()+".files", "*"))
	if err != nil || len(files) != 3 { // the long text, the many, the name
		t.Errorf("files %v, %v", files, err)
	}
	closed(t, j)
	if err := os.WriteFile(files[0], []byte("changed"), 0o600); err != nil {
		t.Fatal(err)
	}
	var broken *journal.BrokenError
	if _, _, err := s.Resume(j.ID()); !errors.As(err, &broken) {
		t.Errorf("with a changed file: %v", err)
	}
}

func encoded(t *testing.T, v any) []byte {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return []byte(strings.TrimSuffix(b.String(), "\n"))
}

func TestFollowGivesWhatComes(t *testing.T) {
	s := journal.Open(t.TempDir(), journal.Options{})
	j := create(t, s)
	if _, err := j.Commit("note", 1); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	next := int64(1)
	for r, err := range s.Follow(ctx, j.ID(), 1) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Seq != next || r.Kind != "note" {
			t.Fatalf("record %+v, where %d should be", r, next)
		}
		switch next++; next {
		case 5: // half a line, as while it is being written, which then is cut off
			closed(t, j)
			appendTo(t, s.Path(j.ID()), `{"seq":5,"time":"20`)
			again, _ := resume(t, s, j.ID())
			j = again
			next++ // the record about it
			if _, err := j.Commit("note", 5); err != nil {
				t.Fatal(err)
			}
		case 9:
			cancel()
		default:
			if _, err := j.Commit("note", next); err != nil {
				t.Fatal(err)
			}
		}
		if next == 6 {
			for r, err := range s.Follow(ctx, j.ID(), 5) {
				if err != nil || r.Kind != journal.TornKind {
					t.Fatalf("record %+v, %v", r, err)
				}
				break
			}
			break
		}
	}
	closed(t, j)
	for _, err := range s.Follow(t.Context(), j.ID(), 0) {
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("ended with %v", err)
			}
			break
		}
		if err := s.Delete(j.ID()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
}

func TestDeletingLeavesNothing(t *testing.T) {
	s := journal.Open(t.TempDir(), journal.Options{Long: 10})
	j := create(t, s)
	if _, err := j.Commit("note", strings.Repeat("long", 20)); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(j.ID()); !errors.Is(err, journal.ErrInUse) {
		t.Errorf("while it is in use: %v", err)
	}
	closed(t, j)
	if err := s.Delete(j.ID()); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(s.Dir()); err != nil || len(entries) > 0 {
		t.Errorf("left %v, %v", entries, err)
	}
}

func TestSecretsAreNotWrittenAnywhere(t *testing.T) {
	secret := fake("", 30)
	s := journal.Open(t.TempDir(), journal.Options{Long: 100, Redactor: journal.NewRedactor([]string{"MY_TOKEN=" + secret})})
	j, err := s.Create(journal.Header{Title: "with " + secret})
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range []any{secret, map[string]string{secret: "x"}, strings.Repeat("long ", 100) + secret} {
		if _, err := j.Commit("note", data); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.SetTitle("again " + secret); err != nil {
		t.Fatal(err)
	}
	closed(t, j)
	err = filepath.WalkDir(s.Dir(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if strings.Contains(string(b), secret) {
			t.Errorf("%s has it: %s", path, b)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestBytesAreKeptBesideTheSession(t *testing.T) {
	s := journal.Open(t.TempDir(), journal.Options{})
	j := create(t, s)
	picture := []byte("\x89PNG\x00\xff")
	name, err := j.Blob(picture)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := j.Blob(picture); err != nil || again != name {
		t.Errorf("the second time it is %s, %v", again, err)
	}
	if got, err := s.Blob(j.ID(), name); err != nil || string(got) != string(picture) {
		t.Errorf("got %q, %v", got, err)
	}
	fork, err := s.Fork(j.ID(), journal.End)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.Blob(fork, name); err != nil || string(got) != string(picture) {
		t.Errorf("a fork got %q, %v", got, err)
	}
	for _, bad := range []string{"", "../" + j.ID() + ".jsonl", strings.Repeat("0", 64)} {
		if _, err := s.Blob(j.ID(), bad); err == nil {
			t.Errorf("there is a file %q", bad)
		}
	}
}
