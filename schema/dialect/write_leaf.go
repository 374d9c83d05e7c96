package dialect

// leaf writes a schema that has no composition: a type and the keywords for it. It returns nil when no value satisfies
// them.
func (x *exporter) leaf(n *node, root bool) *node {
	n = x.settle(n)
	if n.has("not") {
		n = x.refuse(n, "not")
	}
	if n.has("then") || n.has("else") {
		n = x.checkHidden(n, n.keep(func(name string) bool { return name == "then" || name == "else" }), "if")
		n = x.refuse(n, "if")
	}
	n = n.without("if", "then", "else")
	if !constrains(n) {
		return x.anything(n)
	}
	if n = reconcile(n); n.kind == boolean {
		return nil
	}
	t := x.leafTypes(n)
	one := t &^ typeNull
	if t == typeNull {
		one = typeNull
	}
	switch {
	case t == 0:
		return nil
	case len(one.split()) > 1, t != one && !x.rules.openAPI && valuesOf(n) != nil && x.rules.enums&typeNull == 0:
		return x.byType(n, t)
	}
	out := x.typed(n, one, t != one, root)
	if out == nil && t != one {
		out = x.typed(annotations(n), typeNull, false, false)
	}
	return out
}

// leafTypes tells which types a schema is about. One that does not say is about the types that its keywords restrict:
// that is what its author had in mind.
func (x *exporter) leafTypes(n *node) types {
	if n.has("type") || valuesOf(n) != nil {
		return x.possible(n)
	}
	var t types
	for _, m := range restrictions(n).members {
		switch {
		case m.name == "format":
			t |= formatType(m.value.str)
		case appliesTo(m.name) != anyType:
			t |= appliesTo(m.name)
		}
	}
	return t
}

func formatType(format string) types {
	switch format {
	case "int32", "int64":
		return typeInteger
	case "float", "double":
		return typeNumber
	default:
		return typeString
	}
}

// byType writes a schema for several types as a choice of schemas for one type each.
func (x *exporter) byType(n *node, t types) *node {
	choice := newArray(n.at)
	for _, one := range t.split() {
		branch := newObject(n.at, member{"type", newText(n.at, one.name())})
		for _, m := range restrictions(n).members {
			switch {
			case m.name == "type":
			case m.name == "enum" || m.name == "const":
				values := newArray(m.value.at)
				for _, v := range valuesOf(n).list {
					if typeOfValue(v)&one != 0 {
						values.list = append(values.list, v)
					}
				}
				branch = branch.with("enum", values)
			case appliesTo(m.name)&one != 0:
				branch = branch.with(m.name, m.value)
			}
		}
		choice.list = append(choice.list, branch)
	}
	return x.choice(annotations(n).with("anyOf", choice))
}

// typed writes a schema for one type, and null if it is nullable.
func (x *exporter) typed(n *node, t types, nullable, root bool) *node {
	n = n.keep(func(name string) bool {
		switch name {
		case "type", "enum", "const":
			return true
		default:
			return annotates(name) || appliesTo(name) != anyType && appliesTo(name)&t != 0
		}
	})
	n, t = x.values(n, t, nullable)
	if n == nil {
		return nil
	}
	switch t {
	case typeObject:
		n = x.object(n, root)
	case typeArray:
		n = x.array(n)
	case typeString:
		n = x.stringKeywords(n)
	case typeInteger, typeFraction, typeNumber:
		n = x.numberKeywords(n, t)
	}
	if n == nil {
		return nil
	}
	name := newText(n.at, x.typeName(t))
	if nullable && !x.rules.openAPI {
		name = newArray(n.at, name, newText(n.at, "null"))
	}
	if n.has("type") {
		n = n.with("type", name)
	} else {
		n = newObject(n.at, append([]member{{"type", name}}, n.members...)...)
	}
	if nullable && x.rules.openAPI {
		n = n.with("nullable", newBool(n.at, true))
	}
	if t != typeObject {
		n = n.without("propertyOrdering")
	}
	return trail(n)
}

// values writes enum and const. It returns the type anew, because numbers may have to become strings.
func (x *exporter) values(n *node, t types, nullable bool) (*node, types) {
	values := valuesOf(n)
	if values == nil {
		return n, t
	}
	keyword := "enum"
	if n.has("const") {
		keyword = "const"
	}
	if t == typeNull {
		return n.without("enum", "const"), t
	}
	all := t
	if nullable {
		all |= typeNull
	}
	listed, left := types(0), newArray(values.at)
	for _, v := range values.list {
		if one := typeOfValue(v); one&all != 0 {
			listed |= one
			if one != typeNull || x.rules.enums&typeNull != 0 {
				left.list = append(left.list, v)
			}
		}
	}
	switch {
	case len(left.list) == 0:
		return nil, t
	case t == typeBoolean && countOf(left, typeBoolean) == 2: // both of them is no restriction
		return n.without("enum", "const"), t
	case listed&^typeNull&^x.rules.enums != 0:
		return x.moveToDescription(n, keyword, x.rules.title+" does not take such values in an enum.").without("enum", "const"), t
	case keyword == "const" && x.rules.keywords["const"] && len(left.list) == 1:
		return n.without("enum"), t
	}
	if x.rules.openAPI && t&typeNumber != 0 {
		reason := x.rules.title + " lists only strings, so the numbers became strings and have to be turned back in the answer."
		x.lose(values.at, keyword, reason, "enum")
		for i, v := range left.list {
			left.list[i] = newText(v.at, v.str)
		}
		n = x.refuseNumbers(n)
		t = typeString
	}
	return rename(n.without(otherOf(keyword)), keyword, "enum", left), t
}

func otherOf(keyword string) string {
	if keyword == "const" {
		return "enum"
	}
	return "const"
}

func countOf(values *node, t types) int {
	found := 0
	for _, v := range values.list {
		if typeOfValue(v)&t != 0 {
			found++
		}
	}
	return found
}

// refuseNumbers moves what is said about a number into the description, when it is sent as a string.
func (x *exporter) refuseNumbers(n *node) *node {
	for _, keyword := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"} {
		if n.has(keyword) {
			n = x.refuse(n, keyword)
		}
	}
	return n
}

func (x *exporter) stringKeywords(n *node) *node {
	if p := n.get("pattern"); p != nil && (!x.rules.keywords["pattern"] || !x.rules.pattern(p.str)) {
		n = x.refuse(n, "pattern")
	}
	return x.formatKeyword(x.refuseAll(n, "minLength", "maxLength"), typeString)
}

func (x *exporter) formatKeyword(n *node, t types) *node {
	if f := n.get("format"); f != nil && !x.rules.format(t, f.str) {
		return x.moveToDescription(n, "format", x.rules.title+" does not know the format "+quoteName(f.str)+".")
	}
	return n
}

func (x *exporter) numberKeywords(n *node, t types) *node {
	n = x.inclusive(n, t, "exclusiveMinimum", "minimum", wholeAbove, larger)
	n = x.inclusive(n, t, "exclusiveMaximum", "maximum", wholeBelow, smaller)
	return x.formatKeyword(x.refuseAll(n, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), t)
}

// inclusive writes an exclusive bound as an inclusive one, where only that is known. For whole numbers this is exact.
func (x *exporter) inclusive(n *node, t types, exclusive, bound string,
	next func(*node) (*node, bool), stronger func(a, b *node) (*node, bool),
) *node {
	limit := n.get(exclusive)
	if limit == nil || x.rules.keywords[exclusive] || !x.rules.keywords[bound] {
		return n
	}
	if t == typeInteger {
		if whole, ok := next(limit); ok {
			if old := n.get(bound); old != nil {
				if whole, ok = stronger(old, whole); !ok {
					return x.refuse(n, exclusive)
				}
				n = n.without(bound)
			}
			return rename(n, exclusive, bound, whole)
		}
	}
	out := x.refuse(n, exclusive)
	if old := n.get(bound); old == nil {
		out = out.with(bound, limit) // a little too wide, but better than no bound
	} else if strongest, ok := stronger(old, limit); ok {
		out = out.with(bound, strongest)
	}
	return out
}
