package text

// hermes is the format of Hermes, Qwen 2.5 and 3, MiMo and many others: one JSON object
// in <tool_call> per call.
func hermes() format {
	block := &jsonBlock{closes: []string{"</tool_call>"}}
	return format{
		name:    "hermes",
		aliases: []string{"qwen25", "qwen3", "qwen"},
		think:   thinkTags(),
		drop:    chatml(),
		marks:   []string{"<tool_call>"},
		read:    block.reader,
	}
}

// granite4 is the format of Granite 4, which is that of Hermes.
func granite4() format {
	f := hermes()
	f.name, f.aliases = "granite4", nil
	f.drop = []string{"<|end_of_text|>"}
	return f
}

// ernie45 is the format of Ernie 4.5, whose answers may stand in tags of their own.
func ernie45() format {
	f := hermes()
	f.name, f.aliases = "ernie45", []string{"ernie"}
	f.drop = []string{"</s>", "<response>", "</response>"}
	return f
}

// reka is the format of Reka Edge.
func reka() format {
	f := hermes()
	f.name, f.aliases = "reka", nil
	f.drop = []string{"<sep>"}
	return f
}

// longcat is the format of LongCat: Hermes with tags of its own.
func longcat() format {
	block := &jsonBlock{closes: []string{"</longcat_tool_call>"}}
	return format{
		name:  "longcat",
		think: []span{{"<longcat_think>", "</longcat_think>"}, {"<think>", "</think>"}},
		drop:  []string{"</longcat_s>"},
		marks: []string{"<longcat_tool_call>"},
		read:  block.reader,
	}
}
