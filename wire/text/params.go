package text

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"jig/internal/repair"
	"jig/tool"
)

// params are the parameters of a tool, as far as formats without types need them.
type params struct {
	schema json.RawMessage
	types  schemaTypes
}

// kinds gives the kinds of value that a parameter may have; none if nothing is declared.
func (p *params) kinds(name string) kinds {
	if p == nil {
		return 0
	}
	return p.declared().property(name)
}

// declared is what the schema says. It is read when it is first asked for.
func (p *params) declared() *schemaTypes {
	if p.types.schemaDoc == nil {
		p.types.schemaDoc = schemas.of(p.schema)
	}
	return &p.types
}

// declares says whether the schema names a parameter.
func (p *params) declares(name string) bool {
	if p == nil {
		return false
	}
	_, ok := p.declared().properties[name]
	return ok
}

// typed gives the JSON value of an argument that is written as bare text. The schema
// decides: what is declared a string stays one ("02134"), numbers, booleans, null, arrays
// and objects are read as what they are. If it does not fit, or nothing is declared, guess
// says whether the text is taken for JSON when it is.
func (p *params) typed(name, text string, guess bool) json.RawMessage {
	return typedAs(p.kinds(name), text, guess)
}

// typedAs is typed for kinds that are known.
func typedAs(declared kinds, text string, guess bool) json.RawMessage {
	if bareText(declared, guess) {
		return bareString(text)
	}
	trimmed := strings.TrimSpace(text)
	for _, try := range [...]struct {
		kind kinds
		read func(string) (json.RawMessage, bool)
	}{
		{isNull, bareNull},
		{isInteger, bareInteger},
		{isNumber, bareNumber},
		{isBoolean, bareBoolean},
		{isObject, func(s string) (json.RawMessage, bool) { return bareNested(s, '{') }},
		{isArray, func(s string) (json.RawMessage, bool) { return bareNested(s, '[') }},
	} {
		if declared&try.kind == 0 {
			continue
		}
		if value, ok := try.read(trimmed); ok {
			return value
		}
	}
	if declared&isString == 0 {
		// Models write null for what they leave out, whether that is allowed or not.
		if value, ok := bareNull(trimmed); ok && declared != 0 {
			return value
		}
		if guess {
			if value, ok := bareGuess(trimmed); ok {
				return value
			}
		}
	}
	return bareString(text)
}

// bareText says that an argument is a string whatever its text is.
func bareText(declared kinds, guess bool) bool {
	return declared == isString || declared == 0 && !guess
}

// toolWith finds the tool that arguments are for, by their names: the first that knows
// most of them, and at least half. If only one tool was offered, it is that.
func (c *calls) toolWith(args json.RawMessage) (string, bool) {
	var tools []tool.Definition
	if c.tools != nil {
		tools = c.tools.list
	}
	if len(tools) == 1 {
		return tools[0].Name, true
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(args, &fields) != nil {
		return "", false
	}
	best, found := 0, ""
	for i := range tools {
		known, p := 0, c.tools.at(i)
		for field := range fields {
			if p.declares(field) {
				known++
			}
		}
		if known > best && known*2 >= len(fields) {
			best, found = known, tools[i].Name
		}
	}
	return found, found != ""
}

func bareNull(s string) (json.RawMessage, bool) {
	return json.RawMessage("null"), strings.EqualFold(s, "null") || s == "None"
}

func bareBoolean(s string) (json.RawMessage, bool) {
	lower := strings.ToLower(s)
	return json.RawMessage(lower), lower == "true" || lower == "false"
}

func bareInteger(s string) (json.RawMessage, bool) {
	if !jsonNumber([]byte(s)) {
		return nil, false
	}
	if strings.ContainsAny(s, ".eE") {
		f, err := strconv.ParseFloat(s, 64)
		return json.RawMessage(s), err == nil && f == math.Trunc(f)
	}
	return json.RawMessage(s), true
}

func bareNumber(s string) (json.RawMessage, bool) {
	return json.RawMessage(s), jsonNumber([]byte(s))
}

// bareNested reads an object or array, also one that has to be mended, or one that was
// put into quotes as a whole.
func bareNested(s string, open byte) (json.RawMessage, bool) {
	var inner string
	if strings.HasPrefix(s, `"`) && json.Unmarshal([]byte(s), &inner) == nil {
		s = strings.TrimSpace(inner)
	}
	if s == "" || s[0] != open {
		return nil, false
	}
	fixed, _ := repair.Arguments([]byte(s))
	return bytes.Clone(fixed), json.Valid(fixed)
}

// bareGuess reads what looks like JSON, or like a literal of Python.
func bareGuess(s string) (json.RawMessage, bool) {
	switch s {
	case "":
		return nil, false
	case "True", "False":
		return json.RawMessage(strings.ToLower(s)), true
	case "None":
		return json.RawMessage("null"), true
	}
	if s[0] == '{' || s[0] == '[' {
		return bareNested(s, s[0])
	}
	return json.RawMessage(s), json.Valid([]byte(s))
}

// bareString is a text as JSON.
func bareString(s string) json.RawMessage { return appendBare(nil, s) }

// bareEscape is what follows the backslash where a byte is escaped in a JSON string; zero for
// the bytes that mean themselves, bareRare where it is not as simple.
//
//nolint:gochecknoglobals // a constant table
var bareEscape = func() (escape [256]byte) {
	for c := range escape {
		if c < ' ' || c >= utf8.RuneSelf {
			escape[c] = bareRare
		}
	}
	escape['"'], escape['\\'], escape['\n'], escape['\r'], escape['\t'] = '"', '\\', 'n', 'r', 't'
	return escape
}()

const bareRare = 1

// appendBare adds a text as JSON to b, with a sign of replacement for each byte that is none.
func appendBare[text string | []byte](b []byte, s text) []byte {
	b = slices.Grow(b, 2*len(s)+2)
	out, n := b[:cap(b)], len(b)
	out[n] = '"'
	n++
	for i := range len(s) {
		switch c := s[i]; bareEscape[c] {
		case 0:
			out[n] = c
			n++
		case bareRare:
			return appendRare(out[:n], string(s[i:]))
		default:
			out[n], out[n+1] = '\\', bareEscape[c]
			n += 2
		}
	}
	out[n] = '"'
	return out[:n+1]
}

// appendRare is the rest of appendBare for texts that are not plain ASCII.
func appendRare(b []byte, s string) []byte {
	for i, r := range s {
		switch {
		case r >= utf8.RuneSelf:
			b = utf8.AppendRune(b, r)
		case bareEscape[r] == 0:
			b = append(b, s[i])
		case bareEscape[r] == bareRare:
			const hex = "0123456789abcdef"
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = append(b, '\\', bareEscape[r])
		}
	}
	return append(b, '"')
}
