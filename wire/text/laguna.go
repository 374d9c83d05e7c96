package text

// laguna is the format of Laguna as it is really written: pairs of keys and values, with
// the mistakes of a small model. The arguments may be one JSON object, the block may be a
// turn of the user, or the call nothing but JSON.
func laguna() format {
	call := pairs()
	call.once = true
	call.resolve = lagunaTool

	turn := call
	turn.blocks = []span{{"<user>", "</user>"}}
	turn.valid = func(name string, _ *tagArgs, out *calls) bool { return out.tools != nil && out.known(name) }

	asCall, asTurn := call.shape(), turn.shape()
	asJSON := &jsonBlock{bare: true, known: true, noArray: true}
	made := call.format("laguna")
	made.marks = append(made.marks, "<user>", "{")
	made.read = func(mark string) reader {
		switch mark {
		case "{":
			return asJSON.reader(mark)
		case "<user>":
			return asTurn.reader(mark)
		}
		return asCall.reader(mark)
	}
	return made
}

// lagunaTool knows the names under which the model looks for tools that it was trained
// with.
func lagunaTool(name string, out *calls) string {
	if out.tools == nil || out.known(name) {
		return name
	}
	usual := map[string]string{"read_file": "read", "write_file": "write", "edit_file": "edit", "web_fetch": "webfetch"}
	if other, ok := usual[name]; ok && out.known(other) {
		return other
	}
	return name
}
