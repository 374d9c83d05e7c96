package text

// step3 is the format of Step 3.
func step3() format {
	f := invoke("steptml:", span{"<｜tool_calls_begin｜>", "<｜tool_calls_end｜>"})
	f.around = []string{"<｜tool_call_begin｜>", "<｜tool_call_end｜>", "function<｜tool_sep｜>"}
	return f.format("step3")
}
