package patch

import (
	"strings"

	"jig/internal/clip"
)

// envelope reads the sections, which may be those of several patches.
func (r *reader) envelope() ([]File, error) {
	var files []File
	for r.more() {
		line, number := strings.TrimSpace(r.line()), r.at+1
		r.at++
		var f File
		var err error
		switch {
		case strings.HasPrefix(line, endMark):
			// Another patch may follow, and what surrounds them stands in between.
			for r.more() && (!marks(r.lines[r.at], beginMark, addMark, updateMark, deleteMark) || !strings.HasPrefix(r.lines[r.at], "***")) {
				if r.diff(r.at) {
					return nil, bad(r.at+1, "a unified diff follows the end of the patch; make two calls of it")
				}
				r.at++
			}
			continue
		case strings.HasPrefix(line, beginMark):
			continue
		case strings.HasPrefix(line, addMark):
			f = File{Op: Add, Path: pathAfter(line, addMark), Line: number}
			f.Content, err = r.added()
		case strings.HasPrefix(line, deleteMark):
			f = File{Op: Delete, Path: pathAfter(line, deleteMark), Line: number}
		case strings.HasPrefix(line, updateMark):
			f = File{Op: Update, Path: pathAfter(line, updateMark), Line: number}
			err = r.updated(&f)
		case line == "" || strings.HasPrefix(line, "```") || r.at == len(r.lines) && !strings.ContainsAny(line[:1], "+-@* "):
			continue // between sections, or the end of what surrounds the patch
		default:
			return nil, bad(number, "%q belongs to no file; begin with %q, %q or %q", shorten(line), addMark+" path", updateMark+" path", deleteMark+" path")
		}
		if err != nil {
			return nil, err
		}
		if f.Path == "" {
			return nil, bad(number, "%q names no file", line)
		}
		files = append(files, f)
	}
	return files, nil
}

func pathAfter(line, mark string) string { return strings.TrimSpace(strings.TrimPrefix(line, mark)) }

// ends reports whether the current line begins another section or ends the patch.
func (r *reader) ends() bool {
	return marks(r.lines[r.at], addMark, updateMark, deleteMark, endMark) && strings.HasPrefix(r.lines[r.at], "***")
}

// surrounds reports whether only the end of what surrounds the patch is left: a
// fence, the mark of a here-document, empty lines.
func (r *reader) surrounds() bool {
	for _, l := range r.lines[r.at:] {
		l = strings.TrimSpace(l)
		word := strings.Trim(l, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
		if l != "" && !strings.HasPrefix(l, "```") && !word {
			return false
		}
	}
	return true
}

// added reads the lines of a new file.
func (r *reader) added() (string, error) {
	var b strings.Builder
	for ; r.more() && !r.ends() && !r.surrounds(); r.at++ {
		line := r.lines[r.at]
		switch {
		case strings.HasPrefix(line, "+"):
			b.WriteString(line[1:])
		case strings.TrimSpace(line) == "" || marks(line, eofMark):
			if r.onlyBlank() {
				continue
			}
		default:
			return "", bad(r.at+1, "every line of a new file begins with +, and %q does not", shorten(line))
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// onlyBlank reports whether from here to the end of the section nothing follows.
func (r *reader) onlyBlank() bool {
	at := r.at
	defer func() { r.at = at }()
	for ; r.more() && !r.ends(); r.at++ {
		if l := strings.TrimSpace(r.lines[r.at]); l != "" && !marks(l, eofMark) {
			return false
		}
	}
	return true
}

// updated reads where a file moves, and the hunks.
func (r *reader) updated(f *File) error {
	if r.more() && marks(r.lines[r.at], moveMark) {
		f.To = pathAfter(strings.TrimSpace(r.line()), moveMark)
		r.at++
	}
	var h *Hunk
	begin := func() {
		if h == nil || len(h.Lines) > 0 || h.AtEnd {
			f.Hunks = append(f.Hunks, Hunk{Line: r.at + 1})
			h = &f.Hunks[len(f.Hunks)-1]
		}
	}
	for ; r.more() && !r.ends() && !r.surrounds(); r.at++ {
		line := r.lines[r.at]
		switch {
		case strings.HasPrefix(line, "@@"):
			begin()
			h.header(r.line())
		case marks(line, eofMark):
			if h != nil {
				h.AtEnd = true
			}
		case strings.HasPrefix(line, "\\ "):
			if h != nil && len(h.Lines) > 0 {
				h.Lines[len(h.Lines)-1].Unended = true
			}
		case line == "" || line == "\r":
			if !r.onlyBlank() {
				if h == nil || h.AtEnd {
					begin()
				}
				h.Lines = append(h.Lines, Line{Op: ' ', Text: line})
			}
		case strings.ContainsAny(line[:1], " +-"):
			if h == nil || h.AtEnd {
				begin()
			}
			h.Lines = append(h.Lines, Line{Op: line[0], Text: line[1:]})
		default:
			return &Error{Path: f.Path, Line: r.at + 1, Problem: "every line of a hunk begins with a space, + or -, and " + shorten(line) + " does not"}
		}
	}
	return f.complete()
}

// header reads a line with @@, which may also be that of a unified diff.
func (h *Hunk) header(line string) {
	if at := hunkRange.FindStringSubmatch(line); at != nil {
		h.Start, h.Stated = number(at[1], 0), true
		return
	}
	text := strings.TrimPrefix(line, "@@")
	text = strings.TrimSuffix(strings.TrimSpace(text), "@@")
	if text = strings.TrimSpace(text); text != "" && text != "..." {
		h.Headers = append(h.Headers, text)
	}
}

// complete refuses hunks that change nothing.
func (f *File) complete() error {
	for i := range f.Hunks {
		h := &f.Hunks[i]
		if !h.changes() {
			return &Error{Path: f.Path, Hunk: i + 1, Line: h.Line, Problem: "it changes nothing: lines that come begin with +, lines that go with -"}
		}
	}
	if len(f.Hunks) == 0 && f.To == "" {
		return &Error{Path: f.Path, Line: f.Line, Problem: "nothing is said about what changes in it"}
	}
	return nil
}

func (h *Hunk) changes() bool {
	for _, l := range h.Lines {
		if l.Op != ' ' {
			return true
		}
	}
	return false
}

func shorten(s string) string { return clip.Bytes(s, 100) }
