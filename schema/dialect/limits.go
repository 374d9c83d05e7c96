package dialect

import "fmt"

// The limits of OpenAI's strict mode for one schema.
const (
	openAIProperties = 5_000
	openAILevels     = 10
	openAIValues     = 1_000
	openAIText       = 120_000 // names of properties and definitions, and values of enums
	openAILongEnum   = 250     // an enum with more strings than this …
	openAIEnumText   = 15_000  // … may have this many characters
)

// The limits of Anthropic's strict tool use. They hold for all tools of a request together; a schema that is beyond them
// alone can never be strict.
const (
	anthropicUnions   = 16
	anthropicOptional = 24
)

// tally is what the limits count.
type tally struct {
	properties, optional, values, text, unions, longestEnum int
}

func (t *tally) add(n *node) {
	if choice := n.get("anyOf"); choice != nil && len(choice.list) > 1 || len(listOf(n.get("type"))) > 1 {
		t.unions++
	}
	if p := n.get("properties"); p != nil {
		t.properties += len(p.members)
		t.optional += len(p.members) - len(listOf(n.get("required")))
		for _, m := range p.members {
			t.text += len(m.name)
		}
	}
	if values := n.get("enum"); values != nil {
		length := 0
		for _, v := range values.list {
			length += len(v.str)
		}
		t.values += len(values.list)
		t.text += length
		if len(values.list) > openAILongEnum {
			t.longestEnum = max(t.longestEnum, length)
		}
	}
	if c := n.get("const"); c != nil {
		t.text += len(c.str)
	}
	eachChild(n, t.add)
}

func (x *exporter) tally(root *node) *tally {
	t := &tally{}
	t.add(root)
	for ref, def := range x.defs {
		t.text += len(ref) - len(defsPrefix)
		t.add(def)
	}
	return t
}

// finishOpenAIStrict checks the limits.
func finishOpenAIStrict(x *exporter, root *node) *node {
	if len(x.obstacles.losses) > 0 {
		return root
	}
	t := x.tally(root)
	for _, limit := range []struct {
		what     string
		have, at int
		keyword  string
	}{
		{"properties", t.properties, openAIProperties, "properties"},
		{"levels of nesting", x.levels(root), openAILevels, "properties"},
		{"enum values", t.values, openAIValues, "enum"},
		{"characters in names and enum values", t.text, openAIText, "properties"},
		{"characters in an enum with more than 250 values", t.longestEnum, openAIEnumText, "enum"},
	} {
		if limit.have > limit.at {
			x.exceeds(root, limit.keyword, limit.what, limit.have, limit.at)
		}
	}
	return root
}

// finishAnthropicStrict checks the limits and refuses recursion.
func finishAnthropicStrict(x *exporter, root *node) *node {
	if len(x.obstacles.losses) > 0 {
		return root
	}
	if loop := x.recursion(root); loop != nil {
		x.obstacle(loop.at, "$ref", x.rules.title+" does not take recursive schemas.")
	}
	t := x.tally(root)
	if t.unions > anthropicUnions {
		x.exceeds(root, "anyOf", "places with more than one type", t.unions, anthropicUnions)
	}
	if t.optional > anthropicOptional {
		x.exceeds(root, "required", "optional properties", t.optional, anthropicOptional)
	}
	return root
}

func (x *exporter) exceeds(root *node, keyword, what string, have, allowed int) {
	x.obstacle(root.at, keyword, fmt.Sprintf("The schema has %d %s, and %s allows %d.", have, what, x.rules.title, allowed))
}
