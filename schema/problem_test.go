package schema_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"jig/schema"
)

// problems checks a value and returns what is wrong with it, one line each.
func problems(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	var inv *schema.Invalid
	if !errors.As(err, &inv) {
		t.Fatalf("not an Invalid: %v", err)
	}
	var lines []string
	for _, p := range inv.Problems {
		lines = append(lines, fmt.Sprintf("%s [%s] %s", p.Path, p.Keyword, p.Message))
	}
	return lines
}

func same(t *testing.T, got, want []string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

const shellSchema = `{
	"type": "object",
	"properties": {
		"command": {"type": "string", "minLength": 1, "maxLength": 20},
		"cwd": {"type": "string", "pattern": "^/"},
		"timeout": {"type": "integer", "minimum": 1, "maximum": 600},
		"mode": {"enum": ["read", "write", 3, null]},
		"ratio": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1, "multipleOf": 0.25},
		"tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 3, "uniqueItems": true},
		"env": {"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1, "maxProperties": 2},
		"version": {"const": 2}
	},
	"required": ["command"],
	"additionalProperties": false
}`

func TestAProblemSaysWhatWasExpectedAndWhatWasFound(t *testing.T) {
	long := strings.Repeat("ä", 100)
	tests := map[string]struct {
		schema, value string
		want          []string
	}{
		"a valid value": {shellSchema, `{"command":"ls","timeout":5}`, nil},
		"everything at once": {
			shellSchema, `{"comand":"ls","timeout":"abc","cwd":"x","tags":["a",1,"a"]}`,
			[]string{
				` [additionalProperties] has an unknown property "comand"; did you mean "command"? Known: command, cwd, timeout, mode, ratio, tags, env, version`,
				` [required] is missing the required property "command"`,
				`/cwd [pattern] must match the pattern ^/, but got the string "x"`,
				`/tags [uniqueItems] must not repeat an item, but items 0 and 2 are equal`,
				`/tags/1 [type] must be a string, but got the number 1`,
				`/timeout [type] must be an integer, but got the string "abc"`,
			},
		},
		"a number in quotes": {shellSchema, `{"command":"ls","timeout":"5"}`, []string{`/timeout [type] must be an integer, but got the string "5"; send 5 without quotes`}},
		"an array in quotes": {shellSchema, `{"command":"ls","tags":"[\"a\"]"}`, []string{`/tags [type] must be an array, but got the string "[\"a\"]"; send the array itself, not a string that holds it`}},
		"a fraction":         {shellSchema, `{"command":"ls","timeout":1.5}`, []string{`/timeout [type] must be an integer, but got the number 1.5`}},
		"ranges":             {shellSchema, `{"command":"ls","timeout":0}`, []string{`/timeout [minimum] must be at least 1, but got 0`}},
		"a large number":     {shellSchema, `{"command":"ls","timeout":1e30}`, []string{`/timeout [maximum] must be at most 600, but got 1e+30`}},
		"exclusive bounds and multiples": {shellSchema, `{"command":"ls","ratio":1.1}`, []string{
			`/ratio [exclusiveMaximum] must be less than 1, but got 1.1`,
			`/ratio [multipleOf] must be a multiple of 0.25, but got 1.1`,
		}},
		"a negative number":      {shellSchema, `{"command":"ls","ratio":-0.5}`, []string{`/ratio [exclusiveMinimum] must be greater than 0, but got -0.5`}},
		"a string too short":     {shellSchema, `{"command":""}`, []string{`/command [minLength] must have at least 1 character, but got 0: ""`}},
		"a string too long":      {shellSchema, `{"command":"` + long + `"}`, []string{`/command [maxLength] must have at most 20 characters, but got 100: "` + strings.Repeat("ä", 60) + `…" (100 characters)`}},
		"an enum":                {shellSchema, `{"command":"ls","mode":"raed"}`, []string{`/mode [enum] must be one of "read", "write", 3, null, but got the string "raed"; did you mean "read"?`}},
		"an enum of other types": {shellSchema, `{"command":"ls","mode":{"a":1}}`, []string{`/mode [enum] must be one of "read", "write", 3, null, but got an object with 1 property`}},
		"a constant":             {shellSchema, `{"command":"ls","version":1}`, []string{`/version [const] must be 2, but got the number 1`}},
		"counts": {shellSchema, `{"command":"ls","tags":[],"env":{}}`, []string{
			`/env [minProperties] must have at least 1 property, but got 0`,
			`/tags [minItems] must have at least 1 item, but got 0`,
		}},
		"more counts": {shellSchema, `{"command":"ls","tags":["a","b","c","d"],"env":{"a":"","b":"","c":""}}`, []string{
			`/env [maxProperties] must have at most 2 properties, but got 3`,
			`/tags [maxItems] must have at most 3 items, but got 4`,
		}},
		"the wrong root":             {shellSchema, `[1]`, []string{` [type] must be an object, but got an array of 1 item`}},
		"several missing properties": {`{"required":["b","a"]}`, `{}`, []string{` [required] is missing the required property "a"`, ` [required] is missing the required property "b"`}},
		"other spellings":            {`{"properties":{"filePath":{}},"additionalProperties":false}`, `{"file_path":1}`, []string{` [additionalProperties] has an unknown property "file_path"; did you mean "filePath"? Known: filePath`}},
		"nothing near":               {`{"properties":{"a":{}},"additionalProperties":false}`, `{"b":1}`, []string{` [additionalProperties] has an unknown property "b"; leave it out. Known: a`}},
		"no properties at all":       {`{"additionalProperties":false}`, `{"b":1}`, []string{` [additionalProperties] has an unknown property "b"; leave it out`}},
		"keys by pattern":            {`{"patternProperties":{"^[0-9]+$":{}},"additionalProperties":false}`, `{"b":1}`, []string{` [additionalProperties] has the key "b", but keys there must match ^[0-9]+$`}},
		"pointers are escaped":       {`{"additionalProperties":{"type":"string"}}`, `{"a/b~c":1}`, []string{`/a~1b~0c [type] must be a string, but got the number 1`}},
		"several types":              {`{"type":["string","integer","null"]}`, `true`, []string{` [type] must be null, an integer or a string, but got the boolean true`}},
		"alternatives of types":      {`{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `true`, []string{` [anyOf] must be a string or an integer, but got the boolean true`}},
		"an object or null": {
			`{"properties":{"o":{"anyOf":[{"$ref":"#/$defs/o"},{"type":"null"}]}},"$defs":{"o":{"type":"object","required":["x"]}}}`,
			`{"o":{}}`,
			[]string{`/o [required] is missing the required property "x"`},
		},
		"a marked alternative": {
			`{"oneOf":[{"properties":{"kind":{"const":"a"},"n":{"type":"integer"}},"required":["kind"]},{"properties":{"kind":{"const":"b"},"s":{"type":"string"}},"required":["kind"]}]}`,
			`{"kind":"b","s":1}`,
			[]string{`/s [type] must be a string, but got the number 1`},
		},
		"alternatives of shapes": {
			`{"anyOf":[{"required":["path"]},{"required":["url"],"properties":{"url":{"type":"string"}}}]}`,
			`{"x":1}`,
			[]string{` [anyOf] must match one of 2 alternatives, but got an object with 1 property: either it is missing the required property "path", or it is missing the required property "url"`},
		},
		"too many alternatives at once": {`{"oneOf":[{"type":"integer"},{"minimum":5}]}`, `7`, []string{` [oneOf] must match exactly one of the alternatives, but matches numbers 1 and 2; say what tells them apart`}},
		"not a type":                    {`{"not":{"type":"string"}}`, `"x"`, []string{` [not] must not be a string, but got the string "x"`}},
		"not together":                  {`{"not":{"required":["a","b"]}}`, `{"a":1,"b":2}`, []string{` [not] must not have the properties "a", "b" (together)`}},
		"not something":                 {`{"not":{"minimum":3}}`, `4`, []string{` [not] must not match {"minimum":3}, but got the number 4`}},
		"a forbidden property":          {`{"properties":{"old":false}}`, `{"old":1}`, []string{`/old [properties] is not allowed here; leave it out`}},
		"a schema that accepts nothing": {`false`, `1`, []string{` [false] cannot be valid: the schema accepts nothing`}},
		"unevaluated properties": {
			`{"$ref":"#/$defs/b","properties":{"name":{}},"unevaluatedProperties":false,"$defs":{"b":{"properties":{"id":{}}}}}`,
			`{"nme":1}`,
			[]string{` [unevaluatedProperties] has an unknown property "nme"; did you mean "name"? Known: name, id`},
		},
		"conditions": {
			`{"if":{"properties":{"a":{"const":1}},"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}`,
			`{"a":1}`,
			[]string{` [required] is missing the required property "b"`},
		},
		"dependent properties":     {`{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, []string{` [dependentRequired] is missing the property "b", which is required when "a" is present`}},
		"draft 7 dependencies":     {`{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"]}}`, `{"a":1}`, []string{` [dependencies] is missing the property "b", which is required when "a" is present`}},
		"draft 7 additional items": {`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{}],"additionalItems":false}`, `[1,2,3]`, []string{` [additionalItems] has 2 items too many at its end; leave out what is too much`}},
		"draft 7 formats":          {`{"$schema":"http://json-schema.org/draft-07/schema#","format":"email"}`, `"nobody"`, []string{` [format] must be a valid email like name@example.com, but got the string "nobody"`}},
		"formats are remarks":      {`{"format":"email"}`, `"nobody"`, nil},
		"items past the prefix":    {`{"prefixItems":[{}],"items":false}`, `[1,2]`, []string{`/1 [items] is not allowed here; leave it out`}},
		"contains":                 {`{"contains":{"type":"string"}}`, `[1,2]`, []string{` [contains] must contain at least one item of the kind that the schema asks for under "contains", but none fits`}},
		"contains too few":         {`{"contains":{"type":"string"},"minContains":2}`, `["a"]`, []string{` [minContains] must contain at least 2 items of the kind that the schema asks for under "contains", but got 1`}},
		"contains too many":        {`{"contains":{"type":"string"},"maxContains":1}`, `["a","b"]`, []string{` [maxContains] must contain at most 1 item of the kind that the schema names under "contains", but got 2`}},
		"keys that do not fit, in their places": {
			`{"additionalProperties":{"propertyNames":{"pattern":"^[a-z]+$"}}}`,
			`{"p":{"A":1,"b":2},"q":{"c":3,"D":4},"r":{"A":5}}`,
			[]string{
				`/p [propertyNames] has the key "A", but a key there must match the pattern ^[a-z]+$`,
				`/q [propertyNames] has the key "D", but a key there must match the pattern ^[a-z]+$`,
				`/r [propertyNames] has the key "A", but a key there must match the pattern ^[a-z]+$`,
			},
		},
		"items are sorted by number": {`{"items":{"type":"string"}}`, `["","","2","","","","","","","",1,11]`, []string{
			`/10 [type] must be a string, but got the number 1`, `/11 [type] must be a string, but got the number 11`,
		}},
		"a fault of one value said twice is told once": {`{"allOf":[{"type":"string"},{"type":"string"}]}`, `1`, []string{` [type] must be a string, but got the number 1`}},
		"a schema without end":                         {`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`, `1`, []string{` [schema] cannot be judged, because the schema refers to itself without end`}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := schema.MustParse(test.schema)
			for range 3 { // maps iterate in random order
				same(t, problems(t, s.Validate([]byte(test.value))), test.want)
			}
		})
	}
}

func TestAnErrorListsItsProblemsOneOnEachLine(t *testing.T) {
	s := schema.MustParse(`{"items":{"type":"string"},"minItems":50}`)
	err := s.Validate([]byte(`[` + strings.Repeat("1,", 39) + `1]`))
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 26 {
		t.Fatalf("%d lines: %s", len(lines), err)
	}
	same(t, []string{lines[0], lines[1], lines[25]}, []string{
		"top level: must have at least 50 items, but got 40",
		"/0: must be a string, but got the number 1",
		"… and 16 more",
	})
}

func TestManyProblemsStayDeterministicAndBounded(t *testing.T) {
	s := schema.MustParse(`{"additionalProperties":{"type":"string"}}`)
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, `,"k%04d":%d`, i, i)
	}
	doc := []byte("{" + b.String()[1:] + "}")
	first := problems(t, s.Validate(doc))
	if len(first) != 1000 {
		t.Errorf("%d problems", len(first))
	}
	same(t, problems(t, s.Validate(doc)), first)
}
