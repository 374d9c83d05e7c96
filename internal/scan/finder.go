package scan

import (
	"bytes"
	"math/bits"
)

// finder looks for factors in text, by a plan. It is only read once it is made, so all searchers share it.
type finder struct {
	width   int
	stride  int
	rare    []byte
	rareAt  int
	windows []window
	pairs   *table
	// fits says of a byte at place k which factors allow it: bit f%64 for factor f.
	fits [maxWidth][256]uint64
}

func newFinder(p plan) *finder {
	f := &finder{width: p.width, stride: p.width - 1, rare: p.rare, rareAt: p.rareAt, windows: p.windows}
	if p.rare == nil {
		f.pairs = new(table)
	}
	for i, win := range p.windows {
		w := win.sets(p.width)
		for k := range w {
			for _, b := range w[k].bytes() {
				f.fits[k][b] |= 1 << (i % 64)
				if p.rare != nil || k+1 == len(w) {
					continue
				}
				for _, c := range w[k+1].bytes() {
					f.pairs[pair(b, c)] |= 1 << k
				}
			}
		}
	}
	return f
}

// seen remembers where each rare byte comes next in a text, so that no stretch of it is searched twice for the same byte.
// It must forget before another text.
type seen [3]int

func (s *seen) forget() { *s = seen{-1, -1, -1} }

// next gives the first place, from i on, where the window of a factor stands, or -1.
func (f *finder) next(b []byte, i int, s *seen) int {
	if f.rare != nil {
		return f.nextRare(b, i, s)
	}
	return f.nextPair(b, i)
}

// nextPair looks at every stride-th pair. A window from i on covers stride pairs, so one of them is looked at.
func (f *finder) nextPair(b []byte, i int) int {
	s, x := f.stride, i+f.stride-1
	if x == 0 { // it has nothing before it, and is the only one such
		if f.pairs.first(b) != 0 && f.at(b, 0) {
			return 0
		}
		x += s
	}
	for {
		if x = f.pairs.skip(b, x, s); x+7*s+2 >= len(b) {
			break
		}
		for all := f.pairs.eight(b, x, s); all != 0; {
			k := bits.TrailingZeros64(all) / 8
			all &^= 0xFF << (8 * k)
			if p := f.judge(b, i, x+k*s, f.pairs.places(b, x+k*s, s)); p >= 0 {
				return p
			}
		}
		x += 8 * s
	}
	for ; x+1 < len(b); x += s {
		if p := f.judge(b, i, x, f.pairs[pair(b[x], b[x+1])]); p >= 0 {
			return p
		}
	}
	return -1
}

// judge finds the first window, from i on, that holds the pair at x, which may stand at the places m of it.
func (f *finder) judge(b []byte, i, x int, m uint8) int {
	for m != 0 {
		k := 7 - bits.LeadingZeros8(m)
		if p := x - k; p >= i && f.at(b, p) {
			return p
		}
		m &^= 1 << k
	}
	return -1
}

// at reports whether a factor stands in b with its window at p.
func (f *finder) at(b []byte, p int) bool {
	if p < 0 || p+f.width > len(b) {
		return false
	}
	which := ^uint64(0)
	for k, c := range b[p : p+f.width] {
		if which &= f.fits[k][c]; which == 0 {
			return false
		}
	}
	for ; which != 0; which &= which - 1 {
		for i := bits.TrailingZeros64(which); i < len(f.windows); i += 64 {
			if w := f.windows[i]; w.of.at(b, p-w.at) {
				return true
			}
		}
	}
	return false
}

// at reports whether the factor stands in b at p.
func (f factor) at(b []byte, p int) bool {
	if p < 0 || p+len(f) > len(b) {
		return false
	}
	for k, c := range b[p : p+len(f)] {
		if !f[k].has(c) {
			return false
		}
	}
	return true
}

// nextRare looks for the rare bytes, each with a scan of its own.
func (f *finder) nextRare(b []byte, i int, s *seen) int {
	const never = int(^uint(0) >> 1)
	x := i + f.rareAt
	for {
		first := never
		for k, r := range f.rare {
			if s[k] < x {
				s[k] = never
				if x < len(b) {
					if n := bytes.IndexByte(b[x:], r); n >= 0 {
						s[k] = x + n
					}
				}
			}
			first = min(first, s[k])
		}
		if first == never {
			return -1
		}
		if p := first - f.rareAt; f.at(b, p) {
			return p
		}
		x = first + 1
	}
}
