package dialect

// plainRoot writes the dialects that take nearly all of JSON Schema below the root.
func (x *exporter) plainRoot(root *node) *node {
	if x.rules.dialect == OpenAI && root.has("not") {
		root = x.moveToDescription(root, "not", x.rules.title+" takes no \"not\" at the root.")
	}
	return x.plain(root)
}

// plain copies a schema and everything in it, noting the definitions it uses.
func (x *exporter) plain(n *node) *node {
	if n.kind == boolean {
		return n
	}
	if ref := n.text("$ref"); ref != "" {
		x.want(ref)
	}
	if x.rules.needItems {
		n = x.addItems(n)
	}
	out := newObject(n.at)
	for _, m := range n.members {
		out.members = append(out.members, member{m.name, x.plainValue(m.name, m.value)})
	}
	return out
}

// addItems makes sure that an array says what its items are. Items that are described are evaluated, so unevaluatedItems
// would have no effect any more.
func (x *exporter) addItems(n *node) *node {
	if n.has("unevaluatedItems") {
		n = x.moveToDescription(n, "unevaluatedItems", x.rules.title+" wants \"items\" in every array, which leaves nothing unevaluated.")
	}
	if n.has("type") && typesOf(n)&typeArray != 0 && !n.has("items") {
		n = n.with("items", newBool(n.at, true))
	}
	return n
}

func (x *exporter) plainValue(keyword string, v *node) *node {
	switch shapeOf(keyword) {
	case shapeSchema:
		switch keyword {
		case "additionalProperties", "unevaluatedProperties", "unevaluatedItems":
			return x.plain(v)
		}
		return x.plainSchema(v)
	case shapeSchemas:
		out := newArray(v.at)
		for _, c := range v.list {
			out.list = append(out.list, x.plainSchema(c))
		}
		return out
	case shapeSchemaMap:
		out := newObject(v.at)
		for _, c := range v.members {
			out.members = append(out.members, member{c.name, x.plainSchema(c.value)})
		}
		return out
	default:
		return v
	}
}

// plainSchema writes boolean schemas as objects where the provider expects those.
func (x *exporter) plainSchema(n *node) *node {
	if n.kind == boolean && x.rules.noBooleans {
		if n.bit {
			return newObject(n.at)
		}
		return newObject(n.at, member{"not", newObject(n.at)})
	}
	return x.plain(n)
}
