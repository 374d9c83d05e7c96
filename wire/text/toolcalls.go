package text

// The formats here write all calls of an answer as JSON between one pair of tags: as an
// array, or one object per line.

// jamba is the format of Jamba.
func jamba() format {
	block := &jsonBlock{closes: []string{"</tool_calls>"}}
	return format{
		name:  "jamba",
		think: thinkTags(),
		drop:  []string{"<|eom|>", "<|endoftext|>"},
		marks: []string{"<tool_calls>"},
		read:  block.reader,
	}
}

// minimax is the format of MiniMax M1: one object per line.
func minimax() format {
	block := &jsonBlock{closes: []string{"</tool_calls>"}, skips: true}
	return format{
		name:    "minimax",
		aliases: []string{"minimax_m1"},
		think:   thinkTags(),
		drop:    []string{"<end_of_sentence>"},
		marks:   []string{"<tool_calls>"},
		read:    block.reader,
	}
}

// hunyuanA13B is the format of Hunyuan A13B, whose answers stand in tags of their own.
func hunyuanA13B() format {
	block := &jsonBlock{jsonStyle: jsonStyle{full: true}, closes: []string{"</tool_calls>"}, skips: true}
	f := jamba()
	f.name, f.aliases = "hunyuan_a13b", nil
	f.drop = []string{"<answer>", "</answer>", "<|eos|>"}
	f.read = block.reader
	return f
}

// nemotronV2 is the format of Nemotron Nano 2.
func nemotronV2() format {
	block := &jsonBlock{closes: []string{"</TOOLCALL>"}}
	return format{
		name:  "nemotron_v2",
		think: thinkTags(),
		drop:  []string{"<SPECIAL_12>"},
		marks: []string{"<TOOLCALL>"},
		read:  block.reader,
	}
}

// internlm2 is the format of InternLM 2 and 2.5.
func internlm2() format {
	block := &jsonBlock{closes: []string{"<|action_end|>"}}
	return format{
		name:    "internlm2",
		aliases: []string{"internlm"},
		think:   thinkTags(),
		drop:    []string{"<|im_end|>", "</s>"},
		marks:   []string{"<|action_start|><|plugin|>", "<|action_start|> <|plugin|>", "<|action_start|>\n<|plugin|>"},
		read:    block.reader,
	}
}

// apertus is the format of Apertus, where the name of the tool is the key of its
// arguments.
func apertus() format {
	block := &jsonBlock{jsonStyle: jsonStyle{keyed: true}, closes: []string{"<|tools_suffix|>"}}
	return format{
		name:  "apertus",
		think: []span{{"<|inner_prefix|>", "<|inner_suffix|>"}},
		drop:  []string{"<|assistant_end|>"},
		marks: []string{"<|tools_prefix|>"},
		read:  block.reader,
	}
}
