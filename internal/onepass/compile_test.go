package onepass_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"jig/internal/onepass"
)

func TestSchemasOutsideTheSubsetDoNotCompile(t *testing.T) {
	for _, schema := range []string{
		`1`, `"x"`, `null`, `[]`,
		`{"$id":"http://x/y"}`, `{"$anchor":"a"}`, `{"$dynamicAnchor":"a"}`, `{"$dynamicRef":"#a"}`, `{"$vocabulary":{}}`,
		`{"$schema":"http://json-schema.org/draft-04/schema#"}`, `{"$schema":"https://json-schema.org/draft/2019-09/schema"}`, `{"$schema":null}`, `{"$schema":"x"}`,
		`{"properties":{"a":{"$schema":"https://json-schema.org/draft/2020-12/schema"}}}`,
		`{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `{"anyOf":[{"type":"null"}]}`, `{"anyOf":[{"type":"string"},{"type":"null"}],"minLength":1}`,
		`{"oneOf":[{}]}`, `{"allOf":[{}]}`, `{"not":{}}`, `{"if":{}}`, `{"then":{}}`, `{"else":{}}`,
		`{"patternProperties":{}}`, `{"propertyNames":{}}`, `{"dependentRequired":{}}`, `{"dependentSchemas":{}}`, `{"dependencies":{}}`,
		`{"unevaluatedProperties":false}`, `{"unevaluatedItems":false}`, `{"prefixItems":[{}]}`, `{"items":[{}]}`, `{"additionalItems":false}`,
		`{"contains":{}}`, `{"uniqueItems":true}`, `{"contentSchema":{}}`, `{"unknown":1}`,
		`{"type":"text"}`, `{"type":[]}`, `{"type":1}`, `{"enum":[]}`, `{"enum":[1.5]}`, `{"enum":[[]]}`, `{"enum":1}`, `{"const":{}}`, `{"const":1,"enum":[1]}`, `{"const":12345678901234567890}`,
		`{"minLength":-1}`, `{"minLength":1.5}`, `{"minLength":"1"}`, `{"pattern":"("}`, `{"pattern":1}`, `{"pattern":"^(?=a)"}`,
		`{"minimum":"1"}`, `{"minimum":1e400}`, `{"maximum":1e2}`, `{"exclusiveMinimum":true}`, `{"multipleOf":0.5}`, `{"multipleOf":0}`, `{"multipleOf":-1}`,
		`{"required":"a"}`, `{"required":[1]}`, `{"properties":[]}`, `{"properties":{"a":1}}`, `{"additionalProperties":1}`, `{"maxProperties":-1}`, `{"maxItems":"1"}`,
		`{"title":1}`, `{"deprecated":1}`, `{"examples":1}`, `{"$defs":1}`, `{"format":1}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","format":"email"}`,
		`{"$ref":"#"}`, `{"$ref":1}`, `{"$ref":"#/$defs/a"}`, `{"$ref":"other.json"}`, `{"$ref":"#/properties/a","properties":{"a":{}}}`, `{"$ref":"#/$defs/a","$defs":{"a":{}},"type":"object"}`,
		`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`, `{"$ref":"#/$defs/a~1b","$defs":{"a/b":{}}}`,
		`{"anyOf":[{"$ref":"#"},{"type":"null"}]}`,
		`{"$ref":"#/$defs/a","$defs":{"a":{"$id":"x"}}}`, `{"properties":{"a":{"items":{"not":{}}}}}`, `{"additionalProperties":{"not":{}}}`,
	} {
		if _, ok := onepass.Compile(decodeSchema(t, schema), nil); ok {
			t.Errorf("compiled %s", schema)
		}
	}
}

func TestMoreThan64PropertiesDoNotCompile(t *testing.T) {
	for count, want := range map[int]bool{64: true, 65: false} {
		var props []string
		for i := range count {
			props = append(props, fmt.Sprintf(`"p%d":{}`, i))
		}
		schema := `{"properties":{` + strings.Join(props, ",") + `}}`
		if _, ok := onepass.Compile(decodeSchema(t, schema), nil); ok != want {
			t.Errorf("%d properties: compiled = %v", count, ok)
		}
	}
}

func TestNumbersThatAreNotJSONNumbersDoNotCompile(t *testing.T) {
	if _, ok := onepass.Compile(map[string]any{"minimum": 1.0}, nil); ok {
		t.Error("compiled a document decoded without UseNumber")
	}
}

type (
	endless *endless
	unnamed struct{ inner }
	named   struct {
		inner `json:"inner"`
	}
	inner  struct{ A int }
	loop   struct{ *loop }
	Text   string
	loose  struct{ Text }
	folded struct {
		A int `json:"a,case:ignore"`
	}
)

func TestUnusualTypesDecodeAsTheDecoderSaysOrNotAtAll(t *testing.T) {
	raws := []string{`{}`, `null`, `{"A":1}`, `{"a":1}`, `{"x":1}`, `{"inner":null}`, `{"inner":{"A":1}}`, `{"B":2}`, `{"Text":"a"}`, `{"":1}`, `"a"`, `1`, `[]`, `[1]`, `"1h"`}
	doc := decodeSchema(t, `true`)
	j, err := newJudge(doc)
	if err != nil {
		t.Fatal(err)
	}
	// Written out, these would not pass the linters.
	twice := reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: typeOf[int](), Tag: `json:"x"`},
		{Name: "B", Type: typeOf[int](), Tag: `json:"x"`},
	})
	badTag := reflect.StructOf([]reflect.StructField{{Name: "A", Type: typeOf[int](), Tag: `json:"a,"`}})
	hidden := reflect.StructOf([]reflect.StructField{{Name: "a", PkgPath: "jig/internal/onepass_test", Type: typeOf[int]()}})
	secret := reflect.StructOf([]reflect.StructField{
		{Name: "a", PkgPath: "jig/internal/onepass_test", Type: typeOf[int](), Tag: `json:"a"`},
		{Name: "B", Type: typeOf[int]()},
	})
	for _, typ := range []reflect.Type{
		typeOf[unnamed](), typeOf[named](), typeOf[loop](), hidden, badTag, twice, secret, typeOf[loose](), typeOf[folded](),
		typeOf[chan int](), typeOf[func()](), typeOf[complex64](), typeOf[uintptr](), typeOf[error](), typeOf[interface{ A() }](),
		typeOf[map[int]string](), typeOf[map[Text]Text](), typeOf[[]uint8](), typeOf[[1]uint8](), typeOf[struct{}](), typeOf[[0]int](), typeOf[[1]any](), typeOf[***int](), typeOf[*any](),
	} {
		plan, ok := onepass.Compile(doc, typ)
		if !ok {
			continue
		}
		for _, raw := range raws {
			j.checkAgainst(t, plan, typ, []byte(raw))
		}
	}
	if _, ok := onepass.Compile(doc, typeOf[endless]()); ok {
		t.Error("compiled a pointer that points only to itself")
	}
	if _, ok := onepass.Compile(doc, typeOf[named]()); ok {
		t.Error("compiled a struct that panics when decoded")
	}
}
