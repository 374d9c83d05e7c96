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
)

// params are the parameters of a tool, as far as formats without types need them.
type params struct {
	schema json.RawMessage
	types  *schemaTypes
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
	if p.types == nil {
		p.types = newSchemaTypes(p.schema)
	}
	return p.types
}

// declares says whether the schema names a parameter.
func (p *params) declares(name string) bool {
	if p == nil {
		return false
	}
	properties, _ := p.declared().root["properties"].(map[string]any)
	_, ok := properties[name]
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
	if declared == isString || declared == 0 && !guess {
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

// toolWith finds the tool that arguments are for, by their names: the first that knows
// most of them, and at least half. If only one tool was offered, it is that.
func (c *calls) toolWith(args json.RawMessage) (string, bool) {
	if len(c.names) == 1 {
		return c.names[0], true
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(args, &fields) != nil {
		return "", false
	}
	best, found := 0, ""
	for _, name := range c.names {
		known := 0
		for field := range fields {
			if c.of(name).declares(field) {
				known++
			}
		}
		if known > best && known*2 >= len(fields) {
			best, found = known, name
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

// bareCost is how many bytes more a byte takes in a JSON string.
//
//nolint:gochecknoglobals // a constant table
var bareCost = func() (cost [256]uint8) {
	for c := range ' ' {
		cost[c] = 5
	}
	for _, c := range `"\` + "\n\r\t" {
		cost[c] = 1
	}
	return cost
}()

// appendBare adds a text as JSON to b.
func appendBare[text string | []byte](b []byte, s text) []byte {
	high, more := byte(0), 2
	for i := range len(s) {
		high |= s[i]
		more += int(bareCost[s[i]])
	}
	if high >= utf8.RuneSelf && !utf8.ValidString(string(s)) {
		s = text(string([]rune(string(s)))) // one sign of replacement for each byte
	}
	b = slices.Grow(b, len(s)+more)
	if more == 2 { // nothing has to be escaped
		return append(append(append(b, '"'), s...), '"')
	}
	b = append(b, '"')
	from := 0 // of what stands as it is
	for i := range len(s) {
		c := s[i]
		if bareCost[c] == 0 {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			const hex = "0123456789abcdef"
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(append(b, s[from:]...), '"')
}
