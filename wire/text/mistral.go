package text

import "strings"

// mistral is the format of Mistral's models: behind the mark an array of calls, or in
// newer ones the name, maybe an id, and the arguments.
func mistral() format {
	array := &jsonBlock{}
	named := jsonNamed{alone: []string{"[TOOL_CALLS]"}, head: mistralHead}.shape()
	return format{
		name:  "mistral",
		think: []span{{"[THINK]", "[/THINK]"}, {"<think>", "</think>"}},
		drop:  []string{"</s>"},
		marks: []string{"[TOOL_CALLS]"},
		read: func(mark string) reader {
			return &jsonChoice{mark: mark, pick: func(c byte, mark string) reader {
				if c == '[' || c == '{' {
					return array.reader(mark)
				}
				return named.reader(mark)
			}}
		},
	}
}

func mistralHead(text string, _ *calls) (name, id string, ok bool) {
	name, _, _ = strings.Cut(text, "[ARGS]")
	name, id, _ = strings.Cut(name, "[CALL_ID]")
	name = strings.TrimSpace(name)
	return name, strings.TrimSpace(id), toolName(name)
}
