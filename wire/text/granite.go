package text

// granite is the format of Granite 3: an array behind a mark, which the model may leave
// out if the calls are all it says.
func granite() format {
	marked := &jsonBlock{noObject: true, closes: []string{"</tool_call>"}}
	bare := &jsonBlock{jsonStyle: jsonStyle{full: true}, noObject: true, bare: true, first: true}
	return format{
		name:  "granite",
		think: thinkTags(),
		drop:  []string{"<|end_of_text|>"},
		marks: []string{"<|tool_call|>", "<tool_call>", "["},
		read: func(mark string) reader {
			if mark == "[" {
				return bare.reader(mark)
			}
			return marked.reader(mark)
		},
	}
}

// granite20bFC is the format of Granite 20B Functioncalling: a mark before each object.
func granite20bFC() format {
	block := &jsonBlock{noArray: true}
	return format{
		name:  "granite_20b_fc",
		drop:  []string{"<|endoftext|>"},
		marks: []string{"<function_call>"},
		read:  block.reader,
	}
}

// gigachat3 is the format of GigaChat 3 and 3.1: a mark, then one object.
func gigachat3() format {
	block := &jsonBlock{noArray: true}
	return format{
		name:    "gigachat3",
		aliases: []string{"gigachat"},
		drop:    []string{"</s>", "<|message_sep|>"},
		marks: []string{
			"<|message_sep|>\n\nfunction call<|role_sep|>",
			"function call<|role_sep|>",
			"<|function_call|>",
		},
		read: block.reader,
	}
}
