package text

// pythonic is how Llama 3.2 and its kin call: "[get_weather(city='Oslo')]", anywhere in
// the text.
func pythonic() format {
	return format{
		name:  "pythonic",
		drop:  []string{"<|python_tag|>", "<|python_start|>", "<|python_end|>", "<|eom_id|>", "<|eot_id|>"},
		marks: []string{"["},
		read:  (&pyShape{}).reader,
	}
}

// llama4Pythonic is the same with tokens around it, which are often missing.
func llama4Pythonic() format {
	return format{
		name:  "llama4_pythonic",
		drop:  []string{"<|python_start|>", "<|python_end|>", "<|eom|>", "<|eot|>"},
		marks: []string{"["},
		read:  (&pyShape{}).reader,
	}
}

// olmo3 writes one call per line.
//
//	<function_calls>get_weather(city="Oslo")
//	get_time(zone="CET")</function_calls>
func olmo3() format {
	return format{
		name:  "olmo3",
		think: []span{{"<think>", "</think>"}},
		drop:  []string{"</function_calls>", "<|im_end|>"},
		marks: []string{"<function_calls>"},
		read:  (&pyShape{end: "</function_calls>"}).reader,
	}
}

// lfm2 has marks around the list, in which JSON is fine as well:
//
//	<|tool_call_start|>[get_weather(city="Oslo")]<|tool_call_end|>
//
// It sometimes says the list again, or leaves the marks out.
func lfm2() format {
	return format{
		name:  "lfm2",
		think: []span{{"<think>", "</think>"}},
		drop:  []string{"<|tool_call_end|>", "<|im_end|>"},
		marks: []string{"<|tool_call_start|>", "["},
		read:  (&pyShape{end: "<|tool_call_end|>", first: true, echo: true}).reader,
	}
}
