package text

import (
	"encoding/json"
	"unicode/utf8"
)

// role is what a mark of a format means in text.
type role uint8

const (
	noMark      role = iota
	callMark         // a block of calls may begin
	thinkMark        // thinking begins
	unthinkMark      // thinking ends that has not begun: the prompt had its beginning
	dropMark         // a control token that is no text
)

// marks finds the marks of a format: a tree with one byte per edge, so that the cost of
// looking does not grow with their number.
type marks struct {
	first [256]int  // the node behind a byte that marks begin with; 0 for the others
	plain [256]bool // bytes that are neither the first of a mark nor part of a fence
	stirs stirs     // the others, without the ends of lines, and those that are not ASCII
	// second are the bytes that may follow one that marks begin with in the midst of a text, or
	// that may give a meaning to a part of a fence; nil where all of them may.
	second [256]*[256]bool
	nodes  []markNode
}

type markNode struct {
	edges []markEdge
	role  role
	text  string // the mark, if it has a role
	span  int    // of thinkMark: which one
}

type markEdge struct {
	c  byte
	to int
}

func newMarks(f *format) *marks {
	m := &marks{nodes: make([]markNode, 1)}
	for _, s := range f.marks {
		m.add(s, callMark, 0)
	}
	for i, s := range f.think {
		m.add(s.open, thinkMark, i)
		m.add(s.close, unthinkMark, i)
	}
	for _, s := range f.drop {
		m.add(s, dropMark, 0)
	}
	for c := range m.plain {
		fence := c == '`' || c == '~'
		m.plain[c] = m.first[c] == 0 && !fence && c != '\n'
		m.stirs[c] = m.first[c] != 0 || fence || c >= utf8.RuneSelf
	}
	for c := range m.second {
		switch node := &m.nodes[m.first[c]]; {
		case c == '`' || c == '~':
			// One alone means nothing, unless what follows could be a mark, or be cut.
			m.second[c] = (*[256]bool)(&m.stirs)
		case m.first[c] != 0 && c < utf8.RuneSelf && (node.role == noMark || node.role == callMark):
			m.second[c] = new([256]bool)
			for _, e := range node.edges {
				m.second[c][e.c] = true
			}
			if node.role == callMark {
				m.probe(f, byte(c))
			}
		}
	}
	return m
}

// probe finds out which bytes may follow a mark that is a single one, by asking its reader:
// texts are full of brackets, and most are refused at first sight.
func (m *marks) probe(f *format, mark byte) {
	for c := range m.second[mark] {
		for _, tools := range []*offered{nil, {}} {
			var said silence
			n, v := f.read(string(mark)).read([]byte{mark, byte(c)}, false, &calls{taker: &said, tools: tools})
			if v != refused || n > 1 || said > 0 {
				m.second[mark][c] = true
			}
		}
	}
}

// silence counts what a reader says.
type silence int

func (s *silence) ready(string, string, json.RawMessage) { *s++ }
func (s *silence) warn(string)                           { *s++ }
func (s *silence) think(string)                          { *s++ }
func (s *silence) text(string)                           { *s++ }

// goesOn reports whether a mark begins with c and what follows it, or may, or a fence does.
func (m *marks) goesOn(c byte, p []byte) bool {
	second := m.second[c]
	switch {
	case second == nil || len(p) == 0:
		return true
	case !second[p[0]]:
		return false
	case c == '`' || c == '~':
		return true
	}
	at := m.first[c]
	if m.nodes[at].role != noMark {
		return true
	}
	for _, c := range p {
		if at = m.step(at, c); at == 0 {
			return false
		}
		if m.nodes[at].role != noMark {
			return true
		}
	}
	return true
}

// along follows p from a node to another one at which a mark is not decided yet; 0 if p does
// not lead to one.
func (m *marks) along(at int, p []byte) int {
	for _, c := range p {
		if at = m.step(at, c); at == 0 || len(m.nodes[at].edges) == 0 {
			return 0
		}
	}
	return at
}

// add gives a text its role. What has one already keeps it.
func (m *marks) add(s string, r role, span int) {
	if s == "" {
		return
	}
	at := m.first[s[0]]
	if at == 0 {
		at = m.grow()
		m.first[s[0]] = at
	}
	for i := 1; i < len(s); i++ {
		to := m.step(at, s[i])
		if to == 0 {
			to = m.grow()
			m.nodes[at].edges = append(m.nodes[at].edges, markEdge{s[i], to})
		}
		at = to
	}
	if m.nodes[at].role == noMark {
		m.nodes[at].role, m.nodes[at].span, m.nodes[at].text = r, span, s
	}
}

func (m *marks) grow() int {
	m.nodes = append(m.nodes, markNode{})
	return len(m.nodes) - 1
}

func (m *marks) step(at int, c byte) int {
	for _, e := range m.nodes[at].edges {
		if e.c == c {
			return e.to
		}
	}
	return 0
}

// at gives the longest mark that in begins with. If what is there could still become a mark, or
// a longer one, unsure is the node that it has come to.
func (m *marks) at(in []byte) (n int, found *markNode, unsure int) {
	at := m.first[in[0]]
	for i := 1; at != 0; i++ {
		node := &m.nodes[at]
		if node.role != noMark {
			n, found = i, node
		}
		if i == len(in) {
			if len(node.edges) > 0 {
				unsure = at
			}
			return n, found, unsure
		}
		at = m.step(at, in[i])
	}
	return n, found, 0
}
