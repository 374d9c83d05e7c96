package agents

import (
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// split parts the front matter from the text behind it.
func split(text string) (head, body string, ok bool) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return "", "", false
	}
	if body, empty := strings.CutPrefix(rest, "---\n"); empty {
		return "", body, true
	}
	head, body, ok = strings.Cut(rest+"\n", "\n---\n")
	return head, body, ok
}

// field is one line of a front matter.
type field struct {
	name  string
	line  int // in the file
	value string
	list  []string // of a YAML list
	multi bool     // the value is a list
	odd   bool     // the value is neither a text nor a list of texts
}

// syntax is what is wrong with a front matter.
type syntax struct {
	line int
	text string
}

func (s *syntax) in(file string) *Problem { return &Problem{File: file, Line: s.line, Text: s.text} }

// members reads the front matter as YAML. Files that people have written for other systems are often not quite that: where
// each line is a name and a value, they are taken so.
func members(head string) ([]field, *syntax) {
	var doc yaml.Node
	err := yaml.Unmarshal([]byte(head), &doc)
	if err == nil {
		return fieldsOf(&doc)
	}
	if plain, ok := plainLines(head); ok {
		return plain, nil
	}
	line, text := mistake(head, err)
	return nil, &syntax{line: line, text: "the front matter is not YAML: " + text}
}

// maxHunted is how many lines a front matter has in which a mistake is looked for.
const maxHunted = 300

// mistake tells where in the file an error of the YAML reader is, and what it is. The lines that the reader names are not
// reliable: some it counts from 0, and some are those of the end. So it is the line behind the longest beginning that can be
// read.
func mistake(head string, err error) (line int, text string) {
	text = yamlLine.ReplaceAllString(err.Error(), "")
	lines := strings.Split(head, "\n")
	if len(lines) > maxHunted {
		return 1, text
	}
	for n := len(lines) - 1; n > 0; n-- {
		var node yaml.Node
		if yaml.Unmarshal([]byte(strings.Join(lines[:n], "\n")), &node) == nil {
			return n + 2, text // behind the line of hyphens
		}
	}
	return 2, text
}

// yamlLine is what an error of the YAML reader begins with.
var yamlLine = regexp.MustCompile(`^yaml: (line \d+: )?`)

func fieldsOf(doc *yaml.Node) ([]field, *syntax) {
	if doc.Kind == 0 {
		return nil, nil
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		return nil, &syntax{line: root.Line + 1, text: "the front matter must be lines of the form name: value"}
	}
	var fields []field
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		f := field{name: key.Value, line: key.Line + 1}
		switch value.Kind {
		case yaml.ScalarNode:
			if value.Tag != "!!null" {
				f.value = value.Value
			}
		case yaml.SequenceNode:
			f.multi = true
			for _, item := range value.Content {
				f.odd = f.odd || item.Kind != yaml.ScalarNode
				f.list = append(f.list, item.Value)
			}
		default:
			f.odd = true
		}
		fields = append(fields, f)
	}
	return fields, nil
}

// plainLines reads lines of names and values, taking each value as it stands.
func plainLines(head string) ([]field, bool) {
	var fields []field
	n := 1
	for line := range strings.SplitSeq(head, "\n") {
		n++
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || name == "" || strings.ContainsAny(name, " \t\"'-{[&*|>") {
			return nil, false
		}
		value = strings.TrimSpace(value)
		if len(value) > 1 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0] {
			value = value[1 : len(value)-1]
		}
		if strings.HasPrefix(value, "[") || strings.HasPrefix(value, "{") || value == "|" || value == ">" {
			return nil, false
		}
		fields = append(fields, field{name: name, line: n, value: strings.ReplaceAll(value, `\n`, "\n")})
	}
	return fields, len(fields) > 0
}
