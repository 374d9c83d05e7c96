package text

import (
	"bytes"
	"strings"
)

// minimaxSign stands before every tag of MiniMax M3, so that no text can be taken for one.
const minimaxSign = "]<]minimax[>["

// minimaxM3 is the format of MiniMax M3. Arguments are elements named like parameters;
// objects and arrays are elements in elements:
//
//	]<]minimax[>[<tool_call>
//	]<]minimax[>[<invoke name="read">]<]minimax[>[<path>go.mod]<]minimax[>[</path>]<]minimax[>[</invoke>
//	]<]minimax[>[</tool_call>
func minimaxM3() format {
	return format{
		name:  "minimax_m3",
		think: []span{{"<mm:think>", "</mm:think>"}, {"<think>", "</think>"}},
		drop:  []string{minimaxSign + "</tool_call>"},
		marks: []string{minimaxSign},
		read:  func(string) reader { return &minimaxReader{} },
	}
}

// minimaxReader reads one block, tag by tag.
type minimaxReader struct {
	pos  int // the sign of the next tag, or the text before it
	scan tagScan
	tag  int // where the tag begins, if its sign was found; otherwise 0

	inside bool // of the block
	call   string
	tree   *minimaxTree // of the call; nil between calls
	text   int          // where the text behind the last tag begins
	done   int
}

func (r *minimaxReader) read(in []byte, final bool, out *calls) (int, verdict) {
	for {
		switch r.next(in, final, out) {
		case goEnd:
			if r.done == 0 {
				return r.fail(r.pos) // a block of nothing
			}
			return r.pos, ended
		case goNo:
			return r.fail(r.pos)
		case goWait:
			if !final {
				return 0, more
			}
			if r.tree != nil {
				out.warn("the call of " + r.call + " was cut off")
			}
			return r.fail(len(in))
		}
	}
}

func (r *minimaxReader) fail(n int) (int, verdict) {
	if r.done > 0 {
		return r.done, ended
	}
	return max(n, 1), refused
}

// next reads the text up to the next tag, and the tag.
func (r *minimaxReader) next(in []byte, final bool, out *calls) step {
	if r.tag == 0 {
		n, found := find(in[r.pos:], minimaxSign)
		if r.tree == nil && len(bytes.TrimSpace(in[r.pos:r.pos+n])) > 0 {
			return goNo
		}
		if r.pos += n; !found {
			return goWait
		}
		r.tag = r.pos + len(minimaxSign)
	}
	if r.tag = jsonSpace(in, r.tag); r.tag == len(in) {
		return goWait
	}
	if in[r.tag] != '<' {
		if r.tree != nil {
			r.skip()
			return goOn
		}
		return goNo
	}
	end, m := r.scan.end(in, r.tag+1, true)
	if m == unsure {
		return goWait
	}
	r.scan = tagScan{}
	if m == no {
		if r.tree != nil && r.tree.raw() {
			r.skip()
			return goOn
		}
		return goNo
	}
	return r.read1(in, string(in[r.tag+1:end]), end+1, out)
}

// skip takes a sign that begins no tag as text.
func (r *minimaxReader) skip() {
	r.pos += len(minimaxSign)
	r.tag = 0
}

// read1 does what a tag says.
func (r *minimaxReader) read1(in []byte, tag string, end int, out *calls) step {
	name, closing := strings.CutPrefix(tag, "/")
	name = strings.TrimSpace(name)
	if r.tree != nil && r.tree.raw() && (!closing || name != r.tree.top().name) {
		r.skip()
		return goOn
	}
	before := in[r.text:r.pos]
	r.pos, r.tag, r.text = end, 0, end
	switch {
	case r.tree != nil && closing && name == "invoke" && len(r.tree.stack) == 1:
		out.ready(r.call, "", r.tree.top().object())
		r.tree, r.done = nil, end
	case r.tree != nil && closing:
		return tagStep(r.tree.close(name, string(before)))
	case r.tree != nil:
		return tagStep(r.tree.open(name))
	case closing:
		if r.inside && name == "tool_call" {
			return goEnd
		}
		return goNo
	case name == "tool_call" && !r.inside:
		r.inside = true
	case r.inside && strings.HasPrefix(name, "invoke"):
		r.call, _ = tagAttr(name[len("invoke"):])
		if r.call == "" {
			return goNo
		}
		r.tree = newMinimaxTree(out.of(r.call))
	default:
		return goNo
	}
	return goOn
}

func tagStep(ok bool) step {
	if ok {
		return goOn
	}
	return goNo
}
