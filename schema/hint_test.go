package schema_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"jig/schema"
)

func TestHintsAreGivenOnlyForWhatIsShown(t *testing.T) {
	var properties, unknown, choices []string
	for i := range 500 {
		properties = append(properties, fmt.Sprintf(`"%s%06d":{}`, strings.Repeat("y", 80), i))
	}
	for i := range 1500 {
		unknown = append(unknown, fmt.Sprintf(`"%s%06d":1`, strings.Repeat("x", 40), i))
	}
	for i := range 300 {
		choices = append(choices, fmt.Sprintf(`"%s%d"`, strings.Repeat("e", 90), i))
	}
	for name, test := range map[string]struct {
		schema, in, hint string
		hints            int
	}{
		"unknown properties": {
			`{"properties":{` + strings.Join(properties, ",") + `},"additionalProperties":false}`,
			`{` + strings.Join(unknown, ",") + `}`, "Known: ", 25,
		},
		"properties that nothing evaluates": {
			`{"allOf":[{"properties":{` + strings.Join(properties, ",") + `}}],"unevaluatedProperties":false}`,
			`{` + strings.Join(unknown, ",") + `}`, "Known: ", 25,
		},
		"wrong choices": {
			`{"items":{"enum":[` + strings.Join(choices, ",") + `]}}`,
			`[` + strings.Repeat(`"`+strings.Repeat("e", 91)+`",`, 999) + `"x"]`, "did you mean", 25,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := schema.MustParse(test.schema).Check([]byte(test.in), schema.Options{})
			got := problems(t, err)
			if len(got) != 1000 {
				t.Errorf("%d problems", len(got))
			}
			hints := 0
			for i, line := range got {
				if strings.Contains(line, test.hint) {
					hints++
					if i >= 25 {
						t.Errorf("problem %d has a hint, but is not shown", i)
					}
				}
			}
			if hints != test.hints {
				t.Errorf("%d hints", hints)
			}
		})
	}
}

func TestAMisspeltNameIsFoundAmongMany(t *testing.T) {
	names := strings.Split(strings.ReplaceAll(manyNames(3000), `"`, ""), ",")
	s := schema.MustParse(`{"enum":["` + strings.Join(names, `","`) + `","recursive_walk"]}`)
	for in, want := range map[string]bool{`"RecursiveWalk"`: true, `"recursive-walc"`: true, `"x"`: false} {
		_, err := s.Check([]byte(in), schema.Options{})
		if got := strings.Contains(err.Error(), `did you mean "recursive_walk"?`); got != want {
			t.Errorf("%s: %v", in, err)
		}
	}
}

func TestLongKeysThatLookAlikeAreCounted(t *testing.T) {
	s := schema.MustParse(`{"properties":{"a":{}},"additionalProperties":false}`)
	x := strings.Repeat("x", 70)
	_, err := s.Check([]byte(`{"`+x+`1":1,"`+x+`2":1,"y":1,"`+x+`3":1}`), schema.Options{})
	same(t, problems(t, err), []string{
		` [additionalProperties] has an unknown property "` + x[:60] + `…" (71 characters) and 2 more that begin like it; leave it out. Known: a`,
		` [additionalProperties] has an unknown property "y"; leave it out. Known: a`,
	})
}

func TestMessagesHaveNoControlCharacters(t *testing.T) {
	const bad = "\\n\\r\\t\\u001b[2J\\u007f\\u0085\\u009b\\u2028\\u202e\\u2066\\u200f"
	const raw = "\n\r\t\x1b\x7f\u0085\u009b\u2028\u202e\u2066\u200f"
	for name, test := range map[string]struct{ schema, in string }{
		"in a key":                {`{"additionalProperties":{"type":"integer"}}`, `{"a` + bad + `":"x"}`},
		"in a value":              {`{"type":"integer"}`, `"a` + bad + `"`},
		"in an unknown key":       {`{"additionalProperties":false}`, `{"a` + bad + `":1}`},
		"in a known key":          {`{"properties":{"a` + bad + `":{}},"additionalProperties":false}`, `{"b":1}`},
		"in a pattern":            {`{"pattern":"a` + strings.Replace(bad, "[2J", "", 1) + `"}`, `"x"`},
		"in a choice":             {`{"enum":["a` + bad + `",{"` + bad + `":1}]}`, `1`},
		"in a constant":           {`{"const":["a` + bad + `"]}`, `1`},
		"in what is excluded":     {`{"not":{"const":"a` + bad + `"}}`, `"a` + bad + `"`},
		"in an alternative":       {`{"anyOf":[{"required":["a` + bad + `"]},{"required":["b"]}]}`, `{}`},
		"in a key that is a copy": {`{}`, `{"a` + bad + `":1,"a` + bad + `":1}`},
		"after the value":         {`{}`, "{} \x1b[2J\u009b"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := schema.MustParse(test.schema).Check([]byte(test.in), schema.Options{})
			var inv *schema.Invalid
			if !errors.As(err, &inv) {
				t.Fatalf("got %v", err)
			}
			for _, p := range inv.Problems {
				if strings.ContainsAny(p.Message, raw) || strings.ContainsAny(p.String(), raw) {
					t.Errorf("got %q", p.String())
				}
			}
			if lines := strings.Count(err.Error(), "\n") + 1; lines != len(inv.Problems) || strings.ContainsAny(err.Error(), raw[1:]) {
				t.Errorf("%d problems in %d lines: %q", len(inv.Problems), lines, err)
			}
		})
	}
	_, err := schema.MustParse(`{"additionalProperties":{"type":"integer"}}`).Check([]byte(`{"a\n/b":"x","é 😀":1}`), schema.Options{})
	same(t, problems(t, err), []string{"/a\n~1b [type] must be an integer, but got the string \"x\""})
	if got := err.Error(); got != `/a\n~1b: must be an integer, but got the string "x"` {
		t.Errorf("got %q", got)
	}
	for _, doc := range []string{`{"pattern":"(\u001b"}`, `{"$ref":"#/a\u001b\n"}`, `{"$ref":"x\u001b\nx"}`, `{"properties":{"a\n\u001b":{"type":"\u001b"}}}`, `{"$schema":"http://x/\u009b"}`} {
		if _, err := schema.Parse([]byte(doc)); err == nil || strings.ContainsAny(err.Error(), raw) {
			t.Errorf("%s: got %q", doc, err)
		}
	}
}
