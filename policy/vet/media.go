package vet

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"strings"
)

// Media refuses a picture, sound or document whose bytes are not what its type
// says, and types that can hold a program. The declared type is what a server
// says; the bytes are what a viewer will open.
func Media(declared string, data []byte) error {
	kind, _, err := mime.ParseMediaType(declared)
	if err != nil {
		return fmt.Errorf("%q is not a media type", brief(declared))
	}
	if len(data) == 0 {
		return fmt.Errorf("the %s is empty", kind)
	}
	if active(kind) {
		return fmt.Errorf("%s can hold scripts; send a PNG, JPEG, GIF or WebP picture or plain text", kind)
	}
	if looksActive(data) {
		return fmt.Errorf("it is declared as %s and is a document that can hold scripts", kind)
	}
	actual := sniff(data)
	switch {
	case actual == canonical(kind):
		return nil
	case strings.HasPrefix(kind, "text/") || kind == "application/json":
		if strings.HasPrefix(actual, "text/") {
			return nil
		}
	}
	return fmt.Errorf("it is declared as %s but its bytes are %s", kind, actual)
}

// sniff says what the bytes are. The standard library knows the common types.
func sniff(data []byte) string {
	kind, _, err := mime.ParseMediaType(http.DetectContentType(data))
	if err != nil {
		return "application/octet-stream"
	}
	switch {
	case len(data) > 12 && string(data[4:8]) == "ftyp" && (string(data[8:12]) == "avif" || string(data[8:12]) == "avis"):
		return "image/avif"
	case bytes.HasPrefix(data, []byte("fLaC")):
		return "audio/flac"
	case len(data) > 2 && data[0] == 0xff && data[1]&0xe0 == 0xe0 && kind == "application/octet-stream":
		return "audio/mpeg"
	}
	return canonical(kind)
}

// canonical gives types that have several names one.
func canonical(kind string) string {
	switch kind {
	case "image/jpg", "image/pjpeg":
		return "image/jpeg"
	case "audio/wav", "audio/x-wav", "audio/vnd.wave":
		return "audio/wave"
	case "audio/mp3":
		return "audio/mpeg"
	case "audio/ogg", "video/ogg":
		return "application/ogg"
	case "image/vnd.microsoft.icon":
		return "image/x-icon"
	case "audio/webm":
		return "video/webm"
	}
	return kind
}

// active reports whether a type can hold a program that a viewer runs.
func active(kind string) bool {
	return strings.Contains(kind, "svg") || strings.Contains(kind, "html") || strings.Contains(kind, "xml") || strings.Contains(kind, "javascript") ||
		strings.Contains(kind, "ecmascript") || kind == "application/x-shockwave-flash" || kind == "message/rfc822" || strings.HasPrefix(kind, "multipart/")
}

// looksActive finds documents with scripts by their beginning, also behind
// blanks, comments and a byte order mark, and in UTF-16.
func looksActive(data []byte) bool {
	head := bytes.ReplaceAll(data[:min(len(data), 4096)], []byte{0}, nil)
	if !printable(head) {
		return false
	}
	head = bytes.ToLower(head)
	for _, mark := range []string{"<svg", "<html", "<!doctype", "<script", "<?xml", "<iframe", "<foreignobject", "<body", "<head", "<x:"} {
		if bytes.Contains(head, []byte(mark)) {
			return true
		}
	}
	return false
}

// printable reports whether the bytes begin as text does. A picture may contain
// the bytes of a tag by chance or in its metadata.
func printable(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	head = bytes.TrimPrefix(bytes.TrimPrefix(head, []byte{0xff, 0xfe}), []byte{0xfe, 0xff})
	head = bytes.TrimLeft(head, " \t\r\n")
	return len(head) > 0 && head[0] >= ' ' && head[0] < 0x7f && !bytes.HasPrefix(head, []byte("GIF8")) && !bytes.HasPrefix(head, []byte("RIFF"))
}
