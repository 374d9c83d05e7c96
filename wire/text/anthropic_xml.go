package text

// anthropicXML is the format that Claude was trained with before it had tools, and that
// many models imitate.
func anthropicXML() format {
	f := invoke("", span{"<function_calls>", "</function_calls>"})
	f.bare = true
	return f.format("anthropic_xml")
}
