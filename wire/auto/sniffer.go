package auto

import "bytes"

// sniffer finds out what bytes are. It remembers how far it has looked, so that no byte is looked at twice.
type sniffer struct {
	from  int // where the answer begins, behind white space
	begun bool
	pos   int // from there on, how far we have looked

	depth   int // within the first JSON value
	item    int // where the first object of a list begins
	keys    int // that have been looked at
	quoted  bool
	escaped bool

	line  int // where the present line of a stream begins
	lines int // how many there were
}

const (
	// mostKeys is how many keys of an object are looked at before it is whole, and mostBytes how far they may reach.
	mostKeys  = 16
	mostBytes = 1 << 16
	// mostLines is how many lines of a stream may say nothing about whose it is, and longLine how long those without data may be.
	mostLines = 64
	longLine  = 4096
)

// orderMark is what some programs put before a text.
var orderMark = []byte("\xef\xbb\xbf") //nolint:gochecknoglobals // constant

// fields are the beginnings of lines in an event stream.
var fields = [][]byte{[]byte("data:"), []byte("event:"), []byte("id:"), []byte("retry:"), []byte(":")} //nolint:gochecknoglobals // constant

// see looks at all that has come. The name is empty for text.
func (s *sniffer) see(all []byte, final bool) (name string, sure bool) {
	if bytes.HasPrefix(orderMark, all) {
		return "", final // it may become one
	}
	if !s.begun {
		s.from = max(s.from, len(all)-len(bytes.TrimPrefix(all, orderMark)))
		s.from = len(all) - len(bytes.TrimLeft(all[s.from:], " \t\r\n"))
		s.begun = s.from < len(all)
	}
	body := all[s.from:]
	if len(body) == 0 {
		return "", final
	}
	if body[0] == '{' || body[0] == '[' {
		return s.json(body, final)
	}
	switch field, sure := fieldOf(body); {
	case field != "":
		return s.stream(body, final)
	case !sure:
		return "", final
	}
	return "", true
}

// fieldOf gives the field that a line of an event stream begins with, if there is one; sure says that none can come.
func fieldOf(line []byte) (field string, sure bool) {
	sure = true
	for _, f := range fields {
		if bytes.HasPrefix(line, f) {
			return string(f), true
		}
		sure = sure && !bytes.HasPrefix(f, line)
	}
	return "", sure
}

// stream looks at the first lines, until one has data that says whose they are.
func (s *sniffer) stream(body []byte, final bool) (string, bool) {
	for {
		n := bytes.IndexAny(body[s.pos:], "\r\n")
		end := s.pos + n
		if n < 0 {
			end = len(body)
		}
		s.pos = end
		line := bytes.TrimSpace(body[s.line:end])
		field, known := fieldOf(line)
		data, _ := bytes.CutPrefix(line, []byte("data:"))
		data = bytes.TrimSpace(data)
		switch {
		case len(line) == 0:
		case field == "" && (known || n >= 0):
			return "", true // no stream, but text that begins like one
		case field == "data:" && len(data) > 0 && data[0] != '{' && data[0] != '[':
			return "", true
		case field != "data:" && len(line) > longLine:
			return "", true
		case n < 0 && !final:
		case field == "data:":
			if name := nameOf(data); name != "" {
				return name, true
			}
		}
		if n < 0 {
			return "", final
		}
		if s.lines++; s.lines > mostLines {
			return "", true
		}
		s.pos = end + 1
		s.line = s.pos
	}
}

// json looks at the first value. As long as it can be JSON, nothing is certain.
func (s *sniffer) json(body []byte, final bool) (string, bool) {
	for ; s.pos < len(body); s.pos++ {
		c := body[s.pos]
		switch {
		case s.escaped:
			s.escaped = false
		case s.quoted && c == '\\':
			s.escaped = true
		case s.quoted && c != '"':
		case c <= ' ':
		case s.pos > 0 && s.depth == 1 && s.item == 0 && !s.begins(body[0], c):
			return "", true
		case c == '"':
			s.quoted = !s.quoted
		case c == '{' || c == '[':
			s.depth++
		case c == '}' || c == ']':
			s.depth--
			if s.depth == 0 {
				return nameOf(body[:s.pos+1]), true
			}
			if s.depth == 1 && body[0] == '[' {
				return nameOf(body[s.item : s.pos+1]), true // the first object says it all
			}
		case c == ',' && s.depth == 1 && s.keys < mostKeys && s.pos < mostBytes:
			s.keys++
			// The first keys may be enough, long before a body has come whole.
			if name := nameOf(append(body[:s.pos:s.pos], '}')); name != "" {
				return name, true
			}
		}
	}
	if final && s.depth > 0 {
		return brokenOff(body), true
	}
	return "", final
}

// brokenOff tells whose an object is that ends in the middle, by keys that no other text has together.
func brokenOff(body []byte) string {
	body = body[:min(len(body), mostBytes)]
	has := func(keys ...string) bool {
		for _, key := range keys {
			if !bytes.Contains(body, []byte(`"`+key+`"`)) {
				return false
			}
		}
		return true
	}
	switch {
	case has("type", "message", "role", "assistant", "content"):
		return "anthropic"
	case has("choices", "message"):
		return "openai-chat"
	case has("object", "response", "output"):
		return "openai-responses"
	case has("candidates", "content", "parts"):
		return "gemini"
	}
	return ""
}

// begins takes what follows the first bracket, and says whether an object with keys, or a list of objects, can begin so.
func (s *sniffer) begins(bracket, c byte) bool {
	s.item = s.pos
	if bracket == '[' {
		return c == '{' || c == ']'
	}
	return c == '"' || c == '}'
}
