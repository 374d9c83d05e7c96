package pdfium_test

import (
	"bytes"
	"compress/lzw"
	"compress/zlib"
	"fmt"
	"testing"
)

// stream is the content of a page, packed by a filter or not.
type stream struct {
	filter string
	data   []byte
}

// words is the content of a page with lines of text.
func words(lines ...string) stream {
	var b bytes.Buffer
	b.WriteString("BT /F1 24 Tf 72 720 Td 30 TL\n")
	for _, line := range lines {
		fmt.Fprintf(&b, "(%s) Tj T*\n", line)
	}
	b.WriteString("ET\n")
	return stream{data: b.Bytes()}
}

func (s stream) flate(t *testing.T) stream {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write(s.data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return stream{"FlateDecode", b.Bytes()}
}

// lzw packs short contents; for longer ones Go and PDF differ in when codes grow.
func (s stream) lzw(t *testing.T) stream {
	t.Helper()
	if len(s.data) > 200 {
		t.Fatal("the content is too long for this")
	}
	var b bytes.Buffer
	w := lzw.NewWriter(&b, lzw.MSB, 8)
	if _, err := w.Write(s.data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return stream{"LZWDecode", b.Bytes()}
}

// document writes a PDF with one page for each content.
func document(pages ...stream) []byte {
	var b bytes.Buffer
	var at []int
	object := func(body string) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(at), body)
	}
	b.WriteString("%PDF-1.7\n")
	object("<< /Type /Catalog /Pages 2 0 R >>")
	var kids string
	for i := range pages {
		kids += fmt.Sprintf("%d 0 R ", 4+2*i)
	}
	object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids, len(pages)))
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	for i, p := range pages {
		object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>", 5+2*i))
		filter := ""
		if p.filter != "" {
			filter = " /Filter /" + p.filter
		}
		object(fmt.Sprintf("<< /Length %d%s >>\nstream\n%s\nendstream", len(p.data), filter, p.data))
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, table)
	return b.Bytes()
}
