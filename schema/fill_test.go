package schema_test

import (
	"testing"

	"jig/schema"
)

func TestDefaultsFillWhatIsMissing(t *testing.T) {
	tests := map[string]struct{ schema, in, want string }{
		"in the order of the document": {
			`{"properties":{"z":{"default":1},"a":{"default":[2, {"x":null}]},"m":{"default":"é"}}}`,
			`{ "q": 1.0 }`, `{"q":1.0,"z":1,"a":[2,{"x":null}],"m":"é"}`,
		},
		"not what is present":      {`{"properties":{"a":{"default":1}}}`, `{"a":null}`, `{"a":null}`},
		"not other values":         {`{"properties":{"a":{"default":1}}}`, `[ {} ]`, `[ {} ]`},
		"inside objects":           {`{"properties":{"o":{"properties":{"a":{"default":1}}}}}`, `{"o":{}}`, `{"o":{"a":1}}`},
		"not into absent objects":  {`{"properties":{"o":{"properties":{"a":{"default":1}}}}}`, `{}`, `{}`},
		"inside arrays":            {`{"items":{"properties":{"a":{"default":1}}}}`, `[{},{"a":2}]`, `[{"a":1},{"a":2}]`},
		"inside a prefix of items": {`{"prefixItems":[{"properties":{"a":{"default":1}}}],"items":{"properties":{"b":{"default":2}}}}`, `[{},{}]`, `[{"a":1},{"b":2}]`},
		"inside draft 7 items":     {`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"properties":{"a":{"default":1}}}],"additionalItems":{"properties":{"b":{"default":2}}}}`, `[{},{}]`, `[{"a":1},{"b":2}]`},
		"inside additional and pattern properties": {
			`{"patternProperties":{"^p":{"properties":{"a":{"default":1}}}},"additionalProperties":{"properties":{"b":{"default":2}}}}`,
			`{"p":{},"q":{}}`, `{"p":{"a":1},"q":{"b":2}}`,
		},
		"through a reference":                  {`{"properties":{"o":{"$ref":"#/$defs/o"}},"$defs":{"o":{"properties":{"a":{"default":1}}}}}`, `{"o":{}}`, `{"o":{"a":1}}`},
		"of a reference":                       {`{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"integer","default":3}}}`, `{}`, `{"a":3}`},
		"its own before that of the reference": {`{"properties":{"a":{"$ref":"#/$defs/a","default":4}},"$defs":{"a":{"type":"integer","default":3}}}`, `{}`, `{"a":4}`},
		"of all parts":                         {`{"allOf":[{"properties":{"a":{"default":1}}},{"properties":{"b":{"default":2}}}]}`, `{}`, `{"a":1,"b":2}`},
		"of a recursive type":                  {`{"properties":{"n":{"$ref":"#"},"a":{"default":1}}}`, `{"n":{"n":{}}}`, `{"n":{"n":{"a":1},"a":1},"a":1}`},
		"a default has defaults itself":        {`{"properties":{"o":{"default":{},"properties":{"a":{"default":1}},"required":["a"]}}}`, `{}`, `{"o":{"a":1}}`},
		"what is required may have a default":  {`{"properties":{"a":{"default":1}},"required":["a"]}`, `{}`, `{"a":1}`},
		"not from alternatives":                {`{"anyOf":[{"properties":{"a":{"default":1}}}],"oneOf":[{"properties":{"b":{"default":1}}}],"if":true,"then":{"properties":{"c":{"default":1}}}}`, `{}`, `{}`},
		"not what does not satisfy itself":     {`{"properties":{"a":{"type":"integer","default":"x"},"b":{"default":1}}}`, `{}`, `{"b":1}`},
		"not what contains itself":             {`{"properties":{"n":{"$ref":"#","default":{}},"a":{"default":1}}}`, `{}`, `{"a":1}`},
		"not what goes in circles":             {`{"properties":{"n":{"$ref":"#/$defs/x"}},"$defs":{"x":{"$ref":"#/$defs/y"},"y":{"$ref":"#/$defs/x"}}}`, `{}`, `{}`},
		"not with a NUL":                       {`{"properties":{"a":{"default":"\u0000"}}}`, `{}`, `{}`},
		"not what would break a choice":        {`{"properties":{"a":{"default":1},"b":{}},"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{"b":1}`, `{"b":1}`},
		"but what makes a choice":              {`{"properties":{"a":{"default":1},"b":{}},"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{}`, `{"a":1}`},
		"not what would be one too many":       {`{"properties":{"a":{"default":1}},"maxProperties":1}`, ` {"b":1}`, ` {"b":1}`},
		"not what is excluded together":        {`{"properties":{"a":{"default":1}},"not":{"required":["a","b"]}}`, `{"b":[]}`, `{"b":[]}`},
		"untouched text stays as it is":        {`{"properties":{"a":{"default":1}}}`, " {\"a\" : 1.50}\n", " {\"a\" : 1.50}\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := schema.MustParse(test.schema)
			slow, err := s.CheckSlowly([]byte(test.in), schema.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if string(slow) != test.want {
				t.Errorf("got %s, want %s", slow, test.want)
			}
			fast, err := s.Check([]byte(test.in), schema.Options{})
			if err != nil {
				t.Fatal(err)
			}
			again, err := s.Check(fast, schema.Options{})
			if err != nil || string(again) != string(fast) {
				t.Errorf("filling again gives %s (%v), not %s", again, err, fast)
			}
		})
	}
}

func TestValidateDoesNotFillIn(t *testing.T) {
	s := schema.MustParse(`{"properties":{"a":{"default":1}},"required":["a"]}`)
	same(t, problems(t, s.Validate([]byte(`{}`))), []string{` [required] is missing the required property "a"`})
}
