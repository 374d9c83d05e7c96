package text

import "math"

// The places that a taggedReader can be at.
type taggedPlace uint8

const (
	inBlock taggedPlace = iota // between calls
	inCall                     // between parameters
	inValue                    // of a parameter
	inJSON                     // in arguments that are one object
	inNamed                    // in a call that is one object
	inJunk                     // between parameters, where something stands that is none
	inRest                     // of the block, which does not matter
)

type taggedReader struct {
	*tagged
	place taggedPlace
	pos   int // what stands before is dealt with
	want  int // how much must have come before it makes sense to look again
	scan  tagScan
	json  *jsonScan // of what is written as JSON

	block  int       // which of the blocks we are in; -1 without one
	as     *spelling // of this call
	name   string
	args   tagArgs
	words  *words
	fields map[string]any // that the tool declares; nil if it is not known
	// required are those of them that must be there.
	required []any

	param  tag
	close  string   // that ends the value
	follow []string // what can follow it
	from   int      // where it begins
	ahead  int      // how far we have looked for what follows it
	done   int      // where the last whole call has ended
	inTag  bool     // we are in a tag that has begun
	begins struct{ block, pos int }
}

// step is what a part of a reader says.
type step uint8

const (
	goOn   step = iota
	goWait      // more is needed
	goEnd       // the block is over
	goNo        // this is none
)

// read implements reader.
func (r *taggedReader) read(in []byte, final bool, out *calls) (int, verdict) {
	if len(in) < r.want && !final {
		return 0, more
	}
	for {
		r.want = math.MaxInt
		var s step
		switch r.place {
		case inBlock:
			s = r.readBlock(in, final, out)
		case inCall:
			s = r.readCall(in, final, out)
		case inValue:
			s = r.readValue(in, final, out)
		case inJSON, inNamed:
			s = r.readJSON(in, out)
		case inJunk:
			s = r.readJunk(in)
		case inRest:
			s = r.readRest(in)
		}
		switch s {
		case goOn:
		case goEnd:
			if r.done == 0 {
				return r.fail(r.pos) // tags around nothing are text about them
			}
			return r.pos, ended
		case goNo:
			return r.fail(r.pos)
		case goWait:
			if r.want == math.MaxInt {
				r.want = 0
			}
			if !final {
				// A tag of its own may still be text about tags, that nobody should wait for.
				r.inTag = r.pos < len(in) && in[r.pos] == '<' && (r.block >= 0 || r.place == inCall)
				return 0, more
			}
			return r.cut(in, out)
		}
	}
}

// at says whether a text stands at i.
func (r *taggedReader) at(in []byte, i int, want string) match {
	m := tagAt(in, i, want)
	if m == unsure {
		r.want = min(r.want, i+len(want))
	}
	return m
}

// either is the best of what at says about several texts.
func (r *taggedReader) either(in []byte, i int, wants []string) match {
	best := no
	for _, want := range wants {
		best = max(best, r.at(in, i, want))
		if best == yes {
			break
		}
	}
	return best
}

// beginning reads the beginning of an element.
func (r *taggedReader) beginning(in []byte, e *element) (tag, match) {
	t, m := e.begin(in, r.pos, &r.scan, r.words)
	if m == unsure {
		r.want = 0
	}
	return t, m
}

// fail ends the block before n, where something stands that does not belong to it.
func (r *taggedReader) fail(n int) (int, verdict) {
	if r.done > 0 {
		return r.done, ended
	}
	return max(n, 1), refused
}

// cut ends a block that the answer ends in. A call whose end is missing is none: nobody
// knows what else is.
func (r *taggedReader) cut(in []byte, out *calls) (int, verdict) {
	if r.place == inRest || r.place == inBlock && r.done > 0 {
		return r.pos, ended
	}
	switch r.place {
	case inBlock:
	case inNamed:
		out.warn("a call was cut off")
	default:
		out.warn("the call of " + r.name + " was cut off")
	}
	return r.fail(len(in))
}

// space goes over white space, and says whether we know what stands behind it.
func (r *taggedReader) space(in []byte, final bool) bool {
	r.pos = tagSpace(in, r.pos, r.escaped)
	return r.pos < len(in) && (!r.escaped || final || tagAt(in, r.pos, `\n`) != unsure)
}

// readBlock looks for the next call, or the end of the block.
func (r *taggedReader) readBlock(in []byte, final bool, out *calls) step {
	if r.block < 0 && r.done > 0 {
		return r.readEnd(in, final)
	}
	if !r.space(in, final) {
		return goWait
	}
	best := no
	if r.block >= 0 {
		end := r.blocks[r.block].close
		if best = r.at(in, r.pos, end); best == yes {
			r.pos += len(end)
			return goEnd
		}
		for _, skip := range r.around {
			m := r.at(in, r.pos, skip)
			if m == yes {
				r.pos += len(skip)
				return goOn
			}
			best = max(best, m)
		}
		if in[r.pos] == '{' {
			r.object(inNamed)
			return goOn
		}
	}
	for i := range r.spellings {
		m := r.at(in, r.pos, r.spellings[i].call.open)
		if m == yes {
			m = r.begin(in, &r.spellings[i], out)
		}
		if m == yes {
			return goOn
		}
		best = max(best, m)
	}
	if best == unsure && !final {
		return goWait
	}
	return goNo
}

// object begins to read JSON.
func (r *taggedReader) object(place taggedPlace) {
	r.json, r.place = new(jsonScan), place
	r.json.reset(r.pos)
}

// readEnd ends a call without a block. If the block has an end after all, its beginning
// was forgotten.
func (r *taggedReader) readEnd(in []byte, final bool) step {
	best := no
	if len(r.blocks) > 0 && !r.space(in, final) {
		best = unsure
	}
	for _, b := range r.blocks {
		m := r.at(in, r.pos, b.close)
		if m == yes {
			r.pos += len(b.close)
			return goEnd
		}
		best = max(best, m)
	}
	if best == unsure && !final {
		return goWait
	}
	r.pos = r.done
	return goEnd
}

// begin reads the beginning of a call.
func (r *taggedReader) begin(in []byte, as *spelling, out *calls) match {
	t, m := r.beginning(in, &as.call)
	if m == unsure {
		return m
	}
	r.scan = tagScan{}
	if m == no || r.block < 0 && !out.known(t.name) && r.resolve == nil {
		return no // a beginning alone, of a tool that there is not, is text about it
	}
	r.as, r.pos = as, t.end
	r.args.reset()
	r.of(t.name, r.args, out)
	if r.place = inCall; t.empty && r.finish(out) {
		r.place = inBlock
	}
	return yes
}

// of notes whose call it is.
func (r *taggedReader) of(name string, args tagArgs, out *calls) {
	if r.resolve != nil {
		name = r.resolve(name, out)
	}
	p := out.of(name)
	r.name, r.args, r.fields = name, args, tagFields(p)
	if r.required = nil; r.fields != nil {
		r.required = p.declared().required
	}
}
