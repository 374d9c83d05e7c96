package text

// jsonScan reads one JSON object or array that comes piece by piece, and says at which
// byte it is whole, or no JSON any more. No byte is looked at twice.
//
// It lets pass what package repair mends: line breaks in strings, commas too many,
// Python's literals and quotes. loose says that there was something of the kind.
type jsonScan struct {
	start int // where the value begins
	at    int // the next byte to look at
	loose bool

	// first, if set, is asked about the first key of the outermost object. If it is not
	// wanted, the scan is refused there.
	first    func(key []byte) bool
	unwanted bool // it was not

	// members are those of the outermost object.
	members []jsonMember

	state jsonState
	stack []byte // the brackets that are open
	quote byte   // of the string we are in
	from  int    // where the string or the word we are in begins
	hex   int    // how many digits of an escape are still to come
	key   bool   // the string we are in is a key
	room  struct {
		stack   [16]byte
		members [4]jsonMember
	}
}

// jsonMember is where a member of an object stands; the key is with its quotes.
type jsonMember struct{ key, value jsonSpan }

type jsonSpan struct{ from, to int }

func (s jsonSpan) of(in []byte) []byte { return in[s.from:s.to] }

type jsonState uint8

const (
	jsonBegin    jsonState = iota // nothing has come
	jsonItem                      // a value has to come
	jsonFirst                     // a value or the end of the array
	jsonKeyFirst                  // a key or the end of the object
	jsonKey                       // a key has to come
	jsonColon
	jsonAfter // a comma or the end
	jsonString
	jsonEscape
	jsonWord // a number or a literal
)

const (
	jsonDepth   = 1000
	jsonMembers = 64
)

// reset prepares for a value that begins at a place.
func (s *jsonScan) reset(at int) {
	if s.stack == nil {
		// Most objects are small; these two are then part of what is allocated anyway.
		s.stack, s.members = s.room.stack[:0], s.room.members[:0]
	}
	s.start, s.at, s.loose, s.unwanted, s.state = at, at, false, false, jsonBegin
	s.stack, s.members = s.stack[:0], s.members[:0]
}

// next goes on with what has come. Refused, at is where it went wrong; ended, it is the
// first byte behind the value.
func (s *jsonScan) next(in []byte) verdict {
	for s.at < len(in) {
		c := in[s.at]
		switch s.state {
		case jsonString:
			s.inString(in)
			if s.first != nil && !s.wanted(in) {
				return refused
			}
			continue
		case jsonEscape:
			s.escape(c)
		case jsonWord:
			if !jsonDelimits(c) {
				break
			}
			if !s.word(in[s.from:s.at]) {
				s.at = s.from
				return refused
			}
			s.value(s.at)
			continue
		default:
			if c == ' ' || c == '\n' || c == '\t' || c == '\r' {
				break
			}
			if !s.structure(c) {
				return refused
			}
			if s.state == jsonAfter && len(s.stack) == 0 {
				s.at++
				return ended
			}
		}
		s.at++
	}
	return more
}

// sure is how far what has come is surely JSON: a word is judged when it is whole.
func (s *jsonScan) sure() int {
	if s.state == jsonWord {
		return s.from
	}
	return s.at
}

// wanted asks about the first key.
func (s *jsonScan) wanted(in []byte) bool {
	if s.state != jsonColon || len(s.stack) != 1 || len(s.members) != 1 {
		return true
	}
	k := s.members[0].key
	s.unwanted = !s.first(in[k.from+1 : k.to-1])
	return !s.unwanted
}

// structure takes a byte that is not in a string or a word.
func (s *jsonScan) structure(c byte) bool {
	switch s.state {
	case jsonBegin:
		return (c == '{' || c == '[') && s.open(c)
	case jsonItem, jsonFirst:
		return s.item(c)
	case jsonKeyFirst, jsonKey:
		switch c {
		case '"', '\'':
			s.string(c, true)
			return true
		case '}':
			s.loose = s.loose || s.state == jsonKey
			return s.close('{')
		}
		return false
	case jsonColon:
		s.state = jsonItem
		return c == ':'
	case jsonAfter:
		switch c {
		case ',':
			if s.state = jsonItem; s.stack[len(s.stack)-1] == '{' {
				s.state = jsonKey
			}
			return true
		case '}':
			return s.close('{')
		case ']':
			return s.close('[')
		}
	}
	return false
}

// item takes the first byte of a value.
func (s *jsonScan) item(c byte) bool {
	if c == ']' && s.stack[len(s.stack)-1] == '[' {
		s.loose = s.loose || s.state == jsonItem
		return s.close('[')
	}
	s.begin()
	switch {
	case c == '{' || c == '[':
		return s.open(c)
	case c == '"' || c == '\'':
		s.string(c, false)
		return true
	case c == '-' || c >= '0' && c <= '9' || c == 't' || c == 'f' || c == 'n' || c == 'T' || c == 'F' || c == 'N':
		s.state, s.from = jsonWord, s.at
		return true
	}
	return false
}

// begin notes where the value of a member begins.
func (s *jsonScan) begin() {
	if len(s.stack) == 1 && len(s.members) > 0 {
		s.members[len(s.members)-1].value.from = s.at
	}
}

// value notes that a value is whole.
func (s *jsonScan) value(end int) {
	s.state = jsonAfter
	if len(s.stack) == 1 && len(s.members) > 0 {
		s.members[len(s.members)-1].value.to = end
	}
}

func (s *jsonScan) open(c byte) bool {
	if len(s.stack) == jsonDepth {
		return false
	}
	s.stack = append(s.stack, c)
	if s.state = jsonFirst; c == '{' {
		s.state = jsonKeyFirst
	}
	return true
}

func (s *jsonScan) close(open byte) bool {
	last := len(s.stack) - 1
	if s.stack[last] != open {
		return false
	}
	s.stack = s.stack[:last]
	s.value(s.at + 1)
	return true
}

func (s *jsonScan) string(quote byte, key bool) {
	s.state, s.quote, s.from, s.key = jsonString, quote, s.at, key
	s.loose = s.loose || quote != '"'
}

// jsonPlain are the bytes of strings that mean themselves, and jsonEscapes those that may follow
// a backslash.
//
//nolint:gochecknoglobals // constant tables
var (
	jsonPlain = func() (plain [256]bool) {
		for c := range plain {
			plain[c] = c >= ' ' && c != '"' && c != '\'' && c != '\\'
		}
		return plain
	}()
	jsonEscapes = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}
)

// inString goes on to the end of the string, as far as it has come.
func (s *jsonScan) inString(in []byte) {
	for i := s.at; i < len(in); i++ {
		switch c := in[i]; {
		case jsonPlain[c]:
		case c == s.quote:
			s.at = i + 1
			if !s.key {
				s.value(s.at)
				return
			}
			s.state = jsonColon
			if len(s.stack) == 1 {
				if len(s.members) < jsonMembers {
					s.members = append(s.members, jsonMember{key: jsonSpan{s.from, s.at}})
				} else {
					s.members[jsonMembers-1].key = jsonSpan{s.from, s.at}
				}
			}
			return
		case c == '\\':
			if i++; i < len(in) && jsonEscapes[in[i]] {
				continue
			}
			s.at, s.state, s.hex = i, jsonEscape, 0
			return
		case c < ' ':
			s.loose = true
		}
	}
	s.at = len(in)
}

// escape takes a byte of an escape. Unknown ones are for package repair to judge.
func (s *jsonScan) escape(c byte) {
	switch {
	case s.hex == 0 && c == 'u':
		s.hex = 4
		return
	case s.hex > 1:
		s.hex--
		s.loose = s.loose || !jsonHex(c)
		return
	case s.hex == 1:
		s.loose = s.loose || !jsonHex(c)
	case !jsonEscapes[c]:
		s.loose = true
	}
	s.hex, s.state = 0, jsonString
}

// word judges a number or literal.
func (s *jsonScan) word(w []byte) bool {
	switch string(w) {
	case "true", "false", "null":
		return true
	case "True", "False", "None":
		s.loose = true
		return true
	}
	return jsonNumber(w)
}
