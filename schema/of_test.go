package schema_test

import (
	"encoding/json"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"jig/schema"
)

type plainArgs struct {
	Command string   `json:"command" doc:"what to run"`
	Cwd     string   `json:"cwd,omitempty"`
	Timeout *int     `json:"timeout"`
	Env     []string `json:"env,omitzero"`
	Skipped string   `json:"-"`
	_       string
	Untold  bool
}

type numbers struct {
	I8  int8
	I16 int16
	I32 int32
	I64 int64
	U8  uint8
	U32 uint32
	U   uint
	F32 float32
	F64 float64
}

type tagged struct {
	Mode  string            `json:"mode" enum:"fast, slow" default:"fast" title:"Mode" doc:"how to run"`
	Level int               `json:"level" enum:"1,2,3" example:"2"`
	Any   any               `json:"any,omitempty" doc:"whatever"`
	Ratio float64           `json:"ratio" exclusiveMinimum:"0" exclusiveMaximum:"1.5" default:"0.5"`
	Step  int               `json:"step" multipleOf:"5" minimum:"-10" maximum:"10" required:"false"`
	Name  string            `json:"name" minLength:"1" maxLength:"9" pattern:"^[a-z]+$" default:"abc"`
	Mail  string            `json:"mail,omitempty" format:"email" deprecated:"true" example:"a@b.example"`
	Tags  []string          `json:"tags" enum:"x,y" minItems:"1" maxItems:"2" uniqueItems:"true" default:"[\"x\"]"`
	Note  *string           `json:"note" nullable:"true" jsonschema:"a note, or null"`
	Kind  string            `json:"kind,omitempty" enum:"[\"a,b\",\"c\"]" nullable:"true"`
	Must  string            `json:"must,omitempty" required:"true"`
	Opts  map[string]string `json:"opts" default:"{}"`
}

type special struct {
	When  time.Time               `json:"when"`
	Wait  time.Duration           `json:"wait" default:"1m30s"`
	Data  []byte                  `json:"data"`
	Hash  [4]byte                 `json:"hash"`
	Raw   json.RawMessage         `json:"raw"`
	Addr  netip.Addr              `json:"addr"`
	Point [2]float64              `json:"point"`
	ByInt map[int8]bool           `json:"byInt"`
	ByKey map[netip.Addr][]string `json:"byKey"`
	Big   json.Number             `json:"big"`
	ID    int64                   `json:"id,string"`
	Quota float64                 `json:"quota,string"`
	Self  selfMade                `json:"self"`
}

type selfMade struct{ v any }

func (selfMade) JSONSchema() json.RawMessage {
	return json.RawMessage(`{"type": "string", "maxLength": 3}`)
}

func (s *selfMade) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &s.v) }

type base struct {
	ID   string `json:"id" doc:"from base"`
	Name string `json:"name"`
}

type Extra struct {
	Note string `json:"note"`
	Deep `json:"deep"`
}

type Deep struct {
	X int `json:"x"`
}

type embedding struct {
	base
	Name string `json:"name" doc:"shadows"`
	*Extra
}

type tree struct {
	Value int     `json:"value"`
	Kids  []*tree `json:"kids,omitempty"`
}

type forest struct {
	Main  tree              `json:"main" doc:"the first"`
	Other *tree             `json:"other" nullable:"true"`
	Named map[string]tree   `json:"named,omitempty"`
	Pages page[tree]        `json:"pages"`
	Lists list              `json:"lists,omitempty"`
	Refs  withReferences    `json:"refs"`
	More  []*withReferences `json:"more,omitempty"`
}

type page[T any] struct {
	Items []T      `json:"items"`
	Next  *page[T] `json:"next"`
}

type list []list

type withReferences struct{ v any }

func (*withReferences) JSONSchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"default":{"$ref":"#/$defs/n"},"again":{"$ref":"#"}},"$defs":{"n":{"type":"integer"}}}`)
}

func (w *withReferences) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &w.v) }

func TestASchemaFollowsTheGoType(t *testing.T) {
	tests := map[string]struct {
		typ  reflect.Type
		want string
	}{
		"a plain struct": {reflect.TypeFor[plainArgs](), `{"type":"object","properties":{
			"command":{"type":"string","description":"what to run"},
			"cwd":{"type":"string"},
			"timeout":{"type":"integer"},
			"env":{"type":"array","items":{"type":"string"}},
			"Untold":{"type":"boolean"}
			},"required":["command","Untold"],"additionalProperties":false}`},
		"numbers are bounded by what they hold": {reflect.TypeFor[numbers](), `{"type":"object","properties":{
			"I8":{"type":"integer","minimum":-128,"maximum":127},
			"I16":{"type":"integer","minimum":-32768,"maximum":32767},
			"I32":{"type":"integer","minimum":-2147483648,"maximum":2147483647},
			"I64":{"type":"integer"},
			"U8":{"type":"integer","minimum":0,"maximum":255},
			"U32":{"type":"integer","minimum":0,"maximum":4294967295},
			"U":{"type":"integer","minimum":0},
			"F32":{"type":"number"},
			"F64":{"type":"number"}
			},"required":["I8","I16","I32","I64","U8","U32","U","F32","F64"],"additionalProperties":false}`},
		"tags": {reflect.TypeFor[tagged](), `{"type":"object","properties":{
			"mode":{"type":"string","title":"Mode","description":"how to run","enum":["fast","slow"],"default":"fast"},
			"level":{"type":"integer","enum":[1,2,3],"examples":[2]},
			"any":{"description":"whatever"},
			"ratio":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1.5,"default":0.5},
			"step":{"type":"integer","minimum":-10,"maximum":10,"multipleOf":5},
			"name":{"type":"string","minLength":1,"maxLength":9,"pattern":"^[a-z]+$","default":"abc"},
			"mail":{"type":"string","format":"email","deprecated":true,"examples":["a@b.example"]},
			"tags":{"type":"array","items":{"type":"string","enum":["x","y"]},"minItems":1,"maxItems":2,"uniqueItems":true,"default":["x"]},
			"note":{"type":["string","null"],"description":"a note, or null"},
			"kind":{"type":["string","null"],"enum":["a,b","c",null]},
			"must":{"type":"string"},
			"opts":{"type":"object","additionalProperties":{"type":"string"},"default":{}}
			},"required":["level","must"],"additionalProperties":false}`},
		"types with a form of their own": {reflect.TypeFor[special](), `{"type":"object","properties":{
			"when":{"type":"string","format":"date-time"},
			"wait":{"type":"string","pattern":"^(0|-?([0-9]{1,9}(\\.[0-9]+)?(ns|us|ms|s)|[0-9]{1,5}(\\.[0-9]+)?[mh]){1,6})$","default":"1m30s"},
			"data":{"type":"string","contentEncoding":"base64"},
			"hash":{"type":"string","contentEncoding":"base64","minLength":8,"maxLength":8,"pattern":"[^=]==$"},
			"raw":{},
			"addr":{"type":"string"},
			"point":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2},
			"byInt":{"type":"object","patternProperties":{"^(0|-?[1-9][0-9]{0,1})$":{"type":"boolean"}},"additionalProperties":false},
			"byKey":{"type":"object","additionalProperties":{"type":"array","items":{"type":"string"}}},
			"big":{"type":"number"},
			"id":{"type":"string","pattern":"^(0|-?[1-9][0-9]{0,17})$"},
			"quota":{"type":"string","pattern":"^-?(0|[1-9][0-9]{0,199})(\\.[0-9]{1,200})?([eE][-+]?[0-9]{1,2})?$"},
			"self":{"type":"string","maxLength":3}
			},"required":["when","data","hash","raw","addr","point","byInt","byKey","big","id","quota","self"],"additionalProperties":false}`},
		"embedded structs are flattened and shadowed": {reflect.TypeFor[embedding](), `{"type":"object","properties":{
			"id":{"type":"string","description":"from base"},
			"name":{"type":"string","description":"shadows"},
			"note":{"type":"string"},
			"deep":{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"],"additionalProperties":false}
			},"required":["id","name"],"additionalProperties":false}`},
		"recursive types stand in $defs": {reflect.TypeFor[forest](), `{"type":"object","properties":{
			"main":{"$ref":"#/$defs/tree","description":"the first"},
			"other":{"anyOf":[{"$ref":"#/$defs/tree"},{"type":"null"}]},
			"named":{"type":"object","additionalProperties":{"$ref":"#/$defs/tree"}},
			"pages":{"$ref":"#/$defs/page_tree"},
			"lists":{"$ref":"#/$defs/list"},
			"refs":{"$ref":"#/$defs/withReferences"},
			"more":{"type":"array","items":{"$ref":"#/$defs/withReferences"}}
			},"required":["main","pages","refs"],"additionalProperties":false,
			"$defs":{
			"tree":{"type":"object","properties":{"value":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/tree"}}},"required":["value"],"additionalProperties":false},
			"page_tree":{"type":"object","properties":{"items":{"type":"array","items":{"$ref":"#/$defs/tree"}},"next":{"$ref":"#/$defs/page_tree"}},"required":["items"],"additionalProperties":false},
			"list":{"type":"array","items":{"$ref":"#/$defs/list"}},
			"withReferences":{"type":"object","properties":{"default":{"$ref":"#/$defs/withReferences/$defs/n"},"again":{"$ref":"#/$defs/withReferences"}},"$defs":{"n":{"type":"integer"}}}
			}}`},
		"a recursive root stays an object": {reflect.TypeFor[tree](), `{"type":"object","properties":{
			"value":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/tree"}}},"required":["value"],"additionalProperties":false,
			"$defs":{"tree":{"type":"object","properties":{"value":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/tree"}}},"required":["value"],"additionalProperties":false}}}`},
		"a type that gives its own schema":    {reflect.TypeFor[*withReferences](), `{"type":"object","properties":{"default":{"$ref":"#/$defs/n"},"again":{"$ref":"#"}},"$defs":{"n":{"type":"integer"}}}`},
		"an empty struct":                     {reflect.TypeFor[struct{}](), `{"type":"object","properties":{},"additionalProperties":false}`},
		"a pointer is what it points to":      {reflect.TypeFor[**string](), `{"type":"string"}`},
		"anything":                            {reflect.TypeFor[any](), `{}`},
		"a slice of bytes of a named type":    {reflect.TypeFor[[]named](), `{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}}`},
		"a map of a map":                      {reflect.TypeFor[map[string]map[uint64]int](), `{"type":"object","additionalProperties":{"type":"object","patternProperties":{"^(0|[1-9][0-9]{0,17})$":{"type":"integer"}},"additionalProperties":false}}`},
		"an unmarshaler may be anything":      {reflect.TypeFor[anything](), `{}`},
		"bytes that are no multiple of three": {reflect.TypeFor[[5]byte](), `{"type":"string","contentEncoding":"base64","minLength":8,"maxLength":8,"pattern":"[^=]=$"}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s, err := schema.Of(test.typ)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.NewReplacer("\n", "", "\t", "").Replace(test.want)
			if got := string(s.JSON()); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if _, err := schema.Parse(s.JSON()); err != nil {
				t.Errorf("the document does not compile: %v", err)
			}
			again, err := schema.Of(test.typ)
			if err != nil || string(again.JSON()) != string(s.JSON()) {
				t.Errorf("a second time it is %s (%v)", again.JSON(), err)
			}
		})
	}
}

type named byte

type anything struct{ v string }

func (a *anything) UnmarshalJSON(b []byte) error { a.v = string(b); return nil }

type Loop struct {
	X int
	*Loop
}

type badHook struct{}

func (badHook) JSONSchema() json.RawMessage { return json.RawMessage(`{"type":"strin"}`) }

func TestAWrongTypeOrTagIsAnErrorThatNamesTheField(t *testing.T) {
	tests := map[string]struct {
		typ  reflect.Type
		want []string
	}{
		"no type at all":              {nil, []string{"no type"}},
		"a channel":                   {reflect.TypeFor[struct{ In struct{ Done chan int } }](), []string{".In.Done", "chan int has no JSON form"}},
		"a function in a slice":       {reflect.TypeFor[struct{ F []func() }](), []string{".F.[]", "func() has no JSON form"}},
		"a complex number":            {reflect.TypeFor[complex64](), []string{"complex64 has no JSON form"}},
		"an interface with methods":   {reflect.TypeFor[struct{ E error }](), []string{".E", "error has no JSON form"}},
		"a map with boolean keys":     {reflect.TypeFor[map[bool]int](), []string{"keys of type bool"}},
		"a struct that embeds itself": {reflect.TypeFor[Loop](), []string{"embeds itself"}},
		"an embedded string":          {reflect.TypeFor[struct{ named }](), []string{"not a struct"}},
		"two fields of one name":      {reflect.TypeFor[struct{ A, B int }](), nil},
		"a clash of names": {reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"x"`},
			{Name: "B", Type: reflect.TypeFor[int](), Tag: `json:"x"`},
		}), []string{"conflict over JSON object name"}},
		"a minimum that is no number": {reflect.TypeFor[struct {
			A int `minimum:"abc"`
		}](), []string{".A", `minimum:"abc" is not a number`}},
		"a minimum on a string": {reflect.TypeFor[struct {
			A string `minimum:"1"`
		}](), []string{".A", "the tag minimum works on integer and number only, and this is a string"}},
		"a minimum below the kind": {reflect.TypeFor[struct {
			A uint8 `minimum:"-1"`
		}](), []string{".A", "beyond what the Go type can hold"}},
		"a maximum above the kind": {reflect.TypeFor[struct {
			A int64 `maximum:"9223372036854775808"`
		}](), []string{".A", "beyond what the Go type can hold"}},
		"bounds the wrong way round": {reflect.TypeFor[struct {
			A int `minimum:"2" maximum:"1"`
		}](), []string{".A", "minimum 2 is greater than maximum 1"}},
		"a negative length": {reflect.TypeFor[struct {
			A string `minLength:"-1"`
		}](), []string{".A", "not a whole number"}},
		"lengths the wrong way round": {reflect.TypeFor[struct {
			A string `minLength:"2" maxLength:"1"`
		}](), []string{".A", "greater"}},
		"a length on an array": {reflect.TypeFor[struct {
			A []int `maxLength:"1"`
		}](), []string{".A", "works on string only"}},
		"unique items of a number": {reflect.TypeFor[struct {
			A int `uniqueItems:"true"`
		}](), []string{".A", "works on array only"}},
		"a pattern that does not compile": {reflect.TypeFor[struct {
			A string `pattern:"("`
		}](), []string{".A", "not a regular expression"}},
		"a multiple of zero": {reflect.TypeFor[struct {
			A int `multipleOf:"0"`
		}](), []string{".A", "greater than 0"}},
		"a default of the wrong type": {reflect.TypeFor[struct {
			A int `default:"many"`
		}](), []string{".A", `"many" is not an integer`}},
		"a default that does not fit": {reflect.TypeFor[struct {
			A int `default:"5" maximum:"3"`
		}](), []string{".A", `default:"5"`, "must be at most 3"}},
		"a default outside the enum": {reflect.TypeFor[struct {
			A string `default:"c" enum:"a,b"`
		}](), []string{".A", `default:"c"`, `must be one of "a", "b"`}},
		"a default that is no time": {reflect.TypeFor[struct {
			A time.Time `default:"now"`
		}](), []string{".A", "date-time"}},
		"a default that is no duration": {reflect.TypeFor[struct {
			A time.Duration `default:"5"`
		}](), []string{".A", "duration like"}},
		"an enum of the wrong type": {reflect.TypeFor[struct {
			A int `enum:"a,b"`
		}](), []string{".A", `enum:"a,b"`, "is not an integer"}},
		"an enum beyond the kind": {reflect.TypeFor[struct {
			A uint8 `enum:"1,300"`
		}](), []string{".A", `enum:"1,300"`, "must be at most 255"}},
		"an example that does not fit": {reflect.TypeFor[struct {
			A []int `example:"[\"x\"]"`
		}](), []string{".A", "example", "must be an integer"}},
		"required that is not boolean": {reflect.TypeFor[struct {
			A int `required:"yes"`
		}](), []string{".A", `required:"yes" must be true or false`}},
		"nullable that is not boolean": {reflect.TypeFor[struct {
			A int `nullable:"1"`
		}](), []string{".A", `nullable:"1" must be true or false`}},
		"keywords in a jsonschema tag": {reflect.TypeFor[struct {
			A int `jsonschema:"minimum=1"`
		}](), []string{".A", "looks like a list of keywords"}},
		"the string option on a string": {reflect.TypeFor[struct {
			A string `json:",string"`
		}](), []string{".A", "numbers only"}},
		"a second format": {reflect.TypeFor[struct {
			A time.Time `format:"date"`
		}](), []string{".A", "has the format date-time"}},
		"a second pattern": {reflect.TypeFor[struct {
			A time.Duration `pattern:"s$"`
		}](), []string{".A", "pattern of its own"}},
		"an invalid schema of its own":   {reflect.TypeFor[struct{ A badHook }](), []string{".A", "JSONSchema method", "/type"}},
		"a pointer to an unexported one": {reflect.TypeFor[struct{ *base }](), []string{"cannot be set"}},
		"a tagged unexported field": {reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: reflect.TypeFor[int]()},
			{Name: "b", Type: reflect.TypeFor[int](), Tag: `json:"b"`, PkgPath: "example"},
		}), []string{"unexported"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s, err := schema.Of(test.typ)
			if test.want == nil {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil {
				t.Fatalf("no error, but the schema %s", s.JSON())
			}
			for _, part := range test.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("the error %q does not say %q", err, part)
				}
			}
		})
	}
}
