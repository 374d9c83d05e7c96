package text

import (
	"strings"

	"jig/wire"
	"jig/wire/internal/callid"
)

// callRoom makes calls and their identifiers. An answer that has many gets memory for several
// at a time.
type callRoom struct {
	calls []wire.Call
	ids   strings.Builder
	made  int
}

// mostCalls is for how many there is memory at a time.
const mostCalls = 16

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
	if r.ids.Cap()-r.ids.Len() < callid.Length {
		r.ids = strings.Builder{}
		r.ids.Grow(min(max(1, r.made), mostCalls) * callid.Length)
	}
	from := r.ids.Len()
	var room [callid.Length]byte
	r.ids.Write(callid.Append(room[:0]))
	return r.ids.String()[from:]
}
