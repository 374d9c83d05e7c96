//go:build race

package pdfium_test

const racing = true
