package editmatch

import (
	"slices"
	"strings"
)

// indented finds whole lines that differ in their indentation, if all of them
// differ in the same way.
func indented(text, old string) *Found {
	found := &Found{text: text, How: Indentation}
	want := splitLines(old)
	if strings.Trim(old, blanks+"\n") == "" {
		return found
	}
	have := splitLines(text)
	windows := windows(have, want)
	for _, i := range windows {
		found.Matches = append(found.Matches, span(text, old, have[i:i+len(want)], i+1))
	}
	if len(windows) != 1 {
		return found
	}
	there := have[windows[0] : windows[0]+len(want)]
	shift, partial, ok := shiftOf(there, want)
	if strings.HasSuffix(old, "\n") && text[found.Matches[0].End-1] != '\n' {
		ok = false // the last line does not end
	}
	if !ok {
		found.Matches = nil
		return found
	}
	if partial {
		found.Matches[0].Start += len(there[0].indent())
	}
	found.as = func(m Match, replacement string) ([]splice, bool) {
		fresh, ok := reindent(replacement, shift, partial)
		if !ok {
			return nil, false
		}
		// Compared with what is there, only what really changes is written.
		within := foldLoose(text, false)
		given := foldLoose(text[m.Start:m.End], false)
		return within.rewrite(given, func(s string) *folded { return foldLoose(s, false) })(m, fresh)
	}
	return found
}

// windows gives all places where the lines stand, indentation and white-space at
// their ends apart. It looks at each line once: a file of equal lines, and old text
// that is almost all such lines, must not take minutes.
func windows(have, want []line) []int {
	if len(want) == 0 || len(have) < len(want) {
		return nil
	}
	// Lines are compared by number; a line that is not wanted has none.
	number := map[string]int{}
	pattern := make([]int, len(want))
	for i, l := range want {
		core := l.core()
		if number[core] == 0 {
			number[core] = len(number) + 1
		}
		pattern[i] = number[core]
	}
	// again is how many of the lines up to one are also those it begins with: so
	// many need not be looked at again after a difference (Knuth, Morris, Pratt).
	again := make([]int, len(pattern))
	for i, n := 1, 0; i < len(pattern); i++ {
		for n > 0 && pattern[i] != pattern[n] {
			n = again[n-1]
		}
		if pattern[i] == pattern[n] {
			n++
		}
		again[i] = n
	}
	var at []int
	n := 0
	for i, l := range have {
		is := number[l.core()]
		for n > 0 && is != pattern[n] {
			n = again[n-1]
		}
		if is == pattern[n] {
			n++
		}
		if n == len(pattern) {
			at = append(at, i+1-n)
			n = again[n-1]
		}
	}
	return at
}

// span is what the lines cover, with the last line end only if old has it.
func span(text, old string, lines []line, number int) Match {
	last := lines[len(lines)-1]
	m := Match{Start: lines[0].at, End: last.at + len(last.text), Line: number}
	if !strings.HasSuffix(old, "\n") {
		m.End = last.at + len(strings.TrimRight(last.text, blanks))
	} else if i := strings.IndexByte(text[m.End:], '\n'); i >= 0 {
		m.End += i + 1
	}
	return m
}

// shift turns an indentation as it was given into that of the file.
type shift func(indent string) (string, bool)

// shiftOf finds the one way in which the indentation of all lines differs.
// Partial is set when the first line was given without its indentation.
func shiftOf(have, want []line) (s shift, partial, ok bool) {
	if s, ok := oneShift(have, want); ok {
		return s, false, true
	}
	if len(want) > 1 && want[0].indent() == "" && want[0].core() != "" {
		s, ok := oneShift(have[1:], want[1:])
		return s, true, ok
	}
	return nil, false, false
}

func oneShift(have, want []line) (shift, bool) {
	var from, to []string
	for i := range want {
		if want[i].core() != "" {
			from, to = append(from, want[i].indent()), append(to, have[i].indent())
		}
	}
	if len(from) == 0 {
		return func(indent string) (string, bool) { return indent, true }, true
	}
	deeper, _ := strings.CutSuffix(to[0], from[0])
	lessDeep, _ := strings.CutSuffix(from[0], to[0])
	shifts := []shift{
		func(indent string) (string, bool) { return deeper + indent, true },
		func(indent string) (string, bool) { return strings.CutPrefix(indent, lessDeep) },
	}
	tabs := slices.ContainsFunc(to, func(s string) bool { return strings.Contains(s, "\t") })
	// A width at which nothing is shifted is the likeliest.
	for _, even := range []bool{true, false} {
		for _, width := range []int{4, 2, 8, 3} {
			by := columns(to[0], width) - columns(from[0], width)
			if (by == 0) == even {
				shifts = append(shifts, func(indent string) (string, bool) {
					n := columns(indent, width) + by
					if n < 0 {
						return "", false
					}
					if tabs {
						return strings.Repeat("\t", n/width) + strings.Repeat(" ", n%width), true
					}
					return strings.Repeat(" ", n), true
				})
			}
		}
	}
	for _, s := range shifts {
		fits := true
		for i := range from {
			got, ok := s(from[i])
			if fits = ok && got == to[i]; !fits {
				break
			}
		}
		if fits {
			return s, true
		}
	}
	return nil, false
}

// columns is how wide an indentation is.
func columns(indent string, tab int) int {
	n := 0
	for _, c := range indent {
		if c == '\t' {
			n += tab - n%tab
		} else {
			n++
		}
	}
	return n
}

// reindent shifts all lines of a text, the first one only if it is whole.
func reindent(text string, s shift, partial bool) (string, bool) {
	lines := strings.SplitAfter(text, "\n")
	for i, raw := range lines {
		l := line{text: raw}
		if l.text = strings.TrimRight(raw, "\r\n"); l.core() == "" || i == 0 && partial {
			continue
		}
		indent, ok := s(l.indent())
		if !ok {
			return "", false
		}
		lines[i] = indent + raw[len(l.indent()):]
	}
	return strings.Join(lines, ""), true
}
