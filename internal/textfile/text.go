package textfile

import "strings"

// EOL is how lines end.
type EOL string

// The ways in which lines end. A file without any line end has NoEOL.
const (
	NoEOL EOL = "none"
	LF    EOL = "lf"
	CRLF  EOL = "crlf"
	Mixed EOL = "mixed"
)

// Text is a file as text.
type Text struct {
	// Content is the text, without a byte order mark. Lines end with \n, unless EOL
	// is Mixed: then they end as they do in the file. It may hold bytes that are not
	// UTF-8, as the file does.
	Content  string
	Encoding Encoding
	EOL      EOL
	// FinalNewline tells whether the last line is ended.
	FinalNewline bool
}

// Decode reads the bytes of a file. It never fails: what is no text is [Binary].
func Decode(data []byte) Text {
	enc, mark := Marked(data)
	if enc == "" || enc == UTF8BOM {
		var s Survey
		_, _ = s.Write(data[mark:]) // a survey never fails
		switch found := s.Encoding(); {
		case found == Binary:
			return Text{Content: string(data), Encoding: Binary, EOL: NoEOL}
		case enc == "":
			enc = found
		}
	}
	content, ok := enc.decode(data)
	if !ok {
		return Text{Content: string(data), Encoding: Binary, EOL: NoEOL}
	}
	t := Text{Encoding: enc}
	t.Content, t.EOL = normal(content)
	t.FinalNewline = strings.HasSuffix(t.Content, "\n")
	return t
}

// normal brings lines that all end with \r\n into the form with \n.
func normal(content string) (string, EOL) {
	eol := EOLOf(content)
	if eol == CRLF {
		content = strings.ReplaceAll(content, "\r\n", "\n")
	}
	return content, eol
}

// EOLOf is how the lines of a text end.
func EOLOf(content string) EOL {
	lf := strings.Count(content, "\n")
	crlf := strings.Count(content, "\r\n")
	s := Survey{Ended: int64(lf), crlf: int64(crlf)}
	return s.EOL()
}

// Encode gives the bytes of the file. A content that was changed must be in the
// form that Decode gave it. It fails only for characters that the encoding does
// not have, with [ErrCannotWrite].
func (t Text) Encode() ([]byte, error) {
	content := t.Content
	if t.EOL == CRLF {
		content = strings.ReplaceAll(content, "\n", "\r\n")
	}
	return t.Encoding.encode(content)
}

// With is the text with another content, as a model writes it: with \n or \r\n.
// The habits of the file stay: line ends, mark and encoding. Where the file has
// no one kind of line end, the content keeps its own.
func (t Text) With(content string) Text {
	if t.EOL == CRLF || t.EOL == LF {
		content = strings.ReplaceAll(content, "\r\n", "\n")
	}
	t.Content = content
	t.FinalNewline = strings.HasSuffix(content, "\n")
	return t
}

// IsText reports whether the file is text.
func (t Text) IsText() bool { return t.Encoding != Binary }
