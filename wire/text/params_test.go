package text

import "testing"

func TestArgumentsAreTypedByTheSchema(t *testing.T) {
	p := (&params{schema: []byte(`{
		"type": "object",
		"properties": {
			"zip": {"type": "string"},
			"n": {"type": "integer"},
			"x": {"type": "number"},
			"on": {"type": "boolean"},
			"list": {"type": "array", "items": {"type": "string"}},
			"map": {"type": "object"},
			"maybe": {"type": ["string", "null"]},
			"any": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
			"ref": {"$ref": "#/$defs/Size"},
			"mode": {"enum": ["1", "2"]},
			"level": {"enum": [1, 2]},
			"nul": {"type": "string", "nullable": true},
			"free": {}
		},
		"$defs": {"Size": {"oneOf": [{"type": "number"}, {"$ref": "#/$defs/Size"}]}},
		"additionalProperties": {"type": "boolean"}
	}`)})
	for _, test := range []struct {
		name, text string
		guess      bool
		want       string
	}{
		{"zip", "02134", true, `"02134"`},
		{"zip", "true", true, `"true"`},
		{"zip", " a\nb ", true, `" a\nb "`},
		{"n", "42", false, `42`},
		{"n", " 42\n", false, `42`},
		{"n", "007", false, `"007"`},
		{"n", "4.5", false, `"4.5"`},
		{"n", "4.5", true, `4.5`},
		{"n", "forty", true, `"forty"`},
		{"x", "1e3", false, `1e3`},
		{"on", "True", false, `true`},
		{"on", "yes", false, `"yes"`},
		{"list", `["a", "b"]`, false, `["a", "b"]`},
		{"list", `['a', True]`, false, `["a", true]`},
		{"list", `a, b`, false, `"a, b"`},
		{"map", `{"a": 1}`, false, `{"a": 1}`},
		{"map", `"{\"a\": 1}"`, false, `{"a": 1}`},
		{"maybe", "null", false, `null`},
		{"maybe", "12", true, `"12"`},
		{"any", "12", false, `12`},
		{"any", "None", false, `null`},
		{"ref", "1.5", false, `1.5`},
		{"mode", "1", true, `"1"`},
		{"level", "1", false, `1`},
		{"nul", "null", false, `null`},
		{"free", "[1]", true, `[1]`},
		{"free", "[1]", false, `"[1]"`},
		{"other", "false", false, `false`},
	} {
		if got := p.typed(test.name, test.text, test.guess); string(got) != test.want {
			t.Errorf("%s of %q is %s, want %s", test.name, test.text, got, test.want)
		}
	}
	var none *params
	if got := none.typed("a", "12", true); string(got) != "12" {
		t.Errorf("without a schema, 12 is %s", got)
	}
	if got := none.typed("a", "<b>", false); string(got) != `"<b>"` {
		t.Errorf("without a schema, <b> is %s", got)
	}
}
