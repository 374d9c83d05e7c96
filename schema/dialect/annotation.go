package dialect

import (
	"slices"
	"strings"
)

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

// maxJoined is how long a description may get by joining two.
const maxJoined = 32 << 10

// annotate adds the annotations of other to a schema. Where both say something, the outer one comes first or wins.
func (x *exporter) annotate(n, other *node, otherIsOuter bool) *node {
	if other.kind != object || n.isFalse() {
		return n
	}
	out, index := newObject(n.at, slices.Clone(n.members)...), map[string]int{}
	for i, m := range out.members {
		index[m.name] = i
	}
	for _, m := range other.members {
		if !annotates(m.name) {
			continue
		}
		i, both := index[m.name]
		switch {
		case !both:
			out.members = append(out.members, m)
		case otherIsOuter:
			out.members[i].value = x.joinAnnotations(m.name, m.value, out.members[i].value)
		default:
			out.members[i].value = x.joinAnnotations(m.name, out.members[i].value, m.value)
		}
	}
	return out
}

// joinAnnotations makes one annotation out of two for the same value.
func (x *exporter) joinAnnotations(keyword string, outer, inner *node) *node {
	switch {
	case same(outer, inner):
		return outer
	case keyword == "description" && len(outer.str)+len(inner.str) <= maxJoined:
		return newText(outer.at, joinText(outer.str, inner.str))
	case keyword == "examples" && len(outer.list)+len(inner.list) <= 100:
		return union(outer, inner)
	case shapeOf(keyword) == shapeFlag:
		return newBool(outer.at, true)
	default:
		x.lose(inner.at, keyword, "Two schemas that hold for the same value say different things here, and only one can be kept.", "")
		return outer
	}
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
