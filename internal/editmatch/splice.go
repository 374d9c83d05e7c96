package editmatch

import (
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"
)

// Replace puts the replacement where the matches are, which come from Found and
// are in order. It reports false if a replacement cannot be made to fit, or if
// nothing would change.
func (f *Found) Replace(replacement string, matches ...Match) (string, bool) {
	var out strings.Builder
	out.Grow(len(f.text) + len(replacement))
	last := 0
	if f.as == nil {
		return "", false // nothing was found, or too much to say how it differs
	}
	for _, m := range matches {
		splices, ok := f.as(m, replacement)
		if !ok {
			return "", false
		}
		for _, s := range splices {
			out.WriteString(f.text[last:s.from])
			out.WriteString(s.with)
			last = s.to
		}
	}
	out.WriteString(f.text[last:])
	return out.String(), out.String() != f.text
}

// rewrite makes the replacement of a match in a folded text. Only what differs
// between old and new, in their folded form, is put in place of what is there;
// all else keeps the bytes it has in the file.
func (f *folded) rewrite(old *folded, fold func(string) *folded) func(Match, string) ([]splice, bool) {
	return func(m Match, replacement string) ([]splice, bool) {
		fresh := fold(replacement)
		base := f.place(m.Start)
		grown := 0
		var splices []splice
		for _, e := range udiff.Lines(old.text, fresh.text) {
			// Where the edit stands in the new text.
			from := e.Start + grown
			to := from + len(e.New)
			grown += len(e.New) - (e.End - e.Start)
			head := commonPrefix(old.text[e.Start:e.End], e.New)
			tail := commonSuffix(old.text[e.Start+head:e.End], e.New[head:])
			start, end := e.Start+head, e.End-tail
			from, to = from+head, to-tail
			s := splice{from: f.start(base + start), to: f.end(base + end)}
			if start == end {
				s.from, s.to = m.Start, m.Start
				if start > 0 {
					s.from = f.end(base + start)
					s.to = s.from
				}
			}
			if from < to {
				s.with = endLines(fresh.raw[fresh.start(from):fresh.end(to)], eolAt(f.raw, s.from))
			}
			splices = append(splices, s)
		}
		return splices, true
	}
}

// place is where a place of the raw text is in the folded one; a unit begins
// there or nothing was replaced there.
func (f *folded) place(raw int) int {
	low, high := 0, len(f.units)
	for low < high {
		if mid := (low + high) / 2; f.units[mid].raw < raw {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == 0 {
		return raw
	}
	u := f.units[low-1]
	return u.at + u.size + raw - u.raw - u.length
}

// endLines gives all line ends of a text one form.
func endLines(text, eol string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if eol == "\n" {
		return text
	}
	return strings.ReplaceAll(text, "\n", eol)
}

// eolAt is how the line at a place ends or, for the last one, the line before.
func eolAt(text string, at int) string {
	i := strings.IndexByte(text[at:], '\n')
	if i >= 0 {
		i += at
	} else if i = strings.LastIndexByte(text[:at], '\n'); i < 0 {
		return "\n"
	}
	if i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// lineEnds is eolAt for many places: it remembers how the line ends that it looked
// at last, which may be very long.
type lineEnds struct {
	text     string
	from, to int // what of that line is known
	eol      string
}

func (l *lineEnds) at(at int) string {
	if l.eol == "" || at < l.from || at > l.to {
		l.from, l.to, l.eol = at, len(l.text), eolAt(l.text, at)
		if i := strings.IndexByte(l.text[at:], '\n'); i >= 0 {
			l.to = at + i
		}
	}
	return l.eol
}

func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

func commonSuffix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[len(a)-1-i] != b[len(b)-1-i] {
			return i
		}
	}
	return n
}
