package scan

import (
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// span is a range of bytes, ends included.
type span struct{ lo, hi byte }

// eachSequence calls yield with every sequence of byte ranges that together are the UTF-8 forms of the runes lo to hi, in
// order. Surrogates have no UTF-8 form and are left out.
func eachSequence(lo, hi rune, yield func([]span)) {
	for lo <= hi {
		top := hi
		// Cut where the length of the encoding changes, and around the surrogates.
		for _, last := range [...]rune{0x7F, 0x7FF, 0xD7FF, 0xDFFF, 0xFFFF} {
			if lo <= last && last < hi {
				top = last
				break
			}
		}
		if lo < 0xD800 || lo > 0xDFFF {
			sameLength(lo, top, yield)
		}
		lo = top + 1
	}
}

// sameLength does it for runes whose encodings have one length: it cuts until every byte but the first few runs over its
// whole range or stands still.
func sameLength(lo, hi rune, yield func([]span)) {
	for i := 1; i < utf8.UTFMax; i++ {
		low := rune(1)<<(6*i) - 1 // what the last i bytes say
		if lo&^low == hi&^low || lo < 0x80 {
			continue
		}
		if lo&low != 0 {
			sameLength(lo, lo|low, yield)
			sameLength((lo|low)+1, hi, yield)
			return
		}
		if hi&low != low {
			sameLength(lo, hi&^low-1, yield)
			sameLength(hi&^low, hi, yield)
			return
		}
	}
	var a, b [utf8.UTFMax]byte
	n := utf8.EncodeRune(a[:], lo)
	utf8.EncodeRune(b[:], hi)
	seq := make([]span, n)
	for i := range seq {
		seq[i] = span{a[i], b[i]}
	}
	yield(seq)
}

// rangesOf are the runes that a class or one rune of a literal stands for, as pairs. Folding follows the simple folds of
// Unicode, so k is also the Kelvin sign and s the long s.
func rangesOf(r rune, flags syntax.Flags) []rune {
	if flags&syntax.FoldCase == 0 {
		return []rune{r, r}
	}
	all := []rune{r, r}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		all = append(all, f, f)
	}
	sortPairs(all)
	return all
}

// sortPairs orders ranges by where they begin; there are at most a handful.
func sortPairs(p []rune) {
	for i := 2; i < len(p); i += 2 {
		for j := i; j > 0 && p[j-2] > p[j]; j -= 2 {
			p[j-2], p[j-1], p[j], p[j+1] = p[j], p[j+1], p[j-2], p[j-1]
		}
	}
}
