package text

// minimaxM2 is the format of MiniMax M2. The beginning of the block is sometimes
// forgotten.
func minimaxM2() format {
	f := invoke("", span{"<minimax:tool_call>", "</minimax:tool_call>"})
	f.bare = true
	return f.format("minimax_m2")
}
