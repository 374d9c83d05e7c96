package text

import "bytes"

// readCall looks for the next parameter, or the end of the call.
func (r *taggedReader) readCall(in []byte, final bool, out *calls) step {
	if !r.space(in, final) {
		return goWait
	}
	best := no
	if in[r.pos] == '<' {
		if end := r.as.call.close; end != "" {
			if best = r.at(in, r.pos, end); best == yes {
				r.pos += len(end)
				return r.whole(out, inBlock)
			}
		}
		m := r.at(in, r.pos, r.as.param.open)
		if m == yes {
			if m = r.beginValue(in, &r.as.param, out); m == yes {
				return goOn
			}
			if m == no && r.strict {
				return goNo
			}
		}
		best = max(best, m)
		if m = r.either(in, r.pos, r.as.over); m == yes {
			return r.forgotten(in, out)
		}
		best = max(best, m)
		for _, skip := range r.ignore {
			m := r.at(in, r.pos, skip)
			if m == yes {
				r.pos += len(skip)
				return goOn
			}
			best = max(best, m)
		}
		if best == no && r.children {
			if best = r.beginChild(in, out); best == yes {
				return goOn
			}
		}
	}
	switch {
	case best == unsure && !final:
		return goWait
	case in[r.pos] == '{' && len(r.args.names) == 0 && r.args.whole == nil:
		r.object(inJSON)
		return goOn
	case in[r.pos] != '<' && len(r.args.names) == 0 && (r.args.whole == nil || r.strict):
		return goNo
	}
	// What else stands here is not ours to understand.
	r.pos++
	r.place = inJunk
	return goOn
}

// readJunk goes to the next tag.
func (r *taggedReader) readJunk(in []byte) step {
	n := bytes.IndexByte(in[r.pos:], '<')
	if n < 0 {
		r.pos = len(in)
		return goWait
	}
	r.pos += n
	r.place = inCall
	return goOn
}

// forgotten ends a call that has no end of its own, where something stands that says so.
// The beginning of another call says it only of one that has arguments.
func (r *taggedReader) forgotten(in []byte, out *calls) step {
	switch {
	case r.block >= 0 && r.at(in, r.pos, r.blocks[r.block].close) == yes:
		return r.whole(out, inBlock)
	case len(r.args.names) == 0 && r.args.whole == nil:
		return goNo
	case r.once && r.block >= 0:
		return r.whole(out, inRest)
	}
	return r.whole(out, inBlock)
}

// readRest goes to the end of the block.
func (r *taggedReader) readRest(in []byte) step {
	end := r.blocks[r.block].close
	n, found := find(in[r.pos:], end)
	r.pos += n
	if !found {
		return goWait
	}
	r.pos += len(end)
	return goEnd
}

// readJSON reads a call, or all arguments of one, that are written as a JSON object.
func (r *taggedReader) readJSON(in []byte, out *calls) step {
	switch r.json.next(in) {
	case more:
		return goWait
	case refused:
		r.pos = max(r.pos, min(r.json.at, len(in)))
		return goNo
	}
	if r.place == inNamed {
		c, ok := jsonStyle{}.call(in, r.json)
		if !ok {
			return goNo
		}
		r.pos = r.json.at
		r.of(c.name, tagArgs{whole: c.args}, out)
		return r.whole(out, inBlock)
	}
	_, raw := tagObject(in[r.json.start:r.json.at])
	if raw == nil {
		return goNo
	}
	r.args.whole, r.pos, r.place = raw, r.json.at, inCall
	return goOn
}

// whole hands over the call and goes on somewhere.
func (r *taggedReader) whole(out *calls, next taggedPlace) step {
	if !r.finish(out) {
		return goNo
	}
	r.place = next
	return goOn
}

func (r *taggedReader) finish(out *calls) bool {
	r.args.unwrap(r.fields, r.wrappers)
	if r.valid != nil && !r.valid(r.name, &r.args, out) {
		return false
	}
	out.ready(r.name, "", r.args.object())
	r.done = r.pos
	return true
}
