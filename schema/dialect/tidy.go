package dialect

// tidy finishes a translated schema.
func (r *reader) tidy(n *node) *node {
	if r.openAPI {
		n = readNullable(n)
	}
	return clean(n)
}

// clean writes what a schema says in the simplest way, as far as a look at the schema alone can tell.
func clean(n *node) *node {
	if not := n.get("not"); not != nil {
		if !constrains(not) { // what accepts everything, negated, accepts nothing
			return newBool(n.at, false)
		}
		if not.isFalse() {
			n = n.without("not")
		}
	}
	return evaluate(n)
}

// evaluate says what the unevaluated keywords say in simpler ones, where that is the same.
func evaluate(n *node) *node {
	// Where nothing else speaks about the same properties or items, what is not evaluated is what is not listed.
	if v := n.get("unevaluatedProperties"); v != nil && !n.has("additionalProperties") && (!constrains(v) || !hasAny(n, inPlace()...)) {
		n = rename(n, "unevaluatedProperties", "additionalProperties", v)
	}
	if v := n.get("unevaluatedItems"); v != nil && !n.has("items") && (!constrains(v) || !hasAny(n, append(inPlace(), "contains")...)) {
		n = rename(n, "unevaluatedItems", "items", v)
	}
	return effective(n)
}

// inPlace lists the keywords that apply other schemas to the same value.
func inPlace() []string {
	return []string{"$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"}
}

// effective removes the keywords that have no effect, so that later steps need not think of them.
func effective(n *node) *node {
	return n.keep(func(keyword string) bool {
		switch keyword {
		case "then", "else":
			return n.has("if")
		case "minContains", "maxContains":
			return n.has("contains")
		case "unevaluatedProperties":
			return !n.has("additionalProperties")
		case "unevaluatedItems":
			return !n.has("items")
		default:
			return true
		}
	})
}

// readNullable understands the nullable that Gemini's OpenAPI form has in place of the type null. In a JSON Schema the
// word means nothing, so it is only read in documents that are in that form already.
func readNullable(n *node) *node {
	if !n.get("nullable").isTrue() || !n.has("type") && !n.has("anyOf") {
		return n
	}
	n = n.without("nullable")
	nothing := newObject(n.at, member{"type", newText(n.at, "null")})
	if branches := n.get("anyOf"); branches != nil {
		list := append(branches.list[:len(branches.list):len(branches.list)], nothing)
		return n.with("anyOf", newArray(branches.at, list...))
	}
	if values := n.get("enum"); values != nil {
		list := append(values.list[:len(values.list):len(values.list)], &node{kind: null, at: values.at})
		n = n.with("enum", newArray(values.at, list...))
	}
	return n.with("type", newTypes(n.at, typesOf(n)|typeNull))
}

// breakLoops cuts references that lead back to themselves without going into a property or an item: no value could
// ever be checked against such a schema. After this, following references in place always comes to an end.
func (doc *document) breakLoops(say *report) {
	const open, done = 1, 2
	state := map[string]int{}
	var visit func(ref string)
	var inPlace func(n *node, choice bool) *node
	inPlace = func(n *node, choice bool) *node {
		out := n
		for _, m := range n.members {
			value := m.value
			switch m.name {
			case "$ref":
				if state[value.str] == open {
					say.lose(n.at, "$ref", "The reference leads back to itself without end, so it says nothing.", "")
					if choice { // an alternative that is the whole again adds nothing to the alternatives, and nor does its negation
						return newBool(n.at, false)
					}
					out = out.without("$ref")
					continue
				}
				visit(value.str)
			case "allOf", "anyOf", "oneOf":
				list := newArray(value.at)
				for _, c := range value.list {
					list.list = append(list.list, inPlace(c, m.name != "allOf"))
				}
				out = out.with(m.name, list)
			case "not":
				out = out.with(m.name, inPlace(value, true))
			case "if", "then", "else":
				out = out.with(m.name, inPlace(value, false))
			case "dependentSchemas":
				deps := newObject(value.at)
				for _, c := range value.members {
					deps.members = append(deps.members, member{c.name, inPlace(c.value, false)})
				}
				out = out.with(m.name, deps)
			}
		}
		if out != n {
			return clean(out)
		}
		return n
	}
	visit = func(ref string) {
		if state[ref] != 0 || doc.defs[ref] == nil {
			return
		}
		state[ref] = open
		doc.defs[ref] = inPlace(doc.defs[ref], false)
		state[ref] = done
	}
	rooted := doc.defs["#"] != nil
	for _, ref := range doc.refs {
		visit(ref)
	}
	if rooted {
		visit("#")
		doc.root = doc.defs["#"]
		return
	}
	doc.root = inPlace(doc.root, false)
}
