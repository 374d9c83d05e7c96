package vet

import (
	"errors"
	"strconv"
	"strings"
)

// value reads any value. Depth is bounded because the input is a stranger's.
func (p *tomlReader) value() (any, error) {
	if p.depth++; p.depth > 100 {
		return nil, errors.New("values are nested more than 100 deep")
	}
	defer func() { p.depth-- }()
	switch {
	case p.rest == "":
		return nil, errors.New("a value is missing")
	case p.rest[0] == '"' || p.rest[0] == '\'':
		return p.text()
	case p.rest[0] == '[':
		return p.array()
	case p.rest[0] == '{':
		return p.inline()
	}
	end := strings.IndexAny(p.rest, ",]}#\n")
	if end < 0 {
		end = len(p.rest)
	}
	word := strings.TrimSpace(p.rest[:end])
	p.skip(end)
	switch {
	case word == "true":
		return true, nil
	case word == "false":
		return false, nil
	case word == "" || strings.Trim(word, "0123456789+-._:eExXobTZ acdfABCDFin") != "":
		return nil, errors.New("a value is not understood")
	}
	return word, nil
}

func (p *tomlReader) array() (any, error) {
	p.skip(1)
	list := []any{}
	for {
		p.blanks(true)
		if p.take("]") {
			return list, nil
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		p.blanks(true)
		if !p.take(",") && !strings.HasPrefix(p.rest, "]") {
			return nil, errors.New("a list is not closed")
		}
	}
}

func (p *tomlReader) inline() (any, error) {
	p.skip(1)
	table := make(map[string]any)
	for {
		p.blanks(true)
		if p.take("}") {
			return table, nil
		}
		if err := p.pair(table); err != nil {
			return nil, err
		}
		p.blanks(true)
		if !p.take(",") && !strings.HasPrefix(p.rest, "}") {
			return nil, errors.New("a table is not closed")
		}
	}
}

// text reads a string in any of the four ways of quoting.
func (p *tomlReader) text() (string, error) {
	quote := p.rest[:1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(p.rest, long) {
		p.skip(3)
		end := 0
		for {
			i := strings.Index(p.rest[end:], long)
			if i < 0 {
				return "", errors.New("a text is not closed")
			}
			end += i
			if quote == "'" || !escaped(p.rest[:end]) {
				break
			}
			end++
		}
		for strings.HasPrefix(p.rest[end+1:], long) { // up to two quotes may stand before the end
			end++
		}
		s := p.rest[:end]
		p.skip(end + 3)
		return s, nil
	}
	p.skip(1)
	for i := 0; i < len(p.rest); i++ {
		switch c := p.rest[i]; {
		case c == '\n':
			return "", errors.New("a text is not closed")
		case c == '\\' && quote == `"`:
			i++
		case c == quote[0]:
			raw := p.rest[:i]
			p.skip(i + 1)
			return unescape(raw, quote)
		}
	}
	return "", errors.New("a text is not closed")
}

// escaped reports whether what follows s is taken literally because of an odd
// number of backslashes before it.
func escaped(s string) bool {
	return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1
}

// unescape resolves escapes, so that a key cannot be hidden in one.
func unescape(raw, quote string) (string, error) {
	if quote == "'" || !strings.Contains(raw, `\`) {
		return raw, nil
	}
	s, err := strconv.Unquote(`"` + strings.ReplaceAll(raw, `\e`, `\x1b`) + `"`)
	if err != nil {
		return "", errors.New("an escape in a text is not understood")
	}
	return s, nil
}
