package dialect

import (
	"fmt"
	"strings"
)

// reader translates schemas as written into the clean form that document describes.
type reader struct {
	index   *index
	say     *report
	openAPI bool
	targets []*node
	refs    map[*node]string // the references of the targets
}

// hides reports whether the $ref of a draft 7 schema makes its siblings void.
func (r *reader) hides(n *node) bool {
	ref := n.get("$ref")
	return r.index.old && ref != nil && ref.kind == text
}

// schema translates one schema. A schema that something refers to becomes a reference to its definition, unless it is
// asked for as that definition.
func (r *reader) schema(n *node, definition bool) *node {
	if ref, ok := r.refs[n]; ok && !definition {
		return newObject(n.at, member{"$ref", newText(n.at, ref)})
	}
	switch n.kind {
	case boolean:
		return n
	case object:
	default:
		r.say.lose(n.at, n.at.token, "A schema has to be an object or a boolean, so this one was read as accepting everything.", "")
		return newBool(n.at, true)
	}
	out, hides := newObject(n.at), r.hides(n)
	for _, m := range n.members {
		if !hides || m.name == "$ref" || annotates(m.name) {
			r.keyword(out, n, m)
		}
	}
	return r.tidy(out)
}

// keyword adds the translation of one member of n to out.
func (r *reader) keyword(out, n *node, m member) {
	switch m.name {
	case "dependencies":
		r.dependencies(out, m)
		return
	case "additionalItems":
		if items := n.get("items"); items != nil && items.kind == array {
			out.members = append(out.members, member{"items", r.schema(m.value, false)})
		}
		return
	case "items":
		if m.value.kind == array {
			if len(m.value.list) > 0 && !n.has("prefixItems") {
				out.members = append(out.members, member{"prefixItems", r.schemas(m.value)})
			}
			return
		}
	}
	if shapeOf(m.name) == shapeReference {
		r.reference(out, n, m)
		return
	}
	value, problem := r.value(m)
	if problem != "" {
		r.say.lose(m.value.at, m.name, fmt.Sprintf("JSON Schema wants %s here, so %q has no meaning and was left out.", problem, m.name), "")
	}
	switch {
	case value == nil:
	case m.name == "dependentRequired" || m.name == "dependentSchemas": // dependencies may have been translated to it before
		r.addMap(out, m.name, value)
	default:
		out.members = append(out.members, member{m.name, value})
	}
}

// value translates the value of a keyword. It returns nil to leave the keyword out, and what was expected if that is a
// mistake of the document.
func (r *reader) value(m member) (value *node, problem string) {
	v := m.value
	switch shapeOf(m.name) {
	case shapeIgnored:
		return nil, ""
	case shapeSchema:
		return r.schema(v, false), ""
	case shapeSchemas:
		if v.kind != array || len(v.list) == 0 {
			return nil, "a non-empty list of schemas"
		}
		return r.schemas(v), ""
	case shapeSchemaMap:
		if v.kind != object {
			return nil, "an object with schemas"
		}
		out := newObject(v.at)
		for _, c := range v.members {
			out.members = append(out.members, member{c.name, r.schema(c.value, false)})
		}
		return out, ""
	case shapeTypes:
		return r.types(v)
	case shapeValues:
		if v.kind != array || len(v.list) == 0 {
			return nil, "a non-empty list of values"
		}
		return distinct(v), ""
	case shapeNumber:
		if v.kind != number {
			return nil, "a number"
		}
	case shapePositive:
		if v.kind != number || strings.HasPrefix(v.str, "-") || numberKey(v.str) == "0" {
			return nil, "a number greater than 0"
		}
	case shapeCount:
		if count(v) < 0 {
			return nil, "a whole number of 0 or more"
		}
		return newInt(v.at, count(v)), ""
	case shapeText:
		if v.kind != text {
			return nil, "a string"
		}
	case shapeFlag:
		if v.kind != boolean {
			return nil, "true or false"
		}
	case shapeNames:
		return names(v)
	case shapeNamesMap:
		return namesMap(v)
	case shapeList:
		if v.kind != array {
			return nil, "a list"
		}
	}
	return v, ""
}

func (r *reader) schemas(v *node) *node {
	out := newArray(v.at)
	for _, c := range v.list {
		out.list = append(out.list, r.schema(c, false))
	}
	return out
}

func (r *reader) types(v *node) (*node, string) {
	const want = `a type ("object", "string" …) or a list of types`
	list := v.texts()
	if v.kind == text {
		list = []string{v.str}
	}
	if len(list) == 0 || v.kind == array && len(list) != len(v.list) {
		return nil, want
	}
	for i, name := range list {
		if r.openAPI {
			list[i] = strings.ToLower(name)
		}
		if typeNamed(list[i]) == 0 {
			return nil, want
		}
	}
	out := distinct(newTexts(v.at, list))
	if len(out.list) == 1 {
		return out.list[0], ""
	}
	return out, ""
}

// reference adds a $ref to the definition that the document means.
func (r *reader) reference(out, n *node, m member) {
	if m.value.kind != text {
		r.say.lose(m.value.at, m.name, "A reference has to be a string, so this one was left out.", "")
		return
	}
	target := r.index.resolve(n, m.value.str)
	if target == nil {
		reason := fmt.Sprintf("The reference %q leads to nothing inside the document, so nothing is known about the value.", m.value.str)
		r.say.lose(m.value.at, m.name, reason, "")
		return
	}
	if m.name != "$ref" {
		r.say.lose(m.value.at, m.name, "A dynamic reference was read as a plain one.", "$ref")
	}
	ref := member{"$ref", newText(m.value.at, r.refs[target])}
	if out.has("$ref") {
		addSchema(out, "allOf", newObject(m.value.at, ref))
		return
	}
	out.members = append(out.members, ref)
}

// dependencies splits the draft 7 keyword into the two that replaced it.
func (r *reader) dependencies(out *node, m member) {
	if m.value.kind != object {
		r.say.lose(m.value.at, m.name, "JSON Schema wants an object here, so \"dependencies\" has no meaning and was left out.", "")
		return
	}
	required, schemas := newObject(m.value.at), newObject(m.value.at)
	for _, c := range m.value.members {
		if c.value.kind == array {
			if list, problem := names(c.value); problem == "" {
				required.members = append(required.members, member{c.name, list})
				continue
			}
		}
		schemas.members = append(schemas.members, member{c.name, r.schema(c.value, false)})
	}
	r.addMap(out, "dependentRequired", required)
	r.addMap(out, "dependentSchemas", schemas)
}

// addMap adds the members of a map to a keyword of out, which may have come from another keyword already.
func (r *reader) addMap(out *node, keyword string, add *node) {
	old := out.get(keyword)
	if old == nil {
		if len(add.members) > 0 {
			out.members = append(out.members, member{keyword, add})
		}
		return
	}
	for _, m := range add.members {
		if old.has(m.name) {
			r.say.lose(m.value.at, keyword, "Two keywords say something about the same name, and only the first was used.", "")
			continue
		}
		old.members = append(old.members, m)
	}
}

// names reads a list of names, each once.
func names(v *node) (*node, string) {
	if v.kind != array || len(v.texts()) != len(v.list) {
		return nil, "a list of names"
	}
	return distinct(v), ""
}

func namesMap(v *node) (*node, string) {
	if v.kind != object {
		return nil, "an object with lists of names"
	}
	out := newObject(v.at)
	for _, c := range v.members {
		list, problem := names(c.value)
		if problem != "" {
			return nil, "an object with lists of names"
		}
		out.members = append(out.members, member{c.name, list})
	}
	return out, ""
}

// distinct returns the array without repeated values.
func distinct(v *node) *node {
	out, seen := newArray(v.at), map[string]bool{}
	for _, c := range v.list {
		if key := c.key(); !seen[key] {
			seen[key] = true
			out.list = append(out.list, c)
		}
	}
	return out
}

// addSchema appends a schema to a list keyword of an object that is still being built.
func addSchema(out *node, keyword string, schema *node) {
	for i := range out.members {
		if out.members[i].name == keyword {
			old := out.members[i].value
			out.members[i].value = newArray(old.at, append(old.list[:len(old.list):len(old.list)], schema)...)
			return
		}
	}
	out.members = append(out.members, member{keyword, newArray(out.at, schema)})
}
