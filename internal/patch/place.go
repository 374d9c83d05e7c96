package patch

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"jig/internal/editmatch"
)

// place finds where a hunk belongs.
func (a *applier) place(h *Hunk) (*editmatch.Found, editmatch.Match, *Error) {
	found := editmatch.Find(a.text, h.Old(), editmatch.Options{Lines: true})
	if found.How != editmatch.Exact && len(found.Matches) > 1 {
		// What is only like the hunk counts if nothing else is.
		return nil, editmatch.Match{}, a.severalMatches(found.Matches)
	}
	fits := slices.Clone(found.Matches)
	if h.AtEnd || h.reachesEnd() {
		fits = slices.DeleteFunc(fits, func(m editmatch.Match) bool { return strings.Trim(a.text[m.End:], "\r\n") != "" })
		if h.reachesEnd() {
			fits = slices.DeleteFunc(fits, func(m editmatch.Match) bool { return m.End < len(a.text) })
		}
	}
	if len(fits) == 0 {
		problem := "its lines are not in the file as the patch has them"
		if len(found.Matches) > 0 {
			problem = fmt.Sprintf("its lines are in the file (line %d), but not at its end, where they should be", found.Matches[0].Line)
		}
		return nil, editmatch.Match{}, &Error{Problem: problem + ". Read the file again and make the patch for what it is now", Near: editmatch.Nearest(a.text, h.Old())}
	}
	if fits = a.below(h, fits); len(fits) == 0 {
		return nil, editmatch.Match{}, &Error{Problem: fmt.Sprintf("its lines are in the file (line %d), but not below %q, where they should be. Read the file again and make the patch for what it is now", found.Matches[0].Line, h.Headers[len(h.Headers)-1])}
	}
	if len(fits) > 1 {
		if fits = a.choose(h, fits); len(fits) != 1 {
			return nil, editmatch.Match{}, a.severalMatches(fits)
		}
	}
	return found, fits[0], nil
}

// below leaves the places that lie below the lines that lead to a hunk. Where the
// file has no such lines, the hunk must say enough of its place itself.
func (a *applier) below(h *Hunk, fits []editmatch.Match) []editmatch.Match {
	if h.Stated || len(h.Headers) == 0 {
		return fits
	}
	places := a.everyHeader(h.Headers)
	if len(places) == 0 {
		if !h.telling() {
			return nil
		}
		a.missed = h.Headers[len(h.Headers)-1]
		return fits
	}
	first := slices.Min(places)
	return slices.DeleteFunc(fits, func(m editmatch.Match) bool { return m.End <= first })
}

// telling reports whether the lines that a hunk expects are enough to know its
// place by: one alone, such as a return, may stand in any function.
func (h *Hunk) telling() bool {
	lines := 0
	for l := range strings.Lines(h.Old()) {
		if strings.ContainsFunc(l, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			lines++
		}
	}
	return lines >= 2
}

// choose narrows down the places where a hunk fits by what it says of its place.
func (a *applier) choose(h *Hunk, fits []editmatch.Match) []editmatch.Match {
	if h.Stated {
		return nearest(fits, h.Start+a.moved)
	}
	if len(h.Headers) > 0 {
		var below []editmatch.Match
		for _, at := range a.headers(h.Headers) {
			i := slices.IndexFunc(fits, func(m editmatch.Match) bool { return m.Start >= at || m.End > at && m.Start < at })
			if i >= 0 && !slices.Contains(below, fits[i]) {
				below = append(below, fits[i])
			}
		}
		if len(below) > 0 {
			return below
		}
	}
	// Hunks come in the order of the file.
	if after := slices.DeleteFunc(slices.Clone(fits), func(m editmatch.Match) bool { return m.Start < a.cursor }); len(after) > 0 {
		return after
	}
	return fits
}

// nearest gives the place that is nearest to a line, or two if they are equally
// near.
func nearest(fits []editmatch.Match, line int) []editmatch.Match {
	away := func(m editmatch.Match) int { return max(m.Line-line, line-m.Line) }
	least := slices.MinFunc(fits, func(x, y editmatch.Match) int { return away(x) - away(y) })
	return slices.DeleteFunc(slices.Clone(fits), func(m editmatch.Match) bool { return away(m) != away(least) })
}

// headers gives the places below the lines that lead to a hunk: below each line
// that is the first header, the first line that is the second, and so on.
// Those below the last hunk come first.
func (a *applier) headers(headers []string) []int {
	places := a.everyHeader(headers)
	if after := slices.DeleteFunc(slices.Clone(places), func(at int) bool { return at < a.cursor }); len(after) > 0 {
		return after
	}
	return places
}

// everyHeader looks for whole lines first, then for lines that only hold what is
// said: models shorten.
func (a *applier) everyHeader(headers []string) []int {
	if whole := a.headed(headers, func(line, header string) bool { return line == header }); len(whole) > 0 {
		return whole
	}
	return a.headed(headers, strings.Contains)
}

func (a *applier) headed(headers []string, is func(line, header string) bool) []int {
	below := func(header string, from int, all bool) []int {
		var at []int
		for from < len(a.text) {
			end := len(a.text)
			if i := strings.IndexByte(a.text[from:], '\n'); i >= 0 {
				end = from + i + 1
			}
			if is(strings.TrimSpace(a.text[from:end]), header) {
				if at = append(at, end); !all {
					return at
				}
			}
			from = end
		}
		return at
	}
	places := below(headers[0], 0, true)
	for _, h := range headers[1:] {
		var next []int
		for _, at := range places {
			next = append(next, below(h, at, false)...)
		}
		places = slices.Compact(next)
	}
	return places
}

func (a *applier) severalMatches(fits []editmatch.Match) *Error {
	places := make([]int, len(fits))
	for i, m := range fits {
		places[i] = m.Start
	}
	return a.several(places)
}

func (a *applier) several(places []int) *Error {
	e := &Error{}
	line, counted := 1, 0
	for _, at := range slices.Sorted(slices.Values(places)) {
		line += strings.Count(a.text[counted:at], "\n")
		counted = at
		e.Places = append(e.Places, line)
	}
	shown := strings.Trim(fmt.Sprint(e.Places[:min(len(e.Places), 20)]), "[]")
	e.Problem = fmt.Sprintf("it fits in %d places, at lines %s. Give more lines of context, or a line with @@ that names the function or heading above the right one", len(places), strings.ReplaceAll(shown, " ", ", "))
	return e
}

// lessContext is the hunk without up to n lines that stay at either end, if what
// is left of what it expects still tells where it belongs.
func (h *Hunk) lessContext(n int) (*Hunk, bool) {
	less := *h
	for range n {
		if len(less.Lines) > 0 && less.Lines[0].Op == ' ' {
			less.Lines = less.Lines[1:]
			less.Start++
		}
		if last := len(less.Lines) - 1; last >= 0 && less.Lines[last].Op == ' ' {
			less.Lines, less.AtEnd = less.Lines[:last], false
		}
	}
	return &less, len(less.Lines) < len(h.Lines) && less.telling()
}
