package file

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"

	"jig/internal/textfile"
	"jig/tool"
	"jig/workspace"
)

// readDetails tell programs what was read.
type readDetails struct {
	Path      string `json:"path"`
	StartLine int64  `json:"start_line"`
	EndLine   int64  `json:"end_line"`
	// TotalLines is a lower bound if TotalExact is not set.
	TotalLines  int64             `json:"total_lines"`
	TotalExact  bool              `json:"total_exact"`
	ContentHash workspace.Sum     `json:"content_hash"`
	Encoding    textfile.Encoding `json:"encoding"`
	EOL         textfile.EOL      `json:"eol"`
	// Truncated is set when the file has more than what was shown.
	Truncated bool `json:"truncated"`
	// Unchanged is set when the answer only says that nothing has changed.
	Unchanged bool `json:"unchanged,omitempty"`
}

// shownKey is a part of a file that was shown.
type shownKey struct {
	path    string
	want    span
	numbers bool
}

// text shows lines.
func (r *reader) text(ctx context.Context, f *os.File, p workspace.Place, in readInput) (*tool.Result, error) {
	want := in.span()
	s, err := r.scan(ctx, f, p.Real, want)
	if err != nil {
		return nil, err
	}
	shown := r.sess.Show(p.Real)
	if s.enc == textfile.Binary {
		return nil, notText(f, shown)
	}
	r.sess.Saw(p, s.sum)
	if len(s.lines) == 0 && want.First > 1 && s.total > 0 {
		return nil, tool.Errorf(tool.CodeInvalidArgs, "line %d is past the end: %s has %s; read from an earlier line", want.First, shown, lineCount(s.total))
	}
	details := readDetails{
		Path: p.Real, StartLine: want.First, EndLine: s.next() - 1, TotalLines: s.total, TotalExact: s.exact,
		ContentHash: s.sum, Encoding: s.enc, EOL: s.eol, Truncated: want.First > 1 || s.next() <= s.total || !s.exact,
	}
	if len(s.lines) == 0 {
		details.StartLine, details.Truncated = 0, false
	}
	key := shownKey{p.Real, want, in.Numbers == nil || *in.Numbers}
	if r.before(key, s.sum) {
		details.Unchanged = true
		return &tool.Result{Content: []tool.Block{tool.Text(fmt.Sprintf("%s is unchanged since it was read above: lines %d-%d are what they were.",
			shown, details.StartLine, details.EndLine))}, Details: details}, nil
	}
	res := tool.TextResult(s.render(shown, key.numbers, in.on(s.next())))
	res.Details = details
	res.Display = &tool.Display{Text: fmt.Sprintf("read %s, lines %d-%d of %s", shown, details.StartLine, details.EndLine, s.ofHowMany())}
	return res, nil
}

// before reports whether the same lines of the same content were shown already,
// and remembers that they are now.
func (r *reader) before(key shownKey, sum workspace.Sum) bool {
	if !r.opt.Brief || sum == "" {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.shown[key] == sum {
		return true
	}
	if len(r.shown) >= 10_000 {
		clear(r.shown)
	}
	r.shown[key] = sum
	return false
}

// render is the answer for the model; on says how it goes on if there is more.
func (s *scanned) render(shown string, numbers bool, on string) string {
	if s.total == 0 {
		return "[" + shown + " is empty]"
	}
	var b strings.Builder
	b.Grow(len(s.text) + 16*len(s.lines) + 256)
	last := s.next() - 1
	partial := s.want.First > 1 || last < s.total || !s.exact
	if partial {
		fmt.Fprintf(&b, "[Lines %d-%d of %s]\n", s.want.First, last, s.ofHowMany())
	}
	for i := range s.lines {
		s.renderLine(&b, s.want.First+int64(i), &s.lines[i], numbers)
	}
	if last < s.total || !s.exact {
		why := ""
		if s.full {
			why = fmt.Sprintf("; %d KB are shown at a time", maxText/1000)
		}
		fmt.Fprintf(&b, "[%s%s]\n", on, why)
	}
	switch {
	case s.enc == textfile.Windows1252:
		b.WriteString("[the file is not UTF-8: it is shown as windows-1252]\n")
	case s.bad > 0:
		fmt.Fprintf(&b, "[the file has %d bytes that are not UTF-8; they show as %c]\n", s.bad, '\ufffd')
	}
	if s.eol == textfile.Mixed {
		b.WriteString("[some lines of the file end with CRLF, others with LF]\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (s *scanned) renderLine(b *strings.Builder, no int64, l *line, numbers bool) {
	if numbers {
		var digits [20]byte
		number := strconv.AppendInt(digits[:0], no, 10)
		b.WriteString("      "[min(len(number), 6):])
		b.Write(number)
		b.WriteByte('\t')
	}
	b.WriteString(s.enc.Show(s.text[l.from:l.to]))
	if l.next > 0 {
		fmt.Fprintf(b, " …[the line is %d bytes long; column=%d shows more of it]", l.size, l.next)
	}
	b.WriteByte('\n')
}

// ofHowMany is the number of lines, as far as it is known.
func (s *scanned) ofHowMany() string {
	if s.exact {
		return strconv.FormatInt(s.total, 10)
	}
	return "more than " + strconv.FormatInt(s.total, 10)
}

func lineCount(n int64) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}

// notText is the error for a file that is no text.
func notText(f *os.File, shown string) error {
	head, err := headOf(f)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	kind := ""
	if mime := http.DetectContentType(head); mime != "application/octet-stream" && !strings.HasPrefix(mime, "text/") {
		kind = ", " + mime
	}
	return tool.Errorf(tool.CodeInvalidArgs, "%s is a binary file (%d bytes%s) and cannot be shown as text; use a program for its format, through the shell", shown, info.Size(), kind)
}
