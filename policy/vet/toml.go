package vet

import (
	"errors"
	"fmt"
	"strings"
)

// parseTOML reads enough of TOML to know every key of a settings file. Numbers,
// dates and the like are kept as they are written. What it does not understand is
// an error, and so is a key that is there twice.
func parseTOML(content []byte) (map[string]any, error) {
	if len(content) > longestContent {
		return nil, errLong
	}
	p := &tomlReader{rest: strings.ReplaceAll(strings.TrimPrefix(string(content), "\ufeff"), "\r\n", "\n"), line: 1}
	root := make(map[string]any)
	table := root
	for {
		p.blanks(true)
		if p.rest == "" {
			return root, nil
		}
		var err error
		if p.rest[0] == '[' {
			table, err = p.header(root)
		} else {
			err = p.pair(table)
		}
		if err == nil {
			err = p.endOfLine()
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", p.line, err)
		}
	}
}

type tomlReader struct {
	rest  string
	line  int
	depth int
}

func (p *tomlReader) skip(n int) {
	p.line += strings.Count(p.rest[:n], "\n")
	p.rest = p.rest[n:]
}

// blanks skips blanks, and with lines also comments and ends of lines.
func (p *tomlReader) blanks(lines bool) {
	for p.rest != "" {
		switch c := p.rest[0]; {
		case c == ' ' || c == '\t':
			p.skip(1)
		case lines && c == '\n':
			p.skip(1)
		case lines && c == '#':
			end := strings.IndexByte(p.rest, '\n')
			if end < 0 {
				end = len(p.rest)
			}
			p.skip(end)
		default:
			return
		}
	}
}

func (p *tomlReader) endOfLine() error {
	p.blanks(false)
	if p.rest == "" || p.rest[0] == '\n' || p.rest[0] == '#' {
		return nil
	}
	return fmt.Errorf("%q is not expected here", brief(p.rest[:min(len(p.rest), 20)]))
}

func (p *tomlReader) take(c string) bool {
	if !strings.HasPrefix(p.rest, c) {
		return false
	}
	p.skip(len(c))
	return true
}

// header reads [table] or [[list]] and gives the table that follows.
func (p *tomlReader) header(root map[string]any) (map[string]any, error) {
	list := strings.HasPrefix(p.rest, "[[")
	closing := "]"
	if list {
		closing = "]]"
	}
	p.skip(len(closing))
	keys, err := p.key()
	if err != nil {
		return nil, err
	}
	if !p.take(closing) {
		return nil, errors.New("the name of a table is not closed")
	}
	table, err := descend(root, keys[:len(keys)-1])
	if err != nil {
		return nil, err
	}
	last := keys[len(keys)-1]
	if !list {
		return descend(table, []string{last})
	}
	entries, ok := table[last].([]any)
	if !ok && table[last] != nil {
		return nil, fmt.Errorf("%q is there twice", brief(last))
	}
	entry := make(map[string]any)
	table[last] = append(entries, entry)
	return entry, nil
}

// descend goes into tables, making those that are not there.
func descend(table map[string]any, keys []string) (map[string]any, error) {
	for _, key := range keys {
		switch next := table[key].(type) {
		case nil:
			made := make(map[string]any)
			table[key] = made
			table = made
		case map[string]any:
			table = next
		case []any:
			last, ok := next[len(next)-1].(map[string]any)
			if !ok {
				return nil, fmt.Errorf("%q is not a table", brief(key))
			}
			table = last
		default:
			return nil, fmt.Errorf("%q is not a table", brief(key))
		}
	}
	return table, nil
}

func (p *tomlReader) pair(table map[string]any) error {
	keys, err := p.key()
	if err != nil {
		return err
	}
	if !p.take("=") {
		return errors.New("a key is not followed by '='")
	}
	p.blanks(false)
	value, err := p.value()
	if err != nil {
		return err
	}
	table, err = descend(table, keys[:len(keys)-1])
	if err != nil {
		return err
	}
	last := keys[len(keys)-1]
	if _, there := table[last]; there {
		return fmt.Errorf("%q is there twice", brief(last))
	}
	table[last] = value
	return nil
}

// key reads a name, or several with dots between them, and the blanks around.
func (p *tomlReader) key() ([]string, error) {
	var keys []string
	for {
		p.blanks(false)
		var name string
		if p.rest != "" && (p.rest[0] == '"' || p.rest[0] == '\'') {
			var err error
			if name, err = p.text(); err != nil {
				return nil, err
			}
		} else {
			end := strings.IndexFunc(p.rest, func(r rune) bool {
				return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
			})
			if end < 0 {
				end = len(p.rest)
			}
			if end == 0 {
				return nil, errors.New("a key is expected here")
			}
			name = p.rest[:end]
			p.skip(end)
		}
		keys = append(keys, name)
		p.blanks(false)
		if len(keys) > 50 {
			return nil, errors.New("a key has too many parts")
		}
		if !p.take(".") {
			return keys, nil
		}
	}
}
