package text

import "strings"

// kimiK2 is the format of Kimi K2: sections of calls, each with a header such as
// "functions.read:0" that is the id of the call as well.
func kimiK2() format {
	block := jsonNamed{
		begins: []string{"<|tool_call_begin|>"},
		ends:   []string{"<|tool_call_end|>"},
		closes: []string{"<|tool_calls_section_end|>", "<|tool_call_section_end|>"},
		alone:  []string{"<|tool_call_begin|>"},
		head:   kimiHead,
	}.shape()
	return format{
		name:    "kimi_k2",
		aliases: []string{"kimi"},
		think:   thinkTags(),
		drop: []string{
			"<|tool_calls_section_end|>", "<|tool_call_section_end|>", "<|tool_call_end|>",
			"<|tool_call_argument_begin|>", "<|im_end|>",
		},
		marks: []string{"<|tool_calls_section_begin|>", "<|tool_call_section_begin|>", "<|tool_call_begin|>"},
		read:  block.reader,
	}
}

// kimiHead reads a header. The model sometimes leaves out the name, and counts only.
func kimiHead(text string, out *calls) (name, id string, ok bool) {
	id = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "<|tool_call_argument_begin|>"))
	if strings.Trim(id, "0123456789") == "" {
		return "", "", true
	}
	name, count, found := cutLast(id, ":")
	name = strings.TrimPrefix(name, "functions.")
	if !found || count == "" || strings.Trim(count, "0123456789") != "" {
		return name, "", out.tools != nil && out.known(name)
	}
	if _, last, _ := cutLast(name, "."); !out.known(name) && out.known(last) {
		name = last
	}
	return name, id, toolName(name)
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
