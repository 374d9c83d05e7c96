package dialect

import (
	"fmt"
	"strings"
)

// reduce brings a schema into one of the forms that the restricted dialects can write:
//
//   - a boolean, or an object that restricts nothing
//   - a $ref, with annotations only
//   - an anyOf, with annotations only
//   - keywords without $ref, allOf, anyOf and oneOf
//
// What cannot be brought into them without change is moved into the description.
func (x *exporter) reduce(n *node) *node {
	for n.kind == object {
		switch {
		case n.has("$ref"):
			if !constrains(n.without("$ref")) {
				return n
			}
			n = x.reduceRef(n)
		case n.has("allOf"):
			n = x.reduceAllOf(n)
		case n.has("anyOf") || n.has("oneOf"):
			var done bool
			if n, done = x.reduceChoice(n); done {
				return n
			}
		default:
			return n
		}
	}
	return n
}

// reduceRef merges a reference with the restrictions beside it.
func (x *exporter) reduceRef(n *node) *node {
	if merged, ok := x.expand(n); ok {
		return merged
	}
	rest := restrictions(n.without("$ref"))
	for _, m := range rest.members {
		x.lose(m.value.at, m.name, fmt.Sprintf("%s cannot combine a reference with %q.", x.rules.title, m.name), "description")
	}
	if x.rules.closed {
		x.checkHidden(x.target(newObject(n.at, member{"$ref", n.get("$ref")})), rest, "$ref")
	}
	out := n.keep(func(name string) bool { return name == "$ref" || annotates(name) })
	return note(out, x.demands(rest))
}

// reduceAllOf merges the branches of allOf into the schema, one after the other.
func (x *exporter) reduceAllOf(n *node) *node {
	out := n.without("allOf")
	branches := n.get("allOf").list
	if len(branches) == 1 && !constrains(out) { // the usual way to write annotations beside a reference
		return x.replace(n, "allOf", branches[0])
	}
	var words []string
	own := hasAny(n, "unevaluatedProperties", "unevaluatedItems")
	for _, branch := range branches {
		// Unevaluated keywords that came from another branch do not see this one.
		nested := own || !hasAny(out, "unevaluatedProperties", "unevaluatedItems")
		merged, ok := x.merge(out, branch, nested)
		if ok {
			out = merged
			if out.kind == boolean {
				return out
			}
			continue
		}
		x.lose(branch.at, "allOf", fmt.Sprintf("%s has no allOf, and this part could not be merged with the rest.", x.rules.title), "description")
		out = x.checkHidden(out, branch, "allOf")
		words = x.remember(words, func() string { return x.demands(branch) })
	}
	return note(out, strings.Join(words, "\n"))
}

// remember collects sentences for a description, up to a length that a reader can bear.
func (x *exporter) remember(words []string, next func() string) []string {
	const enough = 20
	switch {
	case len(words) < enough:
		return append(words, next())
	case len(words) == enough:
		return append(words, "There are more such rules.")
	default:
		return words
	}
}

// reduceChoice makes a schema with anyOf or oneOf one that has nothing but an anyOf. done is false when no choice is left
// and the result has to be reduced further.
func (x *exporter) reduceChoice(n *node) (out *node, done bool) {
	keyword := "anyOf"
	if n.has("oneOf") {
		if n.has("anyOf") {
			n = x.checkHidden(n, n.get("oneOf"), "oneOf")
			n = x.moveToDescription(n, "oneOf", fmt.Sprintf("%s can take only one choice in a place.", x.rules.title))
		} else {
			keyword = "oneOf"
		}
	}
	choice := n.get(keyword)
	branches, vacuous := x.flatten(choice.list, nil)
	if keyword == "oneOf" && (len(branches) > 1 || vacuous) && !x.disjoint(choice.list) {
		x.lose(choice.at, "oneOf", fmt.Sprintf("%s has no oneOf, so more than one alternative may hold.", x.rules.title), "anyOf")
	}
	if vacuous {
		return n.without(keyword), false
	}
	base := n.without(keyword)
	if only := restrictions(base); constrains(only) {
		spread, ok := x.spread(only, branches)
		if !ok {
			reason := fmt.Sprintf("The alternatives could not be combined with what stands beside %q.", keyword)
			return x.moveToDescription(x.checkHidden(n, choice, keyword), keyword, reason), false
		}
		branches = spread
	}
	switch len(branches) {
	case 0:
		return newBool(n.at, false), true
	case 1:
		frame := n.keep(func(name string) bool { return name == keyword || annotates(name) })
		return x.replace(frame, keyword, branches[0]), false
	}
	out = newObject(n.at)
	for _, m := range n.members {
		switch {
		case m.name == keyword:
			out.members = append(out.members, member{"anyOf", newArray(choice.at, branches...)})
		case annotates(m.name):
			out.members = append(out.members, m)
		}
	}
	return out, true
}

// flatten lists the alternatives of a choice, with those of nested plain choices in their place and without impossible
// ones. vacuous says that one alternative accepts everything.
func (x *exporter) flatten(list, into []*node) (out []*node, vacuous bool) {
	for _, branch := range list {
		switch {
		case !constrains(branch):
			vacuous = true
		case branch.isFalse():
		case len(branch.members) == 1 && branch.has("anyOf"):
			var inner bool
			into, inner = x.flatten(branch.get("anyOf").list, into)
			vacuous = vacuous || inner
		default:
			into = append(into, branch)
		}
	}
	return into, vacuous
}

// spread adds the restrictions that stand beside a choice to each of its alternatives.
func (x *exporter) spread(base *node, branches []*node) ([]*node, bool) {
	var out []*node
	for _, branch := range branches {
		if len(base.members) == 1 && base.has("type") { // a reference need not be copied for a type it has anyway
			if t := x.target(branch); t.kind == object && t.has("type") && typesOf(t)&^typesOf(base) == 0 {
				out = append(out, branch)
				continue
			}
		}
		if !x.spend(base.size()) {
			return nil, false
		}
		merged, ok := x.merge(base, branch, true)
		if !ok {
			return nil, false
		}
		if !merged.isFalse() {
			out = append(out, merged)
		}
	}
	return out, true
}

// moveToDescription takes a keyword out of a schema and says it in words there.
func (x *exporter) moveToDescription(n *node, keyword, reason string) *node {
	words := x.sentence(n, keyword)
	kept := "description"
	if words == "" {
		kept = ""
	}
	x.lose(n.get(keyword).at, keyword, reason, kept)
	return note(n.without(keyword), words)
}

// checkHidden looks for properties that only a part that cannot be kept knows of. An object that gets closed could not
// hold them, so it is marked as open.
func (x *exporter) checkHidden(n, part *node, keyword string) *node {
	name, found := x.hidden(n.get("properties"), part)
	if !found {
		return n
	}
	if x.rules.closed {
		x.obstacle(part.at, keyword, fmt.Sprintf("The property %q is only described by %q, which %s does not know.", name, keyword, x.rules.title))
		return n
	}
	if n.has("additionalProperties") {
		return n
	}
	if n.has("unevaluatedProperties") {
		n = x.moveToDescription(n, "unevaluatedProperties", fmt.Sprintf("It cannot tell which properties %q describes.", keyword))
	}
	return n.with("additionalProperties", newBool(n.at, true))
}

// hidden returns a property that a schema speaks of and that is not among those listed. When it would take too long to
// look for one, it says that there is one.
func (x *exporter) hidden(listed, part *node) (name string, found bool) {
	if !x.work(effortOf(listed)) {
		return "…", true
	}
	known := listed.byName()
	note := func(candidate string) {
		if _, ok := known[candidate]; !ok && !found {
			name, found = candidate, true
		}
	}
	var visit func(n *node, depth int)
	visit = func(n *node, depth int) {
		if n = x.target(n); found || depth > 8 {
			return
		}
		if !x.work(len(n.members) + 1) {
			note("…")
			return
		}
		for _, m := range n.members {
			switch m.name {
			case "properties":
				for _, p := range m.value.members {
					if !p.value.isFalse() {
						note(p.name)
					}
				}
			case "required":
				for _, name := range m.value.texts() {
					note(name)
				}
			case "then", "else":
				visit(m.value, depth+1)
			case "allOf", "anyOf", "oneOf":
				for _, c := range m.value.list {
					visit(c, depth+1)
				}
			case "dependentSchemas":
				for _, c := range m.value.members {
					visit(c.value, depth+1)
				}
			}
		}
	}
	if part.kind == array {
		for _, c := range part.list {
			visit(c, 0)
		}
	} else {
		visit(part, 0)
	}
	return name, found
}
