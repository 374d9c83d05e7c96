package dialect_test

import (
	"fmt"
	"slices"
	"strings"
)

// openAI checks the function parameters that OpenAI takes without strict mode.
func (c *checker) openAI(v any, at string) {
	n, ok := v.(map[string]any)
	if !ok {
		c.fail(at, "is no schema object: %v", v)
		return
	}
	types := stringsOf(n["type"])
	if t, ok := n["type"].(string); ok {
		types = []string{t}
	}
	if _, ok := n["items"].(map[string]any); !ok && slices.Contains(types, "array") {
		c.fail(at, "array schema missing items")
	}
	for _, k := range []string{"items", "contains", "propertyNames", "if", "then", "else", "not", "contentSchema"} {
		if v, ok := n[k]; ok {
			c.openAI(v, at+"/"+k)
		}
	}
	for _, k := range []string{"additionalProperties", "unevaluatedProperties", "unevaluatedItems"} {
		if v, ok := n[k].(map[string]any); ok {
			c.openAI(v, at+"/"+k)
		}
	}
	for _, k := range []string{"properties", "patternProperties", "dependentSchemas", "$defs"} {
		m, _ := n[k].(map[string]any)
		for name, v := range m {
			c.openAI(v, at+"/"+k+"/"+name)
		}
	}
	for _, k := range []string{"allOf", "anyOf", "oneOf", "prefixItems"} {
		list, _ := n[k].([]any)
		for i, v := range list {
			c.openAI(v, fmt.Sprintf("%s/%s/%d", at, k, i))
		}
	}
}

func (c *checker) openAIStrict(n map[string]any, at string) {
	if c.refAlone(n, at) {
		return
	}
	c.only(n, at, "$defs title description type enum anyOf properties required additionalProperties items "+
		"pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems")
	c.scalars(n, at)
	if _, union := n["anyOf"]; union {
		c.only(n, at, "title description anyOf")
		return
	}
	t, nullable := c.typeOf(n, at)
	if n["enum"] != nil && nullable != c.hasNull(n) {
		c.fail(at, "enum and type disagree on null")
	}
	switch t {
	case "":
		c.fail(at, "schema must have a type")
	case "object":
		c.closed(n, at)
		properties, _ := n["properties"].(map[string]any)
		if required, ok := n["required"].([]any); !ok || len(required) != len(properties) {
			c.fail(at, "not all properties are required")
		}
	case "array":
		if _, ok := n["items"].(map[string]any); !ok {
			c.fail(at, "array schema missing items")
		}
	}
	formats := strings.Fields("date-time time date duration email hostname ipv4 ipv6 uuid")
	if f, ok := n["format"].(string); ok && !slices.Contains(formats, f) {
		c.fail(at, "format %q", f)
	}
	if p, ok := n["pattern"].(string); ok && (strings.Contains(p, "(?=") || strings.Contains(p, "(?!") || strings.Contains(p, "(?<")) {
		c.fail(at, "lookaround in pattern %q", p)
	}
}

func (c *checker) openAILimits() {
	properties, values, text := 0, 0, 0
	c.each(c.root, "", func(n map[string]any, at string) {
		m, _ := n["properties"].(map[string]any)
		properties += len(m)
		for name := range m {
			text += len(name)
		}
		list, _ := n["enum"].([]any)
		values += len(list)
		long := 0
		for _, s := range stringsOf(n["enum"]) {
			long += len(s)
		}
		text += long
		if len(list) > 250 && long > 15_000 {
			c.fail(at, "enum of %d values with %d characters", len(list), long)
		}
	})
	if properties > 5_000 || values > 1_000 || text > 120_000 {
		c.fail("", "%d properties, %d enum values, %d characters", properties, values, text)
	}
	if depth := c.depth(c.root, nil); depth > 10 {
		c.fail("", "%d levels of nesting", depth)
	}
}

// depth counts the objects and arrays around the innermost schema.
func (c *checker) depth(n map[string]any, open []string) int {
	if ref, ok := n["$ref"].(string); ok {
		if ref == "#" || slices.Contains(open, ref) || len(open) > 12 {
			return 0
		}
		return c.depth(c.resolve(ref), append(open[:len(open):len(open)], ref))
	}
	deepest := 0
	measure := func(v any) {
		if m, ok := v.(map[string]any); ok {
			deepest = max(deepest, c.depth(m, open))
		}
	}
	if m, ok := n["properties"].(map[string]any); ok {
		for _, v := range m {
			measure(v)
		}
	}
	list, _ := n["anyOf"].([]any)
	for _, v := range list {
		measure(v)
	}
	measure(n["items"])
	if n["properties"] != nil || n["items"] != nil {
		deepest++
	}
	return deepest
}

func (c *checker) anthropicStrict(n map[string]any, at string) {
	if c.refAlone(n, at) {
		return
	}
	c.only(n, at, "$defs title description type enum const anyOf allOf properties required additionalProperties items minItems format")
	c.scalars(n, at)
	if _, union := n["anyOf"]; union {
		c.only(n, at, "title description anyOf")
		return
	}
	t, _ := c.typeOf(n, at)
	switch t {
	case "":
		c.fail(at, "no type")
	case "object":
		c.closed(n, at)
	case "array":
		if _, ok := n["items"].(map[string]any); !ok {
			c.fail(at, "no items")
		}
	}
	if m, ok := n["minItems"].(float64); ok && m != 0 && m != 1 {
		c.fail(at, "minItems %v", m)
	}
	formats := strings.Fields("date-time time date duration email hostname uri ipv4 ipv6 uuid")
	if f, ok := n["format"].(string); ok && !slices.Contains(formats, f) {
		c.fail(at, "format %q", f)
	}
}

func (c *checker) anthropicLimits() {
	unions, optional := 0, 0
	c.each(c.root, "", func(n map[string]any, _ string) {
		if list, ok := n["anyOf"].([]any); ok && len(list) > 1 {
			unions++
		} else if list, ok := n["type"].([]any); ok && len(list) > 1 {
			unions++
		}
		m, _ := n["properties"].(map[string]any)
		optional += len(m) - len(stringsOf(n["required"]))
	})
	if unions > 16 || optional > 24 {
		c.fail("", "%d unions and %d optional properties", unions, optional)
	}
	if c.comesRound(func(map[string]any, string) bool { return true }) {
		c.fail("", "recursive")
	}
}

func (c *checker) gemini(n map[string]any, at string) {
	if c.refAlone(n, at) {
		return
	}
	c.only(n, at, "$defs type format title description enum items prefixItems minItems maxItems minimum maximum "+
		"anyOf properties additionalProperties required propertyOrdering")
	t, nullable := c.typeOf(n, at)
	if list, ok := n["enum"].([]any); ok {
		if len(list) == 0 || t == "" || nullable {
			c.fail(at, "enum of type %v", n["type"])
		}
		for _, v := range list {
			switch v.(type) {
			case string, float64:
			default:
				c.fail(at, "enum value %v", v)
			}
		}
	}
	c.requiredListed(n, at)
}

// geminiRecursion checks that no reference comes round without going through a property that may be absent.
func (c *checker) geminiRecursion() {
	if c.comesRound(func(n map[string]any, property string) bool {
		return slices.Contains(stringsOf(n["required"]), property)
	}) {
		c.fail("", "recursion in required properties")
	}
}

// comesRound looks for a cycle of references, following the properties that the caller accepts and everything that is
// not a property.
func (c *checker) comesRound(follow func(n map[string]any, property string) bool) bool {
	state := map[string]int{"#": 1}
	var visit func(v any) bool
	visit = func(v any) bool {
		n, ok := v.(map[string]any)
		if !ok {
			return false
		}
		if ref, ok := n["$ref"].(string); ok {
			if state[ref] != 0 {
				return state[ref] == 1
			}
			state[ref] = 1
			round := visit(c.resolve(ref))
			state[ref] = 2
			return round
		}
		m, _ := n["properties"].(map[string]any)
		for name, p := range m {
			if follow(n, name) && visit(p) {
				return true
			}
		}
		for _, k := range []string{"anyOf", "prefixItems"} {
			list, _ := n[k].([]any)
			if slices.ContainsFunc(list, visit) {
				return true
			}
		}
		return visit(n["items"]) || visit(n["additionalProperties"])
	}
	if visit(c.root) {
		return true
	}
	state["#"] = 2
	defs, _ := c.root["$defs"].(map[string]any)
	for name := range defs {
		if visit(map[string]any{"$ref": "#/$defs/" + name}) {
			return true
		}
	}
	return false
}

func (c *checker) geminiOpenAPI(n map[string]any, at string) {
	c.only(n, at, "type format title description nullable enum items minItems maxItems properties required propertyOrdering "+
		"minProperties maxProperties minimum maximum minLength maxLength pattern example anyOf default")
	if _, union := n["anyOf"]; union {
		c.only(n, at, "title description nullable example default anyOf")
		return
	}
	t, _ := n["type"].(string)
	fits := map[string]string{
		"STRING":  "format enum minLength maxLength pattern",
		"INTEGER": "format minimum maximum",
		"NUMBER":  "format minimum maximum",
		"BOOLEAN": "",
		"NULL":    "",
		"ARRAY":   "items minItems maxItems",
		"OBJECT":  "properties required propertyOrdering minProperties maxProperties",
	}
	own, known := fits[t]
	if !known {
		c.fail(at, "type %v", n["type"])
	}
	c.only(n, at, "type title description nullable example default "+own)
	if _, ok := n["items"].(map[string]any); t == "ARRAY" && !ok {
		c.fail(at, "items: missing field")
	}
	if list, ok := n["enum"].([]any); ok && (len(list) == 0 || len(list) != len(stringsOf(list))) {
		c.fail(at, "enum %v", list)
	}
	formats := map[string]string{"STRING": "date-time enum", "INTEGER": "int32 int64", "NUMBER": "float double"}
	if f, ok := n["format"].(string); ok && !slices.Contains(strings.Fields(formats[t]), f) {
		c.fail(at, "format %q for %s", f, t)
	}
	c.requiredListed(n, at)
	properties, _ := n["properties"].(map[string]any)
	if properties != nil && len(properties) == 0 && at != "" {
		c.fail(at, "properties: should be non-empty")
	}
	if order, ok := n["propertyOrdering"]; ok {
		for _, name := range stringsOf(order) {
			if _, ok := properties[name]; !ok {
				c.fail(at, "propertyOrdering names %q", name)
			}
		}
		if len(stringsOf(order)) != len(properties) {
			c.fail(at, "propertyOrdering is incomplete")
		}
	}
}
