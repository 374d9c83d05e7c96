package scan

import (
	"bytes"
	"regexp"
)

// Searcher searches one text after another. It is for one goroutine.
type Searcher struct {
	pattern *Pattern
	dfa     *dfa
	seen    seen
	strands [lanes]strand
	hits    []int // lines found ahead by the automaton, to be given out
	given   int
	walked  int // how far the automaton has walked

	buf []byte
}

// NewSearcher makes a searcher.
func (p *Pattern) NewSearcher() *Searcher {
	return &Searcher{pattern: p, dfa: newDFA(p.prog, p.spans != nil)}
}

// forget prepares for another text.
func (s *Searcher) forget() {
	s.seen.forget()
	s.hits, s.given, s.walked = s.hits[:0], 0, 0
}

// found is a line with a match: where it begins and ends (its line end not included), and a place at the end of the match.
type found struct{ start, end, at int }

// nextLine gives the first line with a match that begins at from or later. Calls for one text, with from rising, begin with
// forget. The text must begin with a line.
func (s *Searcher) nextLine(b []byte, from int) (found, bool) {
	if s.pattern.find == nil {
		return s.nextWalked(b, from)
	}
	for from < len(b) {
		p := s.pattern.find.next(b, from, &s.seen)
		if p < 0 {
			break
		}
		f := lineAround(b, from, p)
		if s.pattern.exact {
			f.at = min(p+s.pattern.find.width, f.end)
			return f, true
		}
		if at := s.dfa.find(b[f.start:f.end]); at >= 0 {
			f.at = f.start + at
			return f, true
		}
		from = f.end + 1
	}
	return found{}, false
}

// block is how much the automaton walks ahead.
const block = 64 << 10

// nextWalked finds lines with the automaton alone.
func (s *Searcher) nextWalked(b []byte, from int) (found, bool) {
	for {
		for s.given < len(s.hits) {
			p := s.hits[s.given]
			s.given++
			if p >= from {
				return lineAround(b, from, p), true
			}
		}
		s.walked = max(s.walked, from)
		if s.walked >= len(b) {
			return found{}, false
		}
		end := min(s.walked+block, len(b))
		if n := bytes.IndexByte(b[end:], '\n'); n >= 0 {
			end += n + 1
		} else {
			end = len(b)
		}
		s.hits = s.dfa.findLines(b[s.walked:end], s.hits[:0], &s.strands)
		for i := range s.hits {
			s.hits[i] += s.walked
		}
		s.given, s.walked = 0, end
	}
}

// lineAround is the line that holds the place p; a line begins at from.
func lineAround(b []byte, from, p int) found {
	f := found{start: from + bytes.LastIndexByte(b[from:p], '\n') + 1, end: len(b), at: p}
	if n := bytes.IndexByte(b[p:], '\n'); n >= 0 {
		f.end = p + n
	}
	return f
}

// nextSpan gives the lines of the first match of a multiline pattern that begins at from or later. It asks the cheaper ways
// first: most texts have no match at all.
func (s *Searcher) nextSpan(b []byte, from int) (found, bool) {
	if from >= len(b) {
		return found{}, false
	}
	if s.walked == 0 {
		s.walked = len(b)
		if find := s.pattern.find; find != nil && find.next(b, from, &s.seen) < 0 {
			return found{}, false
		}
		if s.dfa.find(b[from:]) < 0 {
			return found{}, false
		}
	}
	m := locate(s.pattern.spans, b, from)
	if m == nil || (m[0] == len(b) && len(b) > 0 && b[len(b)-1] == '\n') {
		return found{}, false
	}
	f := found{start: bytes.LastIndexByte(b[:m[0]], '\n') + 1, end: len(b), at: m[1]}
	last := m[1]
	if m[1] > m[0] {
		last-- // a match that takes a line end does not reach into the next line
	}
	if n := bytes.IndexByte(b[last:], '\n'); n >= 0 {
		f.end = last + n
	}
	return f, true
}

// locate finds a match in b[from:]. Package regexp cannot be told what stands before; as from is the beginning of a line, only
// \A would notice.
func locate(re *regexp.Regexp, b []byte, from int) []int {
	m := re.FindIndex(b[from:])
	if m == nil {
		return nil
	}
	return []int{m[0] + from, m[1] + from}
}
