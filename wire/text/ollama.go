package text

// ollamaPromptJSON is the JSON that models write whose template says no more than that:
// behind the marks of several families, or bare at the beginning of the answer. Only
// tools that were offered are called.
func ollamaPromptJSON() format {
	marked := &jsonBlock{closes: []string{"</tool_call>", "</function_call>"}, known: true}
	bare := &jsonBlock{bare: true, first: true, known: true}
	named := deepseekBlock()
	begins := deepseekTokens("tool calls begin", "tool call begin")
	return format{
		name:    "ollama_prompt_json",
		aliases: []string{"ollama"},
		think:   thinkTags(),
		drop:    append(deepseekTokens("end of sentence", "tool calls end"), "<|im_end|>", "<|eot_id|>", "</s>"),
		marks:   append(begins, "<tool_call>", "<function_call>", "[TOOL_CALLS]", "<|python_tag|>", "<|tool_call|>", "functools", "{", "["),
		read: func(mark string) reader {
			switch mark {
			case "{", "[":
				return bare.reader(mark)
			case "<tool_call>", "<function_call>", "[TOOL_CALLS]", "<|python_tag|>", "<|tool_call|>", "functools":
				return marked.reader(mark)
			}
			return named.reader(mark)
		},
	}
}
