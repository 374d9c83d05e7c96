package dialect_test

import (
	"encoding/json"
	"fmt"

	"jig/schema/dialect"
)

func ExampleExport() {
	schema := json.RawMessage(`{
		"type": "object",
		"properties": {
			"path":  {"type": "string", "minLength": 1},
			"limit": {"type": "integer"}
		},
		"required": ["path"]
	}`)
	out, err := dialect.Export(schema, dialect.OpenAIStrict)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(out.Schema))
	fmt.Println("strict:", out.Strict)
	for _, loss := range out.Losses {
		fmt.Printf("%s: %s Kept in: %s\n", loss.Path, loss.Reason, loss.Kept)
	}
	// Output:
	// {"type":"object","properties":{"path":{"type":"string","description":"Length: at least 1."},"limit":{"type":["integer","null"]}},"required":["path","limit"],"additionalProperties":false}
	// strict: true
	// /properties/path/minLength: OpenAI's strict mode does not take "minLength". Kept in: description
}

// A map cannot be strict, so the plain form is given instead.
func ExampleExport_notStrict() {
	schema := json.RawMessage(`{"type":"object","properties":{"env":{"type":"object","additionalProperties":{"type":"string"}}}}`)
	out, err := dialect.Export(schema, dialect.AnthropicStrict)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("strict:", out.Strict)
	fmt.Println(out.Losses[0].Path)
	fmt.Println(out.Losses[0].Reason)
	// Output:
	// strict: false
	// /properties/env/additionalProperties
	// Anthropic's strict tool use cannot express properties that are not listed by name. The tool is offered without strict mode.
}
