package scan

import "math/bits"

// set is a set of bytes.
type set [4]uint64

func (s *set) add(b byte)      { s[b>>6] |= 1 << (b & 63) }
func (s *set) has(b byte) bool { return s[b>>6]&(1<<(b&63)) != 0 }

func (s *set) addRange(lo, hi byte) {
	for c := int(lo); c <= int(hi); c++ {
		s.add(byte(c))
	}
}

func (s *set) size() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// share is the part of ordinary text that the bytes of the set make up.
func (s *set) share() float64 {
	sum := 0.0
	for c := range 256 {
		if s.has(byte(c)) {
			sum += share(byte(c))
		}
	}
	return sum
}

// bytes lists the set.
func (s *set) bytes() []byte {
	var all []byte
	for c := range 256 {
		if s.has(byte(c)) {
			all = append(all, byte(c))
		}
	}
	return all
}
