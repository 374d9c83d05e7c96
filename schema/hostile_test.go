package schema_test

import (
	"strings"
	"testing"

	"jig/schema"
)

func TestMalformedArgumentsGetAClearProblem(t *testing.T) {
	tests := map[string]struct {
		in   string
		want []string
	}{
		"nothing":                  {"", []string{` [syntax] is empty, but JSON is needed; send a JSON object with the required properties: "a"`}},
		"blanks":                   {" \n\t", []string{` [syntax] is empty, but JSON is needed; send a JSON object with the required properties: "a"`}},
		"an end too early":         {`{"a":"x`, []string{` [syntax] is not complete JSON: the text ends at line 1, column 8 (byte 7) before the value does; send the whole value and close every string, array and object`}},
		"a second value":           {`{"a":1} {"a":2}`, []string{` [syntax] has more text after the JSON value, beginning with "{\"a\":2}" at line 1, column 9 (byte 8); send exactly one JSON value`}},
		"a stray bracket":          {`{"a":1}}`, []string{` [syntax] has more text after the JSON value, beginning with "}" at line 1, column 8 (byte 7); send exactly one JSON value`}},
		"single quotes":            {`{'a':1}`, []string{` [syntax] is not valid JSON: invalid character '\'' at start of value at line 1, column 2 (byte 1); use double quotes (")`}},
		"a trailing comma":         {`{"a":1,}`, []string{` [syntax] is not valid JSON: invalid character ',' at start of value at line 1, column 7 (byte 6); leave out the comma before the closing bracket`}},
		"a fence":                  {"```json\n{}\n```", []string{" [syntax] is not valid JSON: invalid character '`' at start of value at line 1, column 1 (byte 0); send the JSON alone, without Markdown fences"}},
		"a comment":                {"{\n // x\n}", []string{` [syntax] is not valid JSON: invalid character '/' at start of value at line 2, column 2 (byte 3); JSON has no comments; leave them out`}},
		"a raw line break":         {"{\"a\":\"x\ny\"}", []string{`/a [syntax] is not valid JSON: invalid character '\n' in string (expecting non-control character) at line 1, column 8 (byte 7); write a line break in a string as \n and a tab as \t`}},
		"a wrong escape":           {`{"a":"C:\dir"}`, []string{"/a [syntax] is not valid JSON: invalid escape sequence `\\d` in string at line 1, column 9 (byte 8); write a backslash as \\\\"}},
		"a half of a character":    {`{"a":"\ud83d"}`, []string{`/a [syntax] is not valid JSON: half of a \u escape pair at line 1, column 7 (byte 6); send the character itself, or both halves of its \u escape`}},
		"the other half":           {`{"\ude00":1}`, []string{` [syntax] is not valid JSON: half of a \u escape pair at line 1, column 3 (byte 2); send the character itself, or both halves of its \u escape`}},
		"invalid UTF-8":            {"{\"a\":\"\xc3\x28\"}", []string{`/a [syntax] is not valid JSON: invalid UTF-8 at line 1, column 7 (byte 6); send valid UTF-8`}},
		"invalid UTF-8 in a key":   {"{\"\xff\":1}", []string{` [syntax] is not valid JSON: invalid UTF-8 at line 1, column 3 (byte 2); send valid UTF-8`}},
		"a key twice":              {`{"a":1,"b":{"c":1,"c":2},"a":3}`, []string{`/a [duplicate] is sent twice: the key "a" may appear only once in an object`, `/b/c [duplicate] is sent twice: the key "c" may appear only once in an object`}},
		"a key twice, once hidden": {`{"a":1,"\u0061":2}`, []string{`/a [duplicate] is sent twice: the key "a" may appear only once in an object`}},
		"a NUL in a string":        {`{"a":"x\u0000y"}`, []string{`/a [nul] contains a NUL character (\u0000), which is not allowed; leave it out`}},
		"a NUL in a key":           {`{"a":1,"x\u0000":1}`, []string{"/x\x00 [nul] has a NUL character (\\u0000) in its key, which is not allowed; leave it out"}},
		"a number too large":       {`{"a":1e400}`, []string{`/a [number] is the number 1e400, which is too large; the largest is about 1.8e308`}},
		"a number far too large":   {`{"a":-1e999999999999}`, []string{`/a [number] is the number -1e999999999999, which is too large; the largest is about 1.8e308`}},
		"a number too small":       {`{"a":1e-999999999}`, []string{`/a [number] is the number 1e-999999999, which is too close to zero; send 0`}},
		"a number too long":        {`{"a":` + strings.Repeat("1", 2000) + `}`, []string{`/a [number] is a number of 2000 characters; send a number of at most 1024`}},
		"another case":             {`{"A":1}`, []string{` [additionalProperties] has an unknown property "A"; did you mean "a"? Known: a`, ` [required] is missing the required property "a"`}},
		"not a number":             {`{"a":NaN}`, []string{`/a [syntax] is not valid JSON: invalid character 'N' at start of value at line 1, column 6 (byte 5); JSON has no such value; use a number or null`}},
		"a leading zero":           {`{"a":012}`, []string{` [syntax] is not valid JSON: invalid character '1' after object value (expecting ',' or '}') at line 1, column 7 (byte 6)`}},
	}
	s := schema.MustParse(`{"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false}`)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := s.CheckSlowly([]byte(test.in), schema.Options{})
			same(t, problems(t, err), test.want)
		})
	}
}

func TestNULIsAllowedWhenAskedFor(t *testing.T) {
	s := schema.MustParse(`{"type":"string","maxLength":3}`)
	if _, err := s.Check([]byte(`"a\u0000b"`), schema.Options{AllowNUL: true}); err != nil {
		t.Error(err)
	}
	if err := s.Validate([]byte(`"a\u0000b"`)); err != nil {
		t.Error(err)
	}
}

func TestDeepNestingIsRefused(t *testing.T) {
	nest := func(n int, left, core, right string) string {
		return strings.Repeat(left, n) + core + strings.Repeat(right, n)
	}
	for name, test := range map[string]struct {
		schema string
		in     string
		opt    schema.Options
		want   []string
	}{
		"512 arrays are allowed":        {`{}`, nest(512, "[", "", "]"), schema.Options{}, nil},
		"513 arrays are not":            {`{}`, nest(513, "[", "", "]"), schema.Options{}, []string{`/0 [depth] is nested too deep: at most 512 levels of arrays and objects are allowed; send a flatter value`}},
		"10,000 arrays are not":         {`{}`, nest(10_000, "[", "1", "]"), schema.Options{}, []string{`/0 [depth] is nested too deep: at most 512 levels of arrays and objects are allowed; send a flatter value`}},
		"10,000 objects are not":        {`{"properties":{"a":{"$ref":"#"}}}`, nest(10_000, `{"a":`, "1", "}"), schema.Options{Coerce: true}, []string{`/a [depth] is nested too deep: at most 512 levels of arrays and objects are allowed; send a flatter value`}},
		"a million brackets are not":    {`{}`, strings.Repeat("[", 1_000_000), schema.Options{}, []string{`/0 [depth] is nested too deep: at most 512 levels of arrays and objects are allowed; send a flatter value`}},
		"a tighter limit":               {`{}`, `[[[]]]`, schema.Options{MaxDepth: 2}, []string{`/0 [depth] is nested too deep: at most 2 levels of arrays and objects are allowed; send a flatter value`}},
		"a tighter limit that is kept":  {`{}`, `[[1],{}]`, schema.Options{MaxDepth: 2}, nil},
		"a wider limit":                 {`{"items":{"$ref":"#"},"type":"array"}`, nest(5000, "[", "", "]"), schema.Options{MaxDepth: 6000}, nil},
		"no limit goes beyond the last": {`{}`, nest(9000, "[", "", "]"), schema.Options{MaxDepth: 1 << 40}, []string{`/0 [depth] is nested too deep: at most 8192 levels of arrays and objects are allowed; send a flatter value`}},
		"nesting hidden in a string":    {`{"type":"object","properties":{"a":{"type":"array"}}}`, `{"a":"` + nest(512, "[", "", "]") + `"}`, schema.Options{Coerce: true}, []string{`/a [type] must be an array, but got the string "` + strings.Repeat("[", 60) + `…" (1024 characters); send the array itself, not a string that holds it`}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := schema.MustParse(test.schema).Check([]byte(test.in), test.opt)
			same(t, problems(t, err), test.want)
		})
	}
}

func TestLargeArgumentsAreTakenOrRefusedCheaply(t *testing.T) {
	const size = 2 << 20
	text := strings.Repeat("x", size)
	for name, test := range map[string]struct {
		schema, in string
		want       []string
	}{
		"2 MB of text are fine":           {`{"properties":{"a":{"type":"string"}}}`, `{"a":"` + text + `"}`, nil},
		"2 MB of text on the slow road":   {`{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"array"}]}}}`, `{"a":"` + text + `"}`, nil},
		"2 MB of text in the wrong place": {`{"properties":{"a":{"type":"integer"}}}`, `{"a":"` + text + `"}`, []string{`/a [type] must be an integer, but got the string "` + strings.Repeat("x", 60) + `…" (2097152 characters)`}},
		"2 MB of a key":                   {`{"additionalProperties":false}`, `{"` + text + `":1}`, []string{` [additionalProperties] has an unknown property "` + strings.Repeat("x", 60) + `…" (2097152 characters); leave it out`}},
		"millions of values":              {`{"items":{"anyOf":[{"type":"string"},{"type":"boolean"}]}}`, `[` + strings.Repeat("1,", size/2) + `1]`, []string{` [size] has more than 250000 values; send fewer at once`}},
		"values that defaults would add":  {`{"allOf":[{}],"items":{"properties":{"a":{"default":[1,2,3,4,5,6,7,8,9]}}}}`, `[` + strings.Repeat("{},", 40_000) + `{}]`, []string{` [size] has more than 250000 values; send fewer at once`}},
		"2 MB of digits":                  {`{"type":"number","maximum":5}`, strings.Repeat("1", size), []string{` [number] is a number of 2097152 characters; send a number of at most 1024`}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := schema.MustParse(test.schema).Check([]byte(test.in), schema.Options{Coerce: true})
			same(t, problems(t, err), test.want)
			if err != nil && len(err.Error()) > 1000 {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
		})
	}
}

func TestManyWrongValuesAreJudgedInReasonableSpace(t *testing.T) {
	s := schema.MustParse(`{"items":{"anyOf":[{"type":"string"},{"type":"boolean"},{"type":"object","required":["x"]}]}}`)
	_, err := s.Check([]byte(`[`+strings.Repeat("1,", 100_000)+`1]`), schema.Options{Coerce: true})
	if got := problems(t, err); len(got) != 1000 {
		t.Errorf("%d problems", len(got))
	}
}

func TestValuesHiddenInStringsCountTogether(t *testing.T) {
	s := schema.MustParse(`{"items":{"type":"array","items":{"type":"integer"}}}`)
	part := `,"[` + strings.Repeat("1,", 99_999) + `1]"`
	for parts, want := range map[int]int{3: 1} { // 200,000 values fit, the rest stays as it is
		_, err := s.Check([]byte(`[`+strings.Repeat(part, parts)[1:]+`]`), schema.Options{Coerce: true})
		if got := problems(t, err); len(got) != want {
			t.Errorf("%d strings give %d problems: %.300s", parts, len(got), got)
		}
	}
}
