package text

// qwen3Coder is the format of Qwen3-Coder, Qwen 3.5 and Nemotron 3. The block around a
// call is often forgotten.
func qwen3Coder() format {
	f := functionEquals(span{"<tool_call>", "</tool_call>"}).format("qwen3_coder", "qwen3_xml", "qwen35", "nemotron_v3")
	f.drop = append(f.drop, "<|im_end|>", "<|endoftext|>")
	return f
}

// functionEquals is the shape that these have in common:
//
//	<function=read>
//	<parameter=path>
//	go.mod
//	</parameter>
//	</function>
//
// The line breaks next to the tags are not part of the value.
func functionEquals(block span) tagged {
	return tagged{
		blocks:    []span{block},
		bare:      true,
		spellings: []spelling{{call: elementEquals("function"), param: elementEquals("parameter")}},
		children:  true,
		trim:      trimLines,
	}
}
