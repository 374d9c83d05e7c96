package text

// phi4mini is the format of Phi-4-mini: the word functools and an array.
func phi4mini() format {
	block := &jsonBlock{jsonStyle: jsonStyle{full: true}, noObject: true, closes: []string{"<|/tool_call|>"}}
	return format{
		name:    "phi4mini",
		aliases: []string{"phi4_mini_json"},
		think:   thinkTags(),
		drop:    []string{"<|end|>", "<|endoftext|>"},
		marks:   []string{"functools[", "<|tool_call|>"},
		read:    block.reader,
	}
}

// jsonArray is a bare array of calls, which constrained decoding makes every model write.
func jsonArray() format {
	block := &jsonBlock{jsonStyle: jsonStyle{full: true}, bare: true}
	return format{
		name:  "json_array",
		think: thinkTags(),
		marks: []string{"[", "{"},
		read:  block.reader,
	}
}

// xlam is the format of xLAM: an array, bare or in one of several envelopes, a code
// fence among them.
func xlam() format {
	bare := &jsonBlock{jsonStyle: jsonStyle{full: true}, noObject: true, bare: true}
	marked := &jsonBlock{jsonStyle: jsonStyle{full: true}, noObject: true, skips: true, closes: []string{"</tool_call>", "```"}}
	return format{
		name:  "xlam",
		think: thinkTags(),
		drop:  chatml(),
		marks: []string{"[", "[TOOL_CALLS]", "<tool_call>", "```", "```json"},
		read: func(mark string) reader {
			if mark == "[" {
				return bare.reader(mark)
			}
			return marked.reader(mark)
		},
	}
}

// llama3JSON is the format of Llama 3.1 to 3.3, and of Firefunction, which is made from
// it: objects anywhere in the text, with or without a mark.
func llama3JSON() format {
	bare := &jsonBlock{bare: true}
	marked := &jsonBlock{closes: []string{"<|eom_id|>", "<|eot_id|>"}}
	return format{
		name:    "llama3_json",
		aliases: []string{"llama3", "llama4_json"},
		think:   thinkTags(),
		drop:    []string{"<|eot_id|>", "<|eom_id|>", "<|python_tag|>"},
		marks:   []string{"{", "[", "<|python_tag|>", "functools["},
		read: func(mark string) reader {
			if mark == "{" || mark == "[" {
				return bare.reader(mark)
			}
			return marked.reader(mark)
		},
	}
}
