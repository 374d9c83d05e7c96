package text

import (
	"math/rand/v2"
	"strings"

	"jig/wire"
)

// callRoom makes calls and their identifiers. An answer that has many gets memory for several
// at a time.
type callRoom struct {
	calls []wire.Call
	ids   strings.Builder
	made  int
}

// mostCalls is for how many there is memory at a time.
const (
	mostCalls = 16
	idLength  = len("call_") + 24
)

// call puts a call somewhere.
func (r *callRoom) call(c wire.Call) *wire.Call {
	if len(r.calls) == cap(r.calls) {
		r.calls = make([]wire.Call, 0, min(max(1, r.made), mostCalls))
	}
	r.made++
	r.calls = append(r.calls, c)
	return &r.calls[len(r.calls)-1]
}

// id gives a random identifier.
func (r *callRoom) id() string {
	if r.ids.Cap()-r.ids.Len() < idLength {
		r.ids = strings.Builder{}
		r.ids.Grow(min(max(1, r.made), mostCalls) * idLength)
	}
	from := r.ids.Len()
	r.ids.WriteString("call_")
	var digits [24]byte
	for i := 0; i < len(digits); i += 12 {
		for k, random := i, rand.Uint64(); k < i+12; k++ {
			digits[k] = "0123456789abcdef"[random&15]
			random >>= 4
		}
	}
	r.ids.Write(digits[:])
	return r.ids.String()[from:]
}
