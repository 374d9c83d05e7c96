package patch

import (
	"fmt"
	"slices"
	"strings"

	"jig/internal/editmatch"
)

// place finds where a hunk belongs.
func (a *applier) place(h *Hunk) (*editmatch.Found, editmatch.Match, *Error) {
	found := editmatch.Find(a.text, h.Old(), editmatch.Options{Lines: true})
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
	if len(fits) > 1 {
		if found.How != editmatch.Exact {
			return nil, editmatch.Match{}, a.severalMatches(fits)
		}
		if fits = a.choose(h, fits); len(fits) != 1 {
			return nil, editmatch.Match{}, a.severalMatches(fits)
		}
	}
	return found, fits[0], nil
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
func (a *applier) headers(headers []string) []int {
	below := func(header string, from int, all bool) []int {
		var at []int
		for from < len(a.text) {
			end := len(a.text)
			if i := strings.IndexByte(a.text[from:], '\n'); i >= 0 {
				end = from + i + 1
			}
			if strings.TrimSpace(a.text[from:end]) == header {
				if at = append(at, end); !all {
					return at
				}
			}
			from = end
		}
		return at
	}
	places := below(headers[0], 0, true)
	if after := slices.DeleteFunc(slices.Clone(places), func(at int) bool { return at < a.cursor }); len(after) > 0 {
		places = after
	}
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
	for _, at := range places {
		e.Places = append(e.Places, strings.Count(a.text[:at], "\n")+1)
	}
	shown := strings.Trim(fmt.Sprint(e.Places[:min(len(e.Places), 20)]), "[]")
	e.Problem = fmt.Sprintf("it fits in %d places, at lines %s. Give more lines of context, or a line with @@ that names the function or heading above the right one", len(places), strings.ReplaceAll(shown, " ", ", "))
	return e
}

// lessContext is the hunk without up to n lines that stay at either end, if a
// line that is more than white-space is left of what it expects.
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
	return &less, len(less.Lines) < len(h.Lines) && strings.TrimSpace(less.Old()) != ""
}
