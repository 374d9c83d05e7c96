package text

import "strings"

// deepseekV32 is the format of DeepSeek V3.2, which it calls DSML. Models at times drop
// the prefix of the tags.
func deepseekV32() format {
	return dsml(span{"<｜DSML｜function_calls>", "</｜DSML｜function_calls>"}, span{"<function_calls>", "</function_calls>"}).
		format("deepseek_v32_dsml", "deepseek_v32")
}

// deepseekV4 is that of DeepSeek V4, and of V4.1, which has spaces in its tags.
func deepseekV4() format {
	return dsml(span{"<｜DSML｜tool_calls>", "</｜DSML｜tool_calls>"}, span{"<｜DSML｜ calls>", "</｜DSML｜ calls>"},
		span{"<tool_calls>", "</tool_calls>"}).format("deepseek_v4_dsml", "deepseek_v4", "deepseek_v41")
}

// dsml is what the two have in common. Parameters say whether they are strings; the
// schema knows better, if there is one.
func dsml(blocks ...span) tagged {
	f := invoke("｜DSML｜", blocks...)
	f.spellings = append(f.spellings, invoke("｜DSML｜ ").spellings[0], invoke("").spellings[0])
	f.trim = trimNone
	f.guess = func(t tag, _ bool) bool { return !strings.Contains(t.attrs, `"true"`) }
	f.wrappers = []string{"arguments", "input"}
	return f
}
