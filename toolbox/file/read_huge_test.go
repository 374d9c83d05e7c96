package file_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"jig/engine"
	"jig/toolbox/file"
)

// peak runs work and gives the most memory that was in use meanwhile, above what
// was in use before.
func peak(work func()) uint64 {
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	var most atomic.Uint64
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		var now runtime.MemStats
		for {
			runtime.ReadMemStats(&now)
			most.Store(max(most.Load(), now.HeapInuse+now.StackInuse))
			select {
			case <-stop:
				return
			case <-tick.C:
			}
		}
	}()
	work()
	close(stop)
	<-done
	used := before.HeapInuse + before.StackInuse
	return max(most.Load(), used) - used
}

// hole makes a file of that many bytes, nearly all of which take no room.
func hole(t *testing.T, path string, size int64) *os.File {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := f.Truncate(size); err != nil {
		t.Skipf("the disk cannot hold a file with a hole of %d bytes: %v", size, err)
	}
	return f
}

func TestARangeOfAHugeFileIsReadWithoutLoadingIt(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	const lines = 200_000
	f := hole(t, filepath.Join(r.dir, "huge.log"), 10<<30)
	w := bufio.NewWriter(f)
	for i := range lines {
		if _, err := fmt.Fprintf(w, "line %d %s\n", i+1, strings.Repeat("x", 100)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, args string
		want       []string
	}{
		{"the beginning", `{"path":"huge.log","limit":3}`, []string{"[Lines 1-3 of more than ", "     3\tline 3 x", "[to continue: offset=4]"}},
		{"the middle", `{"path":"huge.log","offset":150000,"limit":2}`, []string{"[Lines 150000-150001 of more than", "150001\tline 150001 x"}},
		{"the middle again, from a mark", `{"path":"huge.log","offset":150002,"limit":2}`, []string{"150003\tline 150003 x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out engine.Outcome
			used := peak(func() { out = r.call(t, "read", c.args) })
			got := out.Result.Text()
			for _, part := range c.want {
				if !strings.Contains(got, part) {
					t.Errorf("%s: %.300q does not hold %q", out.Status, got, part)
				}
			}
			if used > 16<<20 {
				t.Errorf("it took %d MB of memory", used>>20)
			}
			t.Logf("%d KB of memory", used>>10)
		})
	}
	if got, _ := detail(t, r.call(t, "read", `{"path":"huge.log","limit":1}`), "content_hash").(string); !strings.HasPrefix(got, "stat:") {
		t.Errorf("it was told apart by %q", got)
	}
}

func TestALineOf50MBIsShownInPart(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	r.put(t, "wall.json", "first\n"+strings.Repeat("0123456789", 5<<20)+"\nlast\n")
	var out engine.Outcome
	used := peak(func() { out = r.call(t, "read", `{"path":"wall.json"}`) })
	got := out.Result.Text()
	if len(got) > 3000 || !strings.Contains(got, "the line is 52428800 bytes long; column=2001") || !strings.HasSuffix(got, "     3\tlast") {
		t.Errorf("%d bytes: %.100s", len(got), got)
	}
	if used > 16<<20 {
		t.Errorf("it took %d MB of memory", used>>20)
	}
	out = r.call(t, "read", `{"path":"wall.json","offset":2,"limit":1,"column":40000001}`)
	if got := out.Result.Text(); !strings.Contains(got, "     2\t0123456789") || !strings.Contains(got, "column=40002001") {
		t.Errorf("%.100s", got)
	}
}

func TestReadAgreesWithSplittingTheWholeText(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	rapid.Check(t, func(rt *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "\n", "\n", "ü", "some words", "\t", strings.Repeat("y", 700)}), 1, 60).Draw(rt, "pieces")
		content := strings.Join(pieces, "")
		first := rapid.IntRange(1, 30).Draw(rt, "first")
		limit := rapid.IntRange(1, 30).Draw(rt, "limit")
		r.put(t, "any.txt", content)
		out := r.call(t, "read", map[string]any{"path": "any.txt", "offset": first, "limit": limit})
		lines := strings.Split(strings.TrimSuffix(content, "\n"), "\n")
		if first > len(lines) {
			if out.Status == engine.OK {
				rt.Fatalf("line %d of %d was read", first, len(lines))
			}
			return
		}
		var want bytes.Buffer
		last := min(len(lines), first+limit-1)
		if first > 1 || last < len(lines) {
			fmt.Fprintf(&want, "[Lines %d-%d of %d]\n", first, last, len(lines))
		}
		for i := first; i <= last; i++ {
			text := lines[i-1]
			if runes := []rune(text); len(runes) > 2000 {
				text = string(runes[:2000]) + fmt.Sprintf(" …[the line is %d bytes long; column=2001 shows more of it]", len(text))
			}
			fmt.Fprintf(&want, "%6d\t%s\n", i, text)
		}
		if last < len(lines) {
			fmt.Fprintf(&want, "[to continue: offset=%d]\n", last+1)
		}
		if got := out.Result.Text() + "\n"; got != want.String() {
			rt.Fatalf("got  %q\nwant %q", got, want.String())
		}
	})
}

func BenchmarkReadFirstLinesOf10GB(b *testing.B) {
	dir := b.TempDir()
	path := filepath.Join(dir, "huge.log")
	if err := os.WriteFile(path, []byte(strings.Repeat("a line of some length\n", 4096)), 0o600); err != nil {
		b.Fatal(err)
	}
	if err := os.Truncate(path, 10<<30); err != nil {
		b.Skip(err)
	}
	benchRead(b, dir, `{"path":"huge.log","limit":50}`)
}

func BenchmarkReadASourceFile(b *testing.B) {
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(strings.Repeat("\tif err != nil { return err }\n", 1000)), 0o600); err != nil {
		b.Fatal(err)
	}
	benchRead(b, dir, `{"path":"a.go"}`)
}
