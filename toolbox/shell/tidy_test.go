package shell_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"jig/toolbox/shell"
)

func TestOldOutputsAreDeletedAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	ago := func(name string, size int64, age time.Duration) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil { // with a hole, so that it takes no room
			t.Fatal(err)
		}
		when := time.Now().Add(-age)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	const gib = 1 << 30
	ago("run-1.txt", 10, 25*time.Hour)
	ago("sh-abc234-2.txt", 10, 48*time.Hour)
	ago("run-3.txt", gib, 20*time.Hour)
	ago("repl-4.txt", gib, 10*time.Hour)
	ago("run-5.txt", gib, 10*time.Minute)
	ago("notes.txt", 10, 48*time.Hour)
	ago("run-me.txt", 10, 48*time.Hour)
	if err := os.Mkdir(filepath.Join(dir, "run-6.txt"), 0o700); err != nil {
		t.Fatal(err)
	}
	b := newBench(t, func(o *shell.Options) { o.Outputs = dir })
	d := details(t, b.call(t.Context(), "shell", "command", "seq 1 100000"))
	if d.OutputFile == "" {
		t.Fatal("there is no file with the output")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	want := []string{"notes.txt", "repl-4.txt", "run-5.txt", "run-6.txt", "run-me.txt", filepath.Base(d.OutputFile)}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
}
