package text

import "jig/wire"

// An entry is a part of a message, as far as this package makes any: an answer may have many,
// and a [wire.Part] has room for more than they need.
type entry struct {
	text     string
	call     *wire.Call
	thinking bool
}

// pages are the entries of a long list, which is never moved as it grows.
type pages struct {
	full [][]entry
	page []entry
}

const (
	firstPage = 4
	mostPage  = 1024
)

func (p *pages) add(e entry) {
	if len(p.page) == cap(p.page) {
		if len(p.page) > 0 {
			p.full = append(p.full, p.page)
		}
		p.page = make([]entry, 0, max(firstPage, min(2*cap(p.page), mostPage)))
	}
	p.page = append(p.page, e)
}

// last is the entry that was added last.
func (p *pages) last() *entry { return &p.page[len(p.page)-1] }

// all are the entries as parts.
func (p *pages) all() []wire.Part {
	n := len(p.page)
	for _, page := range p.full {
		n += len(page)
	}
	if n == 0 {
		return nil
	}
	parts := make([]wire.Part, 0, n)
	for _, page := range append(p.full[:len(p.full):len(p.full)], p.page) {
		for i := range page {
			parts = append(parts, page[i].part())
		}
	}
	return parts
}

func (e *entry) part() wire.Part {
	switch {
	case e.call != nil:
		return wire.Part{Kind: wire.CallPart, Call: e.call}
	case e.thinking:
		return wire.Part{Kind: wire.ThinkingPart, Text: e.text}
	}
	return wire.Part{Kind: wire.TextPart, Text: e.text}
}
