package text

import (
	"bytes"
	"strings"
)

// jsonBlock is the shape of formats that write whole calls as JSON, one or several, in
// an envelope:
//
//	<tool_call>{"name": "read", "arguments": {"path": "a.txt"}}</tool_call>
//
// The end of the envelope may be missing. Calls are ready when their object is whole.
type jsonBlock struct {
	jsonStyle
	// closes are the ends of the envelope.
	closes []string
	// noArray and noObject say that the JSON is not an array of calls, or not one or
	// several objects.
	noArray, noObject bool
	// bare blocks have no envelope: the mark is the beginning of the JSON itself. An
	// object is then a call only if its first key is one that calls have, and a name
	// alone only if it is that of a tool.
	bare bool
	// first blocks must be the beginning of the answer.
	first bool
	// known tools only.
	known bool
	// skips says that what is no call is left out, and the others count.
	skips bool
}

func (b *jsonBlock) reader(mark string) reader {
	if b.bare {
		return &jsonBareReader{block: b, mark: mark}
	}
	return b.begin(mark)
}

func (b *jsonBlock) begin(mark string) *jsonBlockReader {
	r := &jsonBlockReader{jsonBlock: b, at: len(mark)}
	if strings.HasSuffix(mark, "{") || strings.HasSuffix(mark, "[") {
		r.at--
	}
	if b.bare {
		r.scan.first = jsonCallKey
	}
	r.begins = r.at
	return r
}

// again is what the parts of a reader say when another part goes on.
const again verdict = refused + 1

// jsonBlockState is the part of the reader that is at work.
type jsonBlockState func(r *jsonBlockReader, in []byte, final bool, out *calls) verdict

// jsonBlockReader reads one block.
type jsonBlockReader struct {
	*jsonBlock
	at     int
	state  jsonBlockState
	scan   jsonScan
	array  bool
	fenced bool
	given  bool // a call has been handed out
	safe   int  // the end of what has been read for good
	shown  int  // the end of what has been passed on as text

	passing bool // it is being passed on
	inside  bool // we are in an object that may be a call
	inTag   bool // we are in a tag that may be the end
	begins  int  // where the JSON can begin
}

func (r *jsonBlockReader) read(in []byte, final bool, out *calls) (int, verdict) {
	if r.state == nil {
		r.state = (*jsonBlockReader).lead
	}
	r.inside, r.inTag = false, false
	for {
		switch v := r.state(r, in, final, out); {
		case v == again:
		case v == ended:
			return r.at, ended
		case v == more && !final:
			return 0, more
		case r.given:
			return r.safe, ended
		default:
			if !r.bare && r.scan.at > 0 {
				out.warn("what looks like a call cannot be read, and was kept as text")
			}
			return r.at, refused
		}
	}
}

// lead skips what stands between the mark and the JSON.
func (r *jsonBlockReader) lead(in []byte, final bool, _ *calls) verdict {
	r.at = jsonSpace(in, r.at)
	if r.at == len(in) {
		return more
	}
	rest := in[r.at:]
	switch {
	case rest[0] == '[' && !r.noArray:
		r.array = true
		r.at++
		r.state = (*jsonBlockReader).next
	case rest[0] == '{' && !r.noObject:
		r.item()
	case rest[0] == '`' && !r.fenced && !r.bare:
		n, ok := jsonFence(rest)
		if !ok {
			return refused
		}
		if n == 0 {
			return more
		}
		r.fenced = true
		r.at += n
	default:
		return refused
	}
	return again
}

// item begins an object at the place where we are.
func (r *jsonBlockReader) item() {
	r.scan.reset(r.at)
	r.state = (*jsonBlockReader).object
	r.at++
}

// object reads a call.
func (r *jsonBlockReader) object(in []byte, final bool, out *calls) verdict {
	v := r.scan.next(in)
	if v == refused && r.scan.unwanted {
		r.scan.first, r.shown, r.passing = nil, r.safe, true
		r.state = (*jsonBlockReader).pass
		return r.pass(in, final, out)
	}
	r.at = r.scan.at
	switch v {
	case more:
		r.inside = true
		return more
	case refused:
		return r.spoiled((*jsonBlockReader).skip, out)
	}
	c, ok := r.call(in, &r.scan)
	if ok && r.bare && (out.tools == nil || !out.known(c.name)) {
		c, ok = jsonStyle{keyed: r.keyed, full: true}.call(in, &r.scan)
	}
	if !ok || r.known && !out.known(c.name) {
		return r.spoiled((*jsonBlockReader).after, out)
	}
	out.ready(c.name, c.id, c.args)
	r.given, r.safe = true, r.at
	r.state = (*jsonBlockReader).after
	return again
}

// spoiled says what it means that an object is no call; next is how to go on if it does
// not matter.
func (r *jsonBlockReader) spoiled(next jsonBlockState, out *calls) verdict {
	if !r.skips {
		return refused
	}
	out.warn("what is no call was left out")
	r.state = next
	return again
}

// skip goes on to the next line.
func (r *jsonBlockReader) skip(in []byte, _ bool, _ *calls) verdict {
	n := bytes.IndexByte(in[r.at:], '\n')
	if n < 0 {
		r.at = len(in)
		return more
	}
	r.at += n
	r.state = (*jsonBlockReader).after
	return again
}

// pass gives an object that is none of ours as text, to its end: what is inside it is
// no call either.
func (r *jsonBlockReader) pass(in []byte, final bool, out *calls) verdict {
	v := r.scan.next(in)
	to := r.scan.sure()
	if final && v == more {
		to = len(in)
	}
	to -= partial(in[:to], final || v != more)
	out.text(string(in[r.shown:to]))
	r.shown, r.at = to, r.scan.at
	if v == more && !final {
		return more
	}
	return ended
}

// next looks for the next object of an array.
func (r *jsonBlockReader) next(in []byte, final bool, _ *calls) verdict {
	r.at = jsonSpace(in, r.at)
	switch {
	case r.at == len(in):
		return more
	case in[r.at] == '{':
		r.item()
		return again
	case in[r.at] == ']' && (r.given || r.skips):
		r.state = (*jsonBlockReader).after
		return again
	}
	return refused
}

// after looks at what follows an object: another one, or the end.
func (r *jsonBlockReader) after(in []byte, final bool, out *calls) verdict {
	r.at = jsonSpace(in, r.at)
	if r.at == len(in) {
		return more
	}
	switch c := in[r.at]; {
	case c == ',' && r.array, (c == ',' || c == ';') && len(r.closes) > 0:
		r.at++
		r.state = (*jsonBlockReader).next
		return again
	case c == ']' && r.array:
		r.at++
		r.safe = r.at
	case c == '{' && len(r.closes) > 0:
		r.item()
		return again
	}
	r.state = (*jsonBlockReader).tail
	return r.tail(in, final, out)
}

// tail looks for the end of the envelope. Brackets too many are no harm.
func (r *jsonBlockReader) tail(in []byte, final bool, _ *calls) verdict {
	for r.at < len(in) && (in[r.at] <= ' ' || in[r.at] == ']' || in[r.at] == '}' || in[r.at] == '`' && r.fenced) {
		r.at++
	}
	if r.at == len(in) && !final && (r.fenced || len(r.closes) > 0) {
		return more
	}
	rest := in[r.at:]
	for _, c := range r.closes {
		switch {
		case bytes.HasPrefix(rest, []byte(c)):
			if r.at += len(c); !r.given {
				return refused
			}
			return ended
		case len(rest) < len(c) && strings.HasPrefix(c, string(rest)) && !final:
			r.inTag = len(rest) > 0 && strings.HasSuffix(c, ">")
			return more
		}
	}
	switch {
	case !r.given:
		return refused
	case !r.fenced:
		r.at = r.safe
	}
	return ended
}
