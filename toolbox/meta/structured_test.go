package meta_test

import (
	"strings"
	"testing"

	"jig/engine"
	"jig/schema"
	"jig/tool"
	"jig/toolbox/meta"
)

func TestStructuredOutputGivesBackTheAnswer(t *testing.T) {
	person := schema.MustParse(`{
		"type": "object",
		"properties": {"name": {"type": "string"}, "age": {"type": "integer", "minimum": 0}, "role": {"type": "string", "default": "guest"}},
		"required": ["name", "age"],
		"additionalProperties": false
	}`)
	tests := map[string]struct {
		schema *schema.Schema
		args   string
		status engine.Status
		want   []string // the text itself if the call is fine, else parts of it
	}{
		"any object is taken without a schema":      {nil, `{"a":1,"b":{"c":[true,null]}}`, engine.OK, []string{`{"a":1,"b":{"c":[true,null]}}`}},
		"an empty object is an answer":              {nil, `{}`, engine.OK, []string{`{}`}},
		"white space between the parts goes":        {nil, "{ \"a\" : [ 1,\n 2 ] }", engine.OK, []string{`{"a":[1,2]}`}},
		"characters and numbers stay as written":    {nil, `{"html":"<b>&</b>","n":1.50,"big":12345678901234567890}`, engine.OK, []string{`{"html":"<b>&</b>","n":1.50,"big":12345678901234567890}`}},
		"an array is no answer":                     {nil, `[1]`, engine.Invalid, []string{"object"}},
		"bad JSON is no answer":                     {nil, `{"a":`, engine.Invalid, []string{"Invalid arguments"}},
		"a fitting answer gets its defaults":        {person, `{"name":"Ada","age":36}`, engine.OK, []string{`{"name":"Ada","age":36,"role":"guest"}`}},
		"an answer that does not fit is refused":    {person, `{"name":7,"age":-1,"nme":"x"}`, engine.Invalid, []string{"/name", "/age", "nme"}},
		"a missing member is told with the schema":  {person, `{"name":"Ada"}`, engine.Invalid, []string{"age"}},
		"the purpose of the call is not the answer": {nil, `{"` + tool.PurposeKey + `":"done","a":1}`, engine.OK, []string{`{"a":1}`}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out := run(t, meta.StructuredOutput(test.schema), test.args, engine.Options{})
			text := out.Result.Text()
			if out.Status != test.status {
				t.Fatalf("%s, want %s: %s", out.Status, test.status, text)
			}
			if test.status != engine.OK {
				for _, part := range test.want {
					if !strings.Contains(text, part) {
						t.Errorf("%q does not mention %q", text, part)
					}
				}
				return
			}
			wantUntouched(t, out)
			if text != test.want[0] {
				t.Errorf("got %s, want %s", text, test.want[0])
			}
			if b := out.Result.Content; len(b) != 1 || b[0].Type != tool.JSONBlock {
				t.Errorf("the content is %+v, want one JSON block", b)
			}
		})
	}
}

func TestTheSchemaOfTheAnswerIsTheSchemaOfTheTool(t *testing.T) {
	s := schema.MustParse(`{"type":"object","properties":{"x":{"type":"number"}}}`)
	if got := meta.StructuredOutput(s).Spec().Input; got != s {
		t.Errorf("the input schema is %s, want %s", got.JSON(), s.JSON())
	}
}
