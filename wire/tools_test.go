package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"jig/wire"
)

func TestToolsAreReadInTheShapeOfAnyProvider(t *testing.T) {
	const schema = `{"type":"object","properties":{"city":{"type":"string"}}}`
	tests := map[string]string{
		"Anthropic":                   `[{"name":"f","description":"d","input_schema":SCHEMA}]`,
		"OpenAI, Chat Completions":    `[{"type":"function","function":{"name":"f","description":"d","parameters":SCHEMA}}]`,
		"OpenAI, Responses":           `[{"type":"function","name":"f","description":"d","parameters":SCHEMA,"strict":false}]`,
		"Gemini":                      `[{"functionDeclarations":[{"name":"f","description":"d","parametersJsonSchema":SCHEMA}]}]`,
		"Gemini in Python":            `[{"function_declarations":[{"name":"f","description":"d","parameters":SCHEMA}]}]`,
		"MCP":                         `{"tools":[{"name":"f","description":"d","inputSchema":SCHEMA}]}`,
		"a whole request":             `{"model":"m","messages":[],"tools":[{"name":"f","description":"d","input_schema":SCHEMA}]}`,
		"one tool without a list":     `{"name":"f","description":"d","parameters":SCHEMA}`,
		"a list with space around it": ` [ {"name":"f","description":"d","parameters":SCHEMA} ] `,
	}
	for name, text := range tests {
		defs, err := wire.ParseTools([]byte(strings.ReplaceAll(text, "SCHEMA", schema)))
		if err != nil || len(defs) != 1 {
			t.Errorf("%s: %v, %v", name, defs, err)
			continue
		}
		if d := defs[0]; d.Name != "f" || d.Description != "d" || string(d.Input) != schema {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

func TestListsOfToolsThatMakeNoSenseAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`[{"description":"d"}]`: "tool 1: there is no name",
		`["f"]`:                 "a tool is an object",
		`[`:                     "no JSON",
		strings.Repeat(`{"tools":`, 50) + `[]` + strings.Repeat(`}`, 50): "too deeply",
	} {
		if _, err := wire.ParseTools([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30s: %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{"", "null", "[]"} {
		if defs, err := wire.ParseTools([]byte(text)); err != nil || len(defs) != 0 {
			t.Errorf("%q: %v, %v", text, defs, err)
		}
	}
}

func TestAMessageKnowsItsTextAndCalls(t *testing.T) {
	m := wire.Message{Role: wire.Assistant, Parts: []wire.Part{
		{Kind: wire.ThinkingPart, Text: "hm"},
		{Kind: wire.TextPart, Text: "one "},
		{Kind: wire.CallPart, Call: &wire.Call{ID: "1", Name: "f", Args: json.RawMessage(`{}`)}},
		{Kind: wire.TextPart, Text: "two"},
	}}
	if m.Text() != "one two" || len(m.Calls()) != 1 || m.Calls()[0].Tool().Name != "f" {
		t.Errorf("%q, %v", m.Text(), m.Calls())
	}
	var back wire.Message
	raw, err := json.Marshal(m)
	if err == nil {
		err = json.Unmarshal(raw, &back)
	}
	if err != nil || back.Text() != m.Text() || back.Calls()[0].ID != "1" {
		t.Errorf("%s: %v", raw, err)
	}
}
