package editmatch

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// folded is a text in a form in which differences that do not matter are gone,
// and the way back from places in it to places in the text.
type folded struct {
	raw, text string
	units     []unit
}

// unit is a piece that was replaced: length bytes at raw of the text became size
// bytes, one or none, at the folded place at. None occurs only at the very end.
type unit struct{ at, size, raw, length int }

// folder builds a folded text from front to back.
type folder struct {
	raw   string
	out   strings.Builder
	units []unit
	last  int
}

// put replaces raw[from:to], which must not lie before what was replaced last.
func (f *folder) put(from, to int, as string) {
	f.out.WriteString(f.raw[f.last:from])
	f.units = append(f.units, unit{at: f.out.Len(), size: len(as), raw: from, length: to - from})
	f.out.WriteString(as)
	f.last = to
}

func (f *folder) done() *folded {
	if f.last == 0 {
		return &folded{raw: f.raw, text: f.raw, units: f.units}
	}
	f.out.WriteString(f.raw[f.last:])
	return &folded{raw: f.raw, text: f.out.String(), units: f.units}
}

// foldEOL makes every line ending a \n.
func foldEOL(raw string) *folded {
	f := folder{raw: raw}
	for from := 0; ; {
		i := strings.Index(raw[from:], "\r\n")
		if i < 0 {
			return f.done()
		}
		if from == 0 {
			f.out.Grow(len(raw))
		}
		f.put(from+i, from+i+2, "\n")
		from += i + 2
	}
}

// foldLoose also drops white-space at the end of lines and, with alikes, turns
// characters that look like a plain one into that.
func foldLoose(raw string, alikes bool) *folded {
	f := folder{raw: raw}
	for from := 0; from < len(raw); {
		end, next := len(raw), len(raw)
		if i := strings.IndexByte(raw[from:], '\n'); i >= 0 {
			end, next = from+i, from+i+1
		}
		trimmed := from + len(strings.TrimRight(raw[from:end], " \t\r"))
		if alikes {
			f.alikes(from, trimmed)
		}
		switch {
		case next > end && trimmed < end:
			f.put(trimmed, next, "\n")
		case trimmed < end:
			f.put(trimmed, end, "")
		}
		from = next
	}
	return f.done()
}

func (f *folder) alikes(from, to int) {
	for i := from; i < to; {
		if f.raw[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(f.raw[i:to])
		if plain := plainOf(r); plain != "" {
			f.put(i, i+n, plain)
		}
		i += n
	}
}

// plainOf is the plain character that a typographic one looks like.
func plainOf(r rune) string {
	switch r {
	case '‘', '’', '‚', '‛', '′':
		return "'"
	case '“', '”', '„', '‟', '″':
		return `"`
	case '‐', '‑', '‒', '–', '—', '―', '−':
		return "-"
	case '\u00a0', '\u2007', '\u202f', '\u2002', '\u2003', '\u2009', '\u200a', '\u3000':
		return " "
	}
	return ""
}

// unitBefore is the last unit that begins at or before a folded place.
func (f *folded) unitBefore(at int) (unit, bool) {
	i, found := slices.BinarySearchFunc(f.units, at, func(u unit, at int) int { return u.at - at })
	if !found {
		i--
	}
	if i < 0 {
		return unit{}, false
	}
	return f.units[i], true
}

// start is where the piece of the text begins that became the byte at a place.
func (f *folded) start(at int) int {
	u, ok := f.unitBefore(at)
	switch {
	case !ok:
		return at
	case at < u.at+u.size:
		return u.raw
	}
	return u.raw + u.length + at - u.at - u.size
}

// end is where the piece of the text ends that became the byte before a place.
func (f *folded) end(at int) int {
	if at == 0 {
		return 0
	}
	u, ok := f.unitBefore(at - 1)
	switch {
	case !ok:
		return at
	case at <= u.at+u.size:
		return u.raw + u.length
	}
	return u.raw + u.length + at - u.at - u.size
}
