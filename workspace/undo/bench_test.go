package undo_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"jig/tool"
	"jig/workspace"
	"jig/workspace/undo"
)

func benchLog(b *testing.B, files int) (*undo.Log, string) {
	b.Helper()
	base, err := filepath.EvalSymlinks(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	root := filepath.Join(base, "work")
	for i := range files {
		dir := filepath.Join(root, fmt.Sprintf("d%d", i/100))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d", i)), fmt.Appendf(nil, "content %d\n", i), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		b.Fatal(err)
	}
	space, err := workspace.New(root)
	if err != nil {
		b.Fatal(err)
	}
	// The files are new; in an hour their times can be trusted.
	later := func() time.Time { return time.Now().Add(time.Hour) }
	log, err := undo.Open(filepath.Join(base, "state"), space, undo.Options{Now: later})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := log.Close(); err != nil {
			b.Error(err)
		}
		if err := space.Close(); err != nil {
			b.Error(err)
		}
	})
	return log, root
}

func bracket(b *testing.B, log *undo.Log, in *tool.Intent, do func()) {
	b.Helper()
	end, err := log.Keep(b.Context(), tool.Change{Call: &tool.Call{ID: "c"}, Tool: "t", Intent: in})
	if err != nil {
		b.Fatal(err)
	}
	do()
	end(nil)
}

func BenchmarkKeepOneFile(b *testing.B) {
	log, root := benchLog(b, 0)
	path := filepath.Join(root, "a")
	n := 0
	for b.Loop() {
		n++
		bracket(b, log, &tool.Intent{Writes: []string{path}}, func() {
			if err := os.WriteFile(path, fmt.Appendf(nil, "%d", n), 0o644); err != nil {
				b.Fatal(err)
			}
		})
	}
}

func BenchmarkKeepTree(b *testing.B) {
	for _, files := range []int{1000, 10_000} {
		b.Run(fmt.Sprintf("%d files", files), func(b *testing.B) {
			log, root := benchLog(b, files)
			opaque := &tool.Intent{Opaque: "it runs a program"}
			bracket(b, log, opaque, func() {}) // the first one reads everything
			n := 0
			for b.Loop() {
				n++
				bracket(b, log, opaque, func() {
					if err := os.WriteFile(filepath.Join(root, "d0", "f0"), fmt.Appendf(nil, "%d", n), 0o644); err != nil {
						b.Fatal(err)
					}
				})
			}
		})
	}
}

func BenchmarkFirstTree(b *testing.B) {
	log, root := benchLog(b, 5000)
	n := 0
	for b.Loop() {
		n++
		b.StopTimer()
		for i := range 5000 {
			path := filepath.Join(root, fmt.Sprintf("d%d", i/100), fmt.Sprintf("f%d", i))
			if err := os.WriteFile(path, fmt.Appendf(nil, "content %d %d\n", n, i), 0o644); err != nil {
				b.Fatal(err)
			}
		}
		b.StartTimer()
		bracket(b, log, &tool.Intent{Opaque: "it runs a program"}, func() {})
	}
}
