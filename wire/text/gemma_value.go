package text

import (
	"bytes"
	"encoding/json"
	"errors"
)

// gemmaValue turns arguments of the gemma shape into JSON. It takes what models make of
// it: quoted keys, strings in quotes of any kind, text without quotes, missing brackets.
type gemmaValue struct {
	in     []byte
	pos    int
	quote  string
	params *params
	depth  int
	top    *tagArgs // memory for the outermost object
	words  *words
}

var errGemma = errors.New("its arguments cannot be read")

// object reads "{a:1}", whose bracket is next. Only that on top has parameters.
func (v *gemmaValue) object(top bool) ([]byte, error) {
	if v.depth++; v.depth > pyDepth {
		return nil, errPyDepth
	}
	defer func() { v.depth-- }()
	v.pos++
	object := new(tagArgs)
	if top {
		object = v.top
		object.reset()
	}
	for {
		v.separators()
		if v.pos == len(v.in) {
			return object.object(), nil
		}
		if c := v.in[v.pos]; c == '}' || c == ')' {
			v.pos++
			return object.object(), nil
		}
		key, ok := v.key()
		if !ok {
			return nil, errGemma
		}
		v.pos = jsonSpace(v.in, v.pos)
		var p *params
		if top {
			p = v.params
		}
		value, err := v.value(p, key, true)
		if err != nil {
			return nil, err
		}
		object.set(key, value)
	}
}

// array reads "[1,2]", whose bracket is next.
func (v *gemmaValue) array() ([]byte, error) {
	if v.depth++; v.depth > pyDepth {
		return nil, errPyDepth
	}
	defer func() { v.depth-- }()
	v.pos++
	out := []byte{'['}
	for {
		v.separators()
		if v.pos == len(v.in) || v.in[v.pos] == ']' {
			v.pos = min(v.pos+1, len(v.in))
			return append(out, ']'), nil
		}
		before := v.pos
		item, err := v.value(nil, "", false)
		if err != nil {
			return nil, err
		}
		if v.pos == before {
			return nil, errGemma
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, item...)
	}
}

// separators skips what stands between values.
func (v *gemmaValue) separators() {
	for v.pos < len(v.in) && bytes.IndexByte([]byte(" \t\r\n,"), v.in[v.pos]) >= 0 {
		v.pos++
	}
}

// key takes a key and the colon behind it.
func (v *gemmaValue) key() (string, bool) {
	if text, ok := v.string(); ok {
		v.pos = jsonSpace(v.in, v.pos)
		if v.pos == len(v.in) || v.in[v.pos] != ':' && v.in[v.pos] != '=' {
			return "", false
		}
		v.pos++
		return v.words.of(text), true
	}
	i := v.keyEnd()
	if i <= 0 || v.in[v.pos+i] != ':' && v.in[v.pos+i] != '=' {
		return "", false
	}
	key := bytes.TrimSpace(v.in[v.pos : v.pos+i])
	v.pos += i + 1
	return v.words.of(key), len(key) > 0
}

// keyEnd is how many bytes there are before what can end a key; -1 if nothing does.
func (v *gemmaValue) keyEnd() int {
	for i, c := range v.in[v.pos:] {
		switch c {
		case ':', '=', '{', '}', '[', ']':
			return i
		}
	}
	return -1
}

// value reads any value. member says that it is one of an object, so that a comma ends it
// only before the next key.
func (v *gemmaValue) value(p *params, key string, member bool) (json.RawMessage, error) {
	if v.pos < len(v.in) {
		switch v.in[v.pos] {
		case '{':
			return v.object(false)
		case '[':
			return v.array()
		}
	}
	if text, ok := v.string(); ok {
		if kinds := p.kinds(key); kinds == 0 || kinds&isString != 0 {
			return v.top.write(text), nil
		}
		return p.typed(key, string(text), false), nil
	}
	return p.typed(key, v.bare(member), true), nil
}

// string takes a string, if one comes.
func (v *gemmaValue) string() ([]byte, bool) {
	rest := v.in[v.pos:]
	if bytes.HasPrefix(rest, []byte(v.quote)) {
		rest = rest[len(v.quote):]
		n := bytes.Index(rest, []byte(v.quote))
		if n < 0 {
			v.pos = len(v.in)
			return rest, true
		}
		v.pos += n + 2*len(v.quote)
		return rest[:n], true
	}
	if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return nil, false
	}
	quote := rest[0]
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case quote:
			v.pos += i + 1
			if quote == '\'' { // its end is sometimes said twice
				if bytes.HasPrefix(v.in[v.pos:], []byte(v.quote)) {
					v.pos += len(v.quote)
				}
				return rest[1:i], true
			}
			var text string
			if json.Unmarshal(rest[:i+1], &text) != nil {
				return pyUnescape(nil, rest[1:i]), true
			}
			return []byte(text), true
		}
	}
	return nil, false
}

// bare takes text without quotes.
func (v *gemmaValue) bare(member bool) string {
	from, depth := v.pos, 0
	for ; v.pos < len(v.in); v.pos++ {
		switch c := v.in[v.pos]; {
		case c == '{' || c == '[' || c == '(':
			depth++
		case (c == '}' || c == ']' || c == ')') && depth > 0:
			depth--
		case c == '}' || c == ']' || c == ')' && v.in[0] == '(':
			return string(bytes.TrimSpace(v.in[from:v.pos]))
		case c == ',' && depth == 0 && (!member || v.keyed(v.pos+1)):
			return string(bytes.TrimSpace(v.in[from:v.pos]))
		}
	}
	return string(bytes.TrimSpace(v.in[from:]))
}

// keyed reports whether a key comes at i, or nothing.
func (v *gemmaValue) keyed(i int) bool {
	i = jsonSpace(v.in, i)
	if i == len(v.in) || v.in[i] == '}' || v.in[i] == ')' || v.in[i] == '"' || v.in[i] == '<' {
		return true
	}
	from := i
	for i < len(v.in) && i-from < pyNameLimit && (pyWord(v.in[i]) || v.in[i] == '.') {
		i++
	}
	i = jsonSpace(v.in, i)
	return i > from && i < len(v.in) && (v.in[i] == ':' || v.in[i] == '=')
}
