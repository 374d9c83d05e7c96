package text

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"jig/internal/repair"
)

// jsonStyle says how a call is written as a JSON object.
type jsonStyle struct {
	// keyed objects have the name of the tool as their only key: {"read": {"path": "a"}}.
	keyed bool
	// full objects must have arguments; otherwise a name alone is a call without any.
	full bool
	// inside is how many objects the call stands in.
	inside int
}

// jsonInside is how many objects a call may stand in: each is looked at anew.
const jsonInside = 3

// jsonCall is a call that was read from an object.
type jsonCall struct {
	name, id string
	args     json.RawMessage
}

// call reads the object that s has just scanned.
func (j jsonStyle) call(in []byte, s *jsonScan) (jsonCall, bool) {
	if !s.loose {
		return j.members(in, s.members)
	}
	fixed, ok := jsonMend(in[s.start:s.at])
	var again jsonScan
	if !ok || again.next(fixed) != ended {
		return jsonCall{}, false
	}
	return j.members(fixed, again.members)
}

// jsonLoose gives the arguments that an object is which was scanned.
func jsonLoose(text []byte, loose bool) (json.RawMessage, bool) {
	if loose {
		var ok bool
		if text, ok = jsonMend(text); !ok {
			return nil, false
		}
	}
	return jsonArguments(text)
}

// jsonMend makes JSON of what is almost JSON.
func jsonMend(text []byte) ([]byte, bool) {
	fixed, _ := repair.Arguments(text)
	if !json.Valid(fixed) {
		fixed, _ = repair.Arguments(jsonBackslashes(text))
	}
	return fixed, json.Valid(fixed)
}

// jsonBackslashes doubles those that begin no escape, as in regular expressions and paths
// that were not escaped.
func jsonBackslashes(text []byte) []byte {
	out := make([]byte, 0, len(text)+16)
	for i := 0; i < len(text); i++ {
		out = append(out, text[i])
		if text[i] != '\\' || i+1 == len(text) {
			continue
		}
		i++
		switch c := text[i]; {
		case bytes.IndexByte([]byte(`"\/bfnrt'`), c) >= 0:
		case c == 'u' && len(text) > i+4 && jsonHex(text[i+1]) && jsonHex(text[i+2]) && jsonHex(text[i+3]) && jsonHex(text[i+4]):
		default:
			out = append(out, '\\')
		}
		out = append(out, text[i])
	}
	return out
}

// members reads a call from the members of an object that is valid JSON.
func (j jsonStyle) members(in []byte, members []jsonMember) (c jsonCall, ok bool) {
	if len(members) == jsonMembers {
		return c, false // some of them are not known
	}
	if j.keyed {
		if len(members) != 1 {
			return c, false
		}
		c.name = jsonText(members[0].key.of(in))
		c.args, ok = jsonArguments(members[0].value.of(in))
		return c, ok && c.name != ""
	}
	var args []byte
	rank := len(jsonArgumentKeys)
	for _, m := range members {
		key, value := jsonKeyOf(m.key.of(in)), m.value.of(in)
		switch string(key) {
		case "name", "tool_name", "function", "tool", "tool_call":
			switch {
			case len(value) == 0:
			case value[0] == '"' && c.name == "":
				c.name = strings.TrimSpace(jsonText(value))
			case value[0] == '{' && j.inside < jsonInside && (string(key) == "function" || string(key) == "tool_call"):
				nested := j
				nested.inside++
				inner, ok := nested.object(value)
				inner.id = c.id
				return inner, ok
			}
		case "id", "tool_call_id", "call_id":
			c.id = jsonText(value)
		default:
			for i, k := range jsonArgumentKeys {
				if k == string(key) && i < rank {
					rank, args = i, value
				}
			}
		}
	}
	if c.name == "" || args == nil && j.full {
		return c, false
	}
	c.args, ok = jsonArguments(args)
	return c, ok
}

//nolint:gochecknoglobals // a constant list
var jsonArgumentKeys = [...]string{"arguments", "parameters", "input", "args"}

// object reads a call from a text that is one object.
func (j jsonStyle) object(text []byte) (jsonCall, bool) {
	var s jsonScan
	if s.next(text) != ended || text[0] != '{' {
		return jsonCall{}, false
	}
	return j.call(text, &s)
}

// jsonArguments gives the arguments of a call from their value. An object can also be
// written as a string; nothing at all is an empty one.
func jsonArguments(value []byte) (json.RawMessage, bool) {
	if len(value) == 0 || string(value) == "null" || string(value) == "[]" {
		return json.RawMessage("{}"), true
	}
	switch value[0] {
	case '{':
		if !utf8.Valid(value) {
			return bytes.ToValidUTF8(value, []byte("\uFFFD")), true
		}
		return bytes.Clone(value), true
	case '"':
		inner := bytes.TrimSpace([]byte(jsonText(value)))
		if len(inner) == 0 {
			return json.RawMessage("{}"), true
		}
		fixed, _ := repair.Arguments(inner)
		if fixed[0] == '{' && json.Valid(fixed) {
			return fixed, true
		}
	}
	return nil, false
}

// jsonKeyOf gives the text of a key.
func jsonKeyOf(key []byte) []byte {
	if bytes.IndexByte(key, '\\') < 0 {
		return key[1 : len(key)-1]
	}
	return []byte(jsonText(key))
}

// jsonText gives the text of a JSON string; of another value, what is written.
func jsonText(value []byte) string {
	if len(value) < 2 || value[0] != '"' {
		return string(value)
	}
	if inner := value[1 : len(value)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner)
	}
	var s string
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}
