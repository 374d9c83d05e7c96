package dialect

// maxCompared bounds the pairs of alternatives that are compared with each other.
const maxCompared = 32

// disjoint reports whether it is certain that no value satisfies two of the alternatives, so that "exactly one" and "at
// least one" mean the same.
func (x *exporter) disjoint(branches []*node) bool {
	if len(branches) > maxCompared {
		return false
	}
	seen := make([]*node, len(branches))
	for i, branch := range branches {
		seen[i] = x.target(branch)
	}
	for i := range seen {
		for j := range i {
			if !x.apart(seen[i], seen[j], true) {
				return false
			}
		}
	}
	return true
}

// apart reports whether two schemas surely have no value in common: other types, other values, or a property that both
// require and that is apart.
func (x *exporter) apart(a, b *node, deep bool) bool {
	if a.isFalse() || b.isFalse() {
		return true
	}
	if a.kind == boolean || b.kind == boolean || !x.work((shallow(a)+shallow(b))/16) {
		return false
	}
	if x.possible(a)&x.possible(b) == 0 {
		return true
	}
	if va, vb := valuesOf(a), valuesOf(b); va != nil && vb != nil && common(va, vb) == nil {
		return true
	}
	if !deep || x.possible(a)&x.possible(b) != typeObject {
		return false
	}
	inB, requiredB := b.get("properties").byName(), map[string]bool{}
	for _, name := range b.get("required").texts() {
		requiredB[name] = true
	}
	inA := a.get("properties").byName()
	for _, name := range a.get("required").texts() {
		p, q := inA[name], inB[name]
		if p != nil && q != nil && requiredB[name] && x.apart(x.target(p), x.target(q), false) {
			return true
		}
	}
	return false
}

// shallow is about the size of what apart looks at.
func shallow(n *node) int {
	total := 16 * effortOf(n.get("properties"))
	for _, keyword := range []string{"enum", "const", "required"} {
		if v := n.get(keyword); v != nil {
			total += v.size()
		}
	}
	return total
}

// possible is the set of types that a schema can accept, as far as its own type, enum and const tell.
func (x *exporter) possible(n *node) types {
	t := typesOf(n)
	if values := valuesOf(n); values != nil {
		var of types
		for _, v := range values.list {
			of |= typeOfValue(v)
		}
		t &= of
	}
	return t
}

// valuesOf lists the values that a schema is limited to, or nil.
func valuesOf(n *node) *node {
	if c := n.get("const"); c != nil {
		return newArray(c.at, c)
	}
	return n.get("enum")
}
