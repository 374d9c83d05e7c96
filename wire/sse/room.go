package sse

import "sync"

// room is memory for a line and for the data of an event. Streams are many and most are short,
// so that they leave it to those that follow.
type room struct{ line, data []byte }

const (
	firstLine = 256      // bytes are enough for most lines
	mostKept  = 64 << 10 // bytes of either are left to others
)

//nolint:gochecknoglobals // memory that is not used
var rooms = sync.Pool{New: func() any { return new(room) }}

func borrow() *room {
	r, _ := rooms.Get().(*room)
	return r
}

// giveBack leaves memory to others.
func (r *room) giveBack(line, data []byte) {
	r.line, r.data = emptied(line), emptied(data)
	rooms.Put(r)
}

func emptied(b []byte) []byte {
	if cap(b) > mostKept {
		return nil
	}
	return b[:0]
}
