package text

import (
	"encoding/json"
	"slices"
)

// autoBlock lets one reader after the other try a block.
type autoBlock struct {
	tries  []autoReader
	at     int // which is trying
	first  int // the one that was asked first, out of the order; -1 if there is none
	try    reader
	begun  bool
	out    calls // what they write to
	taker  autoTaker
	warned []string
	doubts []string // of the first that said why it could not read the block

	idle   lasting // a reader that has read another block
	idleAt int     // and which it is
	text   int     // what they say is text
	given  bool    // a call was read
}

func (b *autoBlock) read(in []byte, final bool, out *calls) (int, verdict) {
	if !b.begun {
		b.begin(out)
	}
	for b.at < len(b.tries) {
		if b.try == nil {
			b.make()
		}
		n, v := b.try.read(in, final, &b.out)
		switch {
		case v == more && !final:
			return 0, more
		case v == ended || b.given:
			for _, w := range b.warned {
				out.warn(w)
			}
			return max(n, 1), ended
		}
		b.text = max(b.text, n)
		if len(b.doubts) == 0 {
			b.doubts = b.warned
		}
		b.warned = nil
		b.next()
	}
	for _, w := range b.doubts {
		out.warn(w)
	}
	return max(b.text, 1), refused
}

// begin prepares for the first reader: that of the format that could read the last block.
func (b *autoBlock) begin(out *calls) {
	b.out = *out
	b.taker = autoTaker{taker: out.taker, block: b, above: out}
	b.out.taker = &b.taker
	b.begun = true
	b.first = slices.IndexFunc(b.tries, func(r autoReader) bool { return r.format == out.format })
	if b.at = b.first; b.at < 0 {
		b.next()
	}
}

// autoTaker keeps the warnings of readers that try, and notes whose calls were taken.
type autoTaker struct {
	taker
	block *autoBlock
	above *calls
}

func (t *autoTaker) warn(text string) { t.block.warned = append(t.block.warned, text) }

func (t *autoTaker) ready(name, id string, args json.RawMessage) {
	t.block.given = true
	t.above.format = t.block.tries[t.block.at].format
	t.above.ready(name, id, args)
}

// make makes the reader whose turn it is.
func (b *autoBlock) make() {
	if b.idle != nil && b.idleAt == b.at {
		b.try, b.idle = b.idle, nil
		return
	}
	b.try = b.tries[b.at].make(b.tries[b.at].mark)
}

// next goes to the next reader that has not tried.
func (b *autoBlock) next() {
	b.try = nil
	if b.at == b.first {
		b.at = -1
	}
	for b.at++; b.at == b.first; {
		b.at++
	}
}

// autoBracket looks at a bracket before anybody tries to read it: texts are full of them.
type autoBracket struct {
	tries []autoReader
	mark  byte
	pos   int
	block *autoBlock
	idle  *autoBlock // one of another block, that can be used again
}

func (b *autoBracket) read(in []byte, final bool, out *calls) (int, verdict) {
	if b.block == nil {
		b.pos = jsonSpace(in, max(b.pos, 1))
		if b.pos == len(in) && !final {
			return 0, more
		}
		if b.pos == len(in) || !b.promising(in[b.pos], out.first) {
			return 1, refused
		}
		if b.block = b.idle; b.block == nil {
			b.block = &autoBlock{tries: b.tries}
		}
	}
	return b.block.read(in, final, out)
}

// promising reports whether calls can begin with the bracket and what follows it.
func (b *autoBracket) promising(c byte, first bool) bool {
	if b.mark == '[' {
		return pyWord(c) && (c < '0' || c > '9') || c == '{' && first
	}
	return first && (c == '"' || c == '\'')
}
