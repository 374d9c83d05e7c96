package text

import "strings"

// thinkTags are the marks around thinking that most families use.
func thinkTags() []span { return []span{{"<think>", "</think>"}} }

// chatml are the control tokens of the ChatML templates.
func chatml() []string { return []string{"<|im_end|>", "<|im_start|>", "<|endoftext|>"} }

// toolName says whether a text can be the name of a tool: without spaces and brackets.
func toolName(s string) bool {
	return s != "" && len(s) <= 256 && !strings.ContainsAny(s, " \t\r\n\"'`<>{}[]()|,;")
}
