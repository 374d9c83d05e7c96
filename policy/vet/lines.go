package vet

import (
	"errors"
	"fmt"
	"strings"
)

// parseYAML reads the first level of a YAML file: its keys, each with all that
// stands below it as text. Forms in which a key could hide (references, tags,
// merged or computed keys, a second document) are errors.
func parseYAML(content []byte) (map[string]any, error) {
	if len(content) > longestContent {
		return nil, errLong
	}
	object := make(map[string]any)
	open := ""
	n := 0
	for line := range strings.Lines(plainLines(content)) {
		n++
		line = strings.TrimRight(line, " \t\r\n")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case line == "---" && len(object) == 0:
		case line[0] == ' ' || line[0] == '\t' || strings.HasPrefix(line, "- ") || line == "-":
			if open == "" {
				return nil, fmt.Errorf("line %d: it is not under a key", n)
			}
			before, _ := object[open].(string)
			object[open] = before + "\n" + line
		default:
			key, value, err := yamlPair(line)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			if _, there := object[key]; there {
				return nil, fmt.Errorf("line %d: %q is there twice", n, brief(key))
			}
			object[key] = value
			open = key
		}
	}
	return object, nil
}

func yamlPair(line string) (key, value string, err error) {
	key, value, found := strings.Cut(line, ":")
	if !found || value != "" && value[0] != ' ' && value[0] != '\t' {
		return "", "", errors.New("a key and a value are expected")
	}
	key = strings.TrimSpace(key)
	if len(key) > 1 && (key[0] == '"' || key[0] == '\'') && key[len(key)-1] == key[0] {
		key = key[1 : len(key)-1]
	}
	if key == "" || strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") != "" {
		return "", "", fmt.Errorf("%q is not a plain key", brief(key))
	}
	value = strings.TrimSpace(value)
	if len(value) > 1 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0] {
		value = value[1 : len(value)-1]
	}
	return key, value, nil
}

// frontMatter gives the keys at the head of a Markdown file, and the text below.
func frontMatter(content string) (head map[string]any, body string, err error) {
	text := strings.ReplaceAll(strings.TrimPrefix(content, "\ufeff"), "\r\n", "\n")
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return nil, content, nil
	}
	raw, body, closed := strings.Cut(rest, "\n---")
	if !closed {
		return nil, content, errors.New("the front matter is not closed")
	}
	head, err = parseYAML([]byte(raw))
	return head, body, err
}

// assignments visits the lines of a file of NAME=value lines, as .env and .npmrc
// are. It gives an error for a line that is none.
func assignments(content []byte, visit func(where, name, value string)) error {
	if len(content) > longestContent {
		return errLong
	}
	n := 0
	for line := range strings.Lines(plainLines(content)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		name, value, found := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		if !found {
			return fmt.Errorf("line %d is not of the form name=value", n)
		}
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		visit(fmt.Sprintf("line %d", n), strings.Trim(strings.TrimSpace(name), `"'`), value)
	}
	return nil
}

// plainLines is a text with every end of a line in one form. Readers of these
// formats take a lone carriage return for one, so a key could hide behind it.
func plainLines(content []byte) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(string(content), "\ufeff"))
}
