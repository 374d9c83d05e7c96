package scan

import "bytes"

// lanes is how many places of a text the automaton walks at once.
const lanes = 4

// find walks a text and gives the place before which the match that ends first has ended, or -1. In a dfa of lines the
// text must be one line without its end.
func (d *dfa) find(b []byte) int {
	d.live[0] = d.begin()
	if at := d.findOn(b); at >= 0 {
		return at
	}
	if d.ends(d.live[0]) {
		return len(b)
	}
	return -1
}

// findOn walks on from the first live state, and leaves there how far it came, so that a text can come in parts.
func (d *dfa) findOn(b []byte) int {
	i, class := 0, &d.class
	for {
		next, s := d.next, d.live[0]
		for i < len(b) {
			e := next[s+uint32(class[b[i]])]
			if e&marks != 0 {
				break
			}
			s = e
			i++
		}
		d.live[0] = s
		if i == len(b) {
			return -1
		}
		e := next[s+uint32(class[b[i]])]
		if e == unknown {
			e = d.step(0, class[b[i]])
		}
		if e == matched {
			return i
		}
		d.live[0] = e
		i++
	}
}

// strand is one of several walks through a text.
type strand struct {
	from, i, end int
	hits         []int // a place in each line with a match
}

// findLines walks whole lines and appends a place in each line that matches. The last line need not be ended.
func (d *dfa) findLines(b []byte, hits []int, all *[lanes]strand) []int {
	at := 0
	for k := range all {
		end := len(b)
		if k < lanes-1 {
			end = max(at, len(b)*(k+1)/lanes)
			if n := bytes.IndexByte(b[end:], '\n'); n >= 0 {
				end += n + 1
			} else {
				end = len(b)
			}
		}
		all[k] = strand{from: at, i: at, end: end, hits: all[k].hits[:0]}
		d.live[k] = d.begin()
		at = end
	}
	for d.together(b, all) {
		for k := range all {
			d.alone(b, &all[k], k, all[k].i+1)
		}
	}
	for k := range all {
		t := &all[k]
		d.alone(b, t, k, t.end)
		// A last line without an end: what would come at its end comes here.
		if t.from < t.end && t.i == len(b) && b[len(b)-1] != '\n' && d.ends(d.live[k]) {
			t.hits = append(t.hits, len(b)-1)
		}
		hits = append(hits, t.hits...)
		d.live[k] = d.begin()
	}
	return hits
}

// together walks all strands in step until one of them is done, and then gives false, or meets a mark.
func (d *dfa) together(b []byte, all *[lanes]strand) bool {
	n := len(b)
	for k := range all {
		n = min(n, all[k].end-all[k].i)
	}
	if n <= 0 {
		return false
	}
	next, class := d.next, &d.class
	s0, s1, s2, s3 := d.live[0], d.live[1], d.live[2], d.live[3]
	b0, b1, b2, b3 := b[all[0].i:][:n], b[all[1].i:][:n], b[all[2].i:][:n], b[all[3].i:][:n]
	j := 0
	for ; j < len(b0); j++ {
		e0 := next[s0+uint32(class[b0[j]])]
		e1 := next[s1+uint32(class[b1[j]])]
		e2 := next[s2+uint32(class[b2[j]])]
		e3 := next[s3+uint32(class[b3[j]])]
		if (e0|e1|e2|e3)&marks != 0 {
			break
		}
		s0, s1, s2, s3 = e0, e1, e2, e3
	}
	d.live = [lanes]uint32{s0, s1, s2, s3}
	for k := range all {
		all[k].i += j
	}
	return j < n
}

// alone walks one strand, up to a place or its end. After a match it goes on with the next line.
func (d *dfa) alone(b []byte, t *strand, lane, to int) {
	for t.i < min(to, t.end) {
		class := d.class[b[t.i]]
		e := d.next[d.live[lane]+uint32(class)]
		if e == unknown {
			e = d.step(lane, class)
		}
		if e != matched {
			d.live[lane] = e
			t.i++
			continue
		}
		t.hits = append(t.hits, t.i)
		d.live[lane] = d.begin()
		if n := bytes.IndexByte(b[t.i:], '\n'); n >= 0 {
			t.i += n + 1
		} else {
			t.i = len(b) + 1 // beyond the end, where no line is still to be judged
		}
	}
}
