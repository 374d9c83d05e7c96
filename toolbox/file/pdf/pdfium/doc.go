// Package pdfium reads PDF documents with PDFium, the library of the Chromium
// browser, compiled to WebAssembly.
//
// That has three reasons. PDFium reads what others lose: the libraries written in
// Go give up on many real documents. It needs no C compiler and no installed
// program. And a document is not trusted: what it could do to PDFium stays in an
// instance of its own, with bounded memory, without files and without network, that
// ends with the document or with the context.
//
// The price is that the code is compiled to that of the machine at the first use,
// which takes several seconds. With a folder to keep the outcome in
// ([Options.Cache]), every later start takes a moment only.
package pdfium
