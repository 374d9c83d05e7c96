package pdfium_test

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"jig/toolbox/file/pdf"
	"jig/toolbox/file/pdf/pdfium"
)

// Compiling takes long, so that one test does it all.
func TestReader(t *testing.T) {
	switch {
	case testing.Short():
		t.Skip("compiling PDFium takes some seconds")
	case racing && os.Getenv("JIG_SLOW_TESTS") == "":
		t.Skip("compiling PDFium takes more than a minute with the race detector: run without it, or set JIG_SLOW_TESTS")
	}
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	opt := pdfium.Options{MaxSize: 1 << 20, MaxMemory: 64 << 20, Cache: t.TempDir()}
	r := pdfium.New(opt)
	t.Run("stops compiling when the context ends", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		data := document(words("Hello"))
		if _, err := r.Open(ctx, bytes.NewReader(data), int64(len(data))); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
	begin := time.Now()
	d := open(t, r, document(words("Hello")))
	t.Logf("first start: %v", time.Since(begin).Round(time.Millisecond))
	shut(t, d)
	begin = time.Now()
	shut(t, open(t, r, document(words("Hello"))))
	t.Logf("second start: %v", time.Since(begin).Round(time.Millisecond))

	t.Run("gives the text of each page", func(t *testing.T) {
		d := open(t, r, document(words("One", "two"), words("Three").flate(t), words("Four").lzw(t), stream{}))
		defer shut(t, d)
		want := []string{"One\ntwo", "Three", "Four", ""}
		if d.Pages() != len(want) {
			t.Fatalf("%d pages", d.Pages())
		}
		for i, w := range want {
			if got, err := d.Text(t.Context(), i+1); err != nil || got != w {
				t.Errorf("page %d: %q, %v, want %q", i+1, got, err, w)
			}
		}
		for _, page := range []int{0, 5} {
			if _, err := d.Text(t.Context(), page); err == nil || !strings.Contains(err.Error(), "pages 1 to 4") {
				t.Errorf("page %d: %v", page, err)
			}
		}
	})
	t.Run("draws a page within the edge", func(t *testing.T) {
		d := open(t, r, document(words("Hello")))
		defer shut(t, d)
		data, err := d.Render(t.Context(), 1, 400)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if size := img.Bounds().Size(); size.Y != 400 || size.X < 300 || size.X > 312 {
			t.Errorf("the picture is %v", size)
		}
		dark := 0
		for y := range 400 {
			for x := range img.Bounds().Dx() {
				if red, _, _, _ := img.At(x, y).RGBA(); red < 0x8000 {
					dark++
				}
			}
		}
		if dark == 0 {
			t.Error("nothing was drawn")
		}
		if _, err := d.Render(t.Context(), 1, 100_000); err == nil {
			t.Error("a picture of any size was drawn")
		}
	})
	t.Run("refuses what is broken", func(t *testing.T) {
		good := document(words("Hello"))
		for name, data := range map[string][]byte{
			"nothing":       {},
			"another file":  []byte("hello, this is no PDF"),
			"only a header": []byte("%PDF-1.7\n"),
			"no pages":      document(),
			"a loop":        []byte("%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 1 0 R /Kids [1 0 R] /Count 1000000000 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n"),
			"too much":      make([]byte, 2<<20),
			"half of it":    good[:len(good)/3],
		} {
			d, err := r.Open(t.Context(), bytes.NewReader(data), int64(len(data)))
			if err == nil {
				shut(t, d)
			}
			if name == "too much" {
				if err == nil || !strings.Contains(err.Error(), "split it") {
					t.Errorf("%s: %v", name, err)
				}
			} else if !errors.Is(err, pdf.ErrBroken) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
	t.Run("bounds the memory of a hostile page", func(t *testing.T) {
		bomb := document(stream{data: make([]byte, 80<<20)}.flate(t))
		d, err := r.Open(t.Context(), bytes.NewReader(bomb), int64(len(bomb)))
		if err != nil {
			t.Fatal(err)
		}
		defer shut(t, d)
		_, err = d.Text(t.Context(), 1)
		if err == nil || strings.Contains(err.Error(), "stack") || !strings.Contains(err.Error(), "too much memory") {
			t.Errorf("a page of 80 MB in 64 MB of memory gave: %v", err)
		}
		if _, err := d.Render(t.Context(), 1, 0); err == nil {
			t.Error("an instance that broke down went on")
		}
		shut(t, open(t, r, document(words("still well"))))
	})
	t.Run("stops when the context ends", func(t *testing.T) {
		// A page that draws without end: rectangles over rectangles, half transparent.
		slow := document(stream{data: bytes.Repeat([]byte("0 0 612 792 re f* 0 0 m 1 600 600 1 300 300 c S\n"), 50_000)}.flate(t))
		d := open(t, r, slow)
		defer shut(t, d)
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		begin := time.Now()
		_, err := d.Render(ctx, 1, 2000)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %v: %v", time.Since(begin), err)
		}
		if _, err := d.Text(t.Context(), 1); err == nil || !strings.Contains(err.Error(), "opened again") {
			t.Errorf("a document that was interrupted said %v", err)
		}
	})
	t.Run("serves several at once", func(t *testing.T) {
		var group sync.WaitGroup
		for range 5 {
			group.Go(func() {
				data := document(words("Hello"))
				d, err := r.Open(t.Context(), bytes.NewReader(data), int64(len(data)))
				if err != nil {
					t.Error(err)
					return
				}
				defer shut(t, d)
				if text, err := d.Text(t.Context(), 1); err != nil || text != "Hello" {
					t.Errorf("%q, %v", text, err)
				}
			})
		}
		group.Wait()
	})
	t.Run("waits for no one whose context ended", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := r.Open(ctx, bytes.NewReader(document(words("x"))), 100); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	t.Run("starts from the compiled code of another", func(t *testing.T) {
		kept, err := os.ReadDir(opt.Cache)
		if err != nil || len(kept) == 0 {
			t.Fatalf("nothing was kept: %v", err)
		}
		other := pdfium.New(opt)
		begin := time.Now()
		shut(t, open(t, other, document(words("Hello"))))
		t.Logf("start from the cache: %v", time.Since(begin).Round(time.Millisecond))
		if err := other.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
	if err := r.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := r.Open(t.Context(), bytes.NewReader(document(words("x"))), 100); err == nil {
		t.Error("a closed reader opened a document")
	}
}

func open(t *testing.T, r *pdfium.Reader, data []byte) pdf.Document {
	t.Helper()
	d, err := r.Open(t.Context(), bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func shut(t *testing.T, d pdf.Document) {
	t.Helper()
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}
