package dialect_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"jig/schema/dialect"
)

func TestInputThatIsNoSchemaIsRefusedWithAReason(t *testing.T) {
	deep := strings.Repeat(`{"properties":{"a":`, 10_000) + "{}" + strings.Repeat("}}", 10_000)
	for name, c := range map[string]struct{ doc, want string }{
		"a list":                       {`[]`, "object or a boolean"},
		"a number":                     {`7`, "object or a boolean"},
		"text":                         {`schema`, "not a JSON Schema"},
		"an unfinished document":       {`{"type":`, "not a JSON Schema"},
		"a name twice":                 {`{"type":"object","type":"string"}`, "duplicate"},
		"two documents":                {`{} {}`, "one JSON document"},
		"invalid UTF-8":                {"{\"a\":\"\xff\"}", "not a JSON Schema"},
		"ten thousand levels":          {deep, "nested deeper"},
		"ten thousand levels in items": {strings.Repeat(`{"items":`, 10_000) + "{}" + strings.Repeat("}", 10_000), "nested deeper"},
		"a huge document":              {`{"description":"` + strings.Repeat("x", 5<<20) + `"}`, "bytes"},
	} {
		for _, d := range dialect.All() {
			_, err := dialect.Export(json.RawMessage(c.doc), d)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %s: got error %v, want one with %q", name, d, err, c.want)
			}
		}
	}
	if _, err := dialect.Export(json.RawMessage(`{}`), "cobol"); err == nil || !strings.Contains(err.Error(), "openai-strict") {
		t.Errorf("an unknown dialect: got error %v, want one that lists the dialects", err)
	}
}

func TestAMissingSchemaStandsForAToolWithoutParameters(t *testing.T) {
	for _, doc := range []json.RawMessage{nil, json.RawMessage(" "), json.RawMessage("null"), json.RawMessage("{}")} {
		out, err := dialect.Export(doc, dialect.Anthropic)
		if err != nil || string(out.Schema) != `{"type":"object","properties":{}}` || len(out.Losses) > 0 {
			t.Errorf("%q: got %s, %v, %v", doc, out.Schema, out.Losses, err)
		}
	}
}

// doubling is a document in which every definition uses the next one twice, so that writing it out would take 2^n copies.
func doubling(n int, use string) []byte {
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{"x":{"$ref":"#/$defs/d0"}},"$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"d%d":`+use+`,`, i, i+1, i+1)
	}
	fmt.Fprintf(&b, `"d%d":{"type":"string","description":"the end"}}}`, n)
	return b.Bytes()
}

func TestDocumentsThatWouldGrowWithoutBoundStaySmall(t *testing.T) {
	for name, doc := range map[string][]byte{
		"properties": doubling(60, `{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}}`),
		"all of":     doubling(60, `{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`),
		"any of":     doubling(60, `{"anyOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`),
		"one of":     doubling(60, `{"minLength":1,"oneOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d","maxLength":3}]}`),
		"not":        doubling(60, `{"not":{"$ref":"#/$defs/d%d"},"if":true,"then":{"$ref":"#/$defs/d%d"}}`),
		"mixed":      doubling(60, `{"type":"object","properties":{"a":{"allOf":[{"$ref":"#/$defs/d%d"},{"minLength":1}]}},"additionalProperties":{"$ref":"#/$defs/d%d"}}`),
		"mutual":     []byte(`{"type":"object","properties":{"x":{"$ref":"#/$defs/a"}},"$defs":{"a":{"properties":{"a":{"$ref":"#/$defs/a"},"b":{"$ref":"#/$defs/b"},"c":{"$ref":"#/$defs/c"}}},"b":{"properties":{"a":{"$ref":"#/$defs/a"},"b":{"$ref":"#/$defs/b"},"c":{"$ref":"#/$defs/c"}}},"c":{"properties":{"a":{"$ref":"#/$defs/a"},"b":{"$ref":"#/$defs/b"},"c":{"$ref":"#/$defs/c"}}}}}`),
		"a chain":    chain(500),
		"branches":   branches(1_000),
		"sums":       []byte(`{"type":"object","properties":{"n":{"minimum":1e999999999,"maximum":-1e999999999,"multipleOf":1e-999999999,"enum":[1e999999999,2]}}}`),
	} {
		for _, d := range dialect.All() {
			out, err := dialect.Export(doc, d)
			if err != nil {
				t.Errorf("%s: %s: %v", name, d, err)
				continue
			}
			if len(out.Schema) > 16<<20 {
				t.Errorf("%s: %s: %d bytes became %d", name, d, len(doc), len(out.Schema))
			}
			if name != "sums" { // the judge would write those numbers out
				verify(t, doc, d)
			}
		}
	}
}

// chain is a document in which each definition only leads to the next.
func chain(n int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{"x":{"$ref":"#/$defs/d0"}},"$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"d%d":{"type":"object","properties":{"next":{"$ref":"#/$defs/d%d"}}},`, i, i+1)
	}
	fmt.Fprintf(&b, `"d%d":{"type":"string"}}}`, n)
	return b.Bytes()
}

// branches is a document with one allOf of many parts.
func branches(n int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{"x":{"allOf":[{}`)
	for i := range n {
		fmt.Fprintf(&b, `,{"properties":{"p%d":{"type":"string"}}}`, i)
	}
	b.WriteString(`]}}}`)
	return b.Bytes()
}

// TestLargeDocumentsTakeTimeInProportion runs large documents, each of which takes very long if some step is quadratic in
// it. It has no clock: it finishes, or the test times out.
func TestLargeDocumentsTakeTimeInProportion(t *testing.T) {
	many := func(n int, open, each, end string) []byte {
		var b bytes.Buffer
		b.WriteString(open)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strings.ReplaceAll(each, "#N", fmt.Sprint(i)))
		}
		b.WriteString(end)
		return b.Bytes()
	}
	long := strings.Repeat("n", 1<<20)
	for name, doc := range map[string][]byte{
		"a long chain":                        chain(1_500),
		"many parts":                          branches(1_500),
		"many parts that cannot be merged":    many(1_500, `{"type":"object","properties":{"x":{"type":"string","allOf":[`, `{"pattern":"a#N"}`, `]}}}`),
		"many parts at the root":              many(1_500, `{"allOf":[`, `{"required":["r#N"],"description":"d#N"}`, `]}`),
		"many alternatives at the root":       many(1_500, `{"oneOf":[`, `{"properties":{"p#N":{"const":#N}},"required":["p#N"]}`, `]}`),
		"many alternatives":                   many(1_500, `{"properties":{"x":{"minLength":1,"oneOf":[`, `{"const":"v#N"}`, `]}}}`),
		"many required":                       many(11_500, `{"required":[`, `"r#N"`, `]}`),
		"many unknown keywords":               many(3_000, `{"properties":{"x":{"type":"string",`, `"x-#N":#N`, `}}}`),
		"many refused names":                  many(3_000, `{"properties":{`, `"p #N":{"type":"string"}`, `}}`),
		"many values":                         many(11_500, `{"properties":{"x":{"enum":[`, `"v#N"`, `]}}}`),
		"losses below a very long name":       many(1_000, `{"properties":{"`+long+`":{"properties":{`, `"p#N":{"type":"string","contentEncoding":"x"}`, `}}}}`),
		"parts beside a very long annotation": many(1_500, `{"properties":{"x":{"default":"`+long+`","description":"`+long+`","allOf":[`, `{"default":"#N","description":"#N","minLength":#N}`, `]}}}`),
	} {
		for _, d := range dialect.All() {
			if _, err := dialect.Export(doc, d); err != nil {
				t.Errorf("%s: %s: %v", name, d, err)
			}
		}
	}
}

func TestASchemaBeyondTheLimitsOfStrictModeIsOfferedWithoutIt(t *testing.T) {
	properties := func(n int, schema string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(`"p%d":%s`, i, schema)
		}
		return strings.Join(list, ",")
	}
	values := func(n, length int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf("%q", fmt.Sprintf("%0*d", length, i))
		}
		return strings.Join(list, ",")
	}
	nested := func(n int) string {
		return strings.Repeat(`{"type":"object","properties":{"a":`, n) + `{"type":"string"}` + strings.Repeat("}}", n)
	}
	object := func(properties string) string {
		return `{"type":"object","properties":{` + properties + `}}`
	}
	for name, c := range map[string]struct {
		doc    string
		d      dialect.Dialect
		strict bool
	}{
		"5,000 properties":              {object(properties(5_000, `{"type":"string"}`)), dialect.OpenAIStrict, true},
		"5,001 properties":              {object(properties(5_001, `{"type":"string"}`)), dialect.OpenAIStrict, false},
		"10 levels":                     {nested(10), dialect.OpenAIStrict, true},
		"11 levels":                     {nested(11), dialect.OpenAIStrict, false},
		"11 levels through a reference": {`{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":` + nested(10) + `}}`, dialect.OpenAIStrict, false},
		"999 enum values and null for an optional one": {object(`"a":{"enum":[` + values(999, 5) + `]}`), dialect.OpenAIStrict, true},
		"1,001 enum values":                            {object(`"a":{"enum":[` + values(1_001, 5) + `]}`), dialect.OpenAIStrict, false},
		"120,001 characters in names":                  {object(`"` + strings.Repeat("n", 120_001) + `":{"type":"string"}`), dialect.OpenAIStrict, false},
		"a long enum of short strings":                 {object(`"a":{"enum":[` + values(300, 50) + `]}`), dialect.OpenAIStrict, true},
		"a long enum of long strings":                  {object(`"a":{"enum":[` + values(300, 51) + `]}`), dialect.OpenAIStrict, false},
		"24 optional properties":                       {object(properties(24, `{"type":"string"}`)), dialect.AnthropicStrict, true},
		"25 optional properties":                       {object(properties(25, `{"type":"string"}`)), dialect.AnthropicStrict, false},
		"16 unions":                                    {object(properties(16, `{"type":["string","null"]}`)), dialect.AnthropicStrict, true},
		"17 unions":                                    {object(properties(17, `{"type":["string","null"]}`)), dialect.AnthropicStrict, false},
	} {
		out, ok := verify(t, []byte(c.doc), c.d)
		if !ok {
			t.Fatalf("in %s", name)
		}
		if out.Strict != c.strict {
			t.Errorf("%s: strict is %v, losses %v", name, out.Strict, out.Losses)
		}
	}
}

func TestExportingAtTheSameTimeFromManyGoroutinesIsSafe(t *testing.T) {
	doc := json.RawMessage(doubling(10, `{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`))
	before := bytes.Clone(doc)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, d := range dialect.All() {
				if _, err := dialect.Export(doc, d); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if !bytes.Equal(before, doc) {
		t.Error("the input was changed")
	}
}

func TestLossesPointIntoTheOriginalDocument(t *testing.T) {
	for _, g := range goldens(t) {
		var doc any
		if err := json.Unmarshal(g.schema, &doc); err != nil {
			t.Fatal(err)
		}
		for _, d := range dialect.All() {
			out, err := dialect.Export(g.schema, d)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range out.Losses {
				if !exists(doc, l.Path) {
					t.Errorf("%s: %s: no such place %q", g.path, d, l.Path)
				}
				if l.Keyword == "" || !strings.HasSuffix(l.Reason, ".") {
					t.Errorf("%s: %s: a loss without a keyword or a sentence: %+v", g.path, d, l)
				}
			}
		}
	}
}

func exists(v any, pointer string) bool {
	for _, token := range strings.Split(pointer, "/")[1:] {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		switch n := v.(type) {
		case map[string]any:
			next, ok := n[token]
			if !ok {
				return false
			}
			v = next
		case []any:
			var i int
			if _, err := fmt.Sscan(token, &i); err != nil || i >= len(n) {
				return false
			}
			v = n[i]
		default:
			return false
		}
	}
	return true
}
