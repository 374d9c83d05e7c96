package dialect_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"jig/schema/dialect"
)

// checker walks an export and collects every rule of the provider that it breaks. It knows nothing of how exports are
// made: it is written from the providers' documentation and error messages.
type checker struct {
	root     map[string]any
	problems []string
}

func (c *checker) fail(at, format string, args ...any) {
	c.problems = append(c.problems, at+": "+fmt.Sprintf(format, args...))
}

// check returns what is wrong with an export.
func check(d dialect.Dialect, out dialect.Exported) []string {
	c := &checker{}
	if err := json.Unmarshal(out.Schema, &c.root); err != nil {
		return []string{"not a JSON object: " + err.Error()}
	}
	strict := d == dialect.OpenAIStrict || d == dialect.AnthropicStrict
	switch {
	case out.Strict && !strict:
		c.fail("", "strict without a strict mode")
	case strict && !out.Strict:
		if len(out.Losses) == 0 {
			c.fail("", "not strict without a reason")
		}
		d = map[dialect.Dialect]dialect.Dialect{dialect.OpenAIStrict: dialect.OpenAI, dialect.AnthropicStrict: dialect.Anthropic}[d]
	}
	c.checkRoot(d)
	switch d {
	case dialect.Anthropic:
		c.compiles(out.Schema)
	case dialect.OpenAI:
		c.openAI(c.root, "")
		c.compiles(out.Schema)
	case dialect.OpenAIStrict:
		c.each(c.root, "", c.openAIStrict)
		c.openAILimits()
	case dialect.AnthropicStrict:
		c.each(c.root, "", c.anthropicStrict)
		c.anthropicLimits()
	case dialect.Gemini:
		c.each(c.root, "", c.gemini)
		c.geminiRecursion()
	case dialect.GeminiOpenAPI:
		c.each(c.root, "", c.geminiOpenAPI)
	}
	return c.problems
}

// compiles checks that a schema is valid JSON Schema 2020-12. The stricter dialects need no judge for that: their checks
// know every keyword.
func (c *checker) compiles(schema []byte) {
	if _, err := compile(schema, ""); err != nil {
		c.fail("", "does not compile: %v", err)
	}
}

func (c *checker) checkRoot(d dialect.Dialect) {
	want := "object"
	if d == dialect.GeminiOpenAPI {
		want = "OBJECT"
	}
	if c.root["type"] != want {
		c.fail("", "root type is %v", c.root["type"])
	}
	properties, ok := c.root["properties"].(map[string]any)
	if !ok {
		c.fail("", "root has no properties")
	}
	forbidden := []string{"anyOf", "oneOf", "allOf", "$ref"}
	if d == dialect.OpenAI || d == dialect.OpenAIStrict {
		forbidden = append(forbidden, "enum", "const", "not")
	}
	for _, k := range forbidden {
		if _, bad := c.root[k]; bad {
			c.fail("", "%s at the root", k)
		}
	}
	for name := range properties {
		bad := name == "" || len(name) > 64
		switch d {
		case dialect.OpenAI, dialect.OpenAIStrict:
			bad = false
		case dialect.Anthropic, dialect.AnthropicStrict:
			bad = bad || strings.ContainsFunc(name, func(r rune) bool { return !strings.ContainsRune(anthropicLetters, r) })
		}
		if bad {
			c.fail("", "bad property name %q", name)
		}
	}
}

// anthropicLetters are those of ^[a-zA-Z0-9_.-]{1,64}$.
const anthropicLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"

// each visits every schema of a restricted dialect.
func (c *checker) each(n map[string]any, at string, visit func(n map[string]any, at string)) {
	visit(n, at)
	for _, k := range []string{"properties", "$defs"} {
		if m, ok := n[k].(map[string]any); ok {
			for _, name := range slices.Sorted(maps.Keys(m)) {
				c.sub(m[name], at+"/"+k+"/"+name, visit)
			}
		}
	}
	for _, k := range []string{"anyOf", "prefixItems"} {
		if list, ok := n[k].([]any); ok {
			for i, v := range list {
				c.sub(v, fmt.Sprintf("%s/%s/%d", at, k, i), visit)
			}
		}
	}
	for _, k := range []string{"items", "additionalProperties"} {
		if v, ok := n[k]; ok {
			if _, isBool := v.(bool); isBool && k == "additionalProperties" {
				continue
			}
			c.sub(v, at+"/"+k, visit)
		}
	}
}

func (c *checker) sub(v any, at string, visit func(map[string]any, string)) {
	n, ok := v.(map[string]any)
	if !ok {
		c.fail(at, "is no schema object: %v", v)
		return
	}
	c.each(n, at, visit)
}

func (c *checker) only(n map[string]any, at, allowed string) {
	list := strings.Fields(allowed)
	for _, k := range slices.Sorted(maps.Keys(n)) {
		if !slices.Contains(list, k) {
			c.fail(at, "keyword %q", k)
		}
	}
}

// refAlone checks that a reference has no siblings and leads somewhere.
func (c *checker) refAlone(n map[string]any, at string) bool {
	ref, ok := n["$ref"].(string)
	if !ok {
		return false
	}
	if len(n) != 1 {
		c.fail(at, "$ref with siblings")
	}
	if c.resolve(ref) == nil {
		c.fail(at, "dangling $ref %q", ref)
	}
	return true
}

func (c *checker) resolve(ref string) map[string]any {
	if ref == "#" {
		return c.root
	}
	defs, _ := c.root["$defs"].(map[string]any)
	def, _ := defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	return def
}

// typeOf returns the type of a schema and whether it may be null; "" when it has none.
func (c *checker) typeOf(n map[string]any, at string) (name string, nullable bool) {
	switch t := n["type"].(type) {
	case string:
		return t, t == "null"
	case []any:
		if len(t) == 2 && t[1] == "null" {
			name, _ = t[0].(string)
			return name, true
		}
		c.fail(at, "type list %v", t)
	}
	return "", false
}

// closed checks the rule of the strict dialects for objects.
func (c *checker) closed(n map[string]any, at string) {
	if n["additionalProperties"] != false {
		c.fail(at, "object is not closed")
	}
	if _, ok := n["properties"].(map[string]any); !ok {
		c.fail(at, "object has no properties")
	}
	c.requiredListed(n, at)
}

func (c *checker) requiredListed(n map[string]any, at string) {
	properties, _ := n["properties"].(map[string]any)
	for _, name := range stringsOf(n["required"]) {
		if _, ok := properties[name]; !ok {
			c.fail(at, "required %q is not a property", name)
		}
	}
}

func stringsOf(v any) []string {
	list, _ := v.([]any)
	var out []string
	for _, e := range list {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// scalars checks that an enum has values and that none of them is an object or array.
func (c *checker) scalars(n map[string]any, at string) {
	v, ok := n["enum"]
	if !ok {
		return
	}
	list, _ := v.([]any)
	if len(list) == 0 {
		c.fail(at, "empty enum")
	}
	for _, e := range list {
		switch e.(type) {
		case map[string]any, []any:
			c.fail(at, "enum value %v", e)
		}
	}
}

func (c *checker) hasNull(n map[string]any) bool {
	list, _ := n["enum"].([]any)
	return slices.Contains(list, nil)
}

// compile compiles a schema with the judge. Patterns are accepted as they are: Go cannot compile all of them.
func compile(schema []byte, draft string) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, err
	}
	j := jsonschema.NewCompiler()
	if draft == "draft7" {
		j.DefaultDraft(jsonschema.Draft7)
	}
	j.AssertFormat()
	j.UseRegexpEngine(func(s string) (jsonschema.Regexp, error) {
		if re, err := regexp.Compile(s); err == nil {
			return re, nil
		}
		return anyText(s), nil
	})
	if err := j.AddResource("mem:///schema.json", doc); err != nil {
		return nil, err
	}
	return j.Compile("mem:///schema.json")
}

type anyText string

func (anyText) MatchString(string) bool { return true }
func (a anyText) String() string        { return string(a) }

// verify exports a document and checks the result: the provider's rules, and that exporting again changes nothing.
func verify(t *testing.T, doc []byte, d dialect.Dialect) (dialect.Exported, bool) {
	t.Helper()
	out, err := dialect.Export(doc, d)
	if err != nil {
		t.Errorf("%s: %v\n%s", d, err, doc)
		return out, false
	}
	for _, p := range check(d, out) {
		t.Errorf("%s: %s\nfrom %s\nto   %s", d, p, doc, out.Schema)
	}
	again, err := dialect.Export(out.Schema, d)
	switch {
	case err != nil:
		t.Errorf("%s: exporting the export: %v\nfrom %s\nto   %s", d, err, doc, out.Schema)
	case !bytes.Equal(again.Schema, out.Schema) || again.Strict != out.Strict:
		t.Errorf("%s: exporting the export changes it\nfrom %s\nto   %s\nthen %s", d, doc, out.Schema, again.Schema)
	case out.Strict || d != dialect.OpenAIStrict && d != dialect.AnthropicStrict:
		if len(again.Losses) > 0 {
			t.Errorf("%s: exporting the export loses %v\nfrom %s\nto   %s", d, again.Losses, doc, out.Schema)
		}
	}
	return out, !t.Failed()
}
