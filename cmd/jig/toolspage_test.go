package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"jig/schema"
	"jig/tool"
	"jig/toolbox/agents"
)

const toolsPageHead = `# Built-in tools

Written from the code by ` + "`go test ./cmd/jig -update`" + `; do not edit. ` + "`jig tools show NAME`" + ` prints the same with the whole schema.
Two of them exist only in a session, where a model works (` + "`jig run`, `jig chat`, `Runtime.Session`" + `): ` + "`jig call` and `jig exec`" + ` do not have
them, and ` + "`jig tools --for PROVIDER`" + ` prints them only when they are named (` + "`jig tools agent --for anthropic`" + `). Types of sub-agents that
you describe yourself are added to the description of ` + "`agent`" + ` there.
`

// toolsPage is docs/tools.md.
func toolsPage(set *tool.Set) (string, error) {
	var b strings.Builder
	b.WriteString(toolsPageHead)
	for _, t := range set.All() {
		spec := t.Spec()
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n%s\n\n", spec.Name, facts(spec), spec.Description)
		if err := arguments(&b, spec.Input); err != nil {
			return "", fmt.Errorf("%s: %w", spec.Name, err)
		}
		if spec.Help != "" {
			fmt.Fprintf(&b, "\n%s\n", spec.Help)
		}
	}
	return b.String(), nil
}

// arguments writes what the tool takes.
func arguments(b *strings.Builder, in *schema.Schema) error {
	doc := []byte(`{}`)
	if in != nil {
		doc = in.JSON()
	}
	rows, err := fields("", doc)
	switch {
	case err != nil:
		return err
	case len(rows) == 0 && bytes.Contains(doc, []byte(`"additionalProperties":false`)):
		b.WriteString("It takes no arguments.\n")
		return nil
	case len(rows) == 0:
		b.WriteString("It takes any JSON object.\n")
		return nil
	}
	b.WriteString("| argument | type | default | |\n|---|---|---|---|\n")
	for _, row := range rows {
		fmt.Fprintf(b, "| %s |\n", strings.Join(row[:], " | "))
	}
	return nil
}

// facts is the line below the name.
func facts(spec *tool.Spec) string {
	list := []string{string(spec.Category), spec.Access.String()}
	if spec.Timeout > 0 {
		list = append(list, "timeout "+spec.Timeout.String())
	}
	if slices.Contains(spec.Needs, agents.Needed) {
		list = append(list, "only in a [session](tools/agent.md)")
	}
	if len(spec.Aliases) > 0 {
		list = append(list, "also called `"+strings.Join(spec.Aliases, "`, `")+"`")
	}
	return strings.Join(list, " · ")
}

// property is what the page tells of a schema.
type property struct {
	Type        any             `json:"type"`
	Description string          `json:"description"`
	Default     json.RawMessage `json:"default"`
	Enum        json.RawMessage `json:"enum"`
	Minimum     json.RawMessage `json:"minimum"`
	Maximum     json.RawMessage `json:"maximum"`
	Required    []string        `json:"required"`
	Properties  json.RawMessage `json:"properties"`
	Items       json.RawMessage `json:"items"`
}

// fields lists the properties of an object in the order of the schema, those inside them included, as rows of name, type,
// default and description.
func fields(prefix string, doc []byte) ([][4]string, error) {
	var object property
	if err := json.Unmarshal(doc, &object); err != nil {
		return nil, err
	}
	if object.Items != nil {
		return fields(prefix+"[]", object.Items)
	}
	if object.Properties == nil {
		return nil, nil
	}
	var rows [][4]string
	dec := json.NewDecoder(bytes.NewReader(object.Properties))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, err
		}
		var p property
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, err
		}
		name, _ := key.(string)
		path := strings.TrimPrefix(prefix+"."+name, ".")
		rows = append(rows, [4]string{"`" + path + "`", p.kind(), p.absent(slices.Contains(object.Required, name)), cell(p.Description)})
		inner, err := fields(path, raw)
		if err != nil {
			return nil, err
		}
		rows = append(rows, inner...)
	}
	return rows, nil
}

// kind is the type with its bounds.
func (p property) kind() string {
	kind := "any"
	switch t := p.Type.(type) {
	case string:
		kind = t
	case []any:
		kind = strings.Trim(fmt.Sprint(t), "[]")
	}
	switch {
	case p.Enum != nil:
		kind += ", one of " + cell(string(p.Enum))
	case p.Minimum != nil && p.Maximum != nil:
		kind += fmt.Sprintf(", %s to %s", p.Minimum, p.Maximum)
	case p.Minimum != nil:
		kind += fmt.Sprintf(", from %s", p.Minimum)
	case p.Maximum != nil:
		kind += fmt.Sprintf(", up to %s", p.Maximum)
	}
	return kind
}

// absent says what holds when the property is not there.
func (p property) absent(required bool) string {
	switch {
	case required:
		return "required"
	case p.Default != nil:
		return cell(string(p.Default))
	}
	return "none"
}

// cell is a text that fits into a table.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ").Replace(text)
}
