package answer

import (
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// Scan reads the JSON of one event where it stands, without making anything of it. It is
// for the few kinds of event that a long answer is made of: a format looks at the members
// that it knows in these, and leaves every other event to a real decoder.
//
//	s := answer.Scan{Data: data}
//	for s.Open('{'); s.Next('}'); {
//		switch string(s.Key()) {
//		case "text":
//			text = s.Text()
//		default:
//			s.Skip()
//		}
//	}
//	return s.End()
//
// It is stricter than a decoder: whatever is not plain, valid JSON of the kind that was
// asked for makes it fail, after which all its methods give nothing and End says no.
type Scan struct {
	Data []byte

	at    int
	depth int
	first bool // nothing stands before the next member
	bad   bool
}

// scanDepth is how deep an event may be nested: none of those that come often is.
const scanDepth = 32

// Bad gives up: the event is none of those that the format reads this way.
func (s *Scan) Bad() { s.bad = true }

// End says that all of it was read, and was what it should be.
func (s *Scan) End() bool { return !s.bad && s.peek() == 0 && s.at == len(s.Data) }

// peek is the next byte that is not white space; 0 at the end.
func (s *Scan) peek() byte {
	for ; s.at < len(s.Data); s.at++ {
		switch c := s.Data[s.at]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// Open begins an object or an array.
func (s *Scan) Open(bracket byte) {
	if s.bad || s.peek() != bracket || s.depth == scanDepth {
		s.bad = true
		return
	}
	s.depth++
	s.at++
	s.first = true
}

// Next goes to the next member of an object or an array, and gives false behind the last.
func (s *Scan) Next(bracket byte) bool {
	if s.bad {
		return false
	}
	c := s.peek()
	switch {
	case c == bracket:
		s.at++
		s.depth--
		s.first = false
		return false
	case s.first:
		s.first = false
		return true
	case c == ',':
		s.at++
		return true
	}
	s.bad = true
	return false
}

// Key reads the name of a member, which must be written plainly.
func (s *Scan) Key() []byte {
	key := s.Plain()
	if s.peek() != ':' {
		s.bad = true
		return nil
	}
	s.at++
	return key
}

// Plain reads a text that is written without escapes.
func (s *Scan) Plain() []byte {
	raw, escapes := s.text()
	if s.bad || escapes {
		s.bad = true
		return nil
	}
	return raw[1 : len(raw)-1]
}

// OrNull reads a plain text, or null for an empty one.
func (s *Scan) OrNull() string {
	if s.Null() {
		return ""
	}
	return string(s.Plain())
}

// Same reads a plain text that most often is the one that is known already, which then
// need not be made anew.
func (s *Scan) Same(known string) string {
	if raw := s.Plain(); string(raw) != known {
		return string(raw)
	}
	return known
}

// Text reads a text, as it stands in the event.
func (s *Scan) Text() json.RawMessage {
	raw, _ := s.text()
	return raw
}

// text reads a text and says whether there are escapes in it.
func (s *Scan) text() (raw []byte, escapes bool) {
	if s.bad || s.peek() != '"' {
		s.bad = true
		return nil, false
	}
	from, high := s.at, false
	for i := from + 1; i < len(s.Data); i++ {
		c := s.Data[i]
		switch {
		case scanPlain[c]:
		case c == '"':
			s.at = i + 1
			raw = s.Data[from:s.at]
			s.bad = high && !utf8.Valid(raw)
			return raw, escapes
		case c == '\\':
			escapes = true
			n := escape(s.Data[i:])
			if n == 0 {
				s.bad = true
				return nil, false
			}
			i += n - 1
		case c < ' ':
			s.bad = true
			return nil, false
		default:
			high = true
		}
	}
	s.bad = true
	return nil, false
}

// scanPlain are the bytes of a text that mean themselves, as far as they are ASCII.
//
//nolint:gochecknoglobals // a constant table
var scanPlain = func() (plain [256]bool) {
	for c := range plain {
		plain[c] = c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\'
	}
	return plain
}()

// escape is the length of the escape that a text begins with; 0 if it is none.
func escape(in []byte) int {
	if len(in) < 2 {
		return 0
	}
	switch in[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		const length = 6
		if len(in) < length {
			return 0
		}
		for _, c := range in[2:length] {
			if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
				return 0
			}
		}
		return length
	}
	return 0
}

// Index reads a small number.
func (s *Scan) Index() int {
	n, digits := 0, 0
	for s.peek(); s.at < len(s.Data) && digits < 9; digits++ {
		c := s.Data[s.at]
		if c < '0' || c > '9' {
			break
		}
		n = 10*n + int(c-'0')
		s.at++
	}
	// What goes on otherwise is another number, such as 1.5, and does not end here.
	if digits == 0 || digits == 9 || digits > 1 && s.Data[s.at-digits] == '0' {
		s.bad = true
	}
	return n
}

// Null says whether null comes next, and reads it.
func (s *Scan) Null() bool { return s.Is("null") }

// Is says whether a literal comes next, and reads it.
func (s *Scan) Is(literal string) bool {
	if s.peek() != literal[0] {
		return false
	}
	s.word(literal)
	return !s.bad
}

func (s *Scan) word(w string) {
	if rest := s.Data[s.at:]; s.bad || len(rest) < len(w) || string(rest[:len(w)]) != w {
		s.bad = true
		return
	}
	s.at += len(w)
}

// Skip reads any value.
func (s *Scan) Skip() {
	switch c := s.peek(); c {
	case '{':
		for s.Open('{'); s.Next('}'); s.Skip() {
			s.Key()
		}
	case '[':
		for s.Open('['); s.Next(']'); {
			s.Skip()
		}
	case '"':
		s.text()
	case 't':
		s.word("true")
	case 'f':
		s.word("false")
	case 'n':
		s.word("null")
	default:
		s.number()
	}
}

// Raw reads any value, as it stands in the event.
func (s *Scan) Raw() json.RawMessage {
	s.peek()
	from := s.at
	s.Skip()
	if s.bad {
		return nil
	}
	return s.Data[from:s.at]
}

// Only reports whether an object surely has none but the given members, or others that are null.
// Of what is not plain it is not sure.
func Only(object json.RawMessage, members ...string) bool {
	s := Scan{Data: object}
	for s.Open('{'); s.Next('}'); {
		if slices.Contains(members, string(s.Key())) {
			s.Skip()
		} else if !s.Null() {
			return false
		}
	}
	return s.End()
}

// number reads a number without a fraction; those with one come too seldom.
func (s *Scan) number() {
	from := s.at
	if s.peek() == '-' {
		s.at++
		from++
	}
	for s.at < len(s.Data) && s.Data[s.at] >= '0' && s.Data[s.at] <= '9' {
		s.at++
	}
	if n := s.at - from; n == 0 || n > 1 && s.Data[from] == '0' {
		s.bad = true
	}
}
