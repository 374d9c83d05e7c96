package scan

import "math"

// What things cost, in about the time that a byte takes to go by in a plain loop. They are measured, roughly; only their
// relation matters.
const (
	costLook = 1.0  // one look at a pair of bytes
	costHit  = 20.0 // a look that finds something and must be judged: mostly a mispredicted jump
	costByte = 0.08 // one byte of bytes.IndexByte
	costCall = 50.0 // a byte that it finds: the jump, and another call
	costLine = 300  // a line given to the automaton
	costWalk = 1.6  // a byte of the automaton, in four places at once
)

// maxWidth is the most bytes of a factor that a scan looks at: one bit per pair in a byte.
const maxWidth = 9

// A plan says how to look for a set of factors: which part of each, and how.
type plan struct {
	windows []window // the parts that are looked for
	width   int      // how long they are
	rare    []byte   // if not nil, look for these bytes
	rareAt  int      // where in the windows they stand
	cost    float64
}

// window is a part of a factor.
type window struct {
	of factor
	at int
}

// sets are the part itself.
func (w window) sets(width int) factor { return w.of[w.at : w.at+width] }

// planFor finds the cheapest plan. Its cost is infinite where there is nothing to look for.
func (known pairShares) planFor(all []factor) plan {
	best := plan{cost: math.Inf(1)}
	if len(all) == 0 {
		return best
	}
	shortest := len(all[0])
	for _, f := range all {
		shortest = min(shortest, len(f))
	}
	lines := 0.0
	pairs := make([][]float64, len(all))
	for i, f := range all {
		pairs[i] = make([]float64, max(0, len(f)-1))
		for k := range pairs[i] {
			pairs[i][k] = known.of(&f[k], &f[k+1])
		}
		lines += chance(f, pairs[i]) * costLine
	}
	for width := 2; width <= min(shortest, maxWidth); width++ {
		if p := pairPlan(all, pairs, width); p.cost+lines < best.cost {
			best = p
			best.cost += lines
		}
	}
	if shortest > 0 {
		for _, wanted := range rareChoices(all) {
			if p := rarePlan(all, wanted); p.cost+lines < best.cost {
				best = p
				best.cost += lines
			}
		}
	}
	return best
}

// chance is how likely it is that a factor stands at a place of ordinary text, where each byte depends on the one before.
func chance(f factor, pairs []float64) float64 {
	if len(f) == 0 {
		return 1
	}
	before := f[0].share()
	c := before
	for k := range pairs {
		c *= min(1, pairs[k]/before)
		before = max(f[k+1].share(), 1e-6)
	}
	return c
}

// pairPlan looks at pairs, with windows of one width.
func pairPlan(all []factor, pairs [][]float64, width int) plan {
	p := plan{windows: make([]window, len(all)), width: width}
	stride := width - 1
	hits := 0.0
	for i, f := range all {
		least := math.Inf(1)
		for at := 0; at+width <= len(f); at++ {
			sum := 0.0
			for _, share := range pairs[i][at : at+stride] {
				sum += share
			}
			if sum < least {
				least = sum
				p.windows[i] = window{f, at}
			}
		}
		hits += least
	}
	p.cost = (costLook + min(1, hits)*costHit) / float64(stride)
	return p
}

// rareChoices gives, for each way worth trying, where in each factor the rare byte stands.
func rareChoices(all []factor) [][]int {
	rarest := make([]int, len(all))
	for i, f := range all {
		for k := range f {
			if f[k].share() < f[rarest[i]].share() {
				rarest[i] = k
			}
		}
	}
	choices := [][]int{rarest}
	if len(all) == 1 {
		return choices
	}
	// A byte that all of them have is looked for once.
	for k := range all[0] {
		common := make([]int, len(all))
		ok := true
		for i, f := range all {
			common[i] = -1
			for j := range f {
				if f[j] == all[0][k] {
					common[i] = j
				}
			}
			ok = ok && common[i] >= 0
		}
		if ok {
			choices = append(choices, common)
		}
	}
	return choices
}

// rarePlan looks for the bytes at the given places, with as much around them as all factors have.
func rarePlan(all []factor, at []int) plan {
	left, right := maxWidth-1, maxWidth
	var wanted set
	for i, f := range all {
		left, right = min(left, at[i]), min(right, len(f)-at[i])
		for _, b := range f[at[i]].bytes() {
			wanted.add(b)
		}
	}
	if wanted.size() > 3 {
		return plan{cost: math.Inf(1)}
	}
	right = min(right, maxWidth-left)
	p := plan{windows: make([]window, len(all)), width: left + right, rare: wanted.bytes(), rareAt: left}
	for i, f := range all {
		p.windows[i] = window{f, at[i] - left}
	}
	p.cost = costByte*float64(len(p.rare)) + wanted.share()*costCall
	return p
}
