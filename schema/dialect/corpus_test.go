package dialect_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"jig/internal/corpora"
	"jig/schema/dialect"
)

// suiteCase is one schema of the official test suite with its instances.
type suiteCase struct {
	Draft       string `json:"-"`
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Data json.RawMessage
	}
}

func suite(t testing.TB) []suiteCase {
	t.Helper()
	var all []suiteCase
	for _, draft := range []string{"draft7", "draft2020-12"} {
		root := corpora.Path(t, "json-schema-test-suite", "tests", draft)
		err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".json") {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			var cases []suiteCase
			if err := json.Unmarshal(data, &cases); err != nil {
				return err
			}
			for _, c := range cases {
				c.Draft = draft
				c.Description = strings.TrimPrefix(path, root) + ": " + c.Description
				all = append(all, c)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestEverySchemaOfTheOfficialSuiteIsExportedAcceptably(t *testing.T) {
	for _, c := range suite(t) {
		for _, d := range dialect.All() {
			if _, ok := verify(t, c.Schema, d); !ok {
				t.Fatalf("in %s %s", c.Draft, c.Description)
			}
		}
	}
}

// wrap makes a schema of the suite the only, required property of an object, as an embedded resource of its own, so that
// its references keep their meaning.
func wrap(c suiteCase) ([]byte, bool) {
	var schema map[string]json.RawMessage
	if json.Unmarshal(c.Schema, &schema) == nil {
		if _, ref := schema["$ref"]; ref && c.Draft == "draft7" {
			return nil, false // an $id beside $ref counts for nothing there
		}
		if _, id := schema["$id"]; !id {
			schema["$id"] = json.RawMessage(`"urn:example:case"`)
		}
		delete(schema, "$schema")
		c.Schema, _ = json.Marshal(schema)
	}
	meta := "https://json-schema.org/draft/2020-12/schema"
	if c.Draft == "draft7" {
		meta = "http://json-schema.org/draft-07/schema#"
	}
	return []byte(`{"$schema":"` + meta + `","type":"object","properties":{"v":` + string(c.Schema) + `},"required":["v"],"additionalProperties":false}`), true
}

func TestExportsOfTheOfficialSuiteAreNoWiderWithoutALossAndPlainOnesAreNeverNarrower(t *testing.T) {
	lossless, judged := 0, 0
	for _, c := range suite(t) {
		doc, ok := wrap(c)
		if !ok {
			continue
		}
		original, err := compile(doc, c.Draft)
		if err != nil {
			continue // needs schemas from elsewhere
		}
		for _, d := range dialect.All() {
			out, ok := verify(t, doc, d)
			if !ok {
				t.Fatalf("in %s %s", c.Draft, c.Description)
			}
			exported, err := compile(asJSONSchema(t, d, out.Schema), "")
			if err != nil {
				t.Fatal(err)
			}
			for _, test := range c.Tests {
				instance := []byte(`{"v":` + string(test.Data) + `}`)
				if len(out.Losses) == 0 && !sound(t, original, exported, instance) {
					t.Errorf("%s %s: %s accepts %s\nfrom %s\nto   %s", c.Draft, c.Description, d, instance, doc, out.Schema)
				}
				if plain(d, out) && !sound(t, exported, original, instance) {
					t.Errorf("%s %s: %s refuses %s\nfrom %s\nto   %s", c.Draft, c.Description, d, instance, doc, out.Schema)
				}
			}
			if len(out.Losses) == 0 {
				lossless++
				judged += len(c.Tests)
			}
		}
	}
	t.Logf("%d lossless exports, %d instances", lossless, judged)
}

// plain reports whether an export only leaves things out, so that it has to accept all that the original accepts. Dynamic
// references are read as plain ones, which can mean anything.
func plain(d dialect.Dialect, out dialect.Exported) bool {
	return (d == dialect.Anthropic || d == dialect.OpenAI) &&
		!slices.ContainsFunc(out.Losses, func(l dialect.Loss) bool { return l.Keyword == "$dynamicRef" })
}

// sound reports whether an instance that the export accepts is accepted by the original too, as it is or without the
// nulls that stand for absent properties.
func sound(t *testing.T, original, exported *jsonschema.Schema, instance []byte) bool {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(instance))
	if err != nil {
		t.Fatal(err)
	}
	return exported.Validate(v) != nil || original.Validate(v) == nil || original.Validate(withoutNulls(v)) == nil
}

func withoutNulls(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			if e != nil {
				out[k] = withoutNulls(e)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = withoutNulls(e)
		}
		return out
	default:
		return v
	}
}

// asJSONSchema turns the OpenAPI form back into JSON Schema for the judge.
func asJSONSchema(t *testing.T, d dialect.Dialect, schema []byte) []byte {
	t.Helper()
	out, err := toJSONSchema(d, schema)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func toJSONSchema(d dialect.Dialect, schema []byte) ([]byte, error) {
	if d != dialect.GeminiOpenAPI {
		return schema, nil
	}
	var root any
	if err := json.Unmarshal(schema, &root); err != nil {
		return nil, err
	}
	return json.Marshal(lower(root))
}

func lower(v any) any {
	n, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := map[string]any{}
	for k, e := range n {
		switch e := e.(type) {
		case string:
			out[k] = e
			if k == "type" {
				out[k] = strings.ToLower(e)
			}
		case map[string]any:
			if k == "properties" {
				m := map[string]any{}
				for name, p := range e {
					m[name] = lower(p)
				}
				out[k] = m
			} else {
				out[k] = lower(e)
			}
		case []any:
			list := make([]any, len(e))
			for i, b := range e {
				list[i] = b
				if k == "anyOf" {
					list[i] = lower(b)
				}
			}
			out[k] = list
		default:
			out[k] = e
		}
	}
	if n["nullable"] == true {
		return map[string]any{"anyOf": []any{out, map[string]any{"type": "null"}}}
	}
	return out
}

func TestEveryToolOfTheSearchCorpusIsExportedAcceptably(t *testing.T) {
	f, err := os.Open(corpora.Path(t, "toolsearch", "tools.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	tools, strict := 0, map[dialect.Dialect]int{}
	for lines.Scan() {
		var tool struct{ Schema json.RawMessage }
		if err := json.Unmarshal(lines.Bytes(), &tool); err != nil {
			t.Fatal(err)
		}
		tools++
		for _, d := range dialect.All() {
			out, ok := verify(t, tool.Schema, d)
			if !ok {
				t.FailNow()
			}
			if out.Strict {
				strict[d]++
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d tools, strict: %v", tools, strict)
}
