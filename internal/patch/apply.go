package patch

import (
	"fmt"
	"strings"

	"jig/internal/editmatch"
)

// Applied says how a file was changed.
type Applied struct {
	Text string
	// Notes tell what had to be overlooked, or where a hunk was found instead.
	Notes []string
}

// Apply makes the changes of an updated file in its text. All hunks fit, or none
// is applied.
func (f *File) Apply(text string) (Applied, error) {
	a := applier{text: text}
	for i := range f.Hunks {
		if err := a.hunk(i+1, &f.Hunks[i]); err != nil {
			err.Path, err.Hunk, err.Line, err.Apply = f.Path, i+1, f.Hunks[i].Line, true
			return Applied{}, err
		}
	}
	return Applied{a.text, a.notes}, nil
}

// applier is a text in which hunks are applied one after the other.
type applier struct {
	text   string
	cursor int    // where the last hunk ended
	moved  int    // lines by which what follows stands elsewhere than stated
	missed string // the header of the current hunk that the file does not have
	notes  []string
}

func (a *applier) hunk(n int, h *Hunk) *Error {
	if h.Old() == "" {
		return a.insert(h)
	}
	if a.asStated(h) {
		return nil
	}
	a.missed = ""
	found, chosen, problem := a.place(h)
	fuzz := 0
	for ; problem != nil && len(problem.Places) == 0 && fuzz < 2; fuzz++ {
		less, ok := h.lessContext(fuzz + 1)
		if !ok {
			break
		}
		if f, m, no := a.place(less); no == nil && len(f.Matches) == 1 {
			found, chosen, problem, h = f, m, nil, less
		} else if no != nil && len(no.Places) > 0 {
			break
		}
	}
	if problem != nil {
		return problem
	}
	fresh, ok := found.Replace(h.New(), chosen)
	if !ok {
		return &Error{Problem: "the lines to change stand there with other white-space, and it is not clear what to make of it", Near: editmatch.Nearest(a.text, h.Old())}
	}
	switch {
	case fuzz > 0:
		a.note("hunk %d: lines around the change are not as the patch has them; it was applied at line %d, the only place that fits", n, chosen.Line)
	case found.How != editmatch.Exact:
		a.note("hunk %d at line %d: %s", n, chosen.Line, found.How)
	case h.Stated && chosen.Line != h.Start+a.moved:
		a.note("hunk %d was applied at line %d, not %d", n, chosen.Line, h.Start+a.moved)
	}
	if a.missed != "" {
		a.note("hunk %d: no line of the file is %q; it was applied at line %d, the only place that fits", n, a.missed, chosen.Line)
	}
	a.done(h, chosen.Line, chosen.End+len(fresh)-len(a.text), fresh)
	return nil
}

func (a *applier) note(format string, args ...any) {
	a.notes = append(a.notes, fmt.Sprintf(format, args...))
}

// done takes the text over that a hunk has made, which began at a line.
func (a *applier) done(h *Hunk, line, cursor int, fresh string) {
	if h.Stated {
		a.moved = line - h.Start
	}
	a.moved += strings.Count(h.New(), "\n") - strings.Count(h.Old(), "\n")
	a.text, a.cursor = fresh, cursor
}

// asStated applies a hunk that fits to the byte where it says it belongs.
func (a *applier) asStated(h *Hunk) bool {
	if !h.Stated {
		return false
	}
	at, ok := lineStart(a.text, h.Start+a.moved)
	if !ok || !strings.HasPrefix(a.text[at:], h.Old()) || at < a.cursor {
		return false
	}
	end := at + len(h.Old())
	if h.reachesEnd() && end < len(a.text) {
		return false
	}
	fresh := a.text[:at] + h.New() + a.text[end:]
	a.done(h, h.Start+a.moved, at+len(h.New()), fresh)
	return true
}

// reachesEnd reports whether the hunk holds only at the end of the file, since a
// line of it has no end.
func (h *Hunk) reachesEnd() bool {
	return !strings.HasSuffix(h.Old(), "\n") || h.New() != "" && !strings.HasSuffix(h.New(), "\n")
}

// lineStart is where a line begins, counted from 1.
func lineStart(text string, line int) (int, bool) {
	if line < 1 {
		return 0, false
	}
	at := 0
	for range line - 1 {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return 0, false
		}
		at += i + 1
	}
	return at, true
}

// insert puts lines in that say nothing of what stands around them.
func (a *applier) insert(h *Hunk) *Error {
	at := len(a.text)
	switch {
	case h.Stated:
		start, ok := lineStart(a.text, max(h.Start+a.moved, 0)+1)
		if !ok && h.Start+a.moved > strings.Count(a.text, "\n")+1 {
			return &Error{Problem: fmt.Sprintf("it inserts after line %d, and the file has %d lines", h.Start+a.moved, strings.Count(a.text, "\n"))}
		}
		if ok {
			at = start
		}
	case len(h.Headers) > 0:
		places := a.headers(h.Headers)
		switch {
		case len(places) == 0:
			return &Error{Problem: fmt.Sprintf("no line of the file is %q", h.Headers[len(h.Headers)-1]), Near: editmatch.Nearest(a.text, h.Headers[len(h.Headers)-1])}
		case len(places) > 1:
			return a.several(places)
		}
		at = places[0]
	}
	fresh, eol := h.New(), "\n"
	if i := strings.IndexByte(a.text, '\n'); i > 0 && a.text[i-1] == '\r' && !strings.Contains(fresh, "\r\n") {
		eol = "\r\n"
		fresh = strings.ReplaceAll(fresh, "\n", eol)
	}
	if at == len(a.text) && at > 0 && a.text[at-1] != '\n' {
		fresh = eol + fresh
	}
	a.text = a.text[:at] + fresh + a.text[at:]
	a.cursor = at + len(fresh)
	a.moved += strings.Count(fresh, "\n")
	return nil
}
