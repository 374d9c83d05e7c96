package patch

import (
	"strconv"
	"strings"
)

// header collects what the lines above the hunks of a file say.
type header struct {
	line           int
	git            bool
	first, second  string // as diff --git gives them
	old, new       string // as --- and +++ give them
	added, deleted bool
	from, to       string // of a rename
	mode           string
	chmod          bool
	hunks          []Hunk
}

// unified reads a diff, of diff or of git.
func (r *reader) unified() ([]File, error) {
	var files []File
	var h *header
	finish := func() error {
		if h == nil {
			return nil
		}
		f, err := h.file()
		if err == nil {
			files = append(files, f)
		}
		h = nil
		return err
	}
	for r.more() {
		line, number := r.line(), r.at+1
		switch {
		case strings.HasPrefix(line, "diff --git "):
			if err := finish(); err != nil {
				return nil, err
			}
			h = &header{git: true, line: number}
			h.first, h.second = gitNames(strings.TrimPrefix(line, "diff --git "))
		case strings.HasPrefix(line, "--- ") && r.at+1 < len(r.lines) && strings.HasPrefix(r.lines[r.at+1], "+++ "):
			if h == nil || h.old != "" {
				if err := finish(); err != nil {
					return nil, err
				}
				h = &header{line: number}
			}
			h.old = name(line[4:])
			r.at++
			h.new = name(r.line()[4:])
		case strings.HasPrefix(line, "@@"):
			if h == nil {
				return nil, bad(number, "the hunk belongs to no file: lines with --- and +++ must stand above it and name the file")
			}
			hunk, err := r.hunk()
			if err != nil {
				return nil, err
			}
			h.hunks = append(h.hunks, hunk)
			continue
		case h != nil && h.git && len(h.hunks) == 0 && h.old == "":
			if err := h.extended(line, number); err != nil {
				return nil, err
			}
		case strings.HasPrefix(line, "Binary files "), line == "GIT binary patch":
			return nil, bad(number, "binary patches cannot be applied; write the file in another way")
		case h != nil && line != "" && line != "--" && strings.ContainsAny(line[:1], "+-"):
			return nil, bad(number, "%q stands outside of a hunk: a line with @@ must be above it", shorten(line))
		}
		r.at++
	}
	return files, finish()
}

// extended reads a line between diff --git and the hunks.
func (h *header) extended(line string, number int) error {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case strings.HasPrefix(line, "new file mode "):
		h.added, h.mode = true, strings.TrimPrefix(line, "new file mode ")
	case strings.HasPrefix(line, "deleted file mode "):
		h.deleted = true
	case strings.HasPrefix(line, "new mode "):
		h.chmod = true
	case strings.HasPrefix(line, "rename from "):
		h.from = name(strings.TrimPrefix(line, "rename from "))
	case strings.HasPrefix(line, "rename to "):
		h.to = name(strings.TrimPrefix(line, "rename to "))
	case word == "copy":
		return bad(number, "a patch that copies (%s) cannot be applied; add the new file with its content instead", rest)
	case strings.HasPrefix(line, "Binary files "), line == "GIT binary patch":
		return bad(number, "binary patches cannot be applied; write the file in another way")
	}
	if h.mode == "120000" || h.mode == "160000" {
		return bad(number, "a patch that makes a link or a submodule cannot be applied")
	}
	return nil
}

// file makes one change of what the header said.
func (h *header) file() (File, error) {
	f := File{Line: h.line, Hunks: h.hunks}
	old, fresh := h.old, h.new
	if old == "" {
		old, fresh = h.first, h.second
	}
	if plain, ok := strings.CutPrefix(old, "a/"); ok || old == "/dev/null" {
		if same, ok := strings.CutPrefix(fresh, "b/"); ok || fresh == "/dev/null" {
			if old != "/dev/null" {
				old = plain
			}
			if fresh != "/dev/null" {
				fresh = same
			}
		}
	}
	f.Path = old
	switch {
	case old == "/dev/null" || h.added:
		f.Op, f.Path, f.Exec = Add, fresh, strings.HasSuffix(h.mode, "755")
		for _, hunk := range h.hunks {
			if hunk.Old() != "" {
				return f, &Error{Path: f.Path, Line: hunk.Line, Problem: "the file is new, and a hunk has lines of an old one"}
			}
			f.Content += hunk.New()
		}
		f.Hunks = nil
	case fresh == "/dev/null" || h.deleted:
		f.Op = Delete
	case h.from != "" && h.to != "":
		f.Path, f.To = h.from, h.to
	case fresh != old && h.git:
		f.To = fresh
	case fresh != old:
		// diff names a copy of the file, such as main.go.orig, or the other way.
		if strings.HasPrefix(old, fresh) || strings.Contains(old, "/"+fresh) {
			f.Path = fresh
		}
	}
	if f.Path == "" || f.Path == "/dev/null" {
		return f, bad(h.line, "it is not said which file is meant")
	}
	if f.Op == Update && len(f.Hunks) == 0 && f.To == "" {
		if h.chmod {
			return f, &Error{Path: f.Path, Line: h.line, Problem: "only the mode of the file changes, which a patch cannot do here; use a command for it"}
		}
		return f, &Error{Path: f.Path, Line: h.line, Problem: "nothing is said about what changes in it"}
	}
	if f.Op == Update && len(f.Hunks) > 0 {
		return f, f.complete()
	}
	return f, nil
}

// hunk reads a hunk. If it has as many lines as its header says, those are its
// lines; otherwise it ends where something else begins.
func (r *reader) hunk() (Hunk, error) {
	h := Hunk{Line: r.at + 1}
	at := hunkRange.FindStringSubmatch(r.line())
	r.at++
	start := r.at
	if at != nil {
		h.Start, h.Stated = number(at[1], 0), true
		if r.lineCount(&h, number(at[2], 1), number(at[4], 1)) {
			return h, nil
		}
	}
	r.at, h.Lines = start, nil
	for ; r.more() && !r.leaves(); r.at++ {
		if !h.take(r.lines[r.at]) {
			if strings.HasPrefix(r.lines[r.at], "```") {
				break
			}
			return h, bad(r.at+1, "every line of a hunk begins with a space, + or -, and %q does not", shorten(r.lines[r.at]))
		}
	}
	// Empty lines at the end stand between this and what follows.
	for n := len(h.Lines); n > 0 && h.Lines[n-1] == (Line{Op: ' '}); n = len(h.Lines) {
		h.Lines = h.Lines[:n-1]
	}
	if len(h.Lines) == 0 {
		return h, bad(h.Line, "the hunk is empty")
	}
	return h, nil
}

// lineCount reads a hunk by its numbers, and reports whether they are right.
func (r *reader) lineCount(h *Hunk, old, fresh int) bool {
	for (old > 0 || fresh > 0) && r.more() {
		if !h.take(r.lines[r.at]) {
			return false
		}
		r.at++
		if last := h.Lines[len(h.Lines)-1]; strings.HasPrefix(r.lines[r.at-1], "\\") {
			continue
		} else if last.Op == '-' {
			old--
		} else if last.Op == '+' {
			fresh--
		} else {
			old--
			fresh--
		}
	}
	if old != 0 || fresh != 0 || len(h.Lines) == 0 {
		return false
	}
	if r.more() && strings.HasPrefix(r.lines[r.at], "\\") {
		h.take(r.lines[r.at])
		r.at++
	}
	return r.leftAlone()
}

// leftAlone reports whether what follows a hunk is not a line of it.
func (r *reader) leftAlone() bool {
	at := r.at
	defer func() { r.at = at }()
	for r.more() && strings.Trim(r.lines[r.at], "\r") == "" {
		r.at++
	}
	return !r.more() || r.leaves() || r.line() == "--" || !strings.ContainsAny(r.lines[r.at][:1], " +-")
}

// leaves reports whether the current line begins something after a hunk.
func (r *reader) leaves() bool {
	l := r.lines[r.at]
	return strings.HasPrefix(l, "@@") || strings.HasPrefix(l, "diff --git ") || strings.HasPrefix(l, "*** End") ||
		strings.HasPrefix(l, "--- ") && r.at+1 < len(r.lines) && strings.HasPrefix(r.lines[r.at+1], "+++ ")
}

// take adds a line to a hunk, if it is one.
func (h *Hunk) take(line string) bool {
	switch {
	case line == "" || line == "\r":
		h.Lines = append(h.Lines, Line{Op: ' ', Text: line})
	case line[0] == '\\':
		if len(h.Lines) == 0 {
			return false
		}
		h.Lines[len(h.Lines)-1].Unended = true
	case strings.ContainsAny(line[:1], " +-"):
		h.Lines = append(h.Lines, Line{Op: line[0], Text: line[1:]})
	default:
		return false
	}
	return true
}

func number(s string, none int) int {
	if s == "" {
		return none
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return none // too large to be a line
	}
	return n
}
