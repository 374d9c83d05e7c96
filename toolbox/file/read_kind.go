package file

import (
	"bytes"
	"net/http"
	"path/filepath"
	"strings"
)

// fileKind is how a file is shown.
type fileKind uint8

const (
	textFile fileKind = iota
	imageFile
	pdfFile
	notebookFile
)

// kindOf tells by its beginning what a file is; only notebooks, which look like
// any JSON, are told by their name.
func kindOf(path string, head []byte) fileKind {
	switch {
	case imageFormat(head) != "":
		return imageFile
	case bytes.HasPrefix(head, []byte("%PDF-")):
		return pdfFile
	case strings.EqualFold(filepath.Ext(path), ".ipynb"):
		return notebookFile
	}
	return textFile
}

// imageFormat is the media type of an image that can be shown, by its first bytes.
func imageFormat(head []byte) string {
	if bytes.HasPrefix(head, []byte("II*\x00")) || bytes.HasPrefix(head, []byte("MM\x00*")) {
		return mimeTIFF
	}
	switch mime := http.DetectContentType(head); mime {
	case mimePNG, mimeJPEG, mimeGIF, mimeWebP:
		return mime
	case mimeBMP:
		// Two letters are not much: text may begin with them.
		if bytes.IndexByte(head[:min(len(head), 26)], 0) >= 0 {
			return mime
		}
	}
	return ""
}
