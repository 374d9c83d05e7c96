package dialect

import (
	"fmt"
	"strings"
)

// writeRoot writes the root for the dialects that take only a part of JSON Schema.
func (x *exporter) writeRoot(root *node) *node {
	if out := x.leaf(root, true); out != nil {
		return out
	}
	x.impossible(root)
	empty := newObject(root.at, member{"type", newText(root.at, "object")}, member{"properties", newObject(root.at)})
	return x.leaf(empty, true)
}

// schema writes a schema below the root. It returns nil when no value satisfies it; what that means depends on where
// the schema stands.
func (x *exporter) schema(n *node) *node {
	around := x.around
	x.around = len(x.scope)
	defer func() { x.scope, x.around = x.scope[:x.around], around }()
	n = x.reduce(n)
	switch {
	case n.isFalse():
		return nil
	case !constrains(n):
		n = x.anything(n)
	case n.has("$ref"):
		n = x.reference(n)
	case n.has("anyOf"):
		n = x.choice(n)
	default:
		n = x.leaf(n, false)
	}
	if n == nil {
		return nil
	}
	return trail(n)
}

// trail puts the words that only Gemini has behind all others. They are taken off and put on again when an export is
// exported once more, so they need one place.
func trail(n *node) *node {
	for _, keyword := range []string{"nullable", "propertyOrdering"} {
		if v := n.get(keyword); v != nil {
			n = n.without(keyword).with(keyword, v)
		}
	}
	return n
}

// impossible writes a schema that accepts nothing where one has to stand. No dialect can say that.
func (x *exporter) impossible(n *node) *node {
	reason := x.rules.title + " cannot say that no value is allowed."
	x.lose(n.at, "false", reason, "")
	if x.rules.closed {
		x.obstacle(n.at, "false", reason)
	}
	return x.anything(newObject(n.at))
}

// anything writes a schema without restrictions.
func (x *exporter) anything(n *node) *node {
	if n.kind == boolean {
		n = newObject(n.at)
	}
	n = x.settle(n)
	switch {
	case x.rules.closed:
		x.obstacle(n.at, "type", fmt.Sprintf("%s wants a type for every value.", x.rules.title))
	case x.rules.openAPI:
		x.lose(n.at, "type", x.rules.title+" wants a type for every value, so a value of any kind became a choice of types.", "anyOf")
		var list []*node
		for _, name := range []string{"STRING", "NUMBER", "BOOLEAN", "OBJECT"} {
			list = append(list, newObject(n.at, member{"type", newText(n.at, name)}))
		}
		items := newObject(n.at, member{"anyOf", newArray(n.at, list...)})
		many := newObject(n.at, member{"type", newText(n.at, "ARRAY")}, member{"items", items})
		n = n.with("anyOf", newArray(n.at, append(list[:len(list):len(list)], many)...))
		n = n.with("nullable", newBool(n.at, true))
	}
	return n
}

// settle keeps the annotations that the dialect accepts, moves others into the description, and drops those that nobody
// could read there.
func (x *exporter) settle(n *node) *node {
	out := newObject(n.at)
	var moved []string
	for _, m := range n.members {
		switch {
		case !annotates(m.name) || x.rules.keywords[m.name]:
		case shapeOf(m.name) == shapeFlag && !m.value.bit, m.name == "default" && m.value.kind == null:
			continue // says nothing that its absence would not say
		case shapeOf(m.name) == shapeUnknown:
			x.lose(m.value.at, m.name, fmt.Sprintf("%q is not a keyword that %s knows.", m.name, x.rules.title), "")
			continue
		default:
			moved = append(moved, m.name)
		}
		out.members = append(out.members, m)
	}
	for _, name := range moved {
		out = x.refuse(out, name)
	}
	return out
}

// refuse moves a keyword into the description because the dialect does not know it.
func (x *exporter) refuse(n *node, keyword string) *node {
	return x.moveToDescription(n, keyword, fmt.Sprintf("%s does not take %q.", x.rules.title, keyword))
}

// refuseAll does that with the keywords that are there and that the dialect does not know.
func (x *exporter) refuseAll(n *node, keywords ...string) *node {
	for _, keyword := range keywords {
		if n.has(keyword) && !x.rules.keywords[keyword] {
			n = x.refuse(n, keyword)
		}
	}
	return n
}

// reference writes a $ref. It has to stand alone everywhere, so annotations get an anyOf around it.
func (x *exporter) reference(n *node) *node {
	if x.rules.openAPI {
		return x.inline(n)
	}
	ref := n.text("$ref")
	for range maxHops { // a definition that is only another name for a definition is skipped
		if x.doc.defs[ref].isFalse() {
			return nil
		}
		next := x.want(ref).text("$ref")
		if next == "" {
			break
		}
		ref = next
	}
	n = x.settle(n)
	bare := newObject(n.at, member{"$ref", newText(n.at, ref)})
	if len(n.members) == 1 {
		return bare
	}
	return rename(n, "$ref", "anyOf", newArray(n.at, bare))
}

// rename puts another member in the place of one.
func rename(n *node, from, to string, value *node) *node {
	out := newObject(n.at)
	for _, m := range n.members {
		switch m.name {
		case from:
			out.members = append(out.members, member{to, value})
		case to:
		default:
			out.members = append(out.members, m)
		}
	}
	return out
}

// inline writes what a reference points to in its place, for the dialect without references. A definition that contains
// itself is written twice inside itself and then cut.
func (x *exporter) inline(n *node) *node {
	ref := n.text("$ref")
	def := x.doc.defs[ref]
	if x.open[ref] > 1 || x.level > 24 || !x.spend(x.doc.sizeOf(ref)) {
		reason := x.rules.title + " has no references, so values inside values of the same kind are described only a few levels deep."
		x.lose(n.at, "$ref", reason, "")
		n = n.without("$ref")
		if t := x.target(def); t.kind == object && t.has("type") && typesOf(t) == typeObject {
			return x.leaf(n.with("type", newText(n.at, "object")), false)
		}
		return x.anything(n)
	}
	x.open[ref]++
	x.level++
	defer func() {
		x.open[ref]--
		x.level--
	}()
	return x.schema(x.replace(n, "$ref", def))
}

// choice writes an anyOf.
func (x *exporter) choice(n *node) *node {
	n = x.settle(n)
	var list []*node
	for _, branch := range n.get("anyOf").list {
		if out := x.schema(branch); out != nil {
			list = append(list, out)
		}
	}
	for _, out := range list {
		if !constrains(out) { // what made it different is only in its description
			n = x.moveToDescription(n, "anyOf", fmt.Sprintf("%s cannot express one of the alternatives.", x.rules.title))
			return x.anything(n)
		}
	}
	joined, many := x.alternative(n.at, list)
	outer := n.without("anyOf")
	switch {
	case joined == nil:
		return nil
	case many:
		out := rename(n, "anyOf", "anyOf", joined.get("anyOf"))
		if joined.has("nullable") {
			out = out.with("nullable", joined.get("nullable"))
		}
		return out
	case joined.has("$ref") && len(outer.members) > 0:
		return rename(n, "anyOf", "anyOf", newArray(n.at, joined))
	default:
		return x.replace(n, "anyOf", joined)
	}
}

// rechoose gives a written choice other alternatives.
func (x *exporter) rechoose(n *node, list []*node) *node {
	joined, many := x.alternative(n.at, list)
	switch {
	case joined == nil:
		return n.without("anyOf")
	case many:
		return n.with("anyOf", joined.get("anyOf"))
	case joined.has("$ref") && len(n.members) > 1:
		return n.with("anyOf", newArray(n.at, joined))
	default:
		return x.replace(n, "anyOf", joined)
	}
}

// alternative joins written schemas into one that accepts what any of them accepts; nil for none of them. many says that
// the result is a choice between several.
func (x *exporter) alternative(at *path, list []*node) (joined *node, many bool) {
	out, seen := newArray(at), map[string]bool{}
	nullable := false
	add := func(n *node) {
		if key := n.key(); !seen[key] {
			seen[key] = true
			out.list = append(out.list, n)
		}
	}
	for _, n := range list {
		if x.rules.openAPI {
			if n.get("nullable").isTrue() {
				nullable = true
				n = n.without("nullable")
			}
			if n.text("type") == "NULL" && len(n.members) == 1 {
				nullable = true
				continue
			}
		}
		if n.has("anyOf") && len(n.members) == 1 {
			for _, inner := range n.get("anyOf").list {
				add(inner)
			}
			continue
		}
		add(n)
	}
	switch {
	case len(out.list) == 0 && nullable:
		return newObject(at, member{"type", newText(at, "NULL")}), false
	case len(out.list) == 0:
		return nil, false
	case len(out.list) == 1:
		joined = out.list[0]
	default:
		joined, many = newObject(at, member{"anyOf", out}), true
	}
	if nullable && joined.text("type") != "NULL" {
		joined = joined.with("nullable", newBool(at, true))
	}
	return joined, many
}

// typeName is how the dialect writes a type.
func (x *exporter) typeName(t types) string {
	if x.rules.openAPI {
		return strings.ToUpper(t.name())
	}
	return t.name()
}
