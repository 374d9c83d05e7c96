// Package callid makes identifiers for calls whose format has none.
package callid

import "math/rand/v2"

// Length is how long an identifier is.
const Length = len(prefix) + digits

const (
	prefix = "call_"
	digits = 24
)

// New makes one that nobody else has.
func New() string { return string(Append(make([]byte, 0, Length))) }

// Append adds one to b.
func Append(b []byte) []byte {
	b = append(b, prefix...)
	for n := 0; n < digits; n += 12 {
		for i, random := 0, rand.Uint64(); i < 12; i++ {
			b = append(b, "0123456789abcdef"[random&15])
			random >>= 4
		}
	}
	return b
}
