package text

import "bytes"

// pyScan finds the end of one call or literal in Python's syntax, and of each string in
// it. It goes through the text once, however it comes.
//
// Models nest quotes without escaping them (command='sed -n '1,9p' f.py'), so a quote
// ends its string only where the text behind it can go on after a string; see closes.
type pyScan struct {
	mark  string // that ends the block of the call, which it cannot contain
	pos   int
	stack []byte   // the open brackets; '{' becomes ':' while a value of it is read
	strs  []pySpan // the strings so far
	end   int      // behind the last bracket, when it is done

	in     pySpan // the string that is being read
	quote  byte   // its quote, zero outside of strings
	triple bool
	nested bool // it has quotes within that did not end it
	doubt  bool // a quote has come of which is not known yet whether it ends it

	guessed   byte // the quote of a string that had quotes within
	ambiguous bool // that string could have ended elsewhere
}

// pySpan is a string literal: where its text begins and ends, without its quotes.
type pySpan struct{ from, to, next int }

// pyLook bounds how far the text behind a quote is looked at.
const pyLook = 128

// reset begins anew at a place.
func (s *pyScan) reset(pos int) {
	*s = pyScan{mark: s.mark, pos: pos, stack: s.stack[:0], strs: s.strs[:0]}
}

// scan says more, ended or refused, without a count: the end is in s.end.
func (s *pyScan) scan(in []byte, final bool) verdict {
	for s.pos < len(in) {
		if s.quote != 0 {
			if v := s.inString(in, final); v != ended {
				return v
			}
			continue
		}
		switch c := in[s.pos]; c {
		case '(', '[', '{':
			s.stack = append(s.stack, c)
		case ')', ']', '}':
			if len(s.stack) == 0 || !pyPair(s.stack[len(s.stack)-1], c) {
				return refused
			}
			s.stack = s.stack[:len(s.stack)-1]
			if len(s.stack) == 0 {
				s.pos++
				s.end = s.pos
				return ended
			}
		case ':':
			if top := len(s.stack) - 1; s.stack[top] == '{' {
				s.stack[top] = ':'
			}
		case ',':
			if top := len(s.stack) - 1; s.stack[top] == ':' {
				s.stack[top] = '{'
			}
		case '\'', '"':
			if !s.begin(in, final) {
				return more
			}
			continue
		case '<':
			if yes, known := s.over(in[s.pos:], final); yes {
				return refused
			} else if !known {
				return more
			}
		}
		s.pos++
	}
	return more
}

// over reports whether the mark comes that ends the block.
func (s *pyScan) over(in []byte, final bool) (yes, known bool) {
	if s.mark == "" {
		return false, true
	}
	return comes(in, s.mark, final)
}

// begin enters a string, unless it is not yet known whether it has three quotes.
func (s *pyScan) begin(in []byte, final bool) bool {
	c, rest := in[s.pos], in[s.pos:]
	switch {
	case len(rest) >= 3 && rest[1] == c && rest[2] == c:
		s.triple = true
		s.pos += 3
	case len(rest) < 3 && !final && (len(rest) == 1 || rest[1] == c):
		return false
	default:
		s.triple = false
		s.pos++
	}
	s.quote, s.nested = c, false
	s.in = pySpan{from: s.pos}
	return true
}

// inString reads on in a string; ended says that it has ended.
func (s *pyScan) inString(in []byte, final bool) verdict {
	s.doubt = false
	for s.pos < len(in) {
		switch c := in[s.pos]; {
		case c == '\\':
			if s.pos+1 == len(in) && !final {
				return more
			}
			s.pos = min(s.pos+2, len(in))
		case c != s.quote:
			i := s.pos + 1
			for i < len(in) && in[i] != s.quote && in[i] != '\\' {
				i++
			}
			s.pos = i
		case s.triple:
			if rest := in[s.pos:]; len(rest) >= 3 && rest[1] == c && rest[2] == c {
				s.close(3)
				return ended
			} else if len(rest) < 3 && !final && (len(rest) == 1 || rest[1] == c) {
				s.doubt = true
				return more
			}
			s.pos++
		default:
			closes, known := s.closes(in, s.pos+1, final)
			if !known {
				s.doubt = true
				return more
			}
			if closes {
				s.close(1)
				return ended
			}
			s.nested = true
			s.pos++
		}
	}
	return more
}

// close leaves the string, whose n quotes are next.
func (s *pyScan) close(n int) {
	if len(s.stack) == 1 && s.quote == s.guessed {
		// The string with quotes within could just as well have ended here.
		s.ambiguous = true
	}
	if s.nested {
		s.guessed = s.quote
	}
	s.in.to = s.pos
	s.pos += n
	s.in.next = s.pos
	s.strs = append(s.strs, s.in)
	s.quote = 0
}

// closes reports whether a quote that stands before i ends its string, and whether that
// is known yet.
func (s *pyScan) closes(in []byte, i int, final bool) (yes, known bool) {
	look := pyAhead{in: in[:min(len(in), i+pyLook)], pos: i, final: final || len(in) >= i+pyLook}
	c := look.next()
	ctx := byte(0)
	if n := len(s.stack); n > 0 {
		ctx = s.stack[n-1]
	}
	switch {
	case c == 0:
		return true, look.final // there is nothing more to look at
	case (c == '\'' || c == '"') && !s.nested:
		return true, true // 'a' 'b' is one string in Python
	case c == '<':
		return s.over(look.in[look.pos-1:], look.final)
	case (c == '+' || c == '%') && !s.nested:
		c = look.next() // 'a' + 'b' is no literal, but no nested quotes either
		return c == '\'' || c == '"', c != 0 || look.final
	case ctx == '(' && len(s.stack) == 1 && c == ',':
		return look.argument()
	case ctx == '(' && len(s.stack) == 1:
		if c != ')' {
			return false, true
		}
		return look.callEnd()
	case ctx == '{':
		return c == ':' || c == ',' || c == '}', true
	case ctx == ':' && c == ',':
		c = look.next()
		return c == '"' || c == '\'' || c == '}' || c == '*' || pyWord(c) || c == 0, c != 0 || look.final
	case ctx == ':':
		return c == '}', true
	}
	return c == ',' || c == ']' || c == ')', true
}

// pyAhead looks at what comes, up to a limit.
type pyAhead struct {
	in    []byte
	pos   int
	final bool // nothing comes behind in, or nothing that counts
	line  bool // a line has ended before the last next
}

// next gives the next character that is no white space, or zero at the end.
func (a *pyAhead) next() byte {
	a.line = false
	for a.pos < len(a.in) {
		c := a.in[a.pos]
		a.pos++
		switch c {
		case '\n':
			a.line = true
		case ' ', '\t', '\r':
		default:
			return c
		}
	}
	return 0
}

// argument reports whether another argument comes, or the end of them.
func (a *pyAhead) argument() (yes, known bool) {
	c := a.next()
	if c == 0 {
		return true, a.final
	}
	if c == ')' || c == '*' {
		return true, true
	}
	if !pyWord(c) {
		return false, true
	}
	for a.pos < len(a.in) && pyWord(a.in[a.pos]) {
		a.pos++
	}
	c = a.next()
	return c == '=' || c == 0, c != 0 || a.final
}

// callEnd reports whether a call can have ended here.
func (a *pyAhead) callEnd() (yes, known bool) {
	switch c := a.next(); c {
	case 0:
		return true, a.final
	case ',', ']', '<', ';':
		return true, true
	default:
		return a.line && pyWord(c), true
	}
}

func pyPair(open, end byte) bool {
	switch open {
	case '(':
		return end == ')'
	case '[':
		return end == ']'
	}
	return end == '}'
}

// pyWord reports whether c can be part of a name. All that is not ASCII can.
func pyWord(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// comes reports whether mark stands at the beginning of in, and whether that is known.
func comes(in []byte, mark string, final bool) (yes, known bool) {
	if len(in) >= len(mark) {
		return string(in[:len(mark)]) == mark, true
	}
	if !final && bytes.HasPrefix([]byte(mark), in) {
		return false, false
	}
	return false, true
}
