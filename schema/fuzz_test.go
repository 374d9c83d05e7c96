package schema_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"jig/internal/corpora"
	"jig/schema"
)

// fuzzSchemas are what FuzzCheck checks against: by a plan and without one.
func fuzzSchemas(f *testing.F) []*schema.Schema {
	f.Helper()
	list := []*schema.Schema{
		schema.MustParse(shellSchema),
		schema.MustParse(typedSchema),
		schema.MustParse(`{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"v":{"type":"integer","default":1},"n":{"$ref":"#/$defs/n"},"l":{"type":"array","items":{"$ref":"#/$defs/n"},"default":[]},"o":{"default":{},"properties":{"d":{"default":null}}}}}}}`),
		schema.MustParse(`{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"x":{"type":"integer"}},"required":["k","x"]},{"type":"array","uniqueItems":true,"contains":{"type":"boolean"}}],"propertyNames":{"maxLength":3}}`),
		schema.MustParse(`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"integer"}],"additionalItems":{"type":["boolean","null"]},"properties":{"m":{"format":"date-time","default":"2024-01-01T00:00:00Z"}}}`),
		schema.MustParse(`{}`),
	}
	for _, of := range []func() (*schema.Schema, error){schema.For[tagged], schema.For[special], schema.For[forest], schema.For[readArgs]} {
		s, err := of()
		if err != nil {
			f.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

func FuzzCheck(f *testing.F) {
	schemas := fuzzSchemas(f)
	for _, seed := range []string{
		``, `{}`, `null`, `[1,"2",true]`, `{"command":"ls","timeout":5}`, `{"i":"5","n":"1e400","o":"{\"i\":null}"}`, `{"v":1.0,"n":{"n":{}}}`,
		`{"k":"a","x":"1"}`, `[true,false,null]`, `{"a":1,"a":2}`, `{"path":"a","opts":{"dry":"true"}}`, `"{\"path\":\"x\"}"`, "{\"\xff\":1}", `{"\ud800":1}`,
		`{"x":1e-999999}`, `[[[[[[[[]]]]]]]]`, `{"when":"2024-05-31T14:30:00Z","wait":"1s","data":"aGk=","hash":"aGlqaw==","id":"5"}`, `{"level":1,"must":"x"}`,
	} {
		for i := range schemas {
			f.Add([]byte(seed), uint8(i), uint8(0))
			f.Add([]byte(seed), uint8(i), uint8(1))
		}
	}
	f.Fuzz(func(t *testing.T, args []byte, which, how uint8) {
		s := schemas[int(which)%len(schemas)]
		opt := schema.Options{Coerce: how&1 != 0, AllowNUL: how&2 != 0}
		if how&4 != 0 {
			opt.MaxDepth = 3
		}
		final, err := s.Check(args, opt)
		slow, slowErr := s.CheckSlowly(args, opt)
		if err != nil {
			var inv *schema.Invalid
			if !errors.As(err, &inv) || len(inv.Problems) == 0 || inv.Error() == "" {
				t.Fatalf("not a usable error: %v", err)
			}
			if slowErr == nil {
				t.Fatalf("the slow road gives %s, the fast road %v", slow, err)
			}
			return
		}
		if !json.Valid(final) {
			t.Fatalf("%q is not JSON", final)
		}
		if err := s.Validate(final); err != nil {
			t.Fatalf("what was accepted as %q does not validate: %v", final, err)
		}
		again, err := s.Check(final, opt)
		if err != nil || string(again) != string(final) {
			t.Fatalf("checked again, %q becomes %q (%v)", final, again, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		shellSchema, typedSchema, `true`, `{"$ref":"#"}`, `{"$id":"http://x/y","$ref":"z"}`, `{"$dynamicRef":"#a","$dynamicAnchor":"a"}`, `{"pattern":"("}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"]}}`, `{"default":{},"properties":{"a":{"$ref":"#","default":{}}}}`,
		`{"$anchor":"x","$defs":{"a":{"$anchor":"x"}}}`, `{"$id":"%zz"}`, `{"multipleOf":1e-300}`, `{"$recursiveRef":"#","$schema":"https://json-schema.org/draft/2019-09/schema"}`,
	} {
		f.Add([]byte(seed), []byte(`{"a":[1,"x",null,{"b":-1.5}]}`))
	}
	f.Fuzz(func(t *testing.T, doc, value []byte) {
		s, err := schema.Parse(doc)
		if err != nil {
			return
		}
		if _, err := schema.Parse(s.JSON()); err != nil {
			t.Fatalf("%s does not parse again: %v", s.JSON(), err)
		}
		_, err = s.Check(value, schema.Options{Coerce: true})
		var inv *schema.Invalid
		if err != nil && !errors.As(err, &inv) {
			t.Fatalf("not a usable error: %v", err)
		}
	})
}

// The suite's schemas and values, mixed with each other, must never be a
// surprise to the two roads.
func TestTheRoadsAgreeOnForeignValues(t *testing.T) {
	suite := corpora.Path(t, "json-schema-test-suite")
	files, err := filepath.Glob(filepath.Join(suite, "tests", "draft*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var schemas, values []json.RawMessage
	for _, file := range files {
		var groups []struct {
			Schema json.RawMessage
			Tests  []struct{ Data json.RawMessage }
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &groups); err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			schemas = append(schemas, g.Schema)
			values = append(values, g.Tests[0].Data, g.Tests[len(g.Tests)-1].Data)
		}
	}
	compared := 0
	for i, doc := range schemas {
		s, err := schema.Parse(doc)
		if err != nil || !s.HasPlan() {
			continue
		}
		for j := i % 11; j < len(values); j += 11 {
			compared++
			opt := schema.Options{AllowNUL: true}
			fast, fastErr := s.Check(values[j], opt)
			slow, slowErr := s.CheckSlowly(values[j], opt)
			if string(fast) != string(slow) || (fastErr == nil) != (slowErr == nil) {
				t.Errorf("%s on %s: the fast road gives %s (%v), the slow road %s (%v)", doc, values[j], fast, fastErr, slow, slowErr)
			}
		}
	}
	t.Logf("%d comparisons", compared)
}
