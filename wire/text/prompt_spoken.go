package text

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
)

// spokenDialects write calls as if they were spoken.
func spokenDialects() []dialect {
	python := func(open, between, end string) func(*strings.Builder, []spokenCall) {
		return func(b *strings.Builder, calls []spokenCall) { pyCalls(b, calls, open, between, end) }
	}
	gemma := func(g gemmaShape) func(*strings.Builder, []spokenCall) {
		return func(b *strings.Builder, calls []spokenCall) { g.calls(b, calls) }
	}
	const result = "tool_result"
	return []dialect{
		{formats: []string{"pythonic", "llama4_pythonic"}, write: python("[", ", ", "]"), result: result},
		{formats: []string{"lfm2"}, write: python("<|tool_call_start|>[", ", ", "]<|tool_call_end|>"), result: result},
		{formats: []string{"olmo3"}, write: python("<function_calls>", "\n", "</function_calls>"), result: "function_result"},
		{formats: []string{"gemma4"}, write: gemma(gemma4Shape()), result: result, note: `Strings stand between <|"|>, without escapes.`},
		{formats: []string{"functiongemma"}, write: gemma(functiongemmaShape()), result: result, note: "Strings stand between <escape>, without escapes."},
		{formats: []string{"harmony"}, write: harmonyCalls, result: result},
		{formats: []string{"inkling"}, write: jsonWriter{
			open: inklingMessage + inklingCall, between: inklingEnd + inklingMessage + inklingCall, end: inklingEnd, args: "args",
		}.write, result: result},
		{formats: []string{"kimi_k3"}, write: kimiCalls, result: result},
	}
}

// pyCalls writes calls in Python's syntax.
func pyCalls(b *strings.Builder, calls []spokenCall, open, between, end string) {
	b.WriteString(open)
	for i, c := range calls {
		if i > 0 {
			b.WriteString(between)
		}
		b.WriteString(c.Name + "(")
		var odd []string
		n := 0
		for _, a := range c.args {
			if !pyName(a.key) {
				odd = append(odd, fmt.Sprintf("%s: %s", pyText(a.key), pyLiteral(a.value)))
				continue
			}
			if n++; n > 1 {
				b.WriteString(", ")
			}
			fmt.Fprintf(b, "%s=%s", a.key, pyLiteral(a.value))
		}
		if odd != nil { // keys that are no names
			if n > 0 {
				b.WriteString(", ")
			}
			b.WriteString("**{" + strings.Join(odd, ", ") + "}")
		}
		b.WriteString(")")
	}
	b.WriteString(end)
}

// pyName reports whether a key can be written as the name of an argument.
func pyName(key string) bool {
	for i := range len(key) {
		if !pyWord(key[i]) {
			return false
		}
	}
	return key != ""
}

// pyLiteral gives the literal of a JSON value.
func pyLiteral(value json.RawMessage) string {
	var b strings.Builder
	dec := jsontext.NewDecoder(bytes.NewReader(value), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	pyTokens(&b, dec, func(t jsontext.Token) string {
		switch t.Kind() {
		case 't':
			return "True"
		case 'f':
			return "False"
		case 'n':
			return "None"
		case '"':
			return pyText(t.String())
		}
		return t.String()
	}, func(key string) string { return pyText(key) + ": " })
	return b.String()
}

// pyTokens writes a JSON value with other tokens. The brackets and commas stay.
func pyTokens(b *strings.Builder, dec *jsontext.Decoder, scalar func(jsontext.Token) string, key func(string) string) {
	for {
		kind, n := dec.StackIndex(dec.StackDepth())
		t, err := dec.ReadToken()
		if err != nil {
			return
		}
		isKey := kind == '{' && n%2 == 0
		closing := t.Kind() == '}' || t.Kind() == ']'
		if n > 0 && !closing && (kind == '[' || isKey) {
			b.WriteByte(',')
		}
		switch {
		case closing || t.Kind() == '{' || t.Kind() == '[':
			b.WriteByte(byte(t.Kind()))
		case isKey:
			b.WriteString(key(t.String()))
		default:
			b.WriteString(scalar(t))
		}
		if dec.StackDepth() == 0 {
			return
		}
	}
}

// pyText gives a string literal. JSON's escapes are Python's as well.
func pyText(s string) string { return string(bareString(s)) }

// calls writes calls of the shape.
func (g gemmaShape) calls(b *strings.Builder, calls []spokenCall) {
	quoted := func(s string) string { return g.quote + s + g.quote }
	for _, c := range calls {
		b.WriteString(g.open + gemmaCall + c.Name)
		dec := jsontext.NewDecoder(strings.NewReader(c.json()), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
		pyTokens(b, dec, func(t jsontext.Token) string {
			if t.Kind() == '"' {
				return quoted(t.String())
			}
			return t.String()
		}, func(key string) string {
			if !pyName(key) || strings.ContainsFunc(key, func(r rune) bool { return r > unicode.MaxASCII }) {
				key = quoted(key)
			}
			return key + ":"
		})
		b.WriteString(g.end)
	}
}

// harmonyCalls writes each call as a message on the commentary channel.
func harmonyCalls(b *strings.Builder, calls []spokenCall) {
	for i, c := range calls {
		if i > 0 {
			b.WriteString(harmonyStart + "assistant")
		}
		fmt.Fprintf(b, "%scommentary to=functions.%s <|constrain|>json%s%s%s", harmonyChannel, c.Name, harmonyBody, c.json(), harmonyCall)
	}
}

// kimiCalls writes calls as tags of tokens, with the type of each value.
func kimiCalls(b *strings.Builder, calls []spokenCall) {
	escape := strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace
	tag := func(format string, a ...any) { b.WriteString(fmt.Sprintf(format, a...) + kimiSep) }
	tag(kimiOpen + "tools")
	for i, c := range calls {
		tag(kimiOpen+`call tool="%s" index="%d"`, escape(c.Name), i+1)
		for _, a := range c.args {
			tag(kimiOpen+`argument key="%s" type="%s"`, escape(a.key), kimiType(a.value))
			b.WriteString(a.raw())
			tag(kimiClose + "argument")
		}
		tag(kimiClose + "call")
	}
	tag(kimiClose + "tools")
}

func kimiType(value json.RawMessage) string {
	switch value[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}
