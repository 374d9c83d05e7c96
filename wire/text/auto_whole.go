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
	if w.out.ready == nil {
		w.out = *out
		w.out.ready = func(name, id string, args json.RawMessage) {
			w.found = append(w.found, jsonCall{name, id, args})
		}
		w.out.text = func(text string) {
			if !w.said {
				w.said = true
				out.text(string(w.before))
			}
			out.text(text)
		}
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
