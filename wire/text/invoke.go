package text

// invoke is the shape that several formats have in common, with tags of their own:
//
//	<function_calls>
//	<invoke name="read">
//	<parameter name="path">go.mod</parameter>
//	</invoke>
//	</function_calls>
func invoke(prefix string, blocks ...span) tagged {
	return tagged{
		blocks:    blocks,
		spellings: []spelling{{call: elementAttr(prefix + "invoke"), param: elementAttr(prefix + "parameter")}},
		trim:      trimPair,
	}
}
