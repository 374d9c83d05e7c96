package dialect_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"jig/schema/dialect"
)

// randomSchema draws a schema from a small world, so that its parts meet: few names, few values, references among
// themselves.
func randomSchema(t *rapid.T, depth int) string {
	if depth <= 0 || rapid.IntRange(0, 9).Draw(t, "leaf") == 0 {
		return rapid.SampledFrom([]string{
			`{}`, `true`, `false`, `{"type":"string"}`, `{"type":"integer"}`, `{"type":"null"}`, `{"type":["string","null"]}`,
			`{"const":"a"}`, `{"enum":["a","b",1,null]}`, `{"type":"object"}`, `{"type":"array"}`, `{"description":"d"}`,
			`{"$ref":"#/$defs/d0"}`, `{"$ref":"#/$defs/d1"}`, `{"$ref":"#/$defs/d2"}`, `{"$ref":"#"}`, `{"$ref":"#/properties/a"}`,
		}).Draw(t, "simple")
	}
	var members []string
	seen := map[string]bool{}
	for range rapid.IntRange(1, 4).Draw(t, "members") {
		keyword := rapid.SampledFrom(strings.Fields("type type properties properties required anyOf oneOf allOf items prefixItems enum const "+
			"additionalProperties $ref description title minimum exclusiveMaximum minLength pattern format minItems maxItems uniqueItems "+
			"not if then contains patternProperties unevaluatedProperties unevaluatedItems dependentRequired dependentSchemas "+
			"minProperties default x-own deprecated propertyNames multipleOf")).Draw(t, "keyword")
		if !seen[keyword] {
			seen[keyword] = true
			members = append(members, fmt.Sprintf("%q:%s", keyword, randomValue(t, keyword, depth-1)))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

func randomValue(t *rapid.T, keyword string, depth int) string {
	pick := func(options ...string) string { return rapid.SampledFrom(options).Draw(t, keyword) }
	list := func() string {
		var all []string
		for range rapid.IntRange(1, 3).Draw(t, "length") {
			all = append(all, randomSchema(t, depth))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	named := func(names ...string) string {
		var all []string
		for _, name := range names {
			if rapid.Bool().Draw(t, "has") {
				all = append(all, fmt.Sprintf("%q:%s", name, randomSchema(t, depth)))
			}
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	switch keyword {
	case "type":
		return pick(`"object"`, `"object"`, `"array"`, `"string"`, `"integer"`, `"number"`, `"boolean"`, `"null"`, `["object","null"]`, `["string","array"]`)
	case "properties", "dependentSchemas":
		return named("a", "b", "c")
	case "patternProperties":
		return named("^a", "b$")
	case "required":
		return pick(`["a"]`, `["b","a"]`, `["c"]`, `["d"]`, `[]`)
	case "dependentRequired":
		return pick(`{"a":["b"]}`, `{}`)
	case "anyOf", "oneOf", "allOf", "prefixItems":
		return list()
	case "enum":
		return pick(`["a","b"]`, `[1,2]`, `["a",null]`, `[true]`, `[{"a":1}]`, `[1,"a",false]`)
	case "const", "default":
		return pick(`"a"`, `1`, `null`, `true`, `[1]`)
	case "$ref":
		return pick(`"#/$defs/d0"`, `"#/$defs/d1"`, `"#/$defs/d2"`, `"#"`, `"#/properties/a"`, `"elsewhere.json"`)
	case "description", "title":
		return pick(`"x"`, `"y"`)
	case "minimum", "exclusiveMaximum", "multipleOf":
		return pick(`1`, `2.5`, `3`)
	case "minLength", "minItems", "maxItems", "minProperties":
		return pick(`0`, `1`, `2`)
	case "pattern":
		return pick(`"^a"`, `"b"`, `"(?=a)"`)
	case "format":
		return pick(`"date"`, `"uri"`, `"int32"`, `"other"`)
	case "uniqueItems", "deprecated":
		return pick(`true`, `false`)
	case "x-own":
		return `1`
	default:
		return randomSchema(t, depth)
	}
}

func randomInstance(t *rapid.T, depth int) string {
	if depth <= 0 || rapid.Bool().Draw(t, "scalar") {
		return rapid.SampledFrom([]string{`"a"`, `"b"`, `"ab"`, `1`, `2`, `3`, `2.5`, `null`, `true`, `{}`, `[]`}).Draw(t, "value")
	}
	var all []string
	if rapid.Bool().Draw(t, "array") {
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			all = append(all, randomInstance(t, depth-1))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		if rapid.Bool().Draw(t, "has") {
			all = append(all, fmt.Sprintf("%q:%s", name, randomInstance(t, depth-1)))
		}
	}
	return "{" + strings.Join(all, ",") + "}"
}

// TestRandomSchemas checks the provider's rules, that exporting again changes nothing, and that a lossless export is not
// wider than the original.
func TestRandomSchemasAreExportedAcceptablyAndSoundly(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		properties := fmt.Sprintf(`"properties":{"a":%s,"b":%s}`, randomSchema(rt, 3), randomSchema(rt, 3))
		root := rapid.SampledFrom([]string{`"type":"object",`, `"type":"object","required":["a"],`, `"additionalProperties":false,`, ``}).Draw(rt, "root")
		extra := ""
		if rapid.IntRange(0, 3).Draw(rt, "extra") == 0 {
			keyword := rapid.SampledFrom([]string{"anyOf", "allOf", "oneOf", "$ref", "not", "if"}).Draw(rt, "keyword")
			extra = fmt.Sprintf(`,%q:%s`, keyword, randomValue(rt, keyword, 2))
		}
		doc := []byte(fmt.Sprintf(`{%s%s%s,"$defs":{"d0":%s,"d1":%s,"d2":%s}}`, root, properties, extra,
			randomSchema(rt, 2), randomSchema(rt, 2), randomSchema(rt, 2)))
		if !json.Valid(doc) {
			rt.Fatalf("bad generator: %s", doc)
		}
		var instances [][]byte
		for range 8 {
			instances = append(instances, []byte(randomInstance(rt, 3)))
		}
		for _, d := range dialect.All() {
			if problem := inspect(doc, d, instances); problem != "" {
				rt.Fatal(problem)
			}
		}
	})
}

// inspect returns what is wrong with an export, or "".
func inspect(doc []byte, d dialect.Dialect, instances [][]byte) string {
	out, err := dialect.Export(doc, d)
	if err != nil {
		return fmt.Sprintf("%s: %v\n%s", d, err, doc)
	}
	story := fmt.Sprintf("%s\nfrom %s\nto   %s", d, doc, out.Schema)
	if problems := check(d, out); len(problems) > 0 {
		return story + "\n" + strings.Join(problems, "\n")
	}
	again, err := dialect.Export(out.Schema, d)
	if err != nil || !bytes.Equal(again.Schema, out.Schema) || again.Strict != out.Strict {
		return fmt.Sprintf("%s\nthen %s %v", story, again.Schema, err)
	}
	fallback := !out.Strict && (d == dialect.OpenAIStrict || d == dialect.AnthropicStrict)
	if len(again.Losses) > 0 && !fallback {
		return fmt.Sprintf("%s\nthen loses %v", story, again.Losses)
	}
	original, err := compile(doc, "")
	if err != nil || len(out.Losses) > 0 {
		return ""
	}
	lowered, err := toJSONSchema(d, out.Schema)
	if err != nil {
		return err.Error()
	}
	exported, err := compile(lowered, "")
	if err != nil {
		return fmt.Sprintf("%s\n%v", story, err)
	}
	for _, instance := range instances {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(instance))
		if err != nil {
			return err.Error()
		}
		if exported.Validate(v) == nil && original.Validate(v) != nil && original.Validate(withoutNulls(v)) != nil {
			return fmt.Sprintf("%s\naccepts %s", story, instance)
		}
	}
	return ""
}
