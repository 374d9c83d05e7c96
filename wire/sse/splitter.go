package sse

import (
	"bytes"
	"slices"
)

// Event is one server-sent event.
type Event struct {
	// Event is its type, empty if the stream does not say one.
	Event string
	// Data is its text. It is valid only until the function it was handed to returns.
	Data []byte
	// ID is the last identifier that the stream has given so far.
	ID string
}

// Splitter cuts a stream into events. The zero value is ready to use.
type Splitter struct {
	line    []byte // the beginning of a line whose end has not come
	begun   bool   // the first line is over: a byte order mark can come no more
	afterCR bool   // the last byte was CR, so LF belongs to the same end of line

	event   string
	last    string // the type that was said last: most often it is the next one too
	id      string
	data    []byte
	hasData bool
	stray   []byte
	lent    *room // where line and data come from
}

// strayKept is about how much is kept of what no stream should hold.
const strayKept = 200

// Write takes the next bytes and hands every event that they complete to emit. An event
// without data is none, as the standard says.
func (s *Splitter) Write(p []byte, emit func(Event)) {
	for len(p) > 0 {
		if s.afterCR {
			s.afterCR = false
			if p[0] == '\n' {
				p = p[1:]
				continue
			}
		}
		end := endOfLine(p)
		if end < 0 {
			s.line = append(s.line, p...)
			return
		}
		s.afterCR = p[end] == '\r'
		if len(s.line) == 0 {
			s.take(p[:end], emit)
		} else {
			s.line = append(s.line, p[:end]...)
			s.take(s.line, emit)
			s.line = s.line[:0]
		}
		p = p[end+1:]
	}
}

// hold takes a few bytes inside of a line, which is what most pieces of a slow stream are.
func (s *Splitter) hold(p []byte) bool {
	n := len(s.line)
	if s.afterCR || n+len(p) > cap(s.line) {
		return !s.afterCR && s.lengthen(p)
	}
	// They are written behind the line as they are looked at; then only its length changes.
	for i, room := 0, s.line[n:n+len(p)]; i < len(p) && i < len(room); i++ {
		if p[i] == '\n' || p[i] == '\r' {
			return false
		}
		room[i] = p[i]
	}
	s.line = s.line[:n+len(p)]
	return true
}

// lengthen is hold where there is no room.
func (s *Splitter) lengthen(p []byte) bool {
	if s.lent == nil {
		s.lent = borrow()
		s.line, s.data = append(s.lent.line, s.line...), append(s.lent.data, s.data...)
	}
	s.line = slices.Grow(s.line, max(firstLine, len(p)))
	return s.hold(p)
}

// few is how many bytes are faster looked at than searched.
const few = 16

// Close says that nothing more comes, and hands the last event to emit if the stream ended
// without the empty line after it. The standard drops such an event, because it may be cut;
// several servers leave the line out, so it is for the reader of the data to say whether
// it is whole.
func (s *Splitter) Close(emit func(Event)) {
	if len(s.line) > 0 {
		s.take(s.line, emit)
		s.line = s.line[:0]
	}
	s.dispatch(emit)
	if s.lent != nil {
		s.lent.giveBack(s.line, s.data)
		s.line, s.data, s.lent = nil, nil, nil
	}
}

// endOfLine is the place of the first CR or LF.
func endOfLine(p []byte) int {
	if len(p) < few {
		for i, c := range p {
			if c == '\n' || c == '\r' {
				return i
			}
		}
		return -1
	}
	lf := bytes.IndexByte(p, '\n')
	head := p
	if lf >= 0 {
		head = p[:lf]
	}
	if cr := bytes.IndexByte(head, '\r'); cr >= 0 {
		return cr
	}
	return lf
}

// take reads one whole line.
func (s *Splitter) take(line []byte, emit func(Event)) {
	if !s.begun {
		s.begun = true
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	if len(line) == 0 {
		s.dispatch(emit)
		return
	}
	field, value, _ := bytes.Cut(line, []byte(":")) // a comment is a line with an empty field
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(field) {
	case "event":
		if string(value) != s.last {
			s.last = string(value)
		}
		s.event = s.last
	case "data":
		if s.hasData {
			s.data = append(s.data, '\n')
		}
		s.data = append(s.data, value...)
		s.hasData = true
	case "id":
		if bytes.IndexByte(value, 0) < 0 {
			s.id = string(value)
		}
	case "", "retry":
	default:
		if len(s.stray) < strayKept {
			s.stray = append(append(s.stray, line[:min(len(line), strayKept)]...), '\n')
		}
	}
}

// Stray is the beginning of the lines that mean nothing in a stream of events: an error page
// that came instead of one, for instance.
func (s *Splitter) Stray() string { return string(bytes.TrimSpace(s.stray)) }

func (s *Splitter) dispatch(emit func(Event)) {
	if s.hasData {
		emit(Event{Event: s.event, Data: s.data, ID: s.id})
	}
	s.event, s.data, s.hasData = "", s.data[:0], false
}
