package onepass_test

import (
	"testing"

	"jig/internal/onepass"
)

// FuzzAgainstJudge looks for arguments that a plan accepts and the slow way
// does not, or decodes otherwise.
func FuzzAgainstJudge(f *testing.F) {
	type pair struct {
		tool
		plan  *onepass.Plan
		judge *judge
	}
	var pairs []pair
	for i, tool := range tools() {
		doc := decodeSchema(f, tool.schema)
		j, err := newJudge(doc)
		if err != nil {
			f.Fatal(err)
		}
		plan, ok := onepass.Compile(doc, tool.typ)
		if !ok {
			f.Fatalf("%s: does not compile", tool.name)
		}
		pairs = append(pairs, pair{tool, plan, j})
		for _, raw := range tool.accept {
			f.Add(uint8(i), []byte(raw))
		}
		for _, raw := range tool.refuse {
			f.Add(uint8(i), []byte(raw))
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, raw []byte) {
		p := pairs[int(which)%len(pairs)]
		p.judge.checkAgainst(t, p.plan, p.typ, raw)
	})
}

// FuzzSchemas looks for schemas that a plan reads otherwise than the judge.
func FuzzSchemas(f *testing.F) {
	for _, tool := range tools() {
		for _, raw := range append(tool.accept, tool.refuse...) {
			f.Add([]byte(tool.schema), []byte(raw))
		}
	}
	f.Fuzz(func(t *testing.T, schema, raw []byte) {
		doc, err := decodeStrictly(schema)
		if err != nil {
			t.Skip("not a document")
		}
		plan, ok := onepass.Compile(doc, nil)
		if !ok {
			t.Skip("outside the subset")
		}
		j, err := newJudge(doc)
		if err != nil {
			t.Skip("not a schema")
		}
		j.checkAgainst(t, plan, nil, raw)
		if plan, ok := onepass.Compile(doc, typeOf[any]()); ok {
			j.checkAgainst(t, plan, typeOf[any](), raw)
		}
	})
}
