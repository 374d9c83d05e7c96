package text

import "encoding/json"

// autoJSON reads calls in JSON that are the whole answer: objects, or an array of them,
// perhaps in a code fence.
func autoJSON(mark string) reader {
	if mark == "{" || mark == "[" {
		block := &jsonBlock{bare: true}
		return &autoWhole{make: func(first byte) reader { return block.reader(string(first)) }}
	}
	block := &jsonBlock{}
	return &autoWhole{make: func(byte) reader { return block.reader("") }}
}

// autoWhole keeps the calls of other readers until it is clear that nothing else is said.
type autoWhole struct {
	make  func(first byte) reader
	inner reader
	from  int // where its block begins
	end   int // where the last block has ended
	found []jsonCall
	out   calls // what the other readers write to

	before []byte // what stands before the block
	said   bool   // it is an object of something else, and has been given as text
}

func (w *autoWhole) read(in []byte, final bool, out *calls) (int, verdict) {
	if !out.first {
		return 1, refused
	}
	if w.out.taker == nil {
		w.out = *out
		w.out.taker = &wholeTaker{taker: out.taker, whole: w}
	}
	for w.inner != nil || w.next(in) {
		w.before = in[:w.from]
		n, v := w.inner.read(in[w.from:], final, &w.out)
		switch {
		case v == ended && w.said:
			return w.from + n, ended
		case v == more && !final:
			return 0, more
		case v != ended || n == 0:
			return w.from + max(n, 1), refused
		}
		w.end = w.from + n
		w.inner = nil
	}
	if w.end < len(in) {
		return w.end, refused
	}
	if !final {
		return 0, more
	}
	for _, c := range w.found {
		if !out.known(c.name) {
			return len(in), refused
		}
	}
	for _, c := range w.found {
		out.ready(c.name, c.id, c.args)
	}
	return len(in), ended
}

// wholeTaker keeps calls, and passes text on.
type wholeTaker struct {
	taker
	whole *autoWhole
}

func (t *wholeTaker) ready(name, id string, args json.RawMessage) {
	t.whole.found = append(t.whole.found, jsonCall{name, id, args})
}

func (t *wholeTaker) text(text string) {
	if !t.whole.said {
		t.whole.said = true
		t.taker.text(string(t.whole.before))
	}
	t.taker.text(text)
}

// next goes to the next block, if there is one. Brackets too many are no harm.
func (w *autoWhole) next(in []byte) bool {
	if w.end > 0 {
		for w.end < len(in) && (in[w.end] <= ' ' || in[w.end] == ';' || in[w.end] == ',' || in[w.end] == ']' || in[w.end] == '}') {
			w.end++
		}
		if w.end == len(in) || in[w.end] != '{' && in[w.end] != '[' {
			return false
		}
	}
	w.from = w.end
	w.inner = w.make(in[w.from])
	return true
}
