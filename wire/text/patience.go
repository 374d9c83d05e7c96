package text

import "bytes"

// A patient reader can tell that what comes next changes nothing: it is in a long value,
// and the end of that is not in there. Then it need not be asked, which is what makes large
// arguments cheap that come in small pieces.
type patient interface {
	reader
	// waits reports whether the reader would say no more than that more is needed, whatever
	// has come before p since it was asked.
	waits(p []byte) bool
}

// waits implements patient.
func (r *jsonBlockReader) waits(p []byte) bool { return !r.passing && r.scan.waits(p) }

func (s *jsonScan) waits(p []byte) bool {
	return s.state == jsonString && lacks(p, s.quote, '\\')
}

// waits implements patient.
func (r *jsonBareReader) waits(p []byte) bool { return r.as != nil && r.as.waits(p) }

// waits implements patient.
func (r *taggedReader) waits(p []byte) bool {
	switch r.place {
	case inValue:
		return r.plain && lacks(p, '<', '<')
	case inJSON, inNamed:
		return r.json.waits(p)
	default:
		return false
	}
}

// waits implements patient.
func (b *gemmaBlock) waits(p []byte) bool {
	return b.step == gemmaArgs && b.quoted == 'g' && b.plain && lacks(p, '<', '<')
}

// waits implements patient.
func (b *pyBare) waits(p []byte) bool { return b.block != nil && b.block.waits(p) }

// waits implements patient.
func (b *pyBlock) waits(p []byte) bool {
	return b.step == pyArgs && b.scan.quote != 0 && b.scan.plain && lacks(p, b.scan.quote, '\\')
}

// waits implements patient.
func (b *autoBracket) waits(p []byte) bool { return b.block != nil && b.block.waits(p) }

// waits implements patient.
func (b *autoBlock) waits(p []byte) bool {
	try, ok := b.try.(patient)
	return ok && try.waits(p)
}

// lacks reports whether neither byte is in p.
func lacks(p []byte, a, b byte) bool {
	const few = 16 // are faster looked at than searched
	if len(p) > few {
		return bytes.IndexByte(p, a) < 0 && bytes.IndexByte(p, b) < 0
	}
	for _, c := range p {
		if c == a || c == b {
			return false
		}
	}
	return true
}
