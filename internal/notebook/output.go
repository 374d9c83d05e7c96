package notebook

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// output is one output of a code cell, of any kind.
type output struct {
	Kind      string                    `json:"output_type"`
	Name      string                    `json:"name"`
	Text      jsontext.Value            `json:"text"`
	Data      map[string]jsontext.Value `json:"data"`
	Error     string                    `json:"ename"`
	Message   string                    `json:"evalue"`
	Traceback []string                  `json:"traceback"`
}

// output shows one output.
func (r *renderer) output(o *output) {
	switch o.Kind {
	case "stream":
		r.short(o.Name, lines(o.Text))
	case "error":
		text := strings.Join(o.Traceback, "\n")
		if strings.TrimSpace(text) == "" {
			text = o.Error + ": " + o.Message
		}
		r.short("error", text)
	default:
		r.data(o)
	}
}

// data shows the best of the forms in which an output is given: the image, and the
// plainest text.
func (r *renderer) data(o *output) {
	types := slices.Sorted(maps.Keys(o.Data))
	for _, mime := range types {
		if strings.HasPrefix(mime, "image/") {
			r.image(mime, lines(o.Data[mime]))
		}
	}
	for _, mime := range []string{"text/plain", "text/markdown", "text/latex", "application/json", "text/html"} {
		if value, ok := o.Data[mime]; ok {
			r.short(mime, lines(value))
			return
		}
	}
	for _, mime := range types {
		if !strings.HasPrefix(mime, "image/") {
			r.short(mime, fmt.Sprintf("[%s, %d bytes]", mime, len(o.Data[mime])))
		}
	}
}

// image gives an image as one where there is room for it, and names it otherwise.
func (r *renderer) image(mime, text string) {
	data := []byte(text) // SVG is text
	if mime != "image/svg+xml" {
		decoded, err := base64.StdEncoding.DecodeString(text) // skips line ends
		if err != nil {
			r.short(mime, "["+mime+" that cannot be decoded]")
			return
		}
		data = decoded
	}
	if r.Images <= 0 || len(data) > r.MaxImage || !slices.Contains([]string{"image/png", "image/jpeg", "image/gif", "image/webp"}, mime) {
		r.short(mime, fmt.Sprintf("[%s, %d bytes]", mime, len(data)))
		return
	}
	r.Images--
	r.printf("<output type=%s>\n", mime)
	r.flush()
	r.parts = append(r.parts, Part{MIME: mime, Data: data})
	r.printf("</output>\n")
}

// short shows a text, cut in the middle if it is too long.
func (r *renderer) short(kind, text string) {
	text = strings.TrimRight(terminal(text), "\n")
	if n := utf8.RuneCountInString(text); n > r.MaxOutput {
		runes := []rune(text)
		head := r.MaxOutput * 3 / 4
		tail := r.MaxOutput - head
		text = fmt.Sprintf("%s\n[… %d characters of this output are not shown; they are in the file …]\n%s",
			string(runes[:head]), n-head-tail, string(runes[n-tail:]))
	}
	r.printf("<output type=%s>\n%s\n</output>\n", kind, text)
}

// lines reads a text that is written as a string or as a list of lines; anything
// else is shown as the JSON that it is.
func lines(v jsontext.Value) string {
	var text string
	var list []string
	switch {
	case len(v) == 0:
		return ""
	case unquote(v, &text) == nil:
		return text
	case unquote(v, &list) == nil:
		return strings.Join(list, "")
	}
	return string(bytes.TrimSpace(v))
}

// terminal is what a terminal would show in the end: without escape sequences, and
// of a line that was written over again and again only the last state.
func terminal(text string) string {
	if !strings.ContainsAny(text, "\x1b\r") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		body := strings.TrimRight(line, "\r\n")
		body = body[strings.LastIndexByte(body, '\r')+1:]
		for {
			before, after, found := strings.Cut(body, "\x1b")
			b.WriteString(before)
			if !found {
				break
			}
			body = afterSequence(after)
		}
		if strings.HasSuffix(line, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// afterSequence is what follows an escape sequence whose ESC was taken off.
func afterSequence(s string) string {
	if s == "" {
		return ""
	}
	switch s[0] {
	case '[': // ends with a letter or the like
		if i := strings.IndexFunc(s[1:], func(r rune) bool { return r >= '@' && r <= '~' }); i >= 0 {
			return s[i+2:]
		}
		return ""
	case ']': // ends with BEL or ESC \
		if i := strings.IndexAny(s, "\a\x1b"); i >= 0 {
			return strings.TrimPrefix(s[i+1:], `\`)
		}
		return ""
	}
	_, size := utf8.DecodeRuneInString(s)
	return s[size:]
}
