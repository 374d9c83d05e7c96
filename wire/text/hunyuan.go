package text

// hunyuan is the format of the later Hunyuan models: keys and values between tags as in
// GLM, with a separator behind the name and tags around all calls.
func hunyuan() format {
	shape := pairs()
	shape.guess = func(tag, bool) bool { return false }
	f := shape.format("hunyuan", "hy3")
	f.drop = append(f.drop, "<tool_calls>", "</tool_calls>", "<tool_sep>", "<answer>", "</answer>", "<|eos|>")
	return f
}
