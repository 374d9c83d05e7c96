package onepass_test

import (
	"encoding/json"
	"net/netip"
	"reflect"
	"time"
)

// tool is a schema and a type, with arguments that a plan for them must
// accept and arguments on which it must not decide.
type tool struct {
	name   string
	schema string
	typ    reflect.Type
	accept []string
	refuse []string
}

type (
	color string
	point struct {
		X, Y int
	}
	labelled struct {
		Label string `json:"label"`
		*point
	}
	located struct {
		point
		*Place
		Name string `json:"name"`
	}
	// Place is exported, so that a pointer to it can be embedded.
	Place struct {
		City string `json:"city"`
	}
	tree struct {
		Value    int      `json:"value"`
		Children []tree   `json:"children,omitempty"`
		Left     *tree    `json:"left,omitzero"`
		Unused   chan int `json:"-"`
	}
	shadowed struct {
		Place
		City int `json:"city"`
	}
	oddTags struct {
		N int `json:"n,string"`
	}
	stubborn struct{ text string }
	numbers  struct {
		I   int     `json:"i"`
		I8  int8    `json:"i8"`
		I16 int16   `json:"i16"`
		I32 int32   `json:"i32"`
		I64 int64   `json:"i64"`
		U   uint    `json:"u"`
		U8  uint8   `json:"u8"`
		U16 uint16  `json:"u16"`
		U32 uint32  `json:"u32"`
		U64 uint64  `json:"u64"`
		F32 float32 `json:"f32"`
		F64 float64 `json:"f64"`
	}
	mixed struct {
		When  time.Time        `json:"when"`
		Every time.Duration    `json:"every"`
		Raw   json.RawMessage  `json:"raw"`
		Ptr   *json.RawMessage `json:"ptr"`
		Addr  netip.Addr       `json:"addr"`
		Bytes []byte           `json:"bytes"`
		Odd   stubborn         `json:"odd"`
		Any   any              `json:"any"`
		Num   json.Number      `json:"num"`
	}
	containers struct {
		Ints   []int                       `json:"ints"`
		Pair   [2]string                   `json:"pair"`
		Names  map[string]string           `json:"names"`
		Colors map[color]*color            `json:"colors"`
		Deep   map[string][]map[string]int `json:"deep"`
		Points []point                     `json:"points"`
		Free   map[string]any              `json:"free"`
		List   []any                       `json:"list"`
		Ptrs   []**string                  `json:"ptrs"`
		Places map[string]point            `json:"places"`
	}
	withDefaults struct {
		Path  string   `json:"path"`
		Limit *int     `json:"limit"`
		Tags  []string `json:"tags"`
		Opts  any      `json:"opts"`
		Place
	}
)

func (s *stubborn) UnmarshalJSON(b []byte) error {
	s.text = string(b)
	return nil
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// tools covers every keyword and every kind of Go value that plans know.
func tools() []tool {
	return []tool{
		{
			name: "a tool with ordinary arguments", schema: listSchema, typ: typeOf[listArgs](),
			accept: []string{listRaw, `{"opts":{"mode":"fast","dry":false},"tags":[],"limit":1,"path":"ü"}`},
			refuse: []string{
				`{}`, `{"path":"","limit":1,"tags":[],"opts":{"dry":true,"mode":"fast"}}`,
				`{"path":"a","limit":0,"tags":[],"opts":{"dry":true,"mode":"fast"}}`,
				`{"path":"a","limit":1,"tags":[],"opts":{"dry":true,"mode":"slow"}}`,
				`{"path":"a","limit":1,"tags":[],"opts":{"dry":true,"mode":"fast"},"more":1}`,
				`{"path":"a","path":"a","limit":1,"tags":[],"opts":{"dry":true,"mode":"fast"}}`,
				`{"path":"a","\u0070ath":"a","limit":1,"tags":[],"opts":{"dry":true,"mode":"fast"}}`,
			},
		},
		{
			name: "the same arguments without a type", schema: listSchema,
			accept: []string{listRaw}, refuse: []string{`{"path":"a"}`},
		},
		{
			name: "the same arguments into a map", schema: listSchema, typ: typeOf[map[string]any](),
			accept: []string{listRaw}, refuse: []string{`[]`},
		},
		{
			name: "the same arguments into a raw message", schema: listSchema, typ: typeOf[json.RawMessage](),
			accept: []string{listRaw, " " + listRaw + "\n"}, refuse: []string{`{"path":"a"}`},
		},
		{
			name: "anything at all", schema: `true`, typ: typeOf[any](),
			accept: []string{
				`null`, `true`, `false`, `0`, `-0`, `-12`, `1.5`, `"x"`, `""`, `[]`, `{}`, ` [1 , [ ] , {"a" : [null,"b"]} ] `,
				`{"a":1,"b":{"a":1}}`, `"\u00e9\ud83d\ude00\n\\\"\/\b\f\r\t"`, `"日本語 é 😀"`, `9007199254740992`, `-9007199254740992`, `18014398509481984`, `0.1234567890123456789`,
				`{"a":1,"a1":1,"a2":1,"a3":1,"a4":1,"a5":1,"a6":1,"a7":1,"a8":1,"a9":1}`,
			},
			refuse: []string{
				``, ` `, `nul`, `truex`, `01`, `-`, `1.`, `.5`, `+1`, `1 2`, `[1,]`, `[,1]`, `[1 2]`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{a:1}`, `{"a":1 "b":2}`, `[`, `{`, `"`, `"\`,
				`"\x"`, `"\u12"`, `"\ud800"`, `"\udc00\ud800"`, `"\ud800\u0041"`, `"\u0000"`, "\"\x00\"", "\"\n\"", "\"\xff\"", "\"\xed\xa0\x80\"", "\"\\n\xff\"", "\"\\n\x01\"", `"\n`, `{"\u0000":1}`,
				`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"x":{"a":1,"b":2,"a":3}}`, "\ufeff1", `[1]]`, `{"a":1}}`, `NaN`, `1e5`, `1E-5`, `1.5e3`,
				`9007199254740993`, `[-9007199254740993]`, `{"a":123456789012345678901234567890}`,
			},
		},
		{name: "nothing at all", schema: `false`, refuse: []string{`null`, `1`, `{}`}},
		{name: "a property that is forbidden", schema: `{"properties":{"a":false}}`, accept: []string{`{}`, `{"b":1}`, `1`}, refuse: []string{`{"a":1}`}},
		{
			name: "a string with rules", schema: `{"type":"string","minLength":2,"maxLength":4,"pattern":"^[a-zé]+$"}`, typ: typeOf[string](),
			accept: []string{`"ab"`, `"éééé"`, `"\u00e9b"`}, refuse: []string{`"a"`, `"abcde"`, `"ab1"`, `"é"`, `12`, `null`},
		},
		{
			name: "a named string from a list", schema: `{"enum":["red","green","blå",null]}`, typ: typeOf[*color](),
			accept: []string{`"red"`, `"blå"`, `null`, `"gr\u0065en"`}, refuse: []string{`"Red"`, `1`, `true`},
		},
		{
			name: "a list of scalars of all kinds", schema: `{"enum":["a",1,-7,true,null]}`, typ: typeOf[any](),
			accept: []string{`"a"`, `1`, `-7`, `true`, `null`}, refuse: []string{`false`, `2`, `1.0`, `[]`, `{}`, `"b"`},
		},
		{name: "a constant string", schema: `{"const":"go"}`, accept: []string{`"go"`}, refuse: []string{`"stop"`, `1`}},
		{name: "a constant integer", schema: `{"const":0}`, typ: typeOf[int](), accept: []string{`0`, `-0`}, refuse: []string{`1`, `0.0`, `false`}},
		{name: "a constant null", schema: `{"const":null}`, accept: []string{`null`}, refuse: []string{`0`}},
		{
			name: "an integer within bounds", schema: `{"type":"integer","minimum":-5,"exclusiveMaximum":10,"multipleOf":5}`, typ: typeOf[int8](),
			accept: []string{`-5`, `0`, `5`}, refuse: []string{`-10`, `10`, `3`, `5.0`, `"5"`, `500000000000000000000`},
		},
		{
			name: "a number within bounds that are fractions", schema: `{"type":"number","exclusiveMinimum":-0.5,"maximum":2.5}`, typ: typeOf[float64](),
			accept: []string{`0`, `-0.49`, `2.5`, `2`, `-0`, `2.499999999999999`}, refuse: []string{`-0.5`, `2.51`, `-1`, `3`, `2.50000000000000000000001`, `2.5e0`},
		},
		{
			name: "a number of 18 digits", schema: `{"type":"integer","maximum":999999999999999999}`, typ: typeOf[int64](),
			accept: []string{`999999999999999999`, `-999999999999999999`}, refuse: []string{`1000000000000000000`},
		},
		{
			name: "bounds that are long", schema: `{"type":"number","minimum":0.1234567890123456789,"maximum":12345678901234567890}`, typ: typeOf[float64](),
			accept: []string{`0.2`, `1234567890123456789`, `1`}, refuse: []string{`0.1`, `0.1234567890123456789`, `12345678901234567891`},
		},
		{
			name: "numbers of all sizes", schema: `{"type":"object"}`, typ: typeOf[numbers](),
			accept: []string{
				`{"i":1,"i8":-128,"i16":32767,"i32":-2147483648,"i64":-1,"u":1,"u8":255,"u16":65535,"u32":4294967295,"u64":999999999999999999,"f32":0.1,"f64":0.1}`,
				`{"f32":16777217,"f64":9007199254740993}`, `{"i":null,"f32":null}`, `{}`,
			},
			refuse: []string{`{"i8":128}`, `{"u8":-1}`, `{"u8":-0}`, `{"u8":256}`, `{"i":1.0}`, `{"i":"1"}`, `{"f32":1000000000000000000000000000000000000000}`},
		},
		{
			name: "a list with limits", schema: `{"type":"array","items":{"type":"string","minLength":1},"minItems":1,"maxItems":3}`, typ: typeOf[[]string](),
			accept: []string{`["a"]`, `["a","b","c"]`}, refuse: []string{`[]`, `["a","b","c","d"]`, `[""]`, `[1]`},
		},
		{
			name: "a long list", schema: `{"type":"array","items":{"type":["string","null"]}}`, typ: typeOf[[]string](),
			accept: []string{`["1","2","3","4","5","6","7","8","9","10",null,"\n"]`, `[]`}, refuse: []string{`null`},
		},
		{
			name: "containers of all kinds", schema: `{"type":"object","properties":{"names":{"additionalProperties":{"maxLength":3}},"ints":{"items":{"minimum":0}}}}`, typ: typeOf[containers](),
			accept: []string{
				`{"ints":[1,2,3,4,5],"pair":["a","b"],"names":{"a":"b","c":"\u0064"},"colors":{"x":"red","y":null},"deep":{"a":[{"b":1},null],"":null},"points":[{"X":1},{"Y":2,"Z":[]}],"free":{"a":{"b":[1]}},"list":[1,"a",null,[],{}],"ptrs":["a",null],"places":{"a":{"X":1},"b":{"Y":2}}}`,
				`{"ints":[],"names":{},"colors":{},"deep":{},"points":[],"free":{},"list":[],"ptrs":[]}`,
				`{"ints":null,"pair":null,"names":null,"colors":null,"deep":null,"points":null,"free":null,"list":null,"ptrs":null}`,
			},
			refuse: []string{`{"pair":["a"]}`, `{"pair":["a","b","c"]}`, `{"names":{"a":"long"}}`, `{"ints":[-1]}`, `{"names":{"a":"b","a":"c"}}`, `{"free":{"a":1,"a":1}}`, `{"names":[]}`},
		},
		{
			name: "types that decode themselves", schema: `{"type":"object","properties":{"when":{"type":"string","format":"date-time"},"raw":{"type":"object"}}}`, typ: typeOf[mixed](),
			accept: []string{
				`{"when":"2025-11-15T02:25:00Z","raw": {"a" : 1} ,"addr":"::1","bytes":"aGk=","odd":[1, 2],"any":{"a":[1.5]}}`,
				`{"ptr":null,"odd":null}`, `{"ptr":[ 1 ]}`,
			},
			refuse: []string{`{"when":"yesterday"}`, `{"every":1}`, `{"raw":1}`, `{"addr":"nowhere"}`, `{"bytes":"?"}`, `{"odd":[1,}`},
		},
		{
			name: "embedded structs", schema: `{"type":"object","properties":{"city":{"type":"string"},"X":{"type":"integer"}}}`, typ: typeOf[located](),
			accept: []string{`{"name":"a","city":"b","X":1,"Y":2}`, `{"X":3}`, `{"city":"b","extra":{"X":1}}`}, refuse: []string{`{"city":1}`, `{"X":"1"}`},
		},
		{name: "an embedded pointer that cannot be made", schema: `{"type":"object"}`, typ: typeOf[labelled](), accept: []string{`{"label":"a"}`}, refuse: []string{`{"X":1}`}},
		{name: "a shadowed field", schema: `{"type":"object"}`, typ: typeOf[shadowed](), accept: []string{`{"city":1}`}, refuse: []string{`{"city":"a"}`}},
		{name: "a field with unusual tags", schema: `{"type":"object"}`, typ: typeOf[oddTags](), accept: []string{`{"n":"1"}`}, refuse: []string{`{"n":1}`}},
		{
			name: "a recursive schema and type", typ: typeOf[tree](),
			schema: `{"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{"value":{"type":"integer"},"children":{"type":"array","items":{"$ref":"#/$defs/node"}},"left":{"anyOf":[{"$ref":"#/$defs/node"},{"type":"null"}]}},"required":["value"],"additionalProperties":false}}}`,
			accept: []string{`{"value":1}`, `{"value":1,"children":[{"value":2,"children":[]},{"left":{"value":4},"value":3}],"left":null}`},
			refuse: []string{`{"value":1,"children":[{}]}`, `{"value":1,"left":{"value":"x"}}`},
		},
		{
			name: "a recursive type without a schema", schema: `{}`, typ: typeOf[tree](),
			accept: []string{`{"children":[{"children":[{"value":1}]}],"left":{"left":null}}`}, refuse: []string{`{"value":"a"}`},
		},
		{
			name: "a schema that refers to itself", schema: `{"type":["object","null"],"additionalProperties":{"$ref":"#"},"maxProperties":2,"minProperties":1}`, typ: typeOf[map[string]any](),
			accept: []string{`null`, `{"a":null}`, `{"a":{"b":{"c":null}},"b":null}`},
			refuse: []string{`{}`, `{"a":{}}`, `{"a":1}`, `{"a":null,"b":null,"c":null}`},
		},
		{
			name: "draft 7 with definitions", typ: typeOf[map[string]int](),
			schema: `{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","definitions":{"a":{"type":"object","additionalProperties":{"$ref":"#/definitions/b"}},"b":{"type":"integer","description":"x"}}}`,
			accept: []string{`{"a":1,"b":2}`, `{}`}, refuse: []string{`{"a":"1"}`, `{"a":1.0}`},
		},
		{
			name: "counts of properties", schema: `{"minProperties":1,"maxProperties":2,"properties":{"a":{"default":1}}}`, typ: typeOf[map[string]int](),
			accept: []string{`{"a":1}`, `{"b":1}`, `{"a":1,"b":2}`}, refuse: []string{`{}`, `{"b":1,"c":1}`, `{"a":1,"b":1,"c":1}`},
		},
		{
			name: "defaults", typ: typeOf[withDefaults](),
			schema: `{"type":"object","properties":{"path":{"type":"string","default":"."},"limit":{"type":"integer","default":10,"maximum":20},"tags":{"type":"array","items":{"type":"string"},"default":["a","b"]},"opts":{"default":{"x":[1,{"y":null}]}},"city":{"type":"string","default":"Åbo"},"unplaced":{"default":true}}}`,
			accept: []string{`{}`, ` { } `, `{"path":"x"}`, `{"opts":1 }`, `{"path":"x","limit":1,"tags":[],"opts":null,"city":"","unplaced":0}`}, refuse: []string{`{"limit":21}`},
		},
		{
			name: "defaults without a type", schema: `{"properties":{"a":{"default":1},"b":{"properties":{"c":{"type":"string","default":"d\"é"}}},"l":{"items":{"properties":{"z":{"default":null}}}}}}`,
			accept: []string{`{}`, `{"b":{}}`, `{"b":{"x":1},"a":2}`, `{"l":[{},{"z":1},[],{"y":{}}]}`, `1`},
		},
		{
			name: "defaults into an interface", schema: `{"properties":{"a":{"default":1.5},"b":{"properties":{"c":{"default":[{}]}},"additionalProperties":{"properties":{"q":{"default":0}}}}}}`, typ: typeOf[any](),
			accept: []string{`{}`, `{"b":{}}`, `{"b":{"x":{}}}`, `[]`},
		},
		{
			name: "defaults below a raw message", schema: `{"type":"object","properties":{"raw":{"properties":{"a":{"default":1}}}}}`, typ: typeOf[mixed](),
			accept: []string{`{"raw":{"a":2}}`, `{}`}, refuse: []string{`{"raw":{}}`},
		},
		{
			name: "a default for a raw message", schema: `{"type":"object","properties":{"raw":{"default":{"b":1,"a":"<é>"}}}}`, typ: typeOf[mixed](),
			accept: []string{`{}`, `{"raw":1}`},
		},
		{
			name: "doubtful defaults", schema: `{"$defs":{"d":{"type":"integer","default":1},"o":{"type":"object","properties":{"x":{"default":1}}}},"properties":{"bad":{"type":"integer","default":"x"},"ref":{"$ref":"#/$defs/d"},"own":{"$ref":"#/$defs/d","default":2},"hollow":{"$ref":"#/$defs/o","default":{}},"alt":{"anyOf":[{"$ref":"#/$defs/o"},{"type":"null"}]},"sure":{"default":3}}}`,
			accept: []string{`{"bad":1,"ref":1,"hollow":{"x":1},"alt":null}`, `{"bad":1,"ref":1,"hollow":{"x":2},"alt":{"x":1}}`},
			refuse: []string{`{}`, `{"ref":1,"hollow":{},"alt":null}`, `{"bad":1,"hollow":{},"alt":null}`, `{"bad":1,"ref":1,"alt":null}`, `{"bad":1,"ref":1,"hollow":{},"alt":{}}`},
		},
		{
			name: "a default beside a reference in draft 7", schema: `{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{}},"properties":{"a":{"$ref":"#/definitions/a","default":1}}}`,
			accept: []string{`{"a":2}`}, refuse: []string{`{}`},
		},
		{
			name: "a required property with a default", schema: `{"required":["a"],"properties":{"a":{"default":1}}}`,
			accept: []string{`{"a":2}`}, refuse: []string{`{}`},
		},
		{
			name: "a required property that is not described", schema: `{"required":["é\"\\","b"],"additionalProperties":{"type":"integer"}}`, typ: typeOf[map[string]int](),
			accept: []string{`{"é\"\\":1,"b":2}`, `{"\u00e9\u0022\\":1,"b":2}`, `{"c":1,"b":2,"é\"\\":3}`}, refuse: []string{`{"b":1}`, `{"é\"\\":"1","b":2}`, `{"é"\":1,"b":2}`},
		},
		{
			name: "more properties than are compared one by one", typ: typeOf[map[string]int8](),
			schema: `{"properties":{"a":{},"b":{},"c":{},"d":{},"e":{},"f":{},"g":{},"h":{},"i":{"minimum":3},"j":{}},"additionalProperties":false}`,
			accept: []string{`{"j":1,"i":3,"a":1}`, `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":3,"j":1}`}, refuse: []string{`{"i":2}`, `{"k":1}`, `{"j":1,"j":1}`},
		},
		{
			name: "an optional value written as an alternative", schema: `{"type":"object","properties":{"a":{"anyOf":[{"type":"string","enum":["x"]},{"type":"null"}],"default":null,"title":"A"},"b":{"anyOf":[{"type":"null"},{"type":"integer","minimum":1}]}}}`, typ: typeOf[map[string]*any](),
			accept: []string{`{}`, `{"a":"x","b":1}`, `{"a":null,"b":null}`}, refuse: []string{`{"a":"y"}`, `{"b":0}`, `{"a":1}`},
		},
		{
			name: "annotations", schema: `{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"t","description":"d","examples":[1],"deprecated":true,"readOnly":true,"writeOnly":false,"$comment":"c","x-order":1,"format":"email","contentEncoding":"base64","contentMediaType":"application/json","type":["string","number"],"default":3}`, typ: typeOf[any](),
			accept: []string{`"not an address"`, `1.5`}, refuse: []string{`true`},
		},
	}
}
