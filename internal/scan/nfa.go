package scan

import (
	"errors"
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// errTooLarge says that an expression, with its repetitions written out, is beyond what is searched for.
var errTooLarge = errors.New("the expression is too large: use smaller repetition counts or fewer Unicode classes")

// maxNodes bounds the automaton of an expression.
const maxNodes = 200_000

// nfa is an expression as an automaton over bytes: the program of package syntax, with the tests of runes turned into tests
// of the bytes that encode them.
type nfa struct {
	nodes   []node
	start   uint32
	asks    syntax.EmptyOp // the assertions that occur
	class   [256]uint8     // bytes that no node tells apart have one class
	sample  []byte         // a byte of each class
	newline uint8          // the class of '\n', which it has to itself
}

// node is a step of the automaton.
type node struct {
	op    nodeOp
	empty syntax.EmptyOp // assert: what must hold
	out   uint32         // fork, assert: where to go on
	alt   uint32         // fork: the other way
	edges []edge         // test: the bytes that lead on, in order
}

type nodeOp uint8

const (
	fail nodeOp = iota
	match
	fork
	assert
	test
)

// edge leads on for a range of bytes.
type edge struct {
	span

	to uint32
}

// newNFA translates a parsed expression.
func newNFA(re *syntax.Regexp) (*nfa, error) {
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil, err
	}
	b := &builder{nfa: &nfa{nodes: make([]node, len(prog.Inst)), start: uint32(prog.Start)}}
	for i, in := range prog.Inst {
		// Nodes of tests may be appended meanwhile, so the node is stored at the end.
		n := node{out: in.Out}
		switch in.Op {
		case syntax.InstMatch:
			n.op = match
		case syntax.InstAlt, syntax.InstAltMatch:
			n.op, n.alt = fork, in.Arg
		case syntax.InstCapture, syntax.InstNop:
			n.op, n.alt = fork, in.Out
		case syntax.InstEmptyWidth:
			n.op, n.empty = assert, syntax.EmptyOp(in.Arg)
			b.asks |= n.empty
		case syntax.InstRune1:
			n = b.runes([]rune{in.Rune[0], in.Rune[0]}, in.Out)
		case syntax.InstRune:
			ranges := in.Rune
			if len(ranges) == 1 {
				ranges = rangesOf(in.Rune[0], syntax.Flags(in.Arg))
			}
			n = b.runes(ranges, in.Out)
		case syntax.InstRuneAny:
			n = b.runes([]rune{0, utf8.MaxRune}, in.Out)
		case syntax.InstRuneAnyNotNL:
			n = b.runes([]rune{0, '\n' - 1, '\n' + 1, utf8.MaxRune}, in.Out)
		}
		if len(b.nodes) > maxNodes {
			return nil, errTooLarge
		}
		b.nodes[i] = n
	}
	b.classify()
	return b.nfa, nil
}

// builder adds the nodes of rune tests, sharing equal tails.
type builder struct {
	*nfa

	known map[string]uint32
}

// runes is a node that tests for runes: a tree of byte ranges.
func (b *builder) runes(ranges []rune, next uint32) node {
	b.known = map[string]uint32{}
	var seqs [][]span
	for i := 0; i < len(ranges); i += 2 {
		eachSequence(ranges[i], ranges[i+1], func(s []span) { seqs = append(seqs, s) })
	}
	slices.SortStableFunc(seqs, func(a, b []span) int { return int(a[0].lo) - int(b[0].lo) })
	return node{op: test, edges: b.tree(seqs, next)}
}

// tree makes the edges for sequences that are in order; sequences whose first ranges are equal go on together.
func (b *builder) tree(seqs [][]span, next uint32) []edge {
	var edges []edge
	for len(seqs) > 0 {
		first := seqs[0][0]
		n := 1
		for n < len(seqs) && seqs[n][0] == first {
			n++
		}
		to := next
		if len(seqs[0]) > 1 {
			rest := make([][]span, n)
			for i := range rest {
				rest[i] = seqs[i][1:]
			}
			to = b.share(b.tree(rest, next))
		}
		if last := len(edges) - 1; last >= 0 && edges[last].to == to && edges[last].hi+1 == first.lo {
			edges[last].hi = first.hi
		} else {
			edges = append(edges, edge{first, to})
		}
		seqs = seqs[n:]
	}
	return edges
}

// share gives the node with these edges, making it if there is none yet.
func (b *builder) share(edges []edge) uint32 {
	key := make([]byte, 0, 6*len(edges))
	for _, e := range edges {
		key = append(key, e.lo, e.hi, byte(e.to), byte(e.to>>8), byte(e.to>>16), byte(e.to>>24))
	}
	if id, ok := b.known[string(key)]; ok {
		return id
	}
	id := uint32(len(b.nodes))
	b.nodes = append(b.nodes, node{op: test, edges: edges})
	b.known[string(key)] = id
	return id
}

// classify finds which bytes need not be told apart.
func (n *nfa) classify() {
	var cut [257]bool // a new class begins here
	mark := func(lo, hi byte) { cut[lo], cut[int(hi)+1] = true, true }
	for i := range n.nodes {
		for _, e := range n.nodes[i].edges {
			mark(e.lo, e.hi)
		}
	}
	if n.asks&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0 {
		mark('0', '9')
		mark('A', 'Z')
		mark('_', '_')
		mark('a', 'z')
	}
	mark('\n', '\n')
	for c := range 256 {
		if c == 0 || cut[c] {
			n.sample = append(n.sample, byte(c))
		}
		n.class[c] = uint8(len(n.sample) - 1)
	}
	n.newline = n.class['\n']
}
