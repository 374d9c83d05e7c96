package dialect

import "strings"

// annotations returns the members of a schema that do not restrict values.
func annotations(n *node) *node {
	if n.kind != object {
		return newObject(n.at)
	}
	return n.keep(annotates)
}

// restrictions returns the members of a schema that do.
func restrictions(n *node) *node {
	if n.kind != object {
		return n
	}
	return n.keep(func(name string) bool { return !annotates(name) })
}

// annotate adds annotations from other to a schema. Where both say something, descriptions are joined with the first
// one of the outer schema in front, and otherwise the outer one is used.
func (x *exporter) annotate(n, other *node, otherIsOuter bool) *node {
	if other.kind != object {
		return n
	}
	if n.kind != object {
		if n.isFalse() {
			return n
		}
		n = newObject(n.at)
	}
	for _, m := range other.members {
		if !annotates(m.name) {
			continue
		}
		old := n.get(m.name)
		outer, inner := old, m.value
		if otherIsOuter {
			outer, inner = m.value, old
		}
		switch {
		case old == nil:
			n = n.with(m.name, m.value)
		case same(old, m.value):
		case m.name == "description":
			n = n.with(m.name, newText(outer.at, joinText(outer.str, inner.str)))
		case m.name == "examples":
			n = n.with(m.name, distinct(newArray(outer.at, append(outer.list[:len(outer.list):len(outer.list)], inner.list...)...)))
		case shapeOf(m.name) == shapeFlag:
			n = n.with(m.name, newBool(outer.at, true))
		default:
			x.lose(inner.at, m.name, "Two schemas that hold for the same value say different things here, and only one can be kept.", "")
			n = n.with(m.name, outer)
		}
	}
	return n
}

// replace puts the members of a schema in the place of one keyword of n, whose other members are annotations.
func (x *exporter) replace(n *node, keyword string, with *node) *node {
	merged := x.annotate(with, n.without(keyword), true)
	if merged.kind != object {
		return merged
	}
	out := newObject(n.at)
	for _, m := range n.members {
		if m.name != keyword {
			out.members = append(out.members, member{m.name, merged.get(m.name)})
			continue
		}
		for _, inner := range with.members {
			if inner.name == keyword || !n.has(inner.name) {
				out.members = append(out.members, inner)
			}
		}
	}
	return out
}

func joinText(a, b string) string {
	switch {
	case a == "" || strings.Contains(b, a):
		return b
	case b == "" || strings.Contains(a, b):
		return a
	default:
		return a + "\n" + b
	}
}

// note adds a sentence to the description of a schema.
func note(n *node, sentence string) *node {
	if sentence == "" {
		return n
	}
	if n.kind != object {
		n = newObject(n.at)
	}
	at := n.at
	if old := n.get("description"); old != nil {
		at = old.at
	}
	return n.with("description", newText(at, joinText(n.text("description"), sentence)))
}
