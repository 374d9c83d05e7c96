package scan

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
)

// dfa walks text with the states of an nfa, each made when it is first reached. It belongs to one searcher.
//
// It looks for a match anywhere: every state also is where a match may begin. In a dfa of lines, '\n' ends the text and what
// follows is another.
type dfa struct {
	*nfa

	whole bool // '\n' is a byte like others, the text ends where it ends
	shift uint // states are 1<<shift entries apart
	// next holds the entry for each state and class: the next state, or one of the marks below.
	next   []uint32
	states []state
	index  map[string]uint32
	weight int // the size of what states and index hold, about

	live [lanes]uint32 // the states of the walks under way, which survive when the cache is emptied
	set  sparse
	work []uint32
	key  []byte
}

// state is where an nfa may be, before assertions and forks are followed: those depend on the next byte.
type state struct {
	nodes []uint32
	prev  syntax.EmptyOp // what stood before: see the constants
}

// What stood before the place of a state.
const (
	prevText = syntax.EmptyBeginText
	prevLine = syntax.EmptyBeginLine
	prevWord = syntax.EmptyWordBoundary
)

const (
	unknown = 1 << 31 // the entry is not yet made
	matched = 1 << 30 // a match ends before this byte
	marks   = unknown | matched

	maxEntries = 1 << 18 // a cache of 1 MB
	maxWeight  = 2 << 20
)

func newDFA(n *nfa, whole bool) *dfa {
	d := &dfa{nfa: n, whole: whole, index: map[string]uint32{}}
	for 1<<d.shift < len(n.sample) {
		d.shift++
	}
	d.set = newSparse(len(n.nodes))
	d.begin()
	return d
}

// begin is the state at the beginning of a text; it is the first there is, so it is 0.
func (d *dfa) begin() uint32 {
	if len(d.states) > 0 {
		return 0
	}
	return d.state(nil, prevText|prevLine)
}

// state finds or makes a state. The nodes are sorted in place.
func (d *dfa) state(nodes []uint32, prev syntax.EmptyOp) uint32 {
	keep := d.asks & (prevText | prevLine)
	if d.asks&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0 {
		keep |= prevWord
	}
	prev &= keep
	slices.Sort(nodes)
	d.key = append(d.key[:0], byte(prev))
	for _, n := range nodes {
		d.key = binary.LittleEndian.AppendUint32(d.key, n)
	}
	if s, ok := d.index[string(d.key)]; ok {
		return s
	}
	s := uint32(len(d.states)) << d.shift
	d.states = append(d.states, state{slices.Clone(nodes), prev})
	d.index[string(d.key)] = s
	d.weight += 2*len(d.key) + 100
	for range 1 << d.shift {
		d.next = append(d.next, unknown)
	}
	return s
}

// full reports whether the cache should be emptied before more goes in.
func (d *dfa) full() bool { return len(d.next) > maxEntries || d.weight > maxWeight }

// flush empties the cache but for the live states.
func (d *dfa) flush() {
	old := d.states
	d.states, d.next, d.weight = nil, d.next[:0], 0
	clear(d.index)
	d.begin()
	for i, s := range d.live {
		st := old[s>>d.shift]
		d.live[i] = d.state(st.nodes, st.prev)
	}
}

// step makes the entry for the live state of a lane and a class of bytes, and returns it.
func (d *dfa) step(lane int, class uint8) uint32 {
	if d.full() {
		d.flush()
	}
	s := d.live[lane]
	c := d.sample[class]
	last := c == '\n' && !d.whole
	entry := uint32(matched)
	if !d.closure(d.states[s>>d.shift], c, last) {
		if last {
			entry = d.begin()
		} else {
			entry = d.advance(c)
		}
	}
	d.next[s+uint32(class)] = entry
	return entry
}

// ends reports whether a match ends with the text, in a state.
func (d *dfa) ends(s uint32) bool { return d.closure(d.states[s>>d.shift], 0, true) }

// closure follows forks and assertions from a state, before the byte c or, if last, the end. It leaves the tests that are
// reached in set, and reports whether there is a match.
func (d *dfa) closure(s state, c byte, last bool) bool {
	holds := s.prev &^ prevWord
	if last {
		holds |= syntax.EmptyEndText | syntax.EmptyEndLine
	} else if c == '\n' {
		holds |= syntax.EmptyEndLine
	}
	if (s.prev&prevWord != 0) != (!last && syntax.IsWordChar(rune(c))) {
		holds |= syntax.EmptyWordBoundary
	} else {
		holds |= syntax.EmptyNoWordBoundary
	}
	d.set.clear()
	d.work = append(append(d.work[:0], s.nodes...), d.start)
	for len(d.work) > 0 {
		id := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		if !d.set.add(id) {
			continue
		}
		switch n := &d.nodes[id]; n.op {
		case match:
			return true
		case fork:
			d.work = append(d.work, n.out, n.alt)
		case assert:
			if n.empty&^holds == 0 {
				d.work = append(d.work, n.out)
			}
		}
	}
	return false
}

// advance is the state after the byte c, from the tests in set.
func (d *dfa) advance(c byte) uint32 {
	d.work = d.work[:0]
	for _, id := range d.set.list {
		for _, e := range d.nodes[id].edges {
			if c <= e.hi {
				if c >= e.lo {
					d.work = append(d.work, e.to)
				}
				break
			}
		}
	}
	slices.Sort(d.work)
	d.work = slices.Compact(d.work)
	var prev syntax.EmptyOp
	if c == '\n' {
		prev |= prevLine
	}
	if syntax.IsWordChar(rune(c)) {
		prev |= prevWord
	}
	return d.state(d.work, prev)
}

// sparse is a set of small numbers that is emptied at once.
type sparse struct {
	list  []uint32
	place []uint32
}

func newSparse(n int) sparse { return sparse{place: make([]uint32, n)} }

func (s *sparse) clear() { s.list = s.list[:0] }

// add puts a number in and reports whether it is new.
func (s *sparse) add(n uint32) bool {
	if p := s.place[n]; int(p) < len(s.list) && s.list[p] == n {
		return false
	}
	s.place[n] = uint32(len(s.list))
	s.list = append(s.list, n)
	return true
}
