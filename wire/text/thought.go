package text

import "bytes"

// thought reads thinking that stands in a block, where a pair of marks does not say it all:
// some models begin a call without having closed their thinking.
type thought struct {
	pos    int      // how far it has been passed on
	name   string   // what may stand in front, and is no part of it
	closes []string // marks that end it
	breaks []string // marks that end it, and mean something themselves
}

func (t *thought) read(in []byte, final bool, out *calls) (int, verdict) {
	if t.name != "" {
		yes, known := comes(in[t.pos:], t.name, final)
		if !known {
			return 0, more
		}
		if yes {
			t.pos += len(t.name)
		}
		t.name = ""
	}
	for {
		i := bytes.IndexByte(in[t.pos:], '<')
		if i < 0 {
			i = len(in) - t.pos - partial(in[t.pos:], final)
		}
		if i > 0 {
			out.think(string(in[t.pos : t.pos+i]))
			t.pos += i
		}
		if t.pos == len(in) || in[t.pos] != '<' {
			break
		}
		switch n, v := t.mark(in[t.pos:], final); v {
		case ended:
			return t.pos + n, ended
		case more:
			return 0, more
		case refused:
		}
		out.think("<")
		t.pos++
	}
	if final {
		return len(in), ended
	}
	return 0, more
}

// mark looks for a mark that ends the thinking, and gives how much of it belongs to it.
func (t *thought) mark(in []byte, final bool) (int, verdict) {
	v := refused
	for i, marks := range [...][]string{t.closes, t.breaks} {
		for _, m := range marks {
			yes, known := comes(in, m, final)
			switch {
			case yes && i == 0:
				return len(m), ended
			case yes:
				return 0, ended
			case !known:
				v = more
			}
		}
	}
	return 0, v
}
