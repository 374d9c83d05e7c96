package schema_test

import (
	"testing"

	"jig/schema"
)

const typedSchema = `{
	"type": "object",
	"properties": {
		"i": {"type": "integer"},
		"n": {"type": "number"},
		"b": {"type": "boolean"},
		"s": {"type": "string"},
		"o": {"type": "object", "properties": {"i": {"type": "integer"}}},
		"a": {"type": "array", "items": {"type": "integer"}},
		"sn": {"type": ["string", "integer"]},
		"any": {"description": "anything"},
		"nul": {"type": ["integer", "null"]},
		"e": {"enum": [1, 2]},
		"ref": {"$ref": "#/$defs/i", "description": "by reference"},
		"one": {"oneOf": [{"type": "integer"}, {"type": "boolean"}]},
		"some": {"anyOf": [{"type": "integer"}, {"$ref": "#/$defs/s"}]},
		"all": {"allOf": [{"type": "integer"}, {"minimum": 3}]},
		"d": {"type": "integer", "default": 7}
	},
	"additionalProperties": {"type": "integer"},
	"$defs": {"i": {"type": "integer"}, "s": {"maxLength": 3, "type": "string"}}
}`

func TestCoercionMendsWhatWasMeant(t *testing.T) {
	tests := map[string]struct{ in, want string }{
		"an integer in quotes":                {`{"i":"5","d":1}`, `{"i":5,"d":1}`},
		"a negative integer":                  {`{"i":"-12","d":1}`, `{"i":-12,"d":1}`},
		"an integer with an empty fraction":   {`{"i":"5.0","d":1}`, `{"i":5.0,"d":1}`},
		"a number keeps its text":             {`{"n":"1.50e3","d":1}`, `{"n":1.50e3,"d":1}`},
		"a large integer keeps its digits":    {`{"n":"123456789012345678901234567890","d":1}`, `{"n":123456789012345678901234567890,"d":1}`},
		"a boolean":                           {`{"b":"true","d":1}`, `{"b":true,"d":1}`},
		"an object in a string":               {`{"o":"{\"i\":\"3\"}","d":1}`, `{"o":{"i":3},"d":1}`},
		"an array in a string":                {`{"a":"[1, \"2\"]","d":1}`, `{"a":[1,2],"d":1}`},
		"inside arrays":                       {`{"a":["1",2],"d":1}`, `{"a":[1,2],"d":1}`},
		"a null that stands for absent":       {`{"i":null,"s":"x","d":1}`, `{"s":"x","d":1}`},
		"a null inside":                       {`{"o":{"i":null},"d":1}`, `{"o":{},"d":1}`},
		"a null makes way for the default":    {`{"d":null}`, `{"d":7}`},
		"an enum of numbers":                  {`{"e":"2","d":1}`, `{"e":2,"d":1}`},
		"through a reference":                 {`{"ref":"2","d":1}`, `{"ref":2,"d":1}`},
		"through alternatives":                {`{"one":"true","d":1}`, `{"one":true,"d":1}`},
		"through all of several":              {`{"all":"4","d":1}`, `{"all":4,"d":1}`},
		"additional properties":               {`{"more":"4","d":1}`, `{"more":4,"d":1}`},
		"all arguments in one string":         {`"{\"i\":5,\"d\":1}"`, `{"i":5,"d":1}`},
		"nothing at all":                      {``, `{"d":7}`},
		"blanks":                              {" \n", `{"d":7}`},
		"defaults inside an object in quotes": {`"{\"i\":\"5\"}"`, `{"i":5,"d":7}`},
		"a null that is allowed stays":        {`{"nul":null,"i":"1","d":1}`, `{"nul":null,"i":1,"d":1}`},
		"a string that is allowed stays":      {`{"s":"5","sn":"5","any":"5","some":"5","i":"5","d":1}`, `{"s":"5","sn":"5","any":"5","some":"5","i":5,"d":1}`},
	}
	s := schema.MustParse(typedSchema)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := s.Check([]byte(test.in), schema.Options{Coerce: true})
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if _, err := s.Check([]byte(test.in), schema.Options{}); err == nil {
				t.Error("without coercion it is valid, too")
			}
		})
	}
}

func TestCoercionLeavesAloneWhatItMust(t *testing.T) {
	tests := map[string]struct {
		schema, in string
		want       []string
	}{
		"a postal code is no number":           {typedSchema, `{"i":"02134"}`, []string{`/i [type] must be an integer, but got the string "02134"`}},
		"a number with blanks":                 {typedSchema, `{"i":" 5"}`, []string{`/i [type] must be an integer, but got the string " 5"`}},
		"a number with a plus":                 {typedSchema, `{"i":"+5"}`, []string{`/i [type] must be an integer, but got the string "+5"`}},
		"a fraction for an integer":            {typedSchema, `{"i":"5.5"}`, []string{`/i [type] must be an integer, but got the string "5.5"`}},
		"a number beyond all machines":         {typedSchema, `{"n":"1e400"}`, []string{`/n [type] must be a number, but got the string "1e400"`}},
		"a number beyond all reason":           {typedSchema, `{"n":"1e999999999"}`, []string{`/n [type] must be a number, but got the string "1e999999999"`}},
		"words are no numbers":                 {typedSchema, `{"n":"NaN"}`, []string{`/n [type] must be a number, but got the string "NaN"`}},
		"an empty string":                      {typedSchema, `{"n":""}`, []string{`/n [type] must be a number, but got the string ""`}},
		"another spelling of true":             {typedSchema, `{"b":"True"}`, []string{`/b [type] must be a boolean, but got the string "True"`}},
		"a number for a boolean":               {typedSchema, `{"b":1}`, []string{`/b [type] must be a boolean, but got the number 1`}},
		"a number for a string":                {typedSchema, `{"s":5}`, []string{`/s [type] must be a string, but got the number 5`}},
		"an array for an object":               {typedSchema, `{"o":"[1]"}`, []string{`/o [type] must be an object, but got the string "[1]"`}},
		"a broken object":                      {typedSchema, `{"o":"{\"i\":1"}`, []string{`/o [type] must be an object, but got the string "{\"i\":1"`}},
		"an object with a key twice":           {typedSchema, `{"o":"{\"i\":1,\"i\":2}"}`, []string{`/o [type] must be an object, but got the string "{\"i\":1,\"i\":2}"`}},
		"an object with a hidden NUL":          {typedSchema, `{"o":"{\"x\":\"\\u0000\"}"}`, []string{`/o [type] must be an object, but got the string "{\"x\":\"\\u0000\"}"; send the object itself, not a string that holds it`}},
		"a null for a required one":            {`{"properties":{"i":{"type":"integer"}},"required":["i"]}`, `{"i":null}`, []string{`/i [type] must be an integer, but got null`}},
		"a null nobody knows":                  {`{"additionalProperties":{"type":"integer"}}`, `{"i":null}`, []string{`/i [type] must be an integer, but got null`}},
		"a null in an array":                   {`{"items":{"type":"integer"}}`, `[null]`, []string{`/0 [type] must be an integer, but got null`}},
		"what one branch takes as text":        {`{"anyOf":[{"properties":{"a":{"type":"integer"}},"required":["a","x"]},{"properties":{"b":{}},"required":["b","x"]}]}`, `{"a":"5"}`, []string{` [anyOf] must match one of 2 alternatives, but got an object with 1 property: either it is missing the required property "x" (and 1 more), or it is missing the required property "b" (and 1 more)`}},
		"nothing, where something is required": {`{"properties":{"i":{}},"required":["i"]}`, ``, []string{` [syntax] is empty, but JSON is needed; send a JSON object with the required properties: "i"`}},
		"problems are those that remain":       {typedSchema, `{"i":"5","n":"x","b":"false"}`, []string{`/n [type] must be a number, but got the string "x"`}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := schema.MustParse(test.schema).Check([]byte(test.in), schema.Options{Coerce: true})
			same(t, problems(t, err), test.want)
		})
	}
}

func TestCoercionLeavesAloneWhatABranchMayAllow(t *testing.T) {
	for name, test := range map[string]struct{ schema, in, want string }{
		"a condition that is not met":        {`{"properties":{"n":{"type":"integer"}},"if":{"properties":{"kind":{"const":"a"}}},"then":{"properties":{"x":{"type":"integer"}}}}`, `{"kind":"b","x":"5","n":"7"}`, `{"kind":"b","x":"5","n":7}`},
		"a condition that is met":            {`{"properties":{"n":{"type":"integer"}},"if":{"properties":{"kind":{"const":"b"}}},"else":{"properties":{"x":{"type":"integer"}}}}`, `{"kind":"b","x":"5","n":"7"}`, `{"kind":"b","x":"5","n":7}`},
		"a key that is not there":            {`{"properties":{"n":{"type":"integer"}},"dependentSchemas":{"foo":{"properties":{"x":{"type":"integer"}}}}}`, `{"x":"5","n":"7"}`, `{"x":"5","n":7}`},
		"a null under a condition":           {`{"properties":{"n":{"type":"integer"}},"if":{"properties":{"kind":{"const":"a"}}},"then":{"properties":{"x":{"type":"integer"}}}}`, `{"kind":"b","x":null,"n":"7"}`, `{"kind":"b","x":null,"n":7}`},
		"a branch that another one contains": {`{"properties":{"n":{"type":"integer"},"v":{"anyOf":[{"allOf":[{"$ref":"#/properties/v/anyOf/1"},{"type":"integer"}]},{"type":["string","integer"]}]}}}`, `{"v":"5","n":"7"}`, `{"v":"5","n":7}`},
		"but not what neither outcome takes": {`{"if":{"required":["k"]},"then":{"properties":{"x":{"type":"integer"}}},"else":{"properties":{"x":{"type":"boolean"}}}}`, `{"x":"true"}`, `{"x":true}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := schema.MustParse(test.schema).Check([]byte(test.in), schema.Options{Coerce: true})
			if err != nil || string(got) != test.want {
				t.Errorf("got %s (%v)", got, err)
			}
		})
	}
}

func TestValidArgumentsAreNeverCoerced(t *testing.T) {
	s := schema.MustParse(`{"properties":{"a":{"anyOf":[{"type":"integer"},{"const":"5"}]},"n":{"type":["null","integer"]}}}`)
	args := []byte(` {"a":"5","n":null, "unknown":null} `)
	got, err := s.Check(args, schema.Options{Coerce: true})
	if err != nil {
		t.Fatal(err)
	}
	if &got[0] != &args[0] || len(got) != len(args) {
		t.Errorf("got %s, want the arguments themselves", got)
	}
}
