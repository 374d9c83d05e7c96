package schema_test

import (
	"errors"
	"fmt"

	"jig/schema"
)

// The arguments of a tool, as a Go type.
type grepArgs struct {
	Pattern string   `json:"pattern" doc:"regular expression to look for" minLength:"1"`
	Paths   []string `json:"paths,omitempty" doc:"where to look; everywhere if absent"`
	Limit   int      `json:"limit" doc:"lines to return" default:"100" minimum:"1" maximum:"1000"`
	Case    string   `json:"case" enum:"smart,exact,ignore" default:"smart"`
}

func ExampleFor() {
	s, err := schema.For[grepArgs]()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(s.JSON()))
	// Output:
	// {"type":"object","properties":{"pattern":{"type":"string","description":"regular expression to look for","minLength":1},"paths":{"type":"array","description":"where to look; everywhere if absent","items":{"type":"string"}},"limit":{"type":"integer","description":"lines to return","minimum":1,"maximum":1000,"default":100},"case":{"type":"string","enum":["smart","exact","ignore"],"default":"smart"}},"required":["pattern"],"additionalProperties":false}
}

func ExampleDecoder_Decode() {
	d, err := schema.NewDecoder[grepArgs](nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var in grepArgs
	final, err := d.Decode([]byte(`{"pattern":"func main"}`), schema.Options{}, &in)
	fmt.Println(string(final), err)
	fmt.Println(in.Pattern, in.Limit, in.Case)
	// Output:
	// {"pattern":"func main","limit":100,"case":"smart"} <nil>
	// func main 100 smart
}

func ExampleInvalid() {
	s, err := schema.For[grepArgs]()
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = s.Check([]byte(`{"patern":"x","limit":"50","case":"Smart"}`), schema.Options{})
	fmt.Println(err)
	var inv *schema.Invalid
	if errors.As(err, &inv) {
		fmt.Println(len(inv.Problems), inv.Problems[3].Path, inv.Problems[3].Keyword)
	}
	// Output:
	// top level: has an unknown property "patern"; did you mean "pattern"? Known: pattern, paths, limit, case
	// top level: is missing the required property "pattern"
	// /case: must be one of "smart", "exact", "ignore", but got the string "Smart"; did you mean "smart"?
	// /limit: must be an integer, but got the string "50"; send 50 without quotes
	// 4 /limit type
}

func ExampleOptions_coerce() {
	s := schema.MustParse(`{
		"type": "object",
		"properties": {"limit": {"type": "integer"}, "paths": {"type": "array"}, "note": {"type": "string"}}
	}`)
	final, err := s.Check([]byte(`{"limit":"50","paths":"[\"a\"]","note":null}`), schema.Options{Coerce: true})
	fmt.Println(string(final), err)
	// Output:
	// {"limit":50,"paths":["a"]} <nil>
}

func ExampleParse() {
	_, err := schema.Parse([]byte(`{"type": "object", "properties": {"a": {"type": "text"}}}`))
	fmt.Println(err)
	_, err = schema.Parse([]byte(`{"$ref": "https://example.com/schema.json"}`))
	fmt.Println(err)
	// Output:
	// schema: the document is not a valid schema at /properties/a/type: must be one of "array", "boolean", "integer", "null", "number", "object", "string", but got the string "text"
	// schema: cannot resolve the reference to https://example.com/schema.json: it is not part of the document, and nothing is loaded from files or the network
}

func ExampleSchema_WithProperty() {
	s := schema.MustParse(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`)
	with, ok := s.WithProperty("__tool_use_purpose", []byte(`{"type":"string"}`))
	fmt.Println(ok, string(with.JSON()))
	// Output:
	// true {"type":"object","properties":{"path":{"type":"string"},"__tool_use_purpose":{"type":"string"}},"required":["path"]}
}

func ExampleCache() {
	var listed schema.Cache
	first, _ := listed.Parse([]byte(`{"type":"object"}`))
	again, _ := listed.Parse([]byte(`{"type":"object"}`))
	fmt.Println(first == again)
	// Output:
	// true
}
