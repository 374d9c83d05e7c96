package text

// A patient reader can say what it waits for: inside a call, only few bytes can make the
// call whole. Until one of them comes it need not be asked, which is what makes arguments
// cheap that come in small pieces. What else it might have to say, such as that this is no
// call after all, can wait as long: but not longer than a line, since what follows a call
// that is torn off is text that somebody wants to read.
type patient interface {
	reader
	// until gives the bytes that the reader waits for; nil if it wants to see everything as
	// it comes, because it may have text to pass on or has not made up its mind.
	until() *stirs
}

// stirs are bytes that somebody waits for.
type stirs [256]bool

func stirsOf(list string) *stirs {
	s := new(stirs)
	for i := range len(list) {
		s[list[i]] = true
	}
	return s
}

// in reports whether one of the bytes is in p.
func (s *stirs) in(p []byte) bool {
	for _, c := range p {
		if s[c] {
			return true
		}
	}
	return false
}

// The bytes that calls end with, by their shape. Those that can be refused have the others
// that may show it: the end of a line or of a tag.
//
//nolint:gochecknoglobals // constant tables
var (
	stirsJSON       = stirsOf("}>\n")
	stirsPython     = stirsOf(")]}>\n")
	stirsTag        = stirsOf(">")
	stirsInTag      = stirsOf("<>\n") // in a tag that has begun
	stirsQuote      = stirsOf("\"\n") // in a string
	stirsApostrophe = stirsOf("'\n")
	stirsBraceOrTag = stirsOf("}>")
	stirsParenOrTag = stirsOf(")>")
	stirsThought    = func() *stirs {
		s := stirsOf("<")
		for c := range s {
			s[c] = s[c] || c >= 0x80 // characters must not be cut
		}
		return s
	}()
)

// stirsIn are the bytes that may end a string with the quote.
func stirsIn(quote byte) *stirs {
	if quote == '"' {
		return stirsQuote
	}
	return stirsApostrophe
}

// until gives the bytes that may end an object, or show that it is none. Before its first key
// has come, nobody knows whether the brace was meant to begin one.
func (s *jsonScan) until() *stirs {
	switch {
	case len(s.members) == 0:
		return nil
	case s.state == jsonString || s.state == jsonEscape:
		return stirsIn(s.quote)
	}
	return stirsJSON
}

// until implements patient: a call ends with its object, and the envelope with a tag.
func (r *jsonBlockReader) until() *stirs {
	switch {
	case r.inTag:
		return stirsInTag
	case r.inside:
		return r.scan.until()
	}
	return nil
}

// until implements patient.
func (r *jsonBareReader) until() *stirs {
	if r.as == nil {
		return nil
	}
	return r.as.until()
}

// until implements patient.
func (r *jsonNamedReader) until() *stirs {
	if r.state != namedInArgs {
		return nil
	}
	return r.scan.until()
}

// until implements patient.
func (r *taggedReader) until() *stirs {
	switch r.place {
	case inValue:
		if r.closed {
			return stirsTag
		}
	case inJSON, inNamed:
		return r.json.until()
	case inBlock, inCall:
		if r.inTag {
			return stirsInTag
		}
	}
	return nil
}

// until implements patient.
func (b *gemmaBlock) until() *stirs {
	if b.inTag {
		return stirsInTag
	}
	if b.step != gemmaArgs || len(b.stack) == 0 {
		return nil
	}
	switch {
	case b.quoted == 'g':
		return stirsTag
	case b.stack[0] == '(':
		return stirsParenOrTag
	}
	return stirsBraceOrTag
}

// until implements patient.
func (b *pyBare) until() *stirs {
	if b.block == nil {
		return nil
	}
	return b.block.until()
}

// until implements patient.
func (b *pyBlock) until() *stirs {
	switch s := &b.scan; {
	case b.step != pyArgs || len(s.stack) == 0:
		return nil
	case s.quote != 0 && !s.doubt:
		return stirsIn(s.quote)
	}
	return stirsPython
}

// until implements patient.
func (b *autoBracket) until() *stirs {
	if b.block == nil {
		return nil
	}
	return b.block.until()
}

// until implements patient.
func (b *autoBlock) until() *stirs {
	return untilOf(b.try)
}

// until implements patient.
func (r *jsonChoice) until() *stirs {
	return untilOf(r.as)
}

// until implements patient.
func (m *harmonyMessage) until() *stirs { return untilOf(m.body) }

// until implements patient.
func (a *harmonyArguments) until() *stirs {
	if a.json != more || len(a.scan.stack) == 0 {
		return nil
	}
	return stirsBraceOrTag
}

// until implements patient.
func (r *genericReader) until() *stirs { return r.scan.until() }

// untilOf is what a reader waits for, if it is patient.
func untilOf(r reader) *stirs {
	if one, ok := r.(patient); ok {
		return one.until()
	}
	return nil
}
