package scan

// The loops that look at pairs of bytes, one for each stride there is. They differ in nothing else: with the stride known,
// the compiler needs no check within a round of eight looks, and they run twice as fast.

// table says of pairs of bytes at which places of a window they may stand: bit k for the bytes k and k+1.
type table [1 << 16]uint8

// pair is two bytes as an index: the first is the low half.
func pair(a, b byte) uint16 { return uint16(a) | uint16(b)<<8 }

// skip goes on from x, which is not 0, in strides, eight at a time, as long as none of the eight pairs can be in a window.
func (t *table) skip(b []byte, x, stride int) int {
	switch stride {
	case 1:
		return t.skip1(b, x)
	case 2:
		return t.skip2(b, x)
	case 3:
		return t.skip3(b, x)
	case 4:
		return t.skip4(b, x)
	case 5:
		return t.skip5(b, x)
	case 6:
		return t.skip6(b, x)
	case 7:
		return t.skip7(b, x)
	default:
		return t.skip8(b, x)
	}
}

// first is skip's answer for the very first pair of a text.
func (t *table) first(b []byte) uint8 {
	if len(b) < 2 {
		return 0
	}
	return t[pair(b[0], b[1])]
}

// eight are the places of eight pairs, a byte for each. It jumps nowhere on the way: which of them has some cannot be foreseen,
// and a wrong guess costs more than looking at all.
func (t *table) eight(b []byte, x, stride int) uint64 {
	all := uint64(0)
	for k := 0; k < 64; k += 8 {
		all |= uint64(t[pair(b[x], b[x+1])]) << k
		x += stride
	}
	return all
}

// places are those at which the pair at x may stand, given the pairs beside it: they must fit the same windows, unless they
// are beyond the ends of it.
func (t *table) places(b []byte, x, stride int) uint8 {
	w := b[x-1 : x+3]
	return t[pair(w[1], w[2])] & (t[pair(w[0], w[1])]<<1 | 1) & (t[pair(w[2], w[3])]>>1 | 1<<(stride-1))
}

func (t *table) skip1(b []byte, x int) int {
	for ; x+9 <= len(b); x += 8 {
		w := (*[9]byte)(b[x:])
		if t[pair(w[0], w[1])]|t[pair(w[1], w[2])]|t[pair(w[2], w[3])]|t[pair(w[3], w[4])]|
			t[pair(w[4], w[5])]|t[pair(w[5], w[6])]|t[pair(w[6], w[7])]|t[pair(w[7], w[8])] != 0 {
			break
		}
	}
	return x
}

func (t *table) skip2(b []byte, x int) int {
	for ; x+16 <= len(b); x += 16 {
		w := (*[16]byte)(b[x:])
		if t[pair(w[0], w[1])]|t[pair(w[2], w[3])]|t[pair(w[4], w[5])]|t[pair(w[6], w[7])]|
			t[pair(w[8], w[9])]|t[pair(w[10], w[11])]|t[pair(w[12], w[13])]|t[pair(w[14], w[15])] != 0 {
			break
		}
	}
	return x
}

func (t *table) skip3(b []byte, x int) int {
	for ; x+23 <= len(b); x += 24 {
		w := (*[23]byte)(b[x:])
		if t[pair(w[0], w[1])]|t[pair(w[3], w[4])]|t[pair(w[6], w[7])]|t[pair(w[9], w[10])]|
			t[pair(w[12], w[13])]|t[pair(w[15], w[16])]|t[pair(w[18], w[19])]|t[pair(w[21], w[22])] != 0 {
			break
		}
	}
	return x
}

func (t *table) skip4(b []byte, x int) int {
	for ; x+30 <= len(b); x += 32 {
		w := (*[30]byte)(b[x:])
		if t[pair(w[0], w[1])]|t[pair(w[4], w[5])]|t[pair(w[8], w[9])]|t[pair(w[12], w[13])]|
			t[pair(w[16], w[17])]|t[pair(w[20], w[21])]|t[pair(w[24], w[25])]|t[pair(w[28], w[29])] != 0 {
			break
		}
	}
	return x
}

func (t *table) skip5(b []byte, x int) int {
	for ; x+37 <= len(b); x += 40 {
		w := (*[37]byte)(b[x:])
		if t[pair(w[0], w[1])]|t[pair(w[5], w[6])]|t[pair(w[10], w[11])]|t[pair(w[15], w[16])]|
			t[pair(w[20], w[21])]|t[pair(w[25], w[26])]|t[pair(w[30], w[31])]|t[pair(w[35], w[36])] != 0 {
			break
		}
	}
	return x
}

func (t *table) skip6(b []byte, x int) int {
	for ; x+44 <= len(b); x += 48 {
		w := (*[44]byte)(b[x:])
		if t[pair(w[0], w[1])]|t[pair(w[6], w[7])]|t[pair(w[12], w[13])]|t[pair(w[18], w[19])]|
			t[pair(w[24], w[25])]|t[pair(w[30], w[31])]|t[pair(w[36], w[37])]|t[pair(w[42], w[43])] != 0 {
			break
		}
	}
	return x
}

func (t *table) skip7(b []byte, x int) int {
	for ; x+51 <= len(b); x += 56 {
		w := (*[51]byte)(b[x:])
		if t[pair(w[0], w[1])]|t[pair(w[7], w[8])]|t[pair(w[14], w[15])]|t[pair(w[21], w[22])]|
			t[pair(w[28], w[29])]|t[pair(w[35], w[36])]|t[pair(w[42], w[43])]|t[pair(w[49], w[50])] != 0 {
			break
		}
	}
	return x
}

func (t *table) skip8(b []byte, x int) int {
	for ; x+58 <= len(b); x += 64 {
		w := (*[58]byte)(b[x:])
		if t[pair(w[0], w[1])]|t[pair(w[8], w[9])]|t[pair(w[16], w[17])]|t[pair(w[24], w[25])]|
			t[pair(w[32], w[33])]|t[pair(w[40], w[41])]|t[pair(w[48], w[49])]|t[pair(w[56], w[57])] != 0 {
			break
		}
	}
	return x
}
