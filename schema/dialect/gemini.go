package dialect

import "fmt"

// finishGemini makes recursion acceptable. Gemini unrolls references that lead back to themselves a few times and then
// stops, which is only possible inside properties that may be absent. So the references that a value cannot avoid must
// not come round: where they do, the property around the reference is made optional, or the reference is cut.
func finishGemini(x *exporter, root *node) *node {
	u := &unroller{x: x, state: map[string]int{}}
	root = u.visit("#", root)
	for _, ref := range x.doc.refs {
		if def := x.defs[ref]; def != nil && u.state[ref] == 0 {
			x.defs[ref] = u.visit(ref, def)
		}
	}
	return root
}

type unroller struct {
	x     *exporter
	state map[string]int
}

const (
	unrolling = 1 + iota
	unrolled
)

func (u *unroller) visit(ref string, n *node) *node {
	u.state[ref] = unrolling
	out, _ := u.walk(n, false)
	u.state[ref] = unrolled
	return out
}

// walk follows the references that a value of n cannot avoid. inside says that n is part of a required property; then
// loops reports a reference that comes round, and the property has to be made optional. Outside of one the reference is
// cut.
func (u *unroller) walk(n *node, inside bool) (out *node, loops bool) {
	if n.kind != object {
		return n, false
	}
	if ref := n.text("$ref"); ref != "" {
		return u.follow(n, ref, inside)
	}
	out = n
	for _, m := range n.members {
		switch m.name {
		case "properties":
			out = u.properties(out)
		case "items", "additionalProperties":
			inner, l := u.walk(m.value, inside)
			loops = loops || l
			out = out.with(m.name, inner)
		case "prefixItems":
			list := newArray(m.value.at)
			for _, c := range m.value.list {
				inner, l := u.walk(c, inside)
				loops = loops || l
				list.list = append(list.list, inner)
			}
			out = out.with(m.name, list)
		case "anyOf":
			inner, l := u.choice(out, m.value, inside)
			loops = loops || l
			out = inner
		}
	}
	return out, loops
}

func (u *unroller) follow(n *node, ref string, inside bool) (*node, bool) {
	switch u.state[ref] {
	case unrolled:
		return n, false
	case unrolling:
		if inside {
			return n, true
		}
		u.x.lose(n.at, "$ref", "Gemini takes recursion only inside optional properties, so nothing is said about the value here.", "")
		return newObject(n.at), false
	default:
		u.x.defs[ref] = u.visit(ref, u.x.defs[ref])
		return n, false
	}
}

// properties makes the required properties optional from which a value could never get out.
func (u *unroller) properties(n *node) *node {
	required := map[string]bool{}
	for _, name := range n.get("required").texts() {
		required[name] = true
	}
	properties := newObject(n.get("properties").at)
	var loose []string
	isLoose := map[string]bool{}
	for _, m := range n.get("properties").members {
		value := m.value
		if required[m.name] {
			inner, loops := u.walk(value, true)
			if value = inner; loops {
				loose = append(loose, m.name)
				isLoose[m.name] = true
				const reason = "Gemini takes recursion only inside optional properties, so the property became optional."
				u.x.lose(m.value.at, "required", reason, "description")
			}
		}
		properties.members = append(properties.members, member{m.name, value})
	}
	n = n.with("properties", properties)
	if len(loose) == 0 {
		return n
	}
	left := newArray(n.get("required").at)
	for _, name := range n.get("required").list {
		if !isLoose[name.str] {
			left.list = append(left.list, name)
		}
	}
	n = note(n.with("required", left), fmt.Sprintf("The property %s must be given.", quoteNames(loose)))
	if len(left.list) == 0 {
		n = n.without("required")
	}
	return n
}

// choice drops the alternatives that were cut; the others stay a choice.
func (u *unroller) choice(n, choice *node, inside bool) (out *node, loops bool) {
	var list []*node
	for _, c := range choice.list {
		inner, l := u.walk(c, inside)
		loops = loops || l
		if constrains(inner) {
			list = append(list, inner)
		}
	}
	return u.x.rechoose(n, list), loops
}
