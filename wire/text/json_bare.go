package text

// jsonBareReader looks at what follows a bracket before it takes it for the beginning of
// a block: texts are full of brackets.
type jsonBareReader struct {
	block *jsonBlock
	mark  string
	at    int
	as    *jsonBlockReader
}

func (r *jsonBareReader) read(in []byte, final bool, out *calls) (int, verdict) {
	if r.as != nil {
		return r.as.read(in, final, out)
	}
	if r.block.first && !out.first {
		return 1, refused
	}
	r.at = jsonSpace(in, max(r.at, len(r.mark)))
	if r.at == len(in) && !final {
		return 0, more
	}
	if r.at == len(in) || in[0] == '[' && in[r.at] != '{' || in[0] == '{' && in[r.at] != '"' && in[r.at] != '\'' {
		return r.at, refused
	}
	r.as = r.block.begin(r.mark)
	return r.as.read(in, final, out)
}

// jsonCallKey says whether a call can begin with a key.
func jsonCallKey(key []byte) bool {
	switch string(key) {
	case "name", "arguments", "parameters", "type", "function", "id", "tool_name", "tool_call_id", "tool", "tool_call", "input":
		return true
	}
	return false
}
