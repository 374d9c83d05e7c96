package walk

import "jig/internal/ignore"

// listing is the entries of one folder. It is kept by a worker and filled anew for
// each folder.
type listing struct {
	names   []byte
	entries []entry
	seen    ignore.Files
}

// entry is a name of a listing, and what it is.
type entry struct {
	from uint32
	len  uint16
	kind Kind
}

// reset forgets the entries; room for very many of them is given back.
func (l *listing) reset() {
	const keep = 1 << 20
	if cap(l.names) > keep {
		l.names, l.entries = nil, nil
	}
	l.names, l.entries, l.seen = l.names[:0], l.entries[:0], ignore.Files{}
}

// add takes up an entry.
func (l *listing) add(name []byte, kind Kind) {
	l.seen.Note(name)
	l.entries = append(l.entries, entry{uint32(len(l.names)), uint16(len(name)), kind})
	l.names = append(l.names, name...)
}

func (l *listing) name(e entry) []byte { return l.names[e.from : e.from+uint32(e.len)] }

// split gives the last entries, from one on, a listing of their own.
func (l *listing) split(from int) *listing {
	other := &listing{}
	for _, e := range l.entries[from:] {
		other.entries = append(other.entries, entry{uint32(len(other.names)), e.len, e.kind})
		other.names = append(other.names, l.name(e)...)
	}
	l.entries = l.entries[:from]
	return other
}
