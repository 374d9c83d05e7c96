package tree

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"jig/internal/scan"
)

// Longest is how many bytes of a line are shown; a longer one is cut around the match.
const Longest = 500

// lead is how many of them stand before the end of the match, at least, where a line is cut.
const lead = 150

// page is the lines of one file, as they are shown.
type page struct {
	head    []byte // the path; empty for a file that was named
	numbers bool
	gaps    bool // show where lines are left out, which says something only with context
	room    int  // how many lines are worth keeping; the others are only counted

	text  []byte
	ends  []int // where each line that is kept ends in text
	lines int
	cut   bool // a line was too long to be shown whole
}

// reset begins with another file.
func (p *page) reset() {
	p.head, p.text, p.ends, p.lines, p.cut = p.head[:0], p.text[:0], p.ends[:0], 0, false
}

// add takes a line. It has the form of scan's give, and never has enough.
func (p *page) add(l scan.Line) bool {
	p.lines++
	if p.lines > p.room {
		return true
	}
	if l.Gap && p.gaps {
		p.text = append(p.text, separator...)
	}
	mark := byte('-')
	if l.Match {
		mark = ':'
	}
	if len(p.head) > 0 {
		p.text = appendPath(p.text, p.head)
		p.text = append(p.text, mark)
	}
	if p.numbers {
		p.text = strconv.AppendInt(p.text, int64(l.Number), 10)
		p.text = append(p.text, mark)
	}
	p.appendLine(l)
	p.text = append(p.text, '\n')
	p.ends = append(p.ends, len(p.text))
	return true
}

// separator stands between lines that do not follow each other. It belongs to the line after it.
const separator = "--\n"

// appendPath writes a path so that it stays on one line.
func appendPath(b, path []byte) []byte {
	for _, c := range path {
		if c < ' ' || c == 0x7F {
			return strconv.AppendQuote(b, string(path))
		}
	}
	return append(b, path...)
}

// appendLine writes the text of a line, or what is around the match if it is too long.
func (p *page) appendLine(l scan.Line) {
	text := bytes.TrimSuffix(l.Text, []byte{'\r'})
	from, to := 0, len(text)
	if to > Longest {
		from = max(0, min(l.At-lead, len(text)-Longest))
		if l.At < Longest-lead { // the beginning says most, as long as the match can be seen
			from = 0
		}
		to = from + Longest
		for from > 0 && from < len(text) && !utf8.RuneStart(text[from]) {
			from++
		}
		for to > from && to < len(text) && !utf8.RuneStart(text[to]) {
			to--
		}
	}
	cutBefore, cutAfter := from > 0 || l.Cut, to < len(text) || l.Cut
	p.cut = p.cut || cutBefore || cutAfter
	if cutBefore {
		p.text = append(p.text, "…"...)
	}
	if part := text[from:to]; utf8.Valid(part) {
		p.text = append(p.text, part...)
	} else {
		p.text = append(p.text, bytes.ToValidUTF8(part, []byte("\uFFFD"))...)
	}
	if cutAfter {
		p.text = append(p.text, "…"...)
	}
}
