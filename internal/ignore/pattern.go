package ignore

import (
	"bytes"
	"strings"
)

// A step is one element of a pattern.
type step struct {
	op  op
	lit string // of a literal
	set *class // of one
}

// op says what a step matches.
type op uint8

const (
	literal op = iota // given bytes
	one               // one byte of a set
	star              // any bytes, also none; no slash in a path
	stars             // any bytes, also none
	dirs              // nothing, or anything up to and including a slash
)

// pattern is a compiled glob: a literal that every match begins with, one that it
// ends with, and what stands between them; need is the longest literal in there.
// Most paths are told apart by these literals already.
type pattern struct {
	head, tail, need string
	steps            []step
}

// plain reports whether the head is all that matches.
func (p *pattern) plain() bool { return len(p.steps) == 0 }

// compile reads a glob behind a prefix that is taken literally. In a path, "**"
// between slashes crosses folders and nothing else does; one at the beginning of
// the glob counts as such, also behind a prefix that ends in something else,
// which is how git reads "a**/b". It is not ok for a glob that can match nothing.
func compile(prefix, glob string, path bool) (p pattern, ok bool) {
	var text strings.Builder // the literal that is being read
	text.WriteString(prefix)
	steps := make([]step, 0, 4)
	flush := func() {
		if text.Len() > 0 {
			steps = append(steps, step{op: literal, lit: text.String()})
			text.Reset()
		}
	}
	whole := glob
	for glob != "" {
		at := len(whole) - len(glob)
		c := glob[0]
		glob = glob[1:]
		switch c {
		default:
			text.WriteByte(c)
		case '\\':
			if glob == "" {
				return pattern{}, false
			}
			text.WriteByte(glob[0])
			glob = glob[1:]
		case '?':
			flush()
			var set class
			set.invert()
			steps = append(steps, anyOf(set, path))
		case '[':
			set, rest, ok := parseClass(glob)
			if !ok {
				return pattern{}, false
			}
			flush()
			glob = rest
			steps = append(steps, anyOf(set, path))
		case '*':
			flush()
			rest := strings.TrimLeft(glob, "*")
			wide := path && len(rest) < len(glob) && (at == 0 || whole[at-1] == '/')
			s := step{op: star}
			switch glob = rest; {
			case !wide:
			case rest == "" || strings.HasPrefix(rest, `\/`):
				s.op = stars
			case rest[0] == '/':
				s.op, glob = dirs, rest[1:]
			}
			steps = append(steps, s)
		}
	}
	flush()
	if len(steps) > 0 && steps[0].op == literal {
		p.head, steps = steps[0].lit, steps[1:]
	}
	if n := len(steps); n > 0 && steps[n-1].op == literal {
		p.tail, steps = steps[n-1].lit, steps[:n-1]
	}
	for _, s := range steps {
		if len(s.lit) > len(p.need) {
			p.need = s.lit
		}
	}
	p.steps = steps
	return p, true
}

// anyOf is the step for a byte of a set; in a path a slash is never meant.
func anyOf(set class, path bool) step {
	if path {
		set.remove('/')
	}
	return step{op: one, set: &set}
}

// match reports whether the pattern matches all of the text.
func (p *pattern) match(text []byte) bool {
	head, tail := len(p.head), len(p.tail)
	if len(text) < head+tail ||
		head > 0 && (text[0] != p.head[0] || string(text[:head]) != p.head) ||
		tail > 0 && (text[len(text)-1] != p.tail[tail-1] || string(text[len(text)-tail:]) != p.tail) {
		return false
	}
	text = text[head : len(text)-tail]
	if p.need != "" && !bytes.Contains(text, []byte(p.need)) {
		return false
	}
	return matchSteps(p.steps, text)
}

// matchSteps reports whether the steps match all of the text.
//
// Only two places are ever returned to. A star that fits can be taken as short
// as possible, because the next star takes over what it leaves; so only the last
// star grows. When it would have to swallow a slash, the last step that may cross
// slashes grows instead, for the same reason.
func matchSteps(steps []step, text []byte) bool {
	const none = -1
	i, k := 0, 0 // in text and in steps
	starAt, starText := none, 0
	wideAt, wideText := none, 0
	for {
		if k < len(steps) {
			switch s := &steps[k]; s.op {
			case star:
				starAt, starText = k, i
				k++
				continue
			case stars, dirs:
				if s.op == stars && k+1 == len(steps) {
					return true
				}
				wideAt, wideText, starAt = k, i, none
				k++
				continue
			case literal:
				if n := len(s.lit); len(text)-i >= n && string(text[i:i+n]) == s.lit {
					i, k = i+n, k+1
					continue
				}
			case one:
				if i < len(text) && s.set.has(text[i]) {
					i, k = i+1, k+1
					continue
				}
			}
		} else if i == len(text) {
			return true
		}
		switch {
		case starAt != none && starText < len(text) && text[starText] != '/':
			starText++
			i, k = starText, starAt+1
		case wideAt != none && wideText < len(text):
			if wideText = grow(steps[wideAt].op, text, wideText); wideText == none {
				return false
			}
			starAt = none
			i, k = wideText, wideAt+1
		default:
			return false
		}
	}
}

// grow is the next place where a step that crosses slashes may end, -1 if none.
func grow(op op, text []byte, from int) int {
	for end := from + 1; end <= len(text); end++ {
		if op == stars || text[end-1] == '/' {
			return end
		}
	}
	return -1
}
