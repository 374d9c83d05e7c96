package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Output is standard output. A write goes out at once and as a whole, so there is nothing to flush on any way out. The first
// write that fails ends it: that error is kept for [Output.Err], and what is written afterwards is dropped.
type Output struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

// NewOutput prints to w.
func NewOutput(w io.Writer) *Output { return &Output{w: w} }

// Write always succeeds: see Err for what became of it.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil && len(p) > 0 {
		if _, err := o.w.Write(p); err != nil {
			o.err = fmt.Errorf("write the result: %w", err)
		}
	}
	return len(p), nil
}

// Err is what went wrong so far.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// Text prints a text and makes sure that its last line ends.
func (o *Output) Text(text string) { o.print([]byte(line(text))) }

// Words prints the words of a stranger: as they are where a program reads them, and without what a terminal would obey where
// a person does.
func (o *Output) Words(text string) {
	if IsTerminal(o.w) {
		text = visibleText(text)
	}
	o.Text(text)
}

// JSON prints a value on one line.
func (o *Output) JSON(v any) { o.encode(v, "") }

// IndentedJSON prints a value for people to read, too.
func (o *Output) IndentedJSON(v any) { o.encode(v, "  ") }

func (o *Output) encode(v any, indent string) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		o.fail(fmt.Errorf("write the result as JSON: %w", err))
		return
	}
	o.print(o.shown(b.Bytes()))
}

// RawJSON prints what is JSON already.
func (o *Output) RawJSON(raw []byte) { o.Text(string(o.shown(raw))) }

// shown is JSON as it can be printed: where a person looks, characters that a terminal would obey or not show are escaped. In
// JSON they can only be in strings, and the short ones are escaped already.
func (o *Output) shown(raw []byte) []byte {
	if !IsTerminal(o.w) {
		return raw
	}
	return harmlessJSON(raw)
}

func harmlessJSON(raw []byte) []byte {
	out := make([]byte, 0, len(raw))
	for _, r := range string(raw) {
		if r < 0x7f || unicode.IsPrint(r) {
			out = utf8.AppendRune(out, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			out = fmt.Appendf(out, "\\u%04x", unit)
		}
	}
	return out
}

func (o *Output) print(p []byte) {
	_, _ = o.Write(p) // keeps its error itself
}

func (o *Output) fail(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		o.err = err
	}
}

// line is the text with a line break at its end.
func line(text string) string {
	if text == "" || text[len(text)-1] == '\n' {
		return text
	}
	return text + "\n"
}

// IsTerminal reports whether a person is likely to sit at the other end. The null device counts as one too, which does no
// harm: nothing can be read from it, and nobody sees what is written to it.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Typed reports whether somebody has to type what is read from a stream: it is a terminal, and not the null device, which looks
// like one.
func Typed(stream any) bool {
	if !IsTerminal(stream) {
		return false
	}
	info, err := stream.(*os.File).Stat()
	null, nullErr := os.Stat(os.DevNull)
	return err == nil && nullErr == nil && !os.SameFile(info, null)
}
