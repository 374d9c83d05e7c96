package workspace_test

import (
	"os"
	"path/filepath"
	"testing"

	"jig/workspace"
)

// BenchmarkDecision is what the gate pays for a path: where it leads, and whether
// its name is protected or secret.
func BenchmarkDecision(b *testing.B) {
	root := b.TempDir()
	deep := filepath.Join(root, "internal", "onepass", "testdata", "cases")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(deep, "object.go"), nil, 0o600); err != nil {
		b.Fatal(err)
	}
	if err := os.Symlink("internal", filepath.Join(root, "link")); err != nil {
		b.Fatal(err)
	}
	disk, err := workspace.New(root)
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := disk.Close(); err != nil {
			b.Error(err)
		}
	}()
	walked, err := workspace.On(workspace.Disk{}, root)
	if err != nil {
		b.Fatal(err)
	}
	for _, bench := range []struct {
		name  string
		space *workspace.Space
		path  string
	}{
		{"existing", disk, "internal/onepass/testdata/cases/object.go"},
		{"existing absolute", disk, filepath.Join(deep, "object.go")},
		{"new file", disk, "internal/onepass/testdata/cases/new.go"},
		{"through a link", disk, "link/onepass/testdata/cases/object.go"},
		{"walked", walked, "internal/onepass/testdata/cases/object.go"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, err := bench.space.Resolve(bench.path)
				if err != nil || !p.Inside {
					b.Fatal(p, err)
				}
				if _, ok := p.Protected(); ok {
					b.Fatal("protected")
				}
				if _, ok := p.Secret(); ok {
					b.Fatal("secret")
				}
			}
		})
	}
	b.Run("names only", func(b *testing.B) {
		path := filepath.Join(deep, "object.go")
		b.ReportAllocs()
		for b.Loop() {
			if _, ok := workspace.Protected(root, path); ok {
				b.Fatal("protected")
			}
			if _, ok := workspace.Secret(path); ok {
				b.Fatal("secret")
			}
		}
	})
}
