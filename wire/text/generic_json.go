package text

// genericJSON is what models without a format of their own are made to write: an object
// that holds a call, several, or the answer.
//
//	{"tool_call": {"name": "read", "arguments": {"path": "a.txt"}}}
//	{"tool_calls": [{"name": "read", "arguments": {"path": "a.txt"}}]}
//	{"response": "Hello."}
func genericJSON() format {
	return format{
		name:  "generic_json",
		think: thinkTags(),
		marks: []string{"{"},
		read: func(string) reader {
			r := &genericReader{}
			r.scan.first = func(key []byte) bool {
				return string(key) == "tool_call" || string(key) == "tool_calls" || string(key) == "response"
			}
			return r
		},
	}
}

type genericReader struct{ scan jsonScan }

func (r *genericReader) read(in []byte, final bool, out *calls) (int, verdict) {
	if !out.first {
		return 1, refused
	}
	switch v := r.scan.next(in); {
	case v == more && !final:
		return 0, more
	case v != ended || r.scan.loose || len(r.scan.members) == 0:
		return max(1, r.scan.at), refused
	}
	for _, m := range r.scan.members {
		value := m.value.of(in)
		if jsonText(m.key.of(in)) == "response" {
			out.text(jsonText(value))
			continue
		}
		// As an array, or one object, the value is a block like others.
		if _, v := (&jsonBlock{}).reader("").read(value, true, out); v != ended {
			return r.scan.at, refused
		}
	}
	return r.scan.at, ended
}
