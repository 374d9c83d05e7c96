package dialect

// mergeObjects merges what two schemas say about properties and puts it into out. A property that one side does not
// list falls under that side's additionalProperties, so closed objects stay closed.
func (x *exporter) mergeObjects(out, a, b *node) (*node, bool) {
	names := []string{"properties", "patternProperties", "additionalProperties"}
	switch {
	case !hasAny(b, names...):
		return out, true
	case !hasAny(a, names...):
		for _, name := range names {
			if v := b.get(name); v != nil {
				out = out.with(name, v)
			}
		}
		return out, true
	}
	restA, restB := a.get("additionalProperties"), b.get("additionalProperties")
	if (a.has("patternProperties") || b.has("patternProperties")) && (constrains(restA) || constrains(restB)) {
		for _, name := range names { // which names fall under the rest depends on both patterns
			if !same(a.get(name), b.get(name)) && (a.has(name) || b.has(name)) {
				return nil, false
			}
		}
		return out, true
	}
	rest, ok := x.merge(restA, restB, false)
	if !ok {
		return nil, false
	}
	properties, ok := x.mergeProperties(a.get("properties"), b.get("properties"), restA, restB, rest)
	if !ok {
		return nil, false
	}
	if properties != nil {
		out = out.with("properties", properties)
	}
	if pa, pb := a.get("patternProperties"), b.get("patternProperties"); pa != nil && pb != nil {
		patterns, ok := mergeMaps(pa, pb, func(p, q *node) (*node, bool) { return x.merge(p, q, false) })
		if !ok {
			return nil, false
		}
		out = out.with("patternProperties", patterns)
	} else if pb != nil {
		out = out.with("patternProperties", pb)
	}
	if rest != nil {
		out = out.with("additionalProperties", rest)
	}
	return out, true
}

func (x *exporter) mergeProperties(pa, pb, restA, restB, rest *node) (*node, bool) {
	if pa == nil && pb == nil {
		return nil, true
	}
	if !x.work(effortOf(pa) + effortOf(pb)) {
		return nil, false
	}
	inA, inB := pa.byName(), pb.byName()
	at := pb
	if pa != nil {
		at = pa
	}
	out := newObject(at.at)
	add := func(name string, p, q *node) bool {
		merged, ok := x.merge(p, q, false)
		if !ok {
			return false
		}
		if merged == nil {
			merged = newBool(out.at, true)
		}
		if !merged.isFalse() || !rest.isFalse() { // what a closed object forbids need not be listed
			out.members = append(out.members, member{name, merged})
		}
		return true
	}
	if pa != nil {
		for _, m := range pa.members {
			q, listed := inB[m.name]
			if !listed {
				q = restB
			}
			if !add(m.name, m.value, q) {
				return nil, false
			}
		}
	}
	if pb != nil {
		for _, m := range pb.members {
			if _, done := inA[m.name]; !done && !add(m.name, restA, m.value) {
				return nil, false
			}
		}
	}
	return out, true
}

// effortOf is what it takes to look at the names of an object.
func effortOf(n *node) int {
	if n == nil {
		return 0
	}
	total := len(n.members)
	for _, m := range n.members {
		total += len(m.name) / 16
	}
	return total
}

// mergeArrays merges what two schemas say about items and puts it into out.
func (x *exporter) mergeArrays(out, a, b *node) (*node, bool) {
	switch {
	case !hasAny(b, "prefixItems", "items"):
		return out, true
	case !hasAny(a, "prefixItems", "items"):
		for _, name := range []string{"prefixItems", "items"} {
			if v := b.get(name); v != nil {
				out = out.with(name, v)
			}
		}
		return out, true
	}
	prefixA, prefixB := listOf(a.get("prefixItems")), listOf(b.get("prefixItems"))
	prefix := newArray(a.at)
	for i := range max(len(prefixA), len(prefixB)) {
		merged, ok := x.merge(itemAt(prefixA, a.get("items"), i), itemAt(prefixB, b.get("items"), i), false)
		if !ok {
			return nil, false
		}
		if merged == nil {
			merged = newBool(a.at, true)
		}
		prefix.list = append(prefix.list, merged)
	}
	if len(prefix.list) > 0 {
		out = out.with("prefixItems", prefix)
	}
	items, ok := x.merge(a.get("items"), b.get("items"), false)
	if ok && items != nil {
		out = out.with("items", items)
	}
	return out, ok
}

func itemAt(prefix []*node, rest *node, i int) *node {
	if i < len(prefix) {
		return prefix[i]
	}
	return rest
}

func listOf(n *node) []*node {
	if n == nil {
		return nil
	}
	return n.list
}

func hasAny(n *node, names ...string) bool {
	for _, name := range names {
		if n.has(name) {
			return true
		}
	}
	return false
}
