package dialect

import (
	"fmt"
	"strings"
)

// rootObject makes the root an object schema without composition, which is what every provider wants of a tool.
// Arguments always are an object, so leaving out what a root says about other types changes nothing.
func (x *exporter) rootObject(root *node) *node {
	n := x.reduceRoot(root, 0)
	if n.kind == boolean {
		if n.isFalse() {
			x.lose(root.at, "false", "The schema accepts nothing at all, so the tool is offered without parameters.", "")
		}
		n = newObject(root.at)
	}
	if t := typesOf(n); t&typeObject == 0 {
		x.lose(n.get("type").at, "type", "The arguments of a tool are always an object, so a root of another type cannot be offered.", "")
		n = annotations(n)
	} else if t != typeObject && n.has("type") {
		x.lose(n.get("type").at, "type", "The arguments of a tool are always an object, so the other types were left out.", "")
	}
	for _, keyword := range []string{"enum", "const"} {
		if n.has(keyword) {
			n = x.moveToDescription(n, keyword, "The arguments of a tool cannot be a choice of fixed values.")
		}
	}
	object := newText(n.at, "object")
	if n.has("type") {
		n = n.with("type", object)
	} else {
		n = newObject(n.at, append([]member{{"type", object}}, n.members...)...)
	}
	if !n.has("properties") {
		n = n.with("properties", newObject(n.at))
	}
	return x.rootNames(n)
}

// reduceRoot removes references and composition from a root, or from an alternative of one.
func (x *exporter) reduceRoot(n *node, depth int) *node {
	for n.kind == object {
		switch {
		case n.has("$ref"):
			merged, ok := x.expand(n)
			if !ok {
				x.lose(n.at, "$ref", "The reference at the root leads too far to be followed.", "")
				merged = n.without("$ref")
			}
			n = merged
		case n.has("allOf"):
			n = x.reduceAllOf(n)
		case n.has("anyOf"):
			n = x.joinRoot(n, "anyOf", depth)
		case n.has("oneOf"):
			n = x.joinRoot(n, "oneOf", depth)
		default:
			return evaluate(n)
		}
	}
	return n
}

// joinRoot replaces a choice at the root by one object that has the properties of all alternatives. Which of them go
// together is said in the description.
func (x *exporter) joinRoot(n *node, keyword string, depth int) *node {
	if depth > 4 {
		return x.moveToDescription(n, keyword, "The alternatives at the root are nested too deeply.")
	}
	choice := n.get(keyword)
	base := n.without(keyword)
	var branches []*node
	onlyRequired := true
	for _, branch := range choice.list {
		b := x.target(branch)
		if b.kind == object && typesOf(b)&typeObject == 0 || b.isFalse() {
			x.lose(branch.at, keyword, "The arguments of a tool are always an object, so this alternative was left out.", "")
			continue
		}
		onlyRequired = onlyRequired && b.kind == object && !constrains(b.without("required", "type"))
		branches = append(branches, branch)
	}
	if len(branches) == 1 {
		if merged, ok := x.merge(base, branches[0], true); ok {
			return merged
		}
	}
	if len(branches) == 0 {
		return base
	}
	reason := fmt.Sprintf("%s takes no %s at the root, so the alternatives were joined into one object.", x.rules.title, keyword)
	x.lose(choice.at, keyword, reason, "description")
	words := x.sentence(newObject(n.at, member{keyword, newArray(choice.at, branches...)}), keyword)
	if onlyRequired {
		return note(x.checkHidden(base, choice, keyword), words)
	}
	return note(x.join(base, branches, depth), words)
}

// join widens base to an object that accepts what base and any of the alternatives accept.
func (x *exporter) join(base *node, branches []*node, depth int) *node {
	properties := newObject(base.at)
	variants := map[string][]*node{}
	add := func(n *node) {
		if p := n.get("properties"); p != nil {
			for _, m := range p.members {
				if _, known := variants[m.name]; !known {
					properties.members = append(properties.members, member{name: m.name})
				}
				variants[m.name] = append(variants[m.name], m.value)
			}
		}
	}
	add(base)
	required := base.get("required")
	closed := !base.has("additionalProperties")
	var always *node
	for i, branch := range branches {
		b := x.reduceRoot(branch, depth+1)
		add(b)
		closed = closed && b.get("additionalProperties").isFalse()
		if own := b.get("required"); i == 0 {
			always = own
		} else if always != nil && own != nil {
			always = common(always, own)
		} else {
			always = nil
		}
	}
	for i, m := range properties.members {
		properties.members[i].value = oneOfThese(variants[m.name])
	}
	out := base
	if len(properties.members) > 0 {
		out = out.with("properties", properties)
	}
	if required != nil && always != nil {
		always = union(required, always)
	}
	if always != nil {
		out = out.with("required", always)
	}
	if closed {
		out = out.with("additionalProperties", newBool(base.at, false))
	} else if base.get("additionalProperties").isFalse() {
		out = out.without("additionalProperties") // it closed the base against what the alternatives add
	}
	return out
}

// oneOfThese is a schema that accepts what any of the given ones accepts. Fixed values become one enum.
func oneOfThese(list []*node) *node {
	unique, seen := newArray(list[0].at), map[string]bool{}
	values := newArray(list[0].at)
	for _, n := range list {
		if key := n.key(); !seen[key] {
			seen[key] = true
			unique.list = append(unique.list, n)
		}
		if v := valuesOf(n); v != nil && len(restrictions(n.without("type")).members) == 1 {
			values.list = append(values.list, v.list...)
		} else {
			values.kind = null // not only fixed values
		}
	}
	if len(unique.list) == 1 {
		return unique.list[0]
	}
	if values.kind == array {
		out := annotations(list[0])
		return out.with("enum", distinct(values))
	}
	return newObject(list[0].at, member{"anyOf", unique})
}

// rootNames leaves out the properties of the root whose names the provider refuses: one of them would cost the whole
// request.
func (x *exporter) rootNames(n *node) *node {
	if x.rules.goodName == nil {
		return n
	}
	properties := newObject(n.get("properties").at)
	var words []string
	out, bad := n, map[string]bool{}
	for _, m := range n.get("properties").members {
		if x.rules.goodName(m.name) {
			properties.members = append(properties.members, m)
			continue
		}
		bad[m.name] = true
		reason := fmt.Sprintf("%s refuses the property name %q.", x.rules.title, m.name)
		x.lose(m.value.at, "properties", reason, "description")
		if x.rules.closed {
			x.obstacle(m.value.at, "properties", reason)
		}
		words = x.remember(words, func() string {
			return fmt.Sprintf("There is also the property %s: %s", quoteName(m.name), x.prose(m.value))
		})
	}
	if required := n.get("required"); required != nil && !x.rules.free {
		for _, name := range required.list { // not described, but it would be added to the properties
			if !x.rules.goodName(name.str) && !bad[name.str] {
				bad[name.str] = true
				x.lose(name.at, "required", fmt.Sprintf("%s refuses the property name %q.", x.rules.title, name.str), "description")
				words = x.remember(words, func() string { return "The property " + quoteName(name.str) + " must be given." })
			}
		}
	}
	if len(bad) == 0 || x.rules.closed {
		return n
	}
	out = note(out, strings.Join(words, "\n"))
	out = out.with("properties", properties).with("additionalProperties", newBool(n.at, true))
	if required := out.get("required"); required != nil {
		left := newArray(required.at)
		for _, name := range required.list {
			if !bad[name.str] {
				left.list = append(left.list, name)
			}
		}
		out = out.with("required", left)
		if len(left.list) == 0 {
			out = out.without("required")
		}
	}
	return out
}
