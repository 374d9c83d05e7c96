package text

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"jig/tool"
	"jig/wire"
)

// promptDefault is the dialect for models of which nothing is known: most open models have
// seen it.
const promptDefault = "hermes"

// A dialect is how a format is written: for models that are told about tools in their
// prompt, and to say again what they said.
type dialect struct {
	// formats that are written like this.
	formats []string
	// write writes the calls of one message.
	write func(b *strings.Builder, calls []spokenCall)
	// result is the tag around a result.
	result string
	// note is what has to be known about the syntax beyond an example.
	note string
}

// spokenCall is a call with its arguments one by one.
type spokenCall struct {
	*wire.Call
	args []spokenArg
}

// spokenArg is an argument: its value as JSON and, if it is a string, its text.
type spokenArg struct {
	key   string
	value json.RawMessage
	text  string
	plain bool // it is a string
}

// raw is the value as formats without quotes write it.
func (a *spokenArg) raw() string {
	if a.plain {
		return a.text
	}
	return string(a.value)
}

func dialects() []dialect {
	return slices.Concat(jsonDialects(), taggedDialects(), spokenDialects())
}

// dialectOf finds the dialect of a format. Nothing, and "auto", mean the default.
func dialectOf(name string) (*dialect, error) {
	if name == "" || name == "auto" {
		name = promptDefault
	}
	if f, ok := registry()[name]; ok {
		name = f.name
	}
	var all []string
	for _, d := range dialects() {
		if slices.Contains(d.formats, name) {
			return &d, nil
		}
		all = append(all, d.formats...)
	}
	slices.Sort(all)
	return nil, fmt.Errorf("the text format %q can be read but not taught; take one of %s", name, strings.Join(all, ", "))
}

// Describe gives the instructions that tell a model which tools there are, and how it calls
// them in a format. The empty format, and "auto", are that which most models know.
func Describe(format string, tools []tool.Definition) (string, error) {
	d, err := dialectOf(format)
	if err != nil {
		return "", err
	}
	var list strings.Builder
	for _, t := range tools {
		line, err := describeTool(t)
		if err != nil {
			return "", err
		}
		list.Write(line)
		list.WriteByte('\n')
	}
	example := []*wire.Call{{ID: "call_1", Name: "example_tool", Args: json.RawMessage(`{"text":"some words","count":2}`)}}
	call, err := Calls(format, example)
	if err != nil {
		return "", err
	}
	result, err := Results(format, []wire.Result{{CallID: "call_1", Name: "example_tool", Content: []tool.Block{tool.Text("…")}}})
	if err != nil {
		return "", err
	}
	note := ""
	if d.note != "" {
		note = " " + d.note
	}
	return fmt.Sprintf(promptText, list.String(), call, note, result), nil
}

const promptText = `# Tools

You can call tools. These are all there are, one per line, with the JSON schemas of their arguments:

<tools>
%s</tools>

To call a tool, write exactly like this, with its name and its arguments in place of those of the example:

%s

Write a call as plain text, not in a code block.%s You may write several calls, one after the other. Then stop: the results come in the next message, in the order of the calls, like this:

%s

Never write results yourself. When you need no tool, just answer.`

// describeTool gives the line about a tool.
func describeTool(t tool.Definition) ([]byte, error) {
	input := t.Input
	if len(bytes.TrimSpace(input)) == 0 {
		input = json.RawMessage(`{"type":"object","properties":{}}`)
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	err := enc.Encode(struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Parameters  json.RawMessage `json:"parameters"`
	}{t.Name, t.Description, input})
	if err != nil {
		return nil, fmt.Errorf("the schema of the tool %s: %w", t.Name, err)
	}
	return bytes.TrimSpace(line.Bytes()), nil
}

// Calls writes calls as a model that speaks the format has made them, to send them back to
// it as part of the conversation.
func Calls(format string, calls []*wire.Call) (string, error) {
	d, err := dialectOf(format)
	if err != nil {
		return "", err
	}
	said := make([]spokenCall, 0, len(calls))
	for _, c := range calls {
		args, err := spokenArgs(c.Args)
		if err != nil {
			return "", fmt.Errorf("the arguments of %s cannot be written as %s: %w", c.Name, d.formats[0], err)
		}
		said = append(said, spokenCall{c, args})
	}
	if len(said) == 0 {
		return "", nil
	}
	var b strings.Builder
	d.write(&b, said)
	return b.String(), nil
}

// spokenArgs takes an object apart, in its order.
func spokenArgs(object json.RawMessage) ([]spokenArg, error) {
	if len(bytes.TrimSpace(object)) == 0 {
		return nil, nil
	}
	dec := jsontext.NewDecoder(bytes.NewReader(object), jsontext.AllowDuplicateNames(true))
	if t, err := dec.ReadToken(); err != nil {
		return nil, err
	} else if t.Kind() != '{' {
		return nil, fmt.Errorf("they are no object but %s", object)
	}
	var args []spokenArg
	for dec.PeekKind() != '}' {
		key, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		a := spokenArg{key: key.String()}
		value, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		a.value = json.RawMessage(value.Clone())
		if value.Kind() == '"' {
			a.plain = true
			a.text = jsonText(a.value)
		}
		args = append(args, a)
	}
	return args, nil
}

// Results writes what tools have answered, for a model that speaks the format.
func Results(format string, results []wire.Result) (string, error) {
	d, err := dialectOf(format)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for i, r := range results {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "<%s name=%q success=\"%t\">\n%s\n</%s>", d.result, r.Name, !r.IsError, resultText(r.Content, d.result), d.result)
	}
	return b.String(), nil
}

// resultText is the content of a result. The end of a result in it must not be taken for
// the real one.
func resultText(content []tool.Block, tag string) string {
	var parts []string
	for _, c := range content {
		switch c.Type {
		case tool.TextBlock:
			parts = append(parts, c.Text)
		case tool.JSONBlock:
			parts = append(parts, string(c.JSON))
		case tool.ImageBlock:
			parts = append(parts, fmt.Sprintf("(an image, %s, %d bytes)", c.MIME, len(c.Data)))
		case tool.FileBlock:
			parts = append(parts, fmt.Sprintf("(the file %s, %s, %d bytes)", c.Path, c.MIME, c.Size))
		}
	}
	return strings.ReplaceAll(strings.Join(parts, "\n"), "</"+tag, `<\/`+tag)
}
