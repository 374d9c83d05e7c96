package cli

import (
	"errors"
	"io"
	"strings"

	"jig/config"
	"jig/engine"
)

// Speech prints what a model says to people, on standard error. The words are a stranger's: control characters are shown,
// not obeyed.
type Speech struct {
	w     io.Writer
	quiet bool
	open  bool // a line has begun
	said  bool // and there is more in it than spaces
}

// NewSpeech prints to w, or nothing if quiet.
func NewSpeech(w io.Writer, quiet bool) *Speech { return &Speech{w: w, quiet: quiet} }

// Add prints the next words.
func (s *Speech) Add(text string) {
	if s.quiet || text == "" {
		return
	}
	_, _ = io.WriteString(s.w, s.quoted(visibleText(text))) // it is beside the point of the command
	s.open = !strings.HasSuffix(text, "\n")
}

// End ends the last line.
func (s *Speech) End() {
	if s.open {
		_, _ = io.WriteString(s.w, "\n")
		s.open, s.said = false, false
	}
}

// marks are what lines of jig's own begin with, when it asks or tells what became of a call.
const marks = "?✓✗·!>"

// quoted sets a bar before those lines that look as if they were jig's own: nobody shall take a model's word for a question of
// the gate, or for what a call has done.
func (s *Speech) quoted(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n':
			s.said = false
		case !s.said && r != ' ' && r != '\t':
			s.said = true
			if strings.ContainsRune(marks, r) {
				b.WriteString("| ")
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

// visibleText is a text of several lines as it may be printed on a terminal.
func visibleText(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		cells := strings.Split(line, "\t")
		for j := range cells {
			cells[j] = config.Visible(cells[j])
		}
		lines[i] = strings.Join(cells, "\t")
	}
	return strings.Join(lines, "\n")
}

// StatusOf is the exit status of a command that was stopped by a signal, [Success] if it was not.
func StatusOf(cause error) int {
	if stop, ok := errors.AsType[*Stopped](cause); ok {
		return stop.ExitStatus()
	}
	return Success
}

// Worst is the exit status of the worst of several calls: one that was stopped before one that was denied, before one that
// met a limit, before one that failed.
func Worst(outcomes []engine.Outcome, cause error) int {
	rank := func(status int) int {
		switch status {
		case Success:
			return 0
		case Failure:
			return 1
		case Limited:
			return 2
		case Denied:
			return 3
		}
		return 4
	}
	worst := Success
	for _, o := range outcomes {
		if s := Status(o.Status, cause); rank(s) > rank(worst) {
			worst = s
		}
	}
	return worst
}
