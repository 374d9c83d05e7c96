package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"jig/schema"
)

func TestAWrongDocumentIsAnErrorThatSaysWhere(t *testing.T) {
	tests := map[string]struct {
		doc  string
		opts []schema.Option
		want []string
	}{
		"nothing":                    {``, nil, []string{"it is empty"}},
		"not JSON":                   {`{"type":}`, nil, []string{"not valid JSON", "line 1, column 9"}},
		"a key twice":                {`{"type":"string","type":"number"}`, nil, []string{"/type", "sent twice"}},
		"neither object nor boolean": {`["string"]`, nil, []string{"an array of 1 item", "object or a boolean"}},
		"a wrong type":               {`{"properties":{"a":{"type":"strng"}}}`, nil, []string{"at /properties/a/type", `"array", "boolean"`}},
		"a wrong keyword value":      {`{"properties":{"a":{"minLength":-1}}}`, nil, []string{"at /properties/a/minLength", "at least 0"}},
		"required that is no list":   {`{"required":true}`, nil, []string{"at /required", "must be an array"}},
		"a reference to nowhere":     {`{"$ref":"#/$defs/x"}`, nil, []string{"#/$defs/x", "leads nowhere"}},
		"an anchor to nowhere":       {`{"$ref":"#x"}`, nil, []string{"#x", "no such anchor"}},
		"a reference to the network": {`{"$ref":"https://example.com/s.json"}`, nil, []string{"https://example.com/s.json", "nothing is loaded"}},
		"a reference to a file":      {`{"$ref":"file:///etc/passwd"}`, nil, []string{"file:///etc/passwd", "nothing is loaded"}},
		"a relative reference":       {`{"$ref":"other.json"}`, nil, []string{"other.json", "nothing is loaded"}},
		"an unknown draft":           {`{"$schema":"https://example.com/draft"}`, nil, []string{"https://example.com/draft", "nothing is loaded"}},
		"a pattern with look-ahead":  {`{"properties":{"a":{"pattern":"^(?=x)"}}}`, nil, []string{"/properties/a/pattern", "RE2"}},
		"a relative resource":        {`{}`, []schema.Option{schema.WithResource("a.json", []byte(`{}`))}, []string{"a.json", "absolute"}},
		"a resource that is no JSON": {`{}`, []schema.Option{schema.WithResource("http://x/a.json", []byte(`{`))}, []string{"http://x/a.json", "not complete JSON"}},
		"a resource given twice":     {`{}`, []schema.Option{schema.WithResource("http://x/a", []byte(`{}`)), schema.WithResource("http://x/a", []byte(`{}`))}, []string{"http://x/a", "already exists"}},
		"an unknown draft number":    {`{}`, []schema.Option{schema.WithDraft(9)}, []string{"unknown draft 9"}},
		"two subschemas of one id":   {`{"$defs":{"a":{"$id":"http://x/y"},"b":{"$id":"http://x/y"}}}`, nil, []string{"http://x/y"}},
		"nesting without end":        {strings.Repeat(`{"not":`, 600) + "{}" + strings.Repeat("}", 600), nil, []string{"nested too deep"}},
		"too many subschemas":        {`{"enum":[` + strings.Repeat("{},", 15_000) + `{}]}`, nil, []string{"more than 15000 subschemas"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := schema.Parse([]byte(test.doc), test.opts...)
			if err == nil {
				t.Fatal("no error")
			}
			for _, part := range append(test.want, "schema: ") {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("the error %q does not say %q", err, part)
				}
			}
			if strings.Contains(err.Error(), "jig:///") {
				t.Errorf("the error %q shows an address that we made up", err)
			}
		})
	}
}

func TestMustParsePanicsOnAWrongDocument(t *testing.T) {
	defer func() {
		if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "/type") {
			t.Errorf("recovered %v", p)
		}
	}()
	schema.MustParse(`{"type":1}`)
}

func TestReferencesResolveInGivenResources(t *testing.T) {
	s, err := schema.Parse([]byte(`{"$ref":"http://example.com/a.json#/$defs/n"}`),
		schema.WithResource("http://example.com/a.json", []byte(`{"$defs":{"n":{"$ref":"b.json"}}}`)),
		schema.WithResource("http://example.com/b.json", []byte(`{"type":"object","properties":{"i":{"type":"integer","default":3}},"additionalProperties":false}`)))
	if err != nil {
		t.Fatal(err)
	}
	same(t, problems(t, s.Validate([]byte(`{"j":1}`))), []string{` [additionalProperties] has an unknown property "j"; leave it out. Known: i`})
	if got, err := s.Check([]byte(`{}`), schema.Options{}); err != nil || string(got) != `{"i":3}` {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestTheDraftDecides(t *testing.T) {
	doc := []byte(`{"items":[{"type":"string"}]}`)
	if _, err := schema.Parse(doc); err == nil {
		t.Error("2020-12 has no list of items")
	}
	s, err := schema.Parse(doc, schema.WithDraft(schema.Draft7))
	if err != nil {
		t.Fatal(err)
	}
	same(t, problems(t, s.Validate([]byte(`[1]`))), []string{`/0 [type] must be a string, but got the number 1`})
}

func TestTheDocumentKeepsItsOrder(t *testing.T) {
	s := schema.MustParse("{ \"type\": \"object\",\n \"properties\": {\"z\": {\"const\": 1.50}, \"a\": {\"title\": \"\\u00e9<\"}} }")
	want := `{"type":"object","properties":{"z":{"const":1.50},"a":{"title":"é<"}}}`
	if got := string(s.JSON()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	text := s.JSON()
	text[0] = 'x'
	if got, err := s.MarshalJSON(); err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestPropertiesOfTheTopLevel(t *testing.T) {
	s := schema.MustParse(`{"$ref":"#/definitions/Args","definitions":{"Args":{"type":"object","properties":{"b":{},"a":{}},"required":["b","a"]}}}`)
	if !s.HasProperty("a") || s.HasProperty("c") {
		t.Error("a is a property, c is not")
	}
	same(t, s.Required(), []string{"b", "a"})
	if loop := schema.MustParse(`{"$ref":"#"}`); loop.HasProperty("a") || loop.Required() != nil {
		t.Error("a schema without end has no properties")
	}
}

func TestAPropertyCanBePutIn(t *testing.T) {
	purpose := []byte(`{"type":"string","description":"why"}`)
	tests := map[string]struct {
		doc  string
		want string // "" when refused
	}{
		"into properties":           {`{"type":"object","properties":{"a":{}},"additionalProperties":false}`, `{"type":"object","properties":{"a":{},"why":{"type":"string","description":"why"}},"additionalProperties":false}`},
		"without properties":        {`{"type":"object","additionalProperties":false}`, `{"type":"object","additionalProperties":false,"properties":{"why":{"type":"string","description":"why"}}}`},
		"without a type":            {`{"properties":{}}`, `{"properties":{"why":{"type":"string","description":"why"}}}`},
		"into one of several types": {`{"type":["null","object"]}`, `{"type":["null","object"],"properties":{"why":{"type":"string","description":"why"}}}`},
		"not into a string":         {`{"type":"string"}`, ``},
		"not into anything":         {`true`, ``},
		"not into a reference":      {`{"$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}`, ``},
		"not twice":                 {`{"properties":{"why":{}}}`, ``},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := schema.MustParse(test.doc)
			before := string(s.JSON())
			with, ok := s.WithProperty("why", purpose)
			if ok != (test.want != "") {
				t.Fatalf("ok is %v", ok)
			}
			if string(s.JSON()) != before {
				t.Errorf("the original became %s", s.JSON())
			}
			if !ok {
				return
			}
			if got := string(with.JSON()); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if err := with.Validate([]byte(`{"why":"because"}`)); err != nil {
				t.Error(err)
			}
			same(t, problems(t, with.Validate([]byte(`{"why":1}`))), []string{`/why [type] must be a string, but got the number 1`})
		})
	}
	if _, ok := schema.MustParse(`{"type":"object"}`).WithProperty("why", []byte(`nonsense`)); ok {
		t.Error("nonsense was put in")
	}
}
