package text

// seedOSS is the format of Seed-OSS.
func seedOSS() format {
	f := functionEquals(span{"<seed:tool_call>", "</seed:tool_call>"}).format("seed_oss")
	f.think = append([]span{{"<seed:think>", "</seed:think>"}}, f.think...)
	f.drop = append(f.drop, "<seed:eos>")
	return f
}
