package text

import "fmt"

// pyShape is the shape of the formats whose calls look like calls of Python: a list of
// them, "[f(a=1), g(b='x')]", with or without marks around it.
type pyShape struct {
	end string // the mark behind the list, if there is one
	// first says that a list without marks counts only at the beginning of an answer, and
	// only if tools are known and it names them.
	first bool
	// strict says that, where no tools are known, a list without marks counts only at the
	// beginning of an answer.
	strict bool
	// echo says that the model may say the block again, without the mark in front.
	echo bool
}

// reader makes the reader of a block.
func (p *pyShape) reader(mark string) reader {
	if mark == "[" {
		return &pyBare{shape: p}
	}
	return &pyBlock{pyShape: p, mark: len(mark), pos: len(mark), words: new(words)}
}

// pyBare looks at what follows a bracket before it takes it for the beginning of a list:
// texts are full of brackets.
type pyBare struct {
	shape *pyShape
	pos   int
	block *pyBlock
	idle  *pyBlock // one of another block, that can be used again
}

func (b *pyBare) read(in []byte, final bool, out *calls) (int, verdict) {
	if b.block == nil {
		b.pos = jsonSpace(in, max(b.pos, len("[")))
		if b.pos == len(in) && !final {
			return 0, more
		}
		if b.pos == len(in) || !pyWord(in[b.pos]) || b.shape.first && (!out.first || out.tools == nil) {
			return 1, refused
		}
		if b.block = b.idle; b.block == nil {
			b.block = &pyBlock{pyShape: b.shape, mark: 1, bare: true, words: new(words)}
		}
	}
	return b.block.read(in, final, out)
}

// pyBlock reads one list of calls.
type pyBlock struct {
	*pyShape
	mark int
	bare bool // there is no mark but the list

	step  pyStep
	pos   int
	list  bool // we are in brackets
	name  string
	scan  pyScan
	item  int // where the present call begins
	good  int // behind the last call
	look  int // how far white space has been looked at
	found int // how many calls there were

	values tagArgs // memory for those of a call
	words  *words
	spare  []byte // and for the text of one

	body, match int // of an echo: what is said again, and how much of it has come
}

type pyStep uint8

const (
	pyOpen  pyStep = iota // in front of the list
	pyItem                // in front of a call
	pyArgs                // in the arguments of a call
	pyBound               // behind a call, which is one if what follows fits
	pyClose               // behind the list
	pyEcho                // behind the block
)

// pyNameLimit bounds the length of names.
const pyNameLimit = 256

func (b *pyBlock) read(in []byte, final bool, out *calls) (int, verdict) {
	for {
		v := more
		switch b.step {
		case pyOpen:
			v = b.opening(in)
		case pyItem:
			v = b.items(in, final, out)
		case pyArgs:
			v = b.args(in, final)
		case pyBound:
			v = b.bound(in, final, out)
		case pyClose:
			v = b.closing(in, final)
		case pyEcho:
			return b.echoed(in, final)
		}
		switch {
		case v == ended:
		case v == more && !final:
			return 0, more
		case b.found > 0: // what follows the last call is text
			return b.good, ended
		default:
			return max(b.mark, b.pos, b.scan.pos), refused
		}
	}
}

// opening looks for the bracket.
func (b *pyBlock) opening(in []byte) verdict {
	b.pos = jsonSpace(in, b.pos)
	if b.pos == len(in) {
		return more
	}
	if in[b.pos] == '[' {
		b.list = true
		b.pos++
	}
	b.step = pyItem
	return ended
}

// items looks for the next call, or the end of the list.
func (b *pyBlock) items(in []byte, final bool, out *calls) verdict {
	for b.pos = jsonSpace(in, b.pos); b.pos < len(in) && (in[b.pos] == ',' || in[b.pos] == ';') && b.good > 0; {
		b.pos = jsonSpace(in, b.pos+1)
	}
	if b.pos == len(in) {
		if final && b.found > 0 && !b.list {
			b.step = pyClose
			return ended
		}
		return more
	}
	b.item = b.pos
	switch c := in[b.pos]; {
	case c == ']' && b.list:
		b.pos++
		b.good = b.pos
		b.step = pyClose
		return ended
	case c == '{' && !b.bare: // JSON instead
		b.begin(b.pos)
		return ended
	case c == '<' && !b.list && b.end != "":
		b.step = pyClose
		return ended
	}
	end := b.pos
	for end < len(in) && (pyWord(in[end]) || in[end] == '.') {
		end++
	}
	if end == b.pos || end-b.pos > pyNameLimit || in[b.pos] >= '0' && in[b.pos] <= '9' {
		return refused
	}
	paren := b.space(in, end)
	if paren == len(in) {
		return more
	}
	b.name = b.words.of(in[b.pos:end])
	if in[paren] != '(' || b.bare && !b.named(out) {
		return refused
	}
	b.begin(paren)
	return ended
}

// space gives the first place from a place on that is not white space.
func (b *pyBlock) space(in []byte, from int) int {
	b.look = jsonSpace(in, max(b.look, from))
	return b.look
}

// named reports whether the name is one that counts without marks: of a tool that was
// offered, or any where nothing was said before.
func (b *pyBlock) named(out *calls) bool {
	switch {
	case out.tools != nil && out.known(b.name):
		return true
	case b.first:
		return false
	}
	return out.tools == nil && !b.strict || out.first
}

// begin goes on to the arguments, whose bracket is at pos.
func (b *pyBlock) begin(pos int) {
	b.scan.mark = b.end
	b.scan.reset(pos)
	b.step = pyArgs
}

// args looks for the end of the arguments.
func (b *pyBlock) args(in []byte, final bool) verdict {
	v := b.scan.scan(in, final)
	if v == ended {
		b.pos = b.scan.end
		b.step = pyBound
	}
	return v
}

// bound hands out the call, if what follows fits.
func (b *pyBlock) bound(in []byte, final bool, out *calls) verdict {
	at := b.space(in, b.pos)
	if at == len(in) && !final {
		return more
	}
	if at == len(in) && (b.bare || b.scan.guessed != 0) || at < len(in) && !b.follows(in, at) {
		return refused
	}
	if in[b.item] == '{' {
		b.object(in[b.item:b.pos], out)
	} else {
		b.call(in, out)
	}
	b.good = b.pos
	b.step = pyItem
	return ended
}

// follows reports whether a call can be followed by what is at i.
func (b *pyBlock) follows(in []byte, i int) bool {
	switch c := in[i]; {
	case c == ',' || c == ']':
		return true
	case b.bare:
		return false
	}
	// Without a list there is one call per line.
	return !b.list
}

// call hands out the call that was scanned. One that cannot be read is left out: the
// others may be good.
func (b *pyBlock) call(in []byte, out *calls) {
	v := pyValue{in: in[:b.scan.end], strs: b.scan.strs, args: &b.values, words: b.words, spare: b.spare}
	v.pos = jsonSpace(in, b.item+len(b.name))
	args, err := v.arguments()
	b.spare = v.spare
	switch {
	case err != nil:
		out.warn(fmt.Sprintf("a call of %s was left out: %v", b.name, err))
	case b.scan.ambiguous:
		out.warn(fmt.Sprintf("a call of %s was left out: the quotes in its arguments are not escaped", b.name))
	default:
		b.found++
		out.ready(b.name, "", args)
	}
}

// object hands out a call that is written as JSON.
func (b *pyBlock) object(in []byte, out *calls) {
	c, ok := jsonStyle{}.object(in)
	if !ok {
		out.warn("a call was left out: it is no JSON")
		return
	}
	b.found++
	out.ready(c.name, c.id, c.args)
}

// closing looks for the mark behind the list.
func (b *pyBlock) closing(in []byte, final bool) verdict {
	if b.found == 0 {
		return refused
	}
	if b.end == "" || b.bare {
		return refused // which ends the block, behind the last call
	}
	at := b.space(in, b.pos)
	if at == len(in) && !final {
		return more
	}
	if at < len(in) && in[at] == '[' { // another list
		b.pos, b.step, b.list = at, pyOpen, false
		return ended
	}
	yes, known := comes(in[at:], b.end, final)
	if !known {
		return more
	}
	if !yes {
		return refused
	}
	b.good = at + len(b.end)
	b.body, b.match = b.mark, b.good
	b.step = pyEcho
	return ended
}

// echoed leaves out what is only said again.
func (b *pyBlock) echoed(in []byte, final bool) (int, verdict) {
	for b.echo && b.match < len(in) {
		if in[b.match] != in[b.body] {
			return b.good, ended
		}
		b.body++
		b.match++
		if b.body == b.good {
			return b.match, ended
		}
	}
	if b.echo && !final && b.match == len(in) {
		return 0, more
	}
	return b.good, ended
}
