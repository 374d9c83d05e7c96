package dialect_test

import (
	"bytes"
	"regexp"
	"testing"

	"jig/schema/dialect"
)

// FuzzExport feeds any bytes to every dialect. Whatever is accepted has to obey the provider's rules, stay the same when it
// is exported again, come out the same every time, and not be much larger than what went in.
func FuzzExport(f *testing.F) {
	for _, g := range goldens(f) {
		f.Add(g.schema)
	}
	f.Add([]byte(`{"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"},{"$ref":"#/$defs/c"}]},"b":{"type":"array","items":{"$ref":"#/$defs/a"}},"c":{"allOf":[{"$ref":"#/$defs/b"},{"minItems":2}]}},"properties":{"x":{"$ref":"#/$defs/a"}}}`))
	f.Add([]byte(`{"type":"OBJECT","properties":{"a":{"type":"STRING","nullable":true,"enum":["x"]},"b":{"anyOf":[{"type":"INTEGER"},{"type":"STRING"}],"nullable":true}},"propertyOrdering":["b","a"]}`))
	f.Add([]byte(`{"oneOf":[{"allOf":[{"if":{"required":["a"]},"then":{"properties":{"b":{"const":1}}}}]},{"unevaluatedProperties":{"type":["null","array"]},"dependentSchemas":{"a":{"not":{}}}}]}`))
	huge := regexp.MustCompile(`[eE][+-]?[0-9]{3,}`) // the judge would write such numbers out
	f.Fuzz(func(t *testing.T, doc []byte) {
		if huge.Match(doc) {
			t.Skip()
		}
		for _, d := range dialect.All() {
			first, err := dialect.Export(doc, d)
			if err != nil {
				continue
			}
			second, err := dialect.Export(doc, d)
			if err != nil || !bytes.Equal(first.Schema, second.Schema) {
				t.Fatalf("%s: not the same twice: %v", d, err)
			}
			if limit := 256*len(doc) + 8<<20; len(first.Schema) > limit {
				t.Fatalf("%s: %d bytes became %d", d, len(doc), len(first.Schema))
			}
			verify(t, doc, d)
		}
	})
}
