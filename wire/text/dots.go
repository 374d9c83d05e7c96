package text

// dots is the format of dots.llm. A call may also be a JSON object. The end of a block
// sometimes stands alone.
func dots() format {
	block := span{"<dots_function_call>", "</dots_function_call>"}
	f := invoke("", block)
	f.trim = trimAll
	made := f.format("dots")
	made.drop = append(made.drop, block.close)
	return made
}
