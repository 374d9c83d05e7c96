package scan

import (
	"regexp/syntax"
	"slices"
)

// A factor is a sequence of byte sets. A set of factors belongs to an expression when every match contains one of them.
type factor []set

const (
	maxCross  = 64   // how many factors a product of two sets may have
	maxUnion  = 1024 // how many alternatives may be listed
	maxFactor = 24   // how long a factor may be; more does not make a scan better
	maxForms  = 16   // how many UTF-8 forms of one class may be listed
)

// piece is what is known of a part of an expression.
type piece struct {
	// all lists everything the part can match (assertions aside), if that is a short list; else it is nil.
	all []factor
	// Otherwise every match of the part begins with one of first and ends with one of last, if they are not nil, and
	// contains one of some.
	first, last, some []factor
}

// cost judges a set of factors: how long a scan for them takes per byte, about. Infinite for none.
type cost func([]factor) float64

// factors gives the set of factors of an expression that costs least to look for, or nil. It is exact when where a factor
// stands in a line there also is a match.
func factors(re *syntax.Regexp, c cost) (all []factor, exact bool) {
	p := c.of(re)
	if p.all == nil {
		return p.some, false
	}
	exact = !asserts(re)
	for _, f := range p.all {
		for k := range f {
			exact = exact && !f[k].has('\n')
		}
	}
	return p.all, exact
}

// asserts reports whether an expression has an assertion, which factors leave out.
func asserts(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return slices.ContainsFunc(re.Sub, asserts)
}

// better is the one of two sets that costs less.
func (c cost) better(a, b []factor) []factor {
	if a == nil || (b != nil && c(b) < c(a)) {
		return b
	}
	return a
}

// empty is what an assertion matches.
func empty() []factor { return []factor{{}} }

func (c cost) of(re *syntax.Regexp) piece {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return piece{all: empty()}
	case syntax.OpLiteral:
		parts := make([]piece, len(re.Rune))
		for i, r := range re.Rune {
			parts[i].all = forms(rangesOf(r, re.Flags))
		}
		return c.concat(parts)
	case syntax.OpCharClass:
		return piece{all: forms(re.Rune)}
	case syntax.OpCapture:
		return c.of(re.Sub[0])
	case syntax.OpConcat:
		parts := make([]piece, len(re.Sub))
		for i, sub := range re.Sub {
			parts[i] = c.of(sub)
		}
		return c.concat(parts)
	case syntax.OpAlternate:
		return c.alternate(re.Sub)
	case syntax.OpQuest:
		if p := c.of(re.Sub[0]); p.all != nil && len(p.all) < maxUnion {
			return piece{all: append(empty(), p.all...)}
		}
	case syntax.OpPlus:
		p := c.of(re.Sub[0])
		if p.all != nil {
			return piece{first: p.all, last: p.all, some: p.all}
		}
		return piece{first: p.first, last: p.last, some: p.some}
	}
	return piece{} // anything at all: any character, a star, nothing
}

// forms lists the encodings of a class: one factor of length one for its ASCII part, and one for each range of longer ones.
func forms(ranges []rune) []factor {
	var all []factor
	var ascii set
	for i := 0; i < len(ranges); i += 2 {
		eachSequence(ranges[i], ranges[i+1], func(seq []span) {
			if len(seq) == 1 {
				ascii.addRange(seq[0].lo, seq[0].hi)
				return
			}
			f := make(factor, len(seq))
			for k, s := range seq {
				f[k].addRange(s.lo, s.hi)
			}
			all = append(all, f)
		})
		if len(all) > maxForms {
			return nil
		}
	}
	if ascii.size() > 0 {
		all = append(all, factor{ascii})
	}
	return all
}

// concat joins parts that follow each other. It extends the list of what may stand at a place as long as that stays short;
// where it does not, the list so far is a set of factors of its own and the next begins.
func (c cost) concat(parts []piece) piece {
	run := empty()
	whole := true
	var out piece
	end := func() {
		if whole {
			out.first = run
		}
		whole = false
		out.some = c.better(out.some, run)
	}
	for _, p := range parts {
		if p.all != nil {
			if next := cross(run, p.all); next != nil {
				run = next
				continue
			}
			end()
			run = p.all
			continue
		}
		if next := cross(run, p.first); next != nil {
			run = next
		}
		end()
		out.some = c.better(out.some, p.some)
		run = p.last
		if run == nil {
			run = empty()
		}
	}
	if whole {
		return piece{all: run}
	}
	out.last = run
	out.some = c.better(out.some, run)
	return out
}

// cross lists every one of a followed by every one of b, or gives nil if that is too much or b is not known.
func cross(a, b []factor) []factor {
	if b == nil || len(a)*len(b) > max(maxCross, len(a), len(b)) {
		return nil
	}
	all := make([]factor, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			if len(x)+len(y) > maxFactor {
				return nil
			}
			all = append(all, append(append(make(factor, 0, len(x)+len(y)), x...), y...))
		}
	}
	return all
}

// alternate joins parts of which one is there. A side of which nothing is known spoils the whole.
func (c cost) alternate(subs []*syntax.Regexp) piece {
	out := piece{all: []factor{}, first: []factor{}, last: []factor{}, some: []factor{}}
	join := func(to *[]factor, more []factor) {
		if *to == nil || more == nil || len(*to)+len(more) > maxUnion {
			*to = nil
			return
		}
		*to = append(*to, more...)
	}
	for _, sub := range subs {
		p := c.of(sub)
		join(&out.all, p.all)
		if p.all != nil {
			p = piece{first: p.all, last: p.all, some: p.all}
		}
		join(&out.first, p.first)
		join(&out.last, p.last)
		join(&out.some, p.some)
	}
	if out.all != nil {
		return piece{all: out.all}
	}
	return out
}
