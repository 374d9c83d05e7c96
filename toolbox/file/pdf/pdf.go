// Package pdf says what a reader of PDF documents has to do: give the text of a
// page, and draw a page that has none, because it was scanned.
//
// It is only the contract, so that a tool can take a reader without linking one.
// The reader that comes with jig is package pdfium below this one; whoever imports
// that pays for it with about ten megabytes of program.
package pdf

import (
	"context"
	"errors"
	"io"
)

// ErrPassword is the error for a document that opens only with a password.
var ErrPassword = errors.New("the PDF is protected by a password: ask for a copy without one")

// ErrBroken is the error for a file that is no PDF, or one that is damaged.
var ErrBroken = errors.New("the file is not a PDF that can be read: it may be damaged or something else")

// Reader opens documents. It is safe for use by several goroutines.
type Reader interface {
	// Open reads a document of size bytes. The data must stay readable until the
	// document is closed.
	Open(ctx context.Context, data io.ReaderAt, size int64) (Document, error)
}

// Document is an open document. Pages are counted from 1. A document whose context
// ended in the middle of something is of no more use, but has to be closed.
type Document interface {
	// Pages is how many pages there are.
	Pages() int
	// Text is what can be read on a page, its lines ended by \n; empty for a page
	// that is only a picture.
	Text(ctx context.Context, page int) (string, error)
	// Render draws a page as a PNG whose longer edge has maxEdge pixels; 0 means
	// 1568, beyond which models see no more.
	Render(ctx context.Context, page, maxEdge int) ([]byte, error)
	// Close gives everything back.
	Close() error
}
