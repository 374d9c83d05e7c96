package pdfium

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"io"
	"strings"
	"sync"
	"unicode"

	pdfium "github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	pdfiumerrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"jig/toolbox/file/pdf"
)

const (
	defaultEdge = 1568
	maxEdge     = 4096
)

// document is a [pdf.Document] in an instance of its own.
type document struct {
	end     context.CancelFunc // stops whatever the instance is doing
	release func()

	mu     sync.Mutex // one thing at a time
	pool   pdfium.Pool
	pdf    pdfium.Pdfium
	ref    references.FPDF_DOCUMENT
	pages  int
	closed bool
	broken error // why the instance is of no more use
}

// errBrokeDown stands for a trap in the instance, of which the library tells only a
// stack trace.
var errBrokeDown = errors.New("the PDF is damaged, or needs too much memory to be read")

// open loads the document. Life is the context of the instance.
func (d *document) open(life context.Context, data io.ReaderAt, size int64) (err error) {
	if d.pdf, err = d.pool.GetInstanceWithContext(life); err != nil {
		return err
	}
	opened, err := d.pdf.OpenDocument(&requests.OpenDocument{FileReader: io.NewSectionReader(data, 0, size), FileReaderSize: size})
	switch {
	case errors.Is(err, pdfiumerrors.ErrPassword), errors.Is(err, pdfiumerrors.ErrSecurity):
		return pdf.ErrPassword
	case err != nil:
		return fmt.Errorf("%w (%w)", pdf.ErrBroken, err)
	}
	d.ref = opened.Document
	count, err := d.pdf.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: d.ref})
	if err != nil {
		return err
	}
	if d.pages = count.PageCount; d.pages <= 0 {
		return fmt.Errorf("the PDF has no pages: %w", pdf.ErrBroken)
	}
	return nil
}

// Pages is how many pages there are.
func (d *document) Pages() int { return d.pages }

// Text is what can be read on a page.
func (d *document) Text(ctx context.Context, page int) (text string, err error) {
	err = d.on(ctx, page, func(p requests.Page) error {
		loaded, err := d.pdf.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: p})
		if err != nil {
			return err
		}
		count, err := d.pdf.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: loaded.TextPage})
		if err == nil && count.Count > 0 {
			got, wrong := d.pdf.FPDFText_GetText(&requests.FPDFText_GetText{TextPage: loaded.TextPage, Count: count.Count})
			if err = wrong; err == nil {
				text = tidy(got.Text)
			}
		}
		_, closing := d.pdf.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: loaded.TextPage})
		return errors.Join(err, closing)
	})
	return text, err
}

// Render draws a page.
func (d *document) Render(ctx context.Context, page, edge int) (picture []byte, err error) {
	switch {
	case edge <= 0:
		edge = defaultEdge
	case edge > maxEdge:
		return nil, fmt.Errorf("a page is drawn with at most %d pixels, not %d", maxEdge, edge)
	}
	err = d.on(ctx, page, func(p requests.Page) error {
		drawn, err := d.pdf.RenderPageInPixels(&requests.RenderPageInPixels{
			Page: p, Width: edge, Height: edge, RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT,
		})
		if err != nil {
			return err
		}
		defer drawn.Cleanup() // the pixels are in the memory of the instance
		var b bytes.Buffer
		if err := png.Encode(&b, drawn.Result.RenderedImage); err != nil {
			return err
		}
		picture = b.Bytes()
		return nil
	})
	return picture, err
}

// on does something with a page.
func (d *document) on(ctx context.Context, page int, do func(requests.Page) error) error {
	if page < 1 || page > d.pages {
		return fmt.Errorf("there is no page %d: the PDF has pages 1 to %d", page, d.pages)
	}
	err := d.during(ctx, func() error {
		return do(requests.Page{ByIndex: &requests.PageByIndex{Document: d.ref, Index: page - 1}})
	})
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("page %d: %w", page, err)
	}
	return err
}

// during runs something that the end of the context interrupts. Then the instance
// is gone, because it cannot be left in the middle of something.
func (d *document) during(ctx context.Context, do func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.closed:
		return errors.New("the PDF is closed")
	case d.broken != nil:
		return fmt.Errorf("the PDF has to be opened again: %w", d.broken)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	stop := context.AfterFunc(ctx, d.end)
	err := do()
	if !stop() {
		d.broken = ctx.Err()
		return d.broken
	}
	if err != nil && strings.Contains(err.Error(), "wasm error") {
		d.broken = errBrokeDown
		return d.broken
	}
	return err
}

// Close ends the instance.
func (d *document) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil
	}
	d.closed = true
	defer d.release()
	defer d.end()
	if d.pool == nil {
		return nil
	}
	return d.pool.Close() // with the instance
}

// tidy gives text line ends of one kind, and takes out what stands for nothing.
func tidy(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r == 0x02, r == 0xfffe: // a hyphen at the end of a line
			return '-'
		case r != '\n' && r != '\t' && unicode.IsControl(r), r == 0xffff:
			return -1
		}
		return r
	}, s)
	return strings.TrimRight(s, "\n ")
}
