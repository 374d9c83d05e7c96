package dialect

import "fmt"

// array writes what is said about arrays; nil when no array satisfies it.
func (x *exporter) array(n *node) *node {
	if rest := n.get("unevaluatedItems"); rest != nil && !n.has("contains") { // nothing else evaluates items any more
		n = rename(n, "unevaluatedItems", "items", rest)
	}
	if n.has("contains") {
		n = x.refuse(n, "contains").without("minContains", "maxContains")
	}
	if n.get("uniqueItems").isFalse() {
		n = n.without("uniqueItems")
	}
	n = x.refuseAll(n, "uniqueItems", "unevaluatedItems")
	prefix, rest, ended, n := x.items(n)
	if n = x.lengths(n); n == nil {
		return nil
	}
	if x.rules.keywords["prefixItems"] {
		return keepTuple(n, prefix, rest)
	}
	all := prefix
	if rest != nil {
		all = append(prefix[:len(prefix):len(prefix)], rest)
	}
	if len(prefix) > 0 && len(distinct(newArray(n.at, all...)).list) > 1 {
		n = x.refuse(n, "prefixItems")
	}
	n = n.without("prefixItems")
	joined, _ := x.alternative(n.at, all)
	switch {
	case joined != nil:
		return n.with("items", trail(joined))
	case ended: // it has no items at all, but something has to stand there
		return n.with("items", newObject(n.at, member{"type", newText(n.at, x.typeName(typeString))}))
	case x.rules.closed:
		x.obstacle(n.at, "items", fmt.Sprintf("%s wants to know what the items of an array are.", x.rules.title))
		return n
	}
	return n.with("items", x.anything(newObject(n.at)))
}

// items writes the schemas of the items. ended says that no further items are allowed; the result then also says how long
// the array may be.
func (x *exporter) items(n *node) (prefix []*node, rest *node, ended bool, out *node) {
	last := n.get("items")
	for i, schema := range listOf(n.get("prefixItems")) {
		written := x.schema(schema)
		if written == nil {
			return prefix, nil, true, atMost(n, i)
		}
		prefix = append(prefix, written)
	}
	if last == nil || last.isTrue() {
		return prefix, nil, false, n.without("items")
	}
	if rest = x.schema(last); rest == nil {
		return prefix, nil, true, atMost(n, len(prefix))
	}
	return prefix, rest, false, n
}

// atMost says that an array has no more than so many items, in addition to what it says already.
func atMost(n *node, limit int) *node {
	n = n.without("items")
	if old := count(n.get("maxItems")); old >= 0 && old < int64(limit) {
		return n
	}
	return n.with("maxItems", newInt(n.at, int64(limit)))
}

// lengths writes minItems and maxItems; nil when they contradict each other.
func (x *exporter) lengths(n *node) *node {
	least, most := count(n.get("minItems")), count(n.get("maxItems"))
	if most >= 0 && least > most {
		return nil
	}
	n = x.refuseAll(n, "maxItems")
	if x.rules.minItems > 0 && least > x.rules.minItems {
		words, old := x.sentence(n, "minItems"), n.get("minItems")
		x.lose(old.at, "minItems", fmt.Sprintf("%s takes no minItems above %d.", x.rules.title, x.rules.minItems), "description")
		n = note(n.with("minItems", newInt(old.at, x.rules.minItems)), words)
	}
	return n
}

func keepTuple(n *node, prefix []*node, rest *node) *node {
	if len(prefix) > 0 {
		n = n.with("prefixItems", newArray(n.at, prefix...))
	} else {
		n = n.without("prefixItems")
	}
	if rest != nil {
		return n.with("items", rest)
	}
	return n.without("items")
}
