package onepass

import "regexp/syntax"

// The judge refuses values that would take it too long, and a plan must not
// accept what the judge refuses. So a run counts, in the judge's units, what
// the judge would have to do, and gives no verdict where that might be too much.
const (
	// MaxValues is how many values one value may consist of.
	MaxValues = 250_000
	// BaseEffort is what checking any value may cost the judge, in evaluations
	// of a schema. ValueEffort comes on top for each value in it, and one unit
	// for every TextPerEffort bytes of text.
	BaseEffort    = 200_000
	ValueEffort   = 4
	TextPerEffort = 2
)

// MatchEffort is the effort of matching a text of that length with a pattern
// of that size: at worst every instruction on every byte, of which one unit buys
// some.
func MatchEffort(length, size int) int { return length * size / 16 }

// PatternSize is the number of instructions that a pattern compiles to.
func PatternSize(text string) (int, error) {
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return 0, err
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return 0, err
	}
	return len(program.Inst), nil
}

// count notes one more value, which the judge would check by n.
func (r *run) count(n *node) bool {
	r.values++
	r.effort += n.cost * r.weight()
	return r.values <= MaxValues
}

// countMembers notes how many members a container has: every schema of it looks
// at each.
func (r *run) countMembers(n *node, members int) { r.effort += n.cost * (members / 8) * r.weight() }

// weight is what an evaluation counts at this depth, since a fault carries its
// place. The judge counts the references on the way as well; there are at most
// maxHops of them.
func (r *run) weight() int { return 1 + (r.depth+2*maxHops)>>7 }

// affordable reports whether the judge would surely not find the effort so far
// too much. It stays clear of the judge's limit, where rounding matters.
func (r *run) affordable() bool {
	return r.effort <= BaseEffort/2+ValueEffort*r.values+r.texts/TextPerEffort
}
