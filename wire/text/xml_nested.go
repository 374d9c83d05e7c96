package text

// xmlNested is the dialect that models are taught which know none, if they are better at
// tags than at JSON:
//
//	<tool_call>
//	<name>read</name>
//	<arguments>{"path": "go.mod"}</arguments>
//	</tool_call>
func xmlNested() format {
	return tagged{
		blocks: []span{{"<tool_call>", "</tool_call>"}},
		spellings: []spelling{{
			call:  element{open: "<name>", end: "</name>", style: styleText},
			param: elementEquals("parameter"),
		}},
		ignore:   []string{"<arguments>", "</arguments>", "<parameters>", "</parameters>"},
		children: true,
		trim:     trimPair,
	}.format("xml_nested")
}
