package dialect

import (
	"fmt"
	"slices"
)

// object writes what is said about objects; nil when no object satisfies it.
func (x *exporter) object(n *node, root bool) *node {
	if rest := n.get("unevaluatedProperties"); rest != nil { // nothing beside it evaluates properties any more
		n = rename(n, "unevaluatedProperties", "additionalProperties", rest)
	}
	if deps := n.get("dependentSchemas"); deps != nil {
		n = x.checkHidden(n, newArray(deps.at, valuesIn(deps)...), "dependentSchemas")
	}
	n = x.refuseAll(n, "dependentRequired", "dependentSchemas", "propertyNames", "minProperties", "maxProperties")
	if x.rules.closed {
		x.checkOpen(n, root)
	}
	properties, required, ok := x.properties(n)
	if !ok {
		return nil
	}
	if n = x.rest(n); x.rules.closed {
		n = n.with("additionalProperties", newBool(n.at, false))
	}
	switch {
	case len(properties.members) > 0, root, x.rules.closed, n.has("properties") && !x.rules.openAPI:
		n = n.with("properties", properties)
	default:
		n = n.without("properties")
	}
	if len(required) > 0 || x.rules.allRequired {
		n = n.with("required", newTexts(n.at, required))
	} else {
		n = n.without("required")
	}
	return x.ordering(n, properties)
}

func valuesIn(n *node) []*node {
	var out []*node
	for _, m := range n.members {
		out = append(out, m.value)
	}
	return out
}

// checkOpen notes why an object cannot be closed without making it useless.
func (x *exporter) checkOpen(n *node, root bool) {
	rest, patterns, properties := n.get("additionalProperties"), n.get("patternProperties"), n.get("properties")
	switch {
	case patterns != nil && len(patterns.members) > 0:
		x.obstacle(patterns.at, "patternProperties", x.rules.title+" cannot express properties that are not listed by name.")
	case rest != nil && !rest.isFalse():
		x.obstacle(rest.at, "additionalProperties", x.rules.title+" cannot express properties that are not listed by name.")
	case rest == nil && !root && (properties == nil || len(properties.members) == 0):
		x.obstacle(n.at, "type", x.rules.title+" cannot express an object whose properties are not listed.")
	}
}

// properties writes the properties and the list of required ones. ok is false when a required property is impossible.
func (x *exporter) properties(n *node) (out *node, required []string, ok bool) {
	listed := n.get("properties")
	if listed == nil {
		listed = newObject(n.at)
	}
	rest := n.get("additionalProperties")
	known := listed.byName()
	var added []member
	for _, name := range n.get("required").texts() {
		if _, ok := known[name]; ok {
			continue
		}
		if rest.isFalse() && !n.has("patternProperties") {
			return nil, nil, false
		}
		schema := rest
		if schema == nil || n.has("patternProperties") {
			schema = newBool(n.at, true)
		}
		if x.rules.closed {
			x.obstacle(n.get("required").at, "required", fmt.Sprintf("The property %q is required but not described.", name))
			continue
		}
		added = append(added, member{name, schema})
	}
	listed = newObject(listed.at, append(slices.Clone(listed.members), added...)...)
	needed := map[string]bool{}
	for _, name := range n.get("required").texts() {
		needed[name] = true
	}
	out = newObject(listed.at)
	var optional []string
	for _, m := range listed.members {
		schema := x.schema(m.value)
		if schema == nil {
			if needed[m.name] {
				return nil, nil, false
			}
			if !x.rules.closed && !rest.isFalse() {
				reason := fmt.Sprintf("%s cannot say that the property %q must be absent.", x.rules.title, m.name)
				x.lose(m.value.at, "properties", reason, "")
			}
			continue
		}
		if x.rules.allRequired && !needed[m.name] {
			optional = append(optional, m.name)
			schema = orNull(schema)
		}
		out.members = append(out.members, member{m.name, schema})
	}
	return out, append(n.get("required").texts(), optional...), true
}

// rest writes what is said about properties that are not listed.
func (x *exporter) rest(n *node) *node {
	rest := n.get("additionalProperties")
	if patterns := n.get("patternProperties"); patterns != nil {
		if len(patterns.members) == 0 {
			n = n.without("patternProperties")
		} else {
			n = x.refuse(n, "patternProperties").without("additionalProperties")
			if constrains(rest) && !x.rules.closed {
				reason := x.rules.title + " does not take \"patternProperties\", so other properties cannot be told apart."
				x.lose(rest.at, "additionalProperties", reason, "")
			}
			return n
		}
	}
	switch {
	case rest == nil || x.rules.closed:
		return n
	case x.rules.keywords["additionalProperties"]:
		if rest.kind == object {
			if rest = x.schema(rest); rest == nil {
				rest = newBool(n.at, false)
			}
		}
		return n.with("additionalProperties", rest)
	case rest.isFalse():
		x.lose(rest.at, "additionalProperties", x.rules.title+" cannot forbid properties that are not listed.", "")
		return n.without("additionalProperties")
	case !constrains(rest):
		return n.without("additionalProperties")
	default:
		return x.refuse(n, "additionalProperties")
	}
}

// ordering writes Gemini's list that keeps the properties in the order of the document. An ordering that the document
// has already is kept when it fits.
func (x *exporter) ordering(n, properties *node) *node {
	old := n.get("propertyOrdering")
	n = n.without("propertyOrdering")
	if !x.rules.keywords["propertyOrdering"] {
		return n
	}
	names := make([]string, 0, len(properties.members))
	for _, m := range properties.members {
		names = append(names, m.name)
	}
	if old != nil {
		given, want := slices.Sorted(slices.Values(old.texts())), slices.Sorted(slices.Values(names))
		if old.kind == array && len(given) == len(old.list) && slices.Equal(given, want) {
			return n.with("propertyOrdering", old)
		}
		x.lose(old.at, "propertyOrdering", "The ordering does not list each property once.", "")
	}
	if x.rules.openAPI && len(names) > 1 {
		n = n.with("propertyOrdering", newTexts(n.at, names))
	}
	return n
}

// orNull lets a written schema also accept null.
func orNull(n *node) *node {
	nothing := newObject(n.at, member{"type", newText(n.at, "null")})
	switch t := n.get("type"); {
	case n.has("$ref"):
		return newObject(n.at, member{"anyOf", newArray(n.at, n, nothing)})
	case n.has("anyOf"):
		choice := n.get("anyOf")
		for _, branch := range choice.list {
			if typesOf(branch)&typeNull != 0 && branch.has("type") {
				return n
			}
		}
		return n.with("anyOf", newArray(choice.at, append(choice.list[:len(choice.list):len(choice.list)], nothing)...))
	case t == nil || typesOf(n)&typeNull != 0:
		return n
	default:
		n = n.with("type", newTypes(t.at, typesOf(n)|typeNull))
		if values := n.get("enum"); values != nil {
			n = n.with("enum", union(values, newArray(values.at, &node{kind: null, at: values.at})))
		}
		return n
	}
}
