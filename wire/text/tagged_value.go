package text

import "bytes"

// beginValue reads the beginning of a parameter.
func (r *taggedReader) beginValue(in []byte, e *element, out *calls) match {
	t, m := r.beginning(in, e)
	if m == unsure {
		return m
	}
	r.scan = tagScan{}
	if m == no {
		return m
	}
	r.param, r.close, r.from, r.pos, r.follow = t, e.close, t.end, t.end, r.as.follow
	if e.style == styleTag {
		r.follow = r.tags
	}
	if r.place = inValue; t.empty {
		r.store(nil, out)
	}
	return yes
}

// beginChild reads the beginning of a parameter that is an element of its own name.
func (r *taggedReader) beginChild(in []byte, out *calls) match {
	end, m := r.scan.end(in, r.pos+1, false)
	if m == unsure {
		r.want = 0
		return m
	}
	r.scan = tagScan{}
	if m == no {
		return m
	}
	name := string(in[r.pos+1 : end])
	if _, ok := r.fields[name]; name == "" || name[0] == '/' || r.fields != nil && !ok {
		return no
	}
	return r.beginValue(in, &element{open: "<", close: "</" + name + ">", style: styleTag}, out)
}

// readValue looks for the end of a value.
func (r *taggedReader) readValue(in []byte, final bool, out *calls) step {
	for {
		n := bytes.IndexByte(in[r.pos:], '<')
		if n < 0 {
			r.pos = len(in)
			return goWait
		}
		r.pos += n
		next, m := r.endsAt(in, final)
		switch {
		case m == yes:
			r.store(in[r.from:r.pos], out)
			r.pos = next
			return goOn
		case m == unsure && !final:
			return goWait
		}
		r.pos++
		r.ahead, r.scan = 0, tagScan{}
	}
}

// endsAt says whether the value ends where we are, and what is to be read next.
func (r *taggedReader) endsAt(in []byte, final bool) (next int, m match) {
	if next := r.pos + 1; next < len(in) && in[next] != '/' && in[next] != r.as.param.open[1] {
		return 0, no // which is what most brackets are
	}
	best := r.at(in, r.pos, r.close)
	if best == yes {
		next = r.pos + len(r.close)
		return next, r.followed(in, next, final, r.follow)
	}
	// The tags that may follow, if the end of the value was forgotten.
	m = r.at(in, r.pos, r.as.param.open)
	if m == yes {
		return r.pos, r.another(in)
	}
	best = max(best, m)
	if end := r.as.call.close; end != "" {
		m = r.at(in, r.pos, end)
		if m == yes {
			return r.pos, r.followed(in, r.pos+len(end), final && r.block < 0 && r.complete(), r.as.over)
		}
		best = max(best, m)
	}
	if r.block >= 0 {
		end := r.blocks[r.block].close
		m = r.at(in, r.pos, end)
		if m == yes {
			// At the end of the answer, it may also have been cut in a text about tags.
			over := final && r.as.call.close == "" && r.complete()
			return r.pos, r.followed(in, r.pos+len(end), over, r.opens)
		}
		best = max(best, m)
	}
	return 0, best
}

// complete says whether no parameter is missing, if the one that is being read is whole.
func (r *taggedReader) complete() bool {
	for _, name := range r.required {
		if name, ok := name.(string); ok && name != r.param.name && !r.args.has(name) {
			return false
		}
	}
	return true
}

// followed says whether one of the tags stands at i, after white space. At the end of
// the answer nothing needs to.
func (r *taggedReader) followed(in []byte, i int, final bool, tags []string) match {
	r.ahead = tagSpace(in, max(r.ahead, i), r.escaped)
	if r.ahead == len(in) {
		return max(unsure, tagMatch(final))
	}
	m := r.either(in, r.ahead, tags)
	if m == no && r.escaped && r.at(in, r.ahead, `\n`) == unsure {
		return unsure
	}
	return m
}

// another says whether the next parameter begins where we are. Since that is also what a
// value about this format could hold, it has to be one that is still missing.
func (r *taggedReader) another(in []byte) match {
	t, m := r.beginning(in, &r.as.param)
	if m != yes {
		return m
	}
	if t.name == r.param.name || r.args.has(t.name) {
		return no
	}
	if r.fields != nil {
		_, ok := r.fields[t.name]
		return tagMatch(ok)
	}
	return tagMatch(r.as.param.style == stylePair || r.pos == r.from || in[r.pos-1] == '\n')
}

// store takes the value of the parameter that is being read.
func (r *taggedReader) store(raw []byte, out *calls) {
	text := r.trim.trim(raw)
	if r.value != nil {
		text = []byte(r.value(string(text)))
	}
	p := out.of(r.name)
	guess := r.guess != nil && r.guess(r.param, p != nil)
	r.args.set(r.param.name, r.args.typed(p, r.param.name, text, guess))
	r.place, r.ahead, r.scan = inCall, 0, tagScan{}
}
