package onepass_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"jig/internal/onepass"
)

func planFor(t *testing.T, schema string, typ reflect.Type) *onepass.Plan {
	t.Helper()
	p, ok := onepass.Compile(decodeSchema(t, schema), typ)
	if !ok {
		t.Fatalf("%s does not compile", schema)
	}
	return p
}

func TestAPlanDoesNotDecideWhatTheJudgeMightFindTooMuch(t *testing.T) {
	list := func(item string, n int) string { return `[` + strings.Repeat(item+",", n-1) + item + `]` }
	const listOfText = `{"type":"array","items":{"type":"string","pattern":"^[a-z]*$"}}`
	for name, test := range map[string]struct {
		schema string
		typ    reflect.Type
		in     string
		want   bool
	}{
		"as many values as there may be":              {`{"items":{"type":"integer"}}`, nil, list("1", onepass.MaxValues-1), true},
		"one value too many":                          {`{"items":{"type":"integer"}}`, nil, list("1", onepass.MaxValues), false},
		"one value too many, all null":                {`{"items":{"type":["integer","null"]}}`, reflect.TypeFor[[]*int](), list("null", onepass.MaxValues), false},
		"values and defaults are too many":            {`{"items":{"properties":{"a":{"default":1}}}}`, nil, list("{}", onepass.MaxValues/2), false},
		"a pattern on some text":                      {listOfText, nil, list(`"abcdefgh"`, 1000), true},
		"a large pattern on some text":                {`{"pattern":"^(?:(?:.?){10}){90}$"}`, nil, `"` + strings.Repeat("a", 800) + `"`, true},
		"a large pattern on a long text":              {`{"pattern":"^(?:(?:.?){10}){90}\\x{1}?$"}`, nil, `"` + strings.Repeat("a", 20_000) + `"`, false},
		"a large pattern on texts that are long":      {`{"items":{"pattern":"(?:(?:.?){10}){90}$"}}`, nil, list(`"`+strings.Repeat("a", 500)+`"`, 40), false},
		"a long list of choices for a list of values": {`{"items":{"enum":["` + strings.Repeat(`","`, 2000) + `z"]}}`, nil, list(`"z"`, 2000), false},
	} {
		t.Run(name, func(t *testing.T) {
			dst := reflect.Value{}
			if test.typ != nil {
				dst = reflect.New(test.typ).Elem()
			}
			if _, got := planFor(t, test.schema, test.typ).Run([]byte(test.in), dst); got != test.want {
				t.Errorf("accepted = %v", got)
			}
		})
	}
}

func TestALongListOfChoicesIsLookedUp(t *testing.T) {
	var names []string
	for c := 'a'; c <= 'z'; c++ {
		names = append(names, string(c)+"x")
	}
	doc, err := json.Marshal(map[string]any{"enum": names})
	if err != nil {
		t.Fatal(err)
	}
	p := planFor(t, string(doc), reflect.TypeFor[string]())
	for _, name := range append(names, "", "x", "ay") {
		var got string
		_, ok := p.Run([]byte(`"`+name+`"`), reflect.ValueOf(&got).Elem())
		if want := len(name) == 2 && name[1] == 'x'; ok != want || ok && got != name {
			t.Errorf("%q: accepted = %v as %q", name, ok, got)
		}
	}
}

// spanned is decoded by the library, since it has an unusual tag.
type spanned struct {
	A any `json:"a,case:strict"`
	B any `json:"b"`
}

func TestIntegersInInterfacesAreKeptOrNotDecided(t *testing.T) {
	for in, want := range map[string]bool{
		`{"a":9007199254740992}`: true, `{"a":9007199254740993}`: false, `{"a":-9007199254740993}`: false,
		`{"b":9007199254740993}`: false, `{"b":[1,{"c":1234567890123456789}]}`: false, `{"b":1.5,"a":-0}`: true, `{"a":1}`: true,
	} {
		for _, typ := range []reflect.Type{reflect.TypeFor[any](), reflect.TypeFor[map[string]any](), reflect.TypeFor[spanned]()} {
			if _, ok := planFor(t, `{"type":"object"}`, typ).Run([]byte(in), reflect.New(typ).Elem()); ok != want {
				t.Errorf("%s into %v: accepted = %v", in, typ, ok)
			}
		}
	}
}
