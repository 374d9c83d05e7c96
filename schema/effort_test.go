package schema_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"jig/schema"
)

// chain is a document in which each of n definitions leads to the next by a
// form, where %[1]d is the number of the next, and the last is {"type":"object"}.
func chain(n int, top, form string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{%s,"$defs":{`, top)
	for i := range n {
		fmt.Fprintf(&b, `"d%d":%s,`, i, fmt.Sprintf(form, i+1))
	}
	fmt.Fprintf(&b, `"d%d":{"type":"object"}}}`, n)
	return b.String()
}

// Each of these would take the validator longer than anybody waits.
func TestEntangledSchemasAreRefused(t *testing.T) {
	const top = `"$ref":"#/$defs/d0"`
	for name, doc := range map[string]string{
		"every part twice":              chain(50, top, `{"allOf":[{"$ref":"#/$defs/d%[1]d"},{"$ref":"#/$defs/d%[1]d"}]}`),
		"every branch twice":            chain(50, top, `{"anyOf":[{"$ref":"#/$defs/d%[1]d"},{"$ref":"#/$defs/d%[1]d"}]}`),
		"exactly one of the same":       chain(50, top, `{"oneOf":[{"$ref":"#/$defs/d%[1]d"},{"$ref":"#/$defs/d%[1]d"}]}`),
		"a condition and its outcome":   chain(50, top, `{"if":{"$ref":"#/$defs/d%[1]d"},"then":{"$ref":"#/$defs/d%[1]d"},"else":{"$ref":"#/$defs/d%[1]d"}}`),
		"a reference and its opposite":  chain(50, top, `{"not":{"$ref":"#/$defs/d%[1]d"},"$ref":"#/$defs/d%[1]d"}`),
		"schemas that depend on a key":  chain(50, top, `{"dependentSchemas":{"a":{"$ref":"#/$defs/d%[1]d"},"b":{"$ref":"#/$defs/d%[1]d"}}}`),
		"the same in draft 7":           chain(50, `"$schema":"http://json-schema.org/draft-07/schema#",`+top, `{"dependencies":{"a":{"$ref":"#/$defs/d%[1]d"},"b":{"$ref":"#/$defs/d%[1]d"}}}`),
		"behind a default":              chain(50, `"properties":{"a":{"default":{},"$ref":"#/$defs/d0"}}`, `{"allOf":[{"$ref":"#/$defs/d%[1]d"},{"$ref":"#/$defs/d%[1]d"}]}`),
		"in a corner that is not used":  chain(50, `"properties":{"a":{"items":{"$ref":"#/$defs/d0"}}}`, `{"allOf":[{"$ref":"#/$defs/d%[1]d"},{"$ref":"#/$defs/d%[1]d"}]}`),
		"circles that all meet":         circles(12),
		"dynamic references to one way": chain(50, top, `{"$dynamicAnchor":"x%[1]d","allOf":[{"$ref":"#/$defs/d%[1]d"},{"$dynamicRef":"#/$defs/d%[1]d"}]}`),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := schema.Parse([]byte(doc))
			if err == nil || !strings.Contains(err.Error(), "is too entangled") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// circles is a document in which every one of n definitions refers to all.
func circles(n int) string {
	var refs, defs []string
	for i := range n {
		refs = append(refs, fmt.Sprintf(`{"$ref":"#/$defs/c%d"}`, i))
	}
	for i := range n {
		defs = append(defs, fmt.Sprintf(`"c%d":{"anyOf":[%s]}`, i, strings.Join(refs, ",")))
	}
	return `{"$ref":"#/$defs/c0","$defs":{` + strings.Join(defs, ",") + `}}`
}

func TestOrdinaryEntanglementIsAllowed(t *testing.T) {
	const top = `"$ref":"#/$defs/d0"`
	for name, doc := range map[string]string{
		"a few doublings":       chain(10, top, `{"allOf":[{"$ref":"#/$defs/d%[1]d"},{"$ref":"#/$defs/d%[1]d"}]}`),
		"a long way":            chain(1000, top, `{"allOf":[{"$ref":"#/$defs/d%[1]d"}]}`),
		"a circle":              `{"anyOf":[{"type":"object"},{"$ref":"#"}]}`,
		"many ways that differ": `{"anyOf":[{"type":"object"}` + strings.Repeat(`,{"type":"array"}`, 2000) + `]}`,
	} {
		t.Run(name, func(t *testing.T) {
			s, err := schema.Parse([]byte(doc))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Check([]byte(`{"a":"1"}`), schema.Options{Coerce: true}); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestArgumentsThatTakeTooLongAreRefused(t *testing.T) {
	nest := func(n int) string { return strings.Repeat(`{"x":`, n) + `"s"` + strings.Repeat(`}`, n) }
	const (
		branch = `{"type":"object","properties":{"x":{"$ref":"#/$defs/a"}},"required":["x"]}`
		twice  = `{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[` + branch + `,` + branch + `,{"type":"integer"}]}}}`
		hidden = `{"$id":"http://x/outer","$ref":"inner","$defs":{
			"over":{"$dynamicAnchor":"n","anyOf":[{"properties":{"x":{"$dynamicRef":"inner#n"}},"minProperties":2},{"properties":{"x":{"$dynamicRef":"inner#n"}},"minProperties":2},{"type":"integer"}]},
			"inner":{"$id":"inner","$dynamicRef":"#n","$defs":{"n":{"$dynamicAnchor":"n"}}}}}`
	)
	var patterns, keys []string
	for i := range 200 {
		patterns = append(patterns, fmt.Sprintf(`"(?:x.?){50}%d$":{"type":"integer"}`, i))
		keys = append(keys, fmt.Sprintf(`"%s%d":1`, strings.Repeat("x", 40), i))
	}
	for name, test := range map[string]struct{ schema, in string }{
		"two ways at every level":          {twice, nest(500)},
		"two ways by dynamic references":   {hidden, nest(500)},
		"two ways without recursion":       {chain(50, `"$ref":"#/$defs/d0"`, `{"allOf":[{"properties":{"x":{"$ref":"#/$defs/d%[1]d"}}},{"properties":{"x":{"$ref":"#/$defs/d%[1]d"}}}]}`), nest(50)},
		"two ways, and a default":          {chain(50, `"$ref":"#/$defs/d0"`, `{"properties":{"q":{"default":1}},"allOf":[{"properties":{"x":{"$ref":"#/$defs/d%[1]d"}}},{"properties":{"x":{"$ref":"#/$defs/d%[1]d"}}}]}`), nest(50)},
		"a large pattern on a long text":   {`{"pattern":"(?:(?:.?){10}){90}\\x{1}$"}`, `"` + strings.Repeat("a", 100_000) + `"`},
		"many patterns and many keys":      {`{"patternProperties":{` + strings.Join(patterns, ",") + `}}`, `{` + strings.Join(keys, ",") + `}`},
		"a pattern for many keys":          {`{"propertyNames":{"pattern":"(?:(?:.?){10}){90}\\x{1}$"}}`, `{` + strings.Join(keys, ",") + `}`},
		"many choices for many values":     {`{"items":{"enum":[` + strings.Repeat(`"a",`, 20_000) + `"b"]}}`, `[` + strings.Repeat(`"c",`, 10_000) + `"c"]`},
		"many schemas for a large object":  {`{"allOf":[{}` + strings.Repeat(`,{"type":"object"}`, 500) + `]}`, `{` + strings.Join(manyKeys(5_000), ",") + `}`},
		"many required keys, many objects": {`{"items":{"anyOf":[{"required":[` + manyNames(5_000) + `]}]}}`, `[` + strings.Repeat(`{},`, 10_000) + `{}]`},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := schema.Parse([]byte(test.schema))
			if err != nil {
				t.Fatal(err)
			}
			for _, coerce := range []bool{false, true} {
				_, err := s.Check([]byte(test.in), schema.Options{Coerce: coerce})
				got := problems(t, err)
				if len(got) != 1 || !strings.HasPrefix(got[0], " [size] is too large, or nested too deep, for this schema") {
					t.Errorf("got %.300q", got)
				}
			}
			if err := s.Validate([]byte(test.in)); err == nil {
				t.Error("Validate accepts it")
			}
		})
	}
	s, err := schema.Parse([]byte(`{"properties":{"a":{"type":"object","propertyNames":{"pattern":"(?:(?:.?){10}){90}$"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Check([]byte(`{"a":`+strconv.Quote(`{`+strings.Join(manyKeys(5_000), ",")+`}`)+`}`), schema.Options{Coerce: true})
	if got := problems(t, err); len(got) != 1 || !strings.HasPrefix(got[0], "/a [type] must be an object") {
		t.Errorf("a large object in a string gives %.300q", got)
	}
	s = schema.MustParse(twice)
	if _, err := s.Check([]byte(strings.Replace(nest(8), `"s"`, "5", 1)), schema.Options{}); err != nil {
		t.Errorf("a moderate value: %v", err)
	}
}

func manyKeys(n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprintf(`"k%d":1`, i)
	}
	return keys
}

func manyNames(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf(`"n%d"`, i)
	}
	return strings.Join(names, ",")
}

func TestLargePatternsAreRefused(t *testing.T) {
	for name, doc := range map[string]string{
		"one":              `{"pattern":"(?:a{1000}){1}b{1000}c{1000}d{1000}e{1000}f{1000}"}`,
		"one for keys":     `{"patternProperties":{"b{1000}c{1000}d{1000}e{1000}f{1000}g{100}":{}}}`,
		"one in draft 7":   `{"$schema":"http://json-schema.org/draft-07/schema#","pattern":"b{1000}c{1000}d{1000}e{1000}f{1000}g{100}"}`,
		"several together": `{"allOf":[` + manyPatterns(60) + `]}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := schema.Parse([]byte(doc))
			if err == nil || !strings.Contains(err.Error(), "too large") {
				t.Errorf("got %v", err)
			}
		})
	}
	s := schema.MustParse(`{"pattern":"^[\\s\\S]{1,1000}$"}`)
	if _, err := s.Check([]byte(`"some text"`), schema.Options{}); err != nil {
		t.Errorf("a pattern of ordinary size: %v", err)
	}
}

func manyPatterns(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`{"pattern":"%d(?:a{1000}b{1000}c{1000}d{1000})"}`, i)
	}
	return strings.Join(list, ",")
}

func TestDefaultsThatTakeTooLongAreRefused(t *testing.T) {
	// Each default is an object of two of the next: small to write, large to fill.
	doc := chain(400, `"$ref":"#/$defs/d0"`, `{"properties":{"a":{"$ref":"#/$defs/d%[1]d"},"b":{"$ref":"#/$defs/d%[1]d"}},"default":{}}`)
	if _, err := schema.Parse([]byte(doc)); err == nil || !strings.Contains(err.Error(), "the defaults of the document take more than") {
		t.Errorf("got %v", err)
	}
}

func TestBothRoadsCountValuesAlike(t *testing.T) {
	s := schema.MustParse(`{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer"}}}}`)
	if !s.HasPlan() {
		t.Fatal("there is no plan to compare with")
	}
	for items, want := range map[int]int{249_998: 0, 249_999: 1} {
		in := []byte(`{"a":[` + strings.Repeat("1,", items-1) + `1]}`)
		_, fast := s.Check(in, schema.Options{})
		_, slow := s.CheckSlowly(in, schema.Options{})
		if len(problems(t, fast)) != want || len(problems(t, slow)) != want {
			t.Errorf("%d items: the fast road gives %v, the slow road %v", items, fast, slow)
		}
	}
}
