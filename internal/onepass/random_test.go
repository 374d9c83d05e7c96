package onepass_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"jig/internal/onepass"
)

// TestRandomSchemasAndDocuments makes up schemas of the subset, types that
// suit them, and documents that nearly satisfy them.
func TestRandomSchemasAndDocuments(t *testing.T) {
	var judged, accepted int
	rapid.Check(t, func(rt *rapid.T) {
		g := maker{T: rt, defaults: rapid.Bool().Draw(rt, "defaults")}
		doc := g.document()
		j, err := newJudge(doc)
		if err != nil {
			rt.Fatalf("made a bad schema: %v", err)
		}
		var typ reflect.Type
		if rapid.Bool().Draw(rt, "typed") {
			typ = g.typeFor(doc, 3)
		}
		plan, ok := onepass.Compile(doc, typ)
		if !ok {
			rt.Fatalf("%v does not compile for %v", doc, typ)
		}
		for range 4 {
			v := g.value(doc, 4)
			raw := []byte(g.text(v))
			got := j.checkAgainst(t, plan, typ, raw)
			judged++
			if got {
				accepted++
			}
			if want := j.root.Validate(v) == nil; typ == nil && !g.defaults && want != got {
				rt.Fatalf("%s by %v: accepted = %v, the judge says %v", raw, doc, got, want)
			}
			j.checkAgainst(t, plan, typ, g.damage(raw))
		}
	})
	t.Logf("%d of %d documents were accepted", accepted, judged)
	if accepted*5 < judged {
		t.Error("too few to mean anything")
	}
}

// maker draws schemas, types and documents.
type maker struct {
	*rapid.T
	root     map[string]any
	defaults bool
}

func (g *maker) one(of ...string) string { return rapid.SampledFrom(of).Draw(g.T, "one") }

func (g *maker) upTo(n int) int { return rapid.IntRange(0, n).Draw(g.T, "n") }

func (g *maker) chance(percent int) bool { return g.upTo(99) < percent }

func number(n int) json.Number { return json.Number(strconv.Itoa(n)) }

func (g *maker) key() string { return g.one("a", "b", "c", "path", "é", `q"t`, "A", "") }

func (g *maker) document() any {
	g.root = map[string]any{}
	defs := map[string]any{}
	for _, name := range []string{"x", "y"} {
		// Definitions must not be references only, or they might make a cycle.
		defs[name] = g.plainSchema(2)
	}
	if g.chance(20) {
		g.root["$ref"] = "#/$defs/x"
	} else {
		for k, v := range g.plainSchema(3) {
			g.root[k] = v
		}
	}
	g.root["$defs"] = defs
	return g.root
}

// target finds a definition, once it is made.
func (g *maker) target(ref string) any {
	defs, _ := g.root["$defs"].(map[string]any)
	return defs[strings.TrimPrefix(ref, "#/$defs/")]
}

func (g *maker) schema(depth int) any {
	switch n := g.upTo(99); {
	case n < 4:
		return true
	case n < 5:
		return false
	case n < 20:
		return map[string]any{"$ref": g.one("#/$defs/x", "#/$defs/y")}
	case n < 30:
		pair := []any{g.schema(depth - 1), map[string]any{"type": "null"}}
		if g.chance(30) {
			pair[0], pair[1] = pair[1], pair[0]
		}
		return map[string]any{"anyOf": pair}
	}
	return g.plainSchema(depth)
}

// withDefault adds a default to the subschema of a property.
func (g *maker) withDefault(schema any) any {
	if obj, ok := schema.(map[string]any); ok && g.defaults && g.chance(40) {
		obj["default"] = g.value(schema, 2)
	}
	return schema
}

func (g *maker) plainSchema(depth int) map[string]any {
	s := map[string]any{}
	kinds := []string{"string", "integer", "number", "boolean", "null", "list"}
	if depth > 0 {
		kinds = append(kinds, "array", "object", "object", "object")
	}
	kind := g.one(kinds...)
	if kind == "list" {
		var values []any
		for range 1 + g.upTo(3) {
			values = append(values, rapid.SampledFrom([]any{"a", "b", "é", number(0), number(-3), number(7), true, false, nil}).Draw(g.T, "value"))
		}
		s["enum"] = unique(values)
		return s
	}
	if g.chance(80) {
		s["type"] = kind
		if g.chance(20) {
			s["type"] = unique([]any{kind, g.one("string", "integer", "number", "null", "boolean", "array", "object")})
		}
	}
	maybe := func(key string, v any) {
		if g.chance(30) {
			s[key] = v
		}
	}
	switch kind {
	case "string":
		maybe("minLength", number(g.upTo(3)))
		maybe("maxLength", number(g.upTo(6)))
		maybe("pattern", g.one("^[a-z]*$", "a", "é|b", `\.`, "^.$"))
	case "integer", "number":
		bounds := []string{"-3", "0", "5", "2.5", "-0.1", "100", "0.30000000000000004", "123456789012345678"}
		maybe("minimum", json.Number(g.one(bounds...)))
		maybe("exclusiveMinimum", json.Number(g.one(bounds...)))
		maybe("maximum", json.Number(g.one(bounds...)))
		maybe("exclusiveMaximum", json.Number(g.one(bounds...)))
		if kind == "integer" && s["type"] == "integer" {
			maybe("multipleOf", number(1+g.upTo(4)))
		}
	case "array":
		maybe("minItems", number(g.upTo(2)))
		maybe("maxItems", number(g.upTo(4)))
		if g.chance(80) {
			s["items"] = g.schema(depth - 1)
		}
	case "object":
		props := map[string]any{}
		var required []any
		for range g.upTo(4) {
			name := g.key()
			props[name] = g.withDefault(g.schema(depth - 1))
			if g.chance(40) {
				required = append(required, name)
			}
		}
		if len(props) > 0 {
			s["properties"] = props
		}
		if g.chance(10) {
			required = append(required, g.key())
		}
		if required != nil {
			s["required"] = unique(required)
		}
		switch g.upTo(3) {
		case 0:
			s["additionalProperties"] = false
		case 1:
			s["additionalProperties"] = g.schema(depth - 1)
		}
		maybe("minProperties", number(g.upTo(2)))
		maybe("maxProperties", number(g.upTo(5)))
	}
	return s
}

func unique(values []any) []any {
	var out []any
	for _, v := range values {
		seen := false
		for _, w := range out {
			seen = seen || v == w
		}
		if !seen {
			out = append(out, v)
		}
	}
	return out
}

// typeFor makes up a Go type for values of a schema; it need not suit.
func (g *maker) typeFor(schema any, depth int) reflect.Type {
	obj, _ := schema.(map[string]any)
	if ref, ok := obj["$ref"].(string); ok {
		return g.typeFor(g.target(ref), depth)
	}
	if g.chance(15) || depth == 0 {
		return rapid.SampledFrom([]reflect.Type{typeOf[any](), typeOf[*any](), typeOf[json.RawMessage](), typeOf[stubborn]()}).Draw(g.T, "type")
	}
	if alternatives, ok := obj["anyOf"].([]any); ok {
		return reflect.PointerTo(g.typeFor(alternatives[g.upTo(1)], depth-1))
	}
	kind, _ := obj["type"].(string)
	_, hasProps := obj["properties"]
	switch {
	case kind == "string":
		return rapid.SampledFrom([]reflect.Type{typeOf[string](), typeOf[*string](), typeOf[color]()}).Draw(g.T, "type")
	case kind == "integer":
		return rapid.SampledFrom([]reflect.Type{typeOf[int](), typeOf[int8](), typeOf[uint16](), typeOf[*int64](), typeOf[float32](), typeOf[uint64]()}).Draw(g.T, "type")
	case kind == "number":
		return rapid.SampledFrom([]reflect.Type{typeOf[float64](), typeOf[float32](), typeOf[*float64](), typeOf[int]()}).Draw(g.T, "type")
	case kind == "boolean":
		return typeOf[bool]()
	case kind == "array":
		elem := g.typeFor(obj["items"], depth-1)
		if g.chance(10) {
			return reflect.ArrayOf(g.upTo(2), elem)
		}
		return reflect.SliceOf(elem)
	case kind == "object" || hasProps:
		if g.chance(20) {
			return reflect.MapOf(rapid.SampledFrom([]reflect.Type{typeOf[string](), typeOf[color]()}).Draw(g.T, "key"), g.typeFor(obj["additionalProperties"], depth-1))
		}
		return g.structFor(obj, depth)
	}
	return typeOf[any]()
}

func (g *maker) structFor(obj map[string]any, depth int) reflect.Type {
	var fields []reflect.StructField
	props, _ := obj["properties"].(map[string]any)
	for _, name := range sortedKeys(props) {
		if g.chance(10) {
			continue
		}
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("F%d", len(fields)),
			Type: g.typeFor(props[name], depth-1),
			Tag:  reflect.StructTag("json:" + strconv.Quote(name+g.one("", "", ",omitempty", ",omitzero"))),
		})
	}
	if _, taken := props["c"]; !taken {
		fields = append(fields, reflect.StructField{Name: "C", Type: typeOf[any](), Tag: `json:"c"`})
	}
	return reflect.StructOf(fields)
}
