package editmatch

import (
	"slices"
	"strings"
)

// How tells by what a place was found.
type How uint8

// The steps, from exact to tolerant.
const (
	// Exact: the text stands there as it was given, line endings apart.
	Exact How = iota
	// LineNumbers: the text was given with the line numbers that reading shows.
	LineNumbers
	// TrailingSpace: white-space at the end of lines differs.
	TrailingSpace
	// LookAlikes: quotes, dashes or spaces are of another kind that looks alike.
	LookAlikes
	// Indentation: all lines are indented deeper or less deep, or by tabs where
	// spaces were given, or the reverse.
	Indentation
)

// String says what had to be overlooked; empty for an exact match.
func (h How) String() string {
	switch h {
	case LineNumbers:
		return "line numbers copied from a listing were removed"
	case TrailingSpace:
		return "white-space at the end of lines was ignored"
	case LookAlikes:
		return "typographic quotes, dashes or spaces were taken for plain ones"
	case Indentation:
		return "the indentation was adapted to that of the file"
	}
	return ""
}

// TolerantLimit is the length of text in bytes up to which anything but exact
// matches is looked for.
const TolerantLimit = 8 << 20

// Match is a place in a text: the bytes from Start to End, beginning in a line
// that is counted from 1.
type Match struct{ Start, End, Line int }

// Found is all places where a text was found, by one step.
type Found struct {
	How     How
	Matches []Match
	// Overlap is set when there is only one match, and another that overlaps it:
	// then it is not clear either which one is meant.
	Overlap *Match

	text string
	// as makes the replacement fit for a match; false if it cannot.
	as func(m Match, replacement string) (splices []splice, ok bool)
}

// splice replaces text[from:to].
type splice struct {
	from, to int
	with     string
}

// Options narrow where a text is looked for.
type Options struct {
	// Lines finds whole lines only, and also matches that overlap.
	Lines bool
}

// Find looks for old in text. The result has no matches if there are none.
// An empty old text is nowhere.
func Find(text, old string, opt Options) *Found {
	if old == "" {
		return &Found{text: text}
	}
	f := find(text, old, opt)
	bare, ended := strings.CutSuffix(old, "\n")
	if len(f.Matches) > 0 || !ended || bare == "" || strings.HasSuffix(text, "\n") {
		return f
	}
	// The last line may have been given with an end that it does not have.
	f = find(text, bare, opt)
	f.Matches = slices.DeleteFunc(f.Matches, func(m Match) bool { return strings.Trim(text[m.End:], blanks) != "" })
	f.How, f.Overlap = max(f.How, TrailingSpace), nil
	as := f.as
	f.as = func(m Match, replacement string) ([]splice, bool) {
		return as(m, strings.TrimSuffix(strings.TrimSuffix(replacement, "\n"), "\r"))
	}
	return f
}

func find(text, old string, opt Options) *Found {
	if f := exact(text, old, opt); len(f.Matches) > 0 || len(text) > TolerantLimit {
		return f
	}
	if bare, numbers, ok := withoutNumbers(old); ok {
		if f := exact(text, bare, opt); len(f.Matches) > 0 {
			f.How = LineNumbers
			as := f.as
			f.as = func(m Match, replacement string) ([]splice, bool) {
				plain, ok := numbers.drop(replacement)
				if !ok {
					return nil, false
				}
				return as(m, plain)
			}
			return f
		}
	}
	for _, how := range []How{TrailingSpace, LookAlikes} {
		if f := loose(text, old, how, opt); len(f.Matches) > 0 {
			return f
		}
	}
	return indented(text, old)
}

// exact finds old as it is. Line endings tell places apart only if old spells
// them out; a reader does not see them.
func exact(text, old string, opt Options) *Found {
	spelled := strings.Contains(old, "\r")
	if multiline := strings.Contains(old, "\n"); spelled || !multiline || !strings.Contains(text, "\r\n") {
		plain := &folded{raw: text, text: text}
		f := plain.find(old, opt, false)
		if len(f.Matches) > 0 || !spelled || !multiline {
			ends := lineEnds{text: text}
			f.as = func(m Match, replacement string) ([]splice, bool) {
				if !spelled && strings.Contains(replacement, "\n") {
					if eol := ends.at(m.Start); eol != "\n" {
						replacement = endLines(replacement, eol)
					}
				}
				return []splice{{m.Start, m.End, replacement}}, true
			}
			return f
		}
	}
	within := foldEOL(text)
	given := foldEOL(old)
	f := within.find(given.text, opt, false)
	f.as = within.rewrite(given, foldEOL)
	return f
}

// loose finds old where the file differs in what a reader hardly sees.
func loose(text, old string, how How, opt Options) *Found {
	fold := func(s string) *folded { return foldLoose(s, how == LookAlikes) }
	within, given := fold(text), fold(old)
	// Where the end of the last line was dropped, the line must end there.
	cut := !strings.HasSuffix(old, "\n") && given.end(len(given.text)) < len(old)
	if strings.TrimSpace(given.text) == "" {
		return &Found{text: text, How: how}
	}
	f := within.find(given.text, opt, cut)
	f.How, f.as = how, within.rewrite(given, fold)
	return f
}

// find gives all matches in a folded text, by their places in the raw one.
func (f *folded) find(old string, opt Options, wholeEnd bool) *Found {
	found := &Found{text: f.raw}
	line, counted := 1, 0
	at := func(i int) (Match, bool) {
		end := i + len(old)
		if opt.Lines && i > 0 && f.text[i-1] != '\n' {
			return Match{}, false
		}
		if (opt.Lines && old[len(old)-1] != '\n' || wholeEnd) && end < len(f.text) && f.text[end] != '\n' {
			return Match{}, false
		}
		line += strings.Count(f.text[counted:i], "\n")
		counted = i
		return Match{Start: f.start(i), End: f.end(end), Line: line}, true
	}
	first := 0
	for from := 0; from <= len(f.text)-len(old); {
		i := strings.Index(f.text[from:], old)
		if i < 0 {
			break
		}
		m, ok := at(from + i)
		if !ok {
			from += i + 1
			continue
		}
		if len(found.Matches) == 0 {
			first = from + i
		}
		found.Matches = append(found.Matches, m)
		if from += i + 1; !opt.Lines {
			from += len(old) - 1
		}
	}
	if len(found.Matches) == 1 && !opt.Lines {
		rest := f.text[first+1 : min(len(f.text), first+2*len(old)-1)]
		if i := strings.Index(rest, old); i >= 0 {
			if m, ok := at(first + 1 + i); ok {
				found.Overlap = &m
			}
		}
	}
	return found
}
