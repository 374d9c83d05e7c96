package text

// pairs is the shape of formats that write keys and values between tags, and the name of
// the tool before them:
//
//	<tool_call>read
//	<arg_key>path</arg_key>
//	<arg_value>go.mod</arg_value>
//	</tool_call>
//
// The line breaks may be missing.
func pairs() tagged {
	return tagged{
		blocks: []span{{"<tool_call>", "</tool_call>"}},
		spellings: []spelling{{
			call:  element{style: styleWord},
			param: element{open: pairKeyOpen, close: pairValueClose, style: stylePair},
		}},
		escaped: true,
		trim:    trimPair,
		guess:   func(_ tag, known bool) bool { return known },
	}
}
