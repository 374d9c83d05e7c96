package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// thinkTags are the marks around thinking that most families use.
func thinkTags() []span { return []span{{"<think>", "</think>"}} }

// chatml are the control tokens of the ChatML templates.
func chatml() []string { return []string{"<|im_end|>", "<|im_start|>", "<|endoftext|>"} }

// idTries is how often another id is asked for, if one is taken.
const idTries = 16

// callName is the name of a call, fit to be shown and sent: what is no text in it is
// replaced, so that it is not the name of another tool.
func callName(s string) string {
	bad := func(r rune) bool { return r == utf8.RuneError || unicode.IsControl(r) }
	if !strings.ContainsFunc(s, bad) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if bad(r) {
			return utf8.RuneError
		}
		return r
	}, s)
}

// toolName says whether a text can be the name of a tool: without spaces and brackets.
func toolName(s string) bool {
	return s != "" && len(s) <= 256 && !strings.ContainsAny(s, " \t\r\n\"'`<>{}[]()|,;")
}
