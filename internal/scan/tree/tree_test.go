package tree_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"jig/internal/scan"
	"jig/internal/scan/tree"
	"jig/internal/walk"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// forest is a folder with many small files, some of which match.
func forest(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for i := range 3000 {
		path := filepath.Join(dir, fmt.Sprintf("d%d", i%30), fmt.Sprintf("f%d", i))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Repeat("a needle\nhay\n", 1+i%3)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func query(t *testing.T, q tree.Query) *tree.Query {
	t.Helper()
	p, err := scan.Compile("needle", scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	q.Pattern = p
	return &q
}

func TestWhatIsKeptIsTheBeginningOfTheWhole(t *testing.T) {
	dir := forest(t)
	whole, err := query(t, tree.Query{Numbers: true}).Folder(t.Context(), dir, walk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	if n := whole.Write(&all, 0, math.MaxInt, math.MaxInt); n != 6000 || whole.Lines != 6000 || whole.Matches != 6000 || whole.Files != 3000 {
		t.Fatalf("%d lines, %+v", n, whole.Report)
	}
	for _, keep := range []int{1, 7, 200} {
		for _, workers := range []int{1, 4} {
			part, err := query(t, tree.Query{Numbers: true, Keep: keep}).Folder(t.Context(), dir, walk.Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			var some bytes.Buffer
			if n := part.Write(&some, 0, keep, math.MaxInt); n != keep || !bytes.HasPrefix(all.Bytes(), some.Bytes()) {
				t.Errorf("of %d lines kept by %d workers, %d come first", keep, workers, n)
			}
			if part.Lines != 6000 || part.Files != 3000 {
				t.Errorf("there are %d lines in %d files", part.Lines, part.Files)
			}
		}
	}
}

func TestFilesThatCannotBeReadAreCounted(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("needle"), 0); err != nil {
		t.Fatal(err)
	}
	found, err := query(t, tree.Query{}).Folder(t.Context(), dir, walk.Options{})
	if err != nil || found.Unread != 1 || !errors.Is(found.Denied, os.ErrPermission) {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestASearchThatIsOverEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	endless := readerFunc(func(b []byte) (int, error) {
		cancel()
		return copy(b, bytes.Repeat([]byte("hay\n"), 1000)), nil
	})
	if _, err := query(t, tree.Query{}).File(ctx, endless); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

type readerFunc func([]byte) (int, error)

func (r readerFunc) Read(b []byte) (int, error) { return r(b) }
