package dialect_test

import (
	"encoding/json"
	"testing"

	"jig/schema/dialect"
)

// BenchmarkExport exports a tool of the usual size: a few properties, a definition, an optional choice.
func BenchmarkExport(b *testing.B) {
	doc := json.RawMessage(`{"type":"object","description":"Search","properties":{
		"query":{"type":"string","minLength":1,"description":"What to look for"},
		"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},
		"sort":{"type":"string","enum":["date","name"]},
		"where":{"$ref":"#/$defs/Place","description":"Only here"},
		"tags":{"type":"array","items":{"type":"string"},"uniqueItems":true}},
		"required":["query"],"additionalProperties":false,
		"$defs":{"Place":{"type":"object","properties":{"city":{"type":"string"},"zip":{"type":["string","null"]}},"required":["city"]}}}`)
	for _, d := range dialect.All() {
		b.Run(string(d), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := dialect.Export(doc, d); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
