package dialect

import "slices"

// merge returns one schema that accepts exactly what both accept; it is the boolean false when nothing can satisfy
// both. It gives up (ok is false) when that schema cannot be written without allOf.
//
// nested says that inner is applied from inside outer (a branch of its allOf or anyOf, or the target of its $ref): then
// the unevaluated keywords of outer see what inner describes, and stay true after merging.
func (x *exporter) merge(outer, inner *node, nested bool) (out *node, ok bool) {
	mark := len(x.losses)
	out, ok = x.mergeSchemas(outer, inner, nested)
	if !ok {
		for _, loss := range x.losses[mark:] {
			delete(x.seen, loss)
		}
		x.losses = x.losses[:mark]
	}
	return out, ok
}

func (x *exporter) mergeSchemas(a, b *node, nested bool) (*node, bool) {
	switch {
	case a == nil || a.isTrue():
		return b, true
	case b == nil || b.isTrue():
		return a, true
	case a.isFalse():
		return a, true
	case b.isFalse():
		return b, true
	case !constrains(a):
		return x.annotate(b, a, true), true
	case !constrains(b):
		return x.annotate(a, b, false), true
	}
	if same(a.get("$ref"), b.get("$ref")) && a.has("$ref") && !constrains(a.without("$ref")) && !constrains(b.without("$ref")) {
		return x.annotate(a, b, false), true
	}
	if !x.work(len(a.members) + len(b.members) + 10) {
		return nil, false
	}
	a, okA := x.expand(a)
	b, okB := x.expand(b)
	if !okA || !okB {
		return nil, false
	}
	if a.kind == boolean || b.kind == boolean {
		return x.mergeSchemas(a, b, nested)
	}
	if b.has("unevaluatedProperties") || b.has("unevaluatedItems") {
		return nil, false
	}
	if !nested && (a.has("unevaluatedProperties") || a.has("unevaluatedItems")) {
		return nil, false
	}
	return x.mergeKeywords(a, b)
}

// expand replaces the $ref of a schema by what it points to.
func (x *exporter) expand(n *node) (*node, bool) {
	ref := n.get("$ref")
	if ref == nil {
		return n, true
	}
	target := x.doc.defs[ref.str]
	if target == nil || x.hops >= maxHops || x.unrolled(ref.str) || !x.spend(x.doc.sizeOf(ref.str)) {
		return nil, false
	}
	x.scope = append(x.scope, ref.str)
	x.hops++
	defer func() { x.hops-- }()
	target, ok := x.expandAny(target)
	if !ok {
		return nil, false
	}
	return x.merge(n.without("$ref"), target, true)
}

// unrolled reports whether a definition was merged into two schemas around this one already. It contains itself then, and
// merging it again would never end.
func (x *exporter) unrolled(ref string) bool {
	times := 0
	for _, outer := range x.scope[:x.around] {
		if outer == ref {
			times++
		}
	}
	return times > 1
}

func (x *exporter) expandAny(n *node) (*node, bool) {
	if n.kind == boolean {
		return n, true
	}
	return x.expand(n)
}

// mergeKeywords merges two schemas without references.
func (x *exporter) mergeKeywords(a, b *node) (*node, bool) {
	out := a
	var ok bool
	if out, ok = x.mergeObjects(out, a, b); !ok {
		return nil, false
	}
	if out, ok = x.mergeArrays(out, a, b); !ok {
		return nil, false
	}
	if out, ok = mergeGroup(out, b, "contains", "minContains", "maxContains"); !ok {
		return nil, false
	}
	if out, ok = mergeGroup(out, b, "if", "then", "else"); !ok {
		return nil, false
	}
	for _, m := range restrictions(b).members {
		old := out.get(m.name)
		if old == nil {
			if !grouped(m.name) {
				out = out.with(m.name, m.value)
			}
			continue
		}
		merged, ok := x.mergeKeyword(m.name, old, m.value)
		if !ok {
			return nil, false
		}
		if merged == nil {
			return newBool(a.at, false), true
		}
		out = out.with(m.name, merged)
	}
	if out = reconcile(out); out.kind == boolean {
		return out, true
	}
	return x.annotate(effective(out), b, false), true
}

// grouped names the keywords that only make sense together and are merged as a group.
func grouped(keyword string) bool {
	switch keyword {
	case "properties", "patternProperties", "additionalProperties", "prefixItems", "items",
		"contains", "minContains", "maxContains", "if", "then", "else":
		return true
	default:
		return false
	}
}

// mergeKeyword merges the values of one keyword; nil means that nothing satisfies both.
func (x *exporter) mergeKeyword(name string, a, b *node) (*node, bool) {
	if grouped(name) || same(a, b) {
		return a, true
	}
	switch name {
	case "enum", "required", "dependentRequired":
		if !x.work((a.size() + b.size()) / 4) {
			return nil, false
		}
	}
	switch name {
	case "type":
		t := typesOf(newObject(a.at, member{"type", a})) & typesOf(newObject(b.at, member{"type", b}))
		if t == 0 {
			return nil, true
		}
		return newTypes(a.at, t), true
	case "enum":
		return common(a, b), true
	case "const":
		return nil, true
	case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
		return larger(a, b)
	case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
		return smaller(a, b)
	case "multipleOf":
		return multiple(a, b)
	case "uniqueItems":
		return newBool(a.at, a.bit || b.bit), true
	case "required":
		return union(a, b), true
	case "dependentRequired":
		return mergeMaps(a, b, func(p, q *node) (*node, bool) { return union(p, q), true })
	case "dependentSchemas":
		return mergeMaps(a, b, func(p, q *node) (*node, bool) { return x.merge(p, q, false) })
	case "propertyNames":
		return x.merge(a, b, false)
	default: // pattern, format, not, anyOf …: both hold, and there is no single value that says so
		return nil, false
	}
}

// mergeGroup takes over a group of keywords that belong together, when at most one side has it or both say the same.
func mergeGroup(out, b *node, keywords ...string) (*node, bool) {
	inA, inB := false, false
	for _, k := range keywords {
		inA, inB = inA || out.has(k), inB || b.has(k)
	}
	if !inB {
		return out, true
	}
	for _, k := range keywords {
		v := b.get(k)
		if inA {
			if !same(out.get(k), v) {
				return nil, false
			}
		} else if v != nil {
			out = out.with(k, v)
		}
	}
	return out, true
}

// mergeMaps merges two objects name by name.
func mergeMaps(a, b *node, both func(p, q *node) (*node, bool)) (*node, bool) {
	out, index := newObject(a.at, slices.Clone(a.members)...), map[string]int{}
	for i, m := range out.members {
		index[m.name] = i
	}
	for _, m := range b.members {
		i, known := index[m.name]
		if !known {
			out.members = append(out.members, m)
			continue
		}
		merged, ok := both(out.members[i].value, m.value)
		if !ok {
			return nil, false
		}
		out.members[i].value = merged
	}
	return out, true
}

// union returns the values of both arrays, each once; common those that are in both, nil for none.
func union(a, b *node) *node {
	return distinct(newArray(a.at, append(a.list[:len(a.list):len(a.list)], b.list...)...))
}

func common(a, b *node) *node {
	in := map[string]bool{}
	for _, v := range b.list {
		in[v.key()] = true
	}
	out := newArray(a.at)
	for _, v := range a.list {
		if in[v.key()] {
			out.list = append(out.list, v)
		}
	}
	if len(out.list) == 0 {
		return nil
	}
	return out
}

// reconcile finds contradictions between type, enum and const, and drops what they make superfluous.
func reconcile(n *node) *node {
	values := n.get("enum")
	if c := n.get("const"); c != nil {
		if values != nil {
			if common(values, newArray(c.at, c)) == nil {
				return newBool(n.at, false)
			}
			n = n.without("enum")
		}
		values = newArray(c.at, c)
	}
	if values == nil {
		return n
	}
	allowed, fitting := typesOf(n), newArray(values.at)
	for _, v := range values.list {
		if typeOfValue(v)&allowed != 0 {
			fitting.list = append(fitting.list, v)
		}
	}
	switch {
	case len(fitting.list) == 0:
		return newBool(n.at, false)
	case len(fitting.list) < len(values.list):
		return n.with("enum", fitting)
	default:
		return n
	}
}
