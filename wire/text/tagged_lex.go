package text

// match is whether a text stands somewhere.
type match uint8

const (
	no     match = iota
	unsure       // it could, when more comes
	yes
)

func tagMatch(ok bool) match {
	if ok {
		return yes
	}
	return no
}

// tagAt says whether want stands at i.
func tagAt(in []byte, i int, want string) match {
	rest := in[i:]
	if len(rest) > 1 && len(want) > 1 && rest[1] != want[1] {
		return no // which is quickly seen of most tags
	}
	if len(rest) >= len(want) {
		return tagMatch(string(rest[:len(want)]) == want)
	}
	if string(rest) == want[:len(rest)] {
		return unsure
	}
	return no
}

// tagAny is the best of what tagAt says about several texts.
func tagAny(in []byte, i int, wants []string) match {
	best := no
	for _, want := range wants {
		best = max(best, tagAt(in, i, want))
		if best == yes {
			break
		}
	}
	return best
}

// tagSpace gives the first place that is not white space. Where escaped is set, a line
// break can also be written as a backslash and an n, as some tokenizers give it back.
func tagSpace(in []byte, i int, escaped bool) int {
	for i = jsonSpace(in, i); escaped && tagAt(in, i, `\n`) == yes; {
		i = jsonSpace(in, i+len(`\n`))
	}
	return i
}

// tagScan is how far we have looked for the end of an opening tag.
type tagScan struct {
	at    int // zero if we have not begun
	quote byte
	key   jsonSpan
}

// tagLimit bounds opening tags, so that text that looks like one is not held back long.
const tagLimit = 512

// end finds the ">" of the tag whose name ends at from. Names may hold everything but
// line breaks and brackets; in quotes, also these.
func (s *tagScan) end(in []byte, from int, quotes bool) (int, match) {
	for s.at = max(s.at, from); s.at < len(in); s.at++ {
		switch c := in[s.at]; {
		case s.at-from > tagLimit || c == '\n':
			return 0, no
		case s.quote != 0:
			if c == s.quote {
				s.quote = 0
			}
		case quotes && (c == '"' || c == '\''):
			s.quote = c
		case c == '>':
			return s.at, yes
		case c == '<':
			return 0, no
		}
	}
	return 0, unsure
}

// bracket finds the next "<".
func (s *tagScan) bracket(in []byte, from int) match {
	for s.at = max(s.at, from); s.at < len(in); s.at++ {
		if in[s.at] == '<' {
			return yes
		}
		if s.at-from > tagLimit {
			return no
		}
	}
	return unsure
}
