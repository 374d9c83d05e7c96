package scan_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jig/internal/scan"
)

// source is about as much of Go's own source as fits in the cache that a file is read into.
func source(b *testing.B) []byte {
	b.Helper()
	root, err := exec.CommandContext(b.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		b.Skipf("this benchmark needs Go's source: %v", err)
	}
	var text []byte
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(root)), "src", "net"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		if len(text) > 4<<20 {
			return fs.SkipAll
		}
		one, err := os.ReadFile(path)
		text = append(text, one...)
		return err
	})
	if err != nil {
		b.Skipf("this benchmark needs Go's source: %v", err)
	}
	return text
}

func BenchmarkSearch(b *testing.B) {
	text := source(b)
	for _, c := range []struct{ name, pattern string }{
		{"literal", "ErrBodyNotAllowed"},
		{"fold", "(?i)out of memory"},
		{"alternatives", `(Read|Write|Peek)Byte\(`},
		{"four literals", `ErrUnexpectedEOF|context\.Canceled|sync\.Mutex|unsafe\.Pointer`},
		{"inner literal", "[A-Za-z0-9]+_amd64"},
		{"no literal", "[A-Z][0-9][a-z]{3}[0-9]{2}"},
		{"words", `\w{5}\s+\w{5}\s+\w{5}`},
		{"everything", "e"},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := compile(b, c.pattern, scan.Options{}).NewSearcher()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := s.Search(bytes.NewReader(text), scan.Request{}, func(scan.Line) bool { return true }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
