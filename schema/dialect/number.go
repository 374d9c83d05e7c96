package dialect

import (
	"math/big"
	"strconv"
	"strings"
)

// exact reads a JSON number without rounding. It refuses numbers whose exponent would make them huge to write out.
func exact(literal string) (*big.Rat, bool) {
	if len(literal) > 400 {
		return nil, false
	}
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		exp, err := strconv.Atoi(strings.TrimPrefix(literal[i+1:], "+"))
		if err != nil || exp > 308 || exp < -308 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(literal)
}

// numberKey is the same text for the same number, however it is spelled.
func numberKey(literal string) string {
	if r, ok := exact(literal); ok {
		return r.RatString()
	}
	return literal
}

func integral(literal string) bool {
	r, ok := exact(literal)
	return ok && r.IsInt()
}

// count reads a non-negative whole number such as minLength has; -1 means that it is none.
func count(n *node) int64 {
	if n == nil || n.kind != number {
		return -1
	}
	r, ok := exact(n.str)
	if !ok || !r.IsInt() || r.Sign() < 0 || !r.Num().IsInt64() {
		return -1
	}
	return r.Num().Int64()
}

// larger returns the greater of two numbers, smaller the lesser; ok is false when they cannot be compared exactly.
func larger(a, b *node) (out *node, ok bool) {
	x, okX := exact(a.str)
	y, okY := exact(b.str)
	if !okX || !okY {
		return a, same(a, b)
	}
	if x.Cmp(y) >= 0 {
		return a, true
	}
	return b, true
}

func smaller(a, b *node) (out *node, ok bool) {
	top, ok := larger(a, b)
	if top == a {
		return b, ok
	}
	return a, ok
}

// multiple returns the number that both a and b divide, when one of them is a multiple of the other.
func multiple(a, b *node) (*node, bool) {
	x, okX := exact(a.str)
	y, okY := exact(b.str)
	if !okX || !okY || x.Sign() <= 0 || y.Sign() <= 0 {
		return a, same(a, b)
	}
	if new(big.Rat).Quo(x, y).IsInt() {
		return a, true
	}
	return b, new(big.Rat).Quo(y, x).IsInt()
}

// wholeAbove is the least whole number greater than n.
func wholeAbove(n *node) (*node, bool) {
	r, ok := exact(n.str)
	if !ok {
		return nil, false
	}
	below := floor(r)
	return newWhole(n.at, below.Add(below, big.NewInt(1))), true
}

// wholeBelow is the greatest whole number less than n.
func wholeBelow(n *node) (*node, bool) {
	r, ok := exact(n.str)
	if !ok {
		return nil, false
	}
	above := floor(new(big.Rat).Neg(r)) // the ceiling of r is minus the floor of minus r
	return newWhole(n.at, above.Neg(above).Sub(above, big.NewInt(1))), true
}

// floor relies on a Rat's denominator being positive: Euclidean division floors then.
func floor(r *big.Rat) *big.Int { return new(big.Int).Div(r.Num(), r.Denom()) }

func newWhole(at *path, i *big.Int) *node { return &node{kind: number, str: i.String(), at: at} }
