package text

import (
	"bytes"
	"encoding/json"
	"strings"
)

// jsonNamed is the shape of formats that write the name of the tool before its arguments,
// and only those as JSON:
//
//	<|tool_calls_section_begin|><|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>
//	{"path": "a.txt"}<|tool_call_end|><|tool_calls_section_end|>
type jsonNamed struct {
	// begins, ends are around one call; closes end a section of several. Any of them may
	// be missing.
	begins, ends, closes []string
	// alone marks begin a call without a section.
	alone []string
	// head reads what stands before the arguments. If it is in order but has no name, the
	// arguments have to say which tool they are for.
	head func(text string, out *calls) (name, id string, ok bool)

	tokens *marks // all of them, and the beginning of the arguments
}

const (
	namedBegin = iota
	namedEnd
	namedClose
	namedArgs
)

// namedHead bounds what may stand before the arguments, and between calls.
const namedHead = 1024

// shape makes the shape ready for reading.
func (b jsonNamed) shape() *jsonNamed {
	b.tokens = &marks{nodes: make([]markNode, 1)}
	for kind, list := range [...][]string{namedBegin: b.begins, namedEnd: b.ends, namedClose: b.closes, namedArgs: {"{"}} {
		for _, s := range list {
			b.tokens.add(s, callMark, kind)
		}
	}
	return &b
}

func (b *jsonNamed) reader(mark string) reader {
	r := &jsonNamedReader{jsonNamed: b, at: len(mark), from: len(mark), section: true}
	for _, s := range b.alone {
		if s == mark {
			r.section, r.state = false, namedInHead
		}
	}
	return r
}

type namedState uint8

const (
	namedBetween namedState = iota // calls
	namedInHead
	namedInArgs
	namedInTail
	namedSkip // a call that cannot be read
)

type jsonNamedReader struct {
	*jsonNamed
	section bool
	state   namedState
	at      int
	from    int // where what we are in begins
	scan    jsonScan
	name    string
	id      string
	given   bool
	safe    int
}

func (r *jsonNamedReader) read(in []byte, final bool, out *calls) (int, verdict) {
	for {
		var v verdict
		switch r.state {
		case namedInHead:
			v = r.header(in, final, out)
		case namedInArgs:
			v = r.args(in, out)
		default:
			v = r.seek(in, final)
		}
		switch {
		case v == ended:
			return r.at, ended
		case v == again:
		case v == more && !final:
			return 0, more
		case r.given:
			return r.safe, ended
		default:
			return max(r.at, 1), refused
		}
	}
}

// token goes on to the next token that stands where we are or later.
func (r *jsonNamedReader) token(in []byte, final bool) (n, kind int, found bool) {
	for ; r.at < len(in); r.at++ {
		if r.tokens.first[in[r.at]] == 0 {
			continue
		}
		n, node, unsure := r.tokens.at(in[r.at:])
		if unsure != 0 && !final {
			return 0, 0, false
		}
		if n > 0 {
			return n, node.span, true
		}
	}
	return 0, 0, false
}

// far says that what we are in is too long. Then we are at its limit, however much has come
// behind that.
func (r *jsonNamedReader) far() bool {
	if r.at-r.from <= namedHead {
		return false
	}
	r.at = r.from + namedHead
	return true
}

// header reads the name, up to the arguments.
func (r *jsonNamedReader) header(in []byte, final bool, out *calls) verdict {
	n, kind, found := r.token(in, final)
	if r.far() {
		return refused
	}
	if !found {
		return more
	}
	var ok bool
	r.name, r.id, ok = r.head(string(in[r.from:r.at]), out)
	switch {
	case !ok && !r.section:
		return refused
	case !ok:
		out.warn("a call has a header that cannot be read, and was left out")
		r.state = namedSkip
	case kind == namedArgs:
		r.scan.reset(r.at)
		r.state = namedInArgs
	case kind == namedEnd && r.name != "":
		r.at += n
		r.give(out, json.RawMessage("{}"))
	default:
		out.warn("a call has no arguments and no end, and was left out: " + r.name)
		r.state = namedSkip
	}
	return again
}

func (r *jsonNamedReader) args(in []byte, out *calls) verdict {
	v := r.scan.next(in)
	r.at = r.scan.at
	if v == more {
		return more
	}
	if v == ended {
		args, ok := jsonLoose(in[r.scan.start:r.at], r.scan.loose)
		if ok && r.name == "" {
			r.name, ok = out.toolWith(args)
		}
		if ok {
			r.give(out, args)
			return again
		}
	}
	out.warn("a call cannot be read, and was left out: " + r.name)
	r.state = namedSkip
	if !r.section {
		return refused
	}
	return again
}

func (r *jsonNamedReader) give(out *calls, args json.RawMessage) {
	out.ready(r.name, r.id, args)
	r.given, r.safe = true, r.at
	r.state, r.from = namedInTail, r.at
}

// seek goes on to the next call, or to the end of the section.
func (r *jsonNamedReader) seek(in []byte, final bool) verdict {
	if r.state == namedInTail && !r.section {
		return r.tail(in, final)
	}
	n, kind, found := r.token(in, final)
	if r.state != namedSkip && r.far() {
		return refused
	}
	if !found {
		return more
	}
	r.at += n
	switch {
	case kind == namedBegin:
		r.state, r.from = namedInHead, r.at
	case kind == namedClose && r.given:
		return ended
	case kind == namedClose:
		return refused
	case kind == namedEnd:
		r.from = r.at
		if r.given && r.state == namedInTail {
			r.safe = r.at
		}
		r.state = namedBetween
	}
	return again
}

// tail looks for the end of a call that stands alone.
func (r *jsonNamedReader) tail(in []byte, final bool) verdict {
	for r.at < len(in) && (in[r.at] <= ' ' || in[r.at] == '`') {
		r.at++
	}
	rest := in[r.at:]
	for _, e := range append(r.ends[:len(r.ends):len(r.ends)], r.closes...) {
		switch {
		case bytes.HasPrefix(rest, []byte(e)):
			r.at += len(e)
			r.safe = r.at
			return again
		case len(rest) < len(e) && strings.HasPrefix(e, string(rest)) && !final:
			return more
		}
	}
	r.at = r.safe
	return ended
}
