package toolref

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// SplitRule cuts a permission rule into the reference to a tool and the
// specifier in parentheses; has says whether there is one. Parentheses inside
// the specifier are kept as they are when they are balanced. A single one is
// written \( or \) and loses its backslash; every other backslash stays.
func SplitRule(text string) (ref, specifier string, has bool, err error) {
	text = strings.TrimSpace(text)
	fail := func(at int, why string) (string, string, bool, error) {
		return "", "", false, fmt.Errorf("rule %q, character %d: %s", text, utf8.RuneCountInString(text[:at])+1, why)
	}
	if text == "" {
		return "", "", false, fmt.Errorf("a rule is empty; write Tool or Tool(specifier)")
	}
	open := strings.IndexAny(text, "()")
	if open < 0 {
		return text, "", false, nil
	}
	if text[open] == ')' {
		return fail(open, "this ) closes nothing; write Tool or Tool(specifier)")
	}
	ref = strings.TrimSpace(text[:open])
	if ref == "" {
		return fail(open, "the name of a tool is missing before the (; write * for every tool")
	}
	var b strings.Builder
	depth := 1
	for i := open + 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && (text[i+1] == '(' || text[i+1] == ')'):
			i++
			b.WriteByte(text[i])
			continue
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		if depth == 0 {
			if i+1 < len(text) {
				return fail(i+1, `text after the closing ); write a single parenthesis of the specifier as \( or \)`)
			}
			return ref, b.String(), true, nil
		}
		b.WriteByte(text[i])
	}
	return fail(open, `this ( is never closed; end the rule with ), and write a single parenthesis of the specifier as \( or \)`)
}
