package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// maxBraces is how many words a brace expansion is followed into.
const maxBraces = 64

// braces expands {a,b} and {1..3}. It reports false if the word has none.
func (w *walker) braces(x *syntax.Word, st *state) ([]word, bool) {
	has, fixed := false, true
	for _, p := range x.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			has = has || strings.Contains(p.Value, "{")
		case *syntax.SglQuoted:
		case *syntax.DblQuoted:
			for _, q := range p.Parts {
				if _, ok := q.(*syntax.Lit); !ok {
					fixed = false
				}
			}
		default:
			fixed = false
		}
	}
	if !has {
		return nil, false
	}
	if strings.Count(w.text(x), "{") > maxBraces {
		w.spell(x, st, true) // for what it runs
		return []word{{text: w.text(x), many: true}}, true
	}
	split := &syntax.Word{Parts: slices.Clone(x.Parts)}
	if !syntax.SplitBraces(split) {
		return nil, false
	}
	w.bashOnly("{…,…}")
	if n := countBraces(split); !fixed || n == 0 || n > maxBraces {
		w.spell(x, st, true) // for what it runs
		return []word{{text: w.text(x), many: true}}, true
	}
	out := make([]word, 0, 4)
	for part, err := range expand.BracesSeq(nil, split) {
		if err != nil {
			return []word{{text: w.text(x), many: true}}, true
		}
		var s spelling
		for i, p := range part.Parts {
			w.part(&s, p, st, i == 0, false)
		}
		out = append(out, s.word(w.text(x), true))
	}
	return out, true
}

// countBraces is how many words it becomes, 0 if that is not certain.
func countBraces(x *syntax.Word) int {
	total := 1
	for _, p := range x.Parts {
		b, ok := p.(*syntax.BraceExp)
		if !ok {
			continue
		}
		n := 0
		if b.Sequence {
			n = countSequence(b)
		} else {
			for _, e := range b.Elems {
				c := countBraces(e)
				if c == 0 {
					return 0
				}
				n += c
			}
		}
		if n == 0 || n > maxBraces {
			return 0
		}
		if total *= n; total > maxBraces {
			return 0
		}
	}
	return total
}

// countSequence is the length of {1..9}; other sequences are not followed.
func countSequence(b *syntax.BraceExp) int {
	if len(b.Elems) != 2 {
		return 0
	}
	var ends [2]int
	for i, e := range b.Elems {
		text := e.Lit()
		v, err := strconv.Atoi(text)
		if err != nil || strconv.Itoa(v) != text || v < -maxBraces*1000 || v > maxBraces*1000 {
			return 0
		}
		ends[i] = v
	}
	return max(ends[0]-ends[1], ends[1]-ends[0]) + 1
}
