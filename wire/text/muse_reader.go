package text

import (
	"bytes"
	"encoding/json"
	"strings"
)

// The places that a museReader can be at.
type musePlace uint8

const (
	museHead  musePlace = iota // at the beginning of a message
	museOpen                   // at the beginning of what it says
	museBlock                  // in a block of calls
	museClose                  // behind it
	museSpeak                  // in text or thinking
)

// museReader reads all messages, from the first on.
type museReader struct {
	*tagged
	place musePlace
	fresh bool // nothing has been read
	pos   int
	ahead int
	to    string
	calls int // where the block of calls begins
	block reader
	held  []jsonCall // calls in a message that is not to a tool, until we know what it is
}

func (r *museReader) read(in []byte, final bool, out *calls) (int, verdict) {
	for r.pos < len(in) || final {
		var s step
		switch r.place {
		case museHead:
			s = r.head(in, final, out)
		case museOpen:
			s = r.open(in, final)
		case museBlock:
			s = r.readBlock(in, final, out)
		case museClose:
			s = r.close(in, final, out)
		case museSpeak:
			s = r.speak(in, final, out)
		}
		switch {
		case s == goNo:
			return 1, refused
		case s == goWait && !final:
			return 0, more
		case s == goEnd || final && r.pos == len(in) && r.place != museClose:
			return len(in), ended
		}
	}
	return 0, more
}

// head reads to whom a message is. A message without that is text.
func (r *museReader) head(in []byte, final bool, out *calls) step {
	if r.fresh && !out.first {
		return goNo
	}
	i := jsonSpace(in, max(r.ahead, r.pos))
	r.ahead = i
	if i == len(in) && !final {
		return goWait
	}
	to, n, m := museHeader(in[i:], r.fresh)
	switch {
	case m == unsure && !final:
		return goWait
	case m == yes:
		r.to, r.pos, r.place = to, i+n, museOpen
	case r.fresh:
		return goNo
	default:
		r.to, r.place = "user", museSpeak
	}
	r.fresh = false
	return goOn
}

// museHeader reads the head of a message. Only the first may lack its beginning.
func museHeader(in []byte, first bool) (to string, n int, m match) {
	m = tagAt(in, 0, museStart)
	if m == unsure || m == no && !first {
		return "", 0, m
	}
	from := 0
	if m == yes {
		from = len(museStart)
	}
	const longest = 256
	end := bytes.IndexAny(in[from:min(len(in), from+longest)], "<\n")
	if end < 0 {
		if len(in) < from+longest {
			return "", 0, unsure
		}
		return "", 0, no
	}
	end += from
	head := strings.TrimSpace(string(in[from:end]))
	to, addressed := strings.CutPrefix(head, "to=")
	if head != "" && !addressed || strings.ContainsAny(to, " \t") {
		return "", 0, no
	}
	return to, end + len(museMessage), tagAt(in, end, museMessage)
}

// open looks whether a message begins with a block of calls.
func (r *museReader) open(in []byte, final bool) step {
	r.place = museSpeak
	if r.to == "self" {
		return goOn
	}
	r.ahead = jsonSpace(in, max(r.ahead, r.pos))
	switch m := tagAt(in, r.ahead, museCalls); {
	case m == yes:
		r.place, r.calls, r.block = museBlock, r.ahead, r.reader(museCalls)
		r.held = nil
	case m == unsure && !final:
		r.place = museOpen
		return goWait
	}
	return goOn
}

// readBlock reads calls. Those in a message that is not to a tool are held back.
func (r *museReader) readBlock(in []byte, final bool, out *calls) step {
	to := out
	if !r.toTool() {
		to = &calls{tools: out.tools, taker: &museTaker{taker: out.taker, reader: r}}
	}
	n, v := r.block.read(in[r.calls:], final, to)
	switch v {
	case more:
		return goWait
	case ended:
		r.ahead, r.place = r.calls+n, museClose
		if r.toTool() {
			r.pos = r.ahead
		}
	case refused:
		r.place, r.held = museSpeak, nil
	}
	return goOn
}

// museTaker holds calls back.
type museTaker struct {
	taker
	reader *museReader
}

func (t *museTaker) warn(string) {}

func (t *museTaker) ready(name, id string, args json.RawMessage) {
	t.reader.held = append(t.reader.held, jsonCall{name, id, args})
}

func (r *museReader) toTool() bool { return r.to != "user" && r.to != "" }

// close reads what follows on calls: the end of the message. If they were not addressed
// to a tool, they are calls only if they are all that it says, and of tools that exist.
func (r *museReader) close(in []byte, final bool, out *calls) step {
	r.place = museSpeak
	if r.toTool() {
		return goOn
	}
	r.ahead = jsonSpace(in, r.ahead)
	m := tagAny(in, r.ahead, []string{museEnd, museTurn})
	switch {
	case m == unsure && !final:
		r.place = museClose
		return goWait
	case m == yes || r.ahead == len(in):
	default:
		return goOn
	}
	for _, c := range r.held {
		if out.tools == nil || !out.known(c.name) {
			return goOn
		}
	}
	for _, c := range r.held {
		out.ready(c.name, c.id, c.args)
	}
	r.pos = r.ahead
	return goOn
}

// speak passes on text or thinking, up to the end of the message.
func (r *museReader) speak(in []byte, final bool, out *calls) step {
	say := out.text
	if r.to == "self" {
		say = out.think
	}
	for {
		n := bytes.IndexByte(in[r.pos:], '<')
		if n < 0 {
			n = len(in) - r.pos - partial(in[r.pos:], final)
		}
		if n > 0 {
			say(string(in[r.pos : r.pos+n]))
			r.pos += n
		}
		if r.pos == len(in) || in[r.pos] != '<' {
			return goWait
		}
		switch m := tagAny(in, r.pos, []string{museEnd, museTurn}); {
		case m == yes:
			r.pos += len(museEnd)
			r.place, r.ahead = museHead, 0
			return goOn
		case m == unsure && !final:
			return goWait
		}
		say("<")
		r.pos++
	}
}
