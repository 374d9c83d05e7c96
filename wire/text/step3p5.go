package text

// step3p5 is the format of Step 3.5.
func step3p5() format {
	f := functionEquals(span{"<tool_call>", "</tool_call>"}).format("step3p5")
	f.drop = append(f.drop, "<|im_end|>")
	return f
}
