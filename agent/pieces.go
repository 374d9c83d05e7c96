package agent

import "jig/wire"

// pieces puts an answer together from its events, for the case that it never becomes whole.
type pieces struct {
	parts []wire.Part
	kind  wire.PartKind
	buf   []byte // text of that kind that is not in parts yet
}

func (p *pieces) text(kind wire.PartKind, text string) {
	if kind != p.kind {
		p.flush()
		p.kind = kind
	}
	p.buf = append(p.buf, text...)
}

func (p *pieces) call(c *wire.Call) {
	p.flush()
	p.parts = append(p.parts, wire.Part{Kind: wire.CallPart, Call: c})
}

func (p *pieces) flush() {
	if len(p.buf) > 0 {
		p.parts = append(p.parts, wire.Part{Kind: p.kind, Text: string(p.buf)})
		p.buf = p.buf[:0]
	}
}

func (p *pieces) all() []wire.Part {
	p.flush()
	return p.parts
}
