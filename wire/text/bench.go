package text

import "slices"

// A bench is what a decoder works with and nobody else sees: what it holds back, and readers
// of blocks that have ended. Decoders are made for each answer of a model, and most answers
// are short, so that they leave it to the next decoder of the format.
type bench struct {
	buf  []byte // what is not dealt with yet
	idle []idle
}

// An idle reader has read a block, and can read another one that begins with the mark.
type idle struct {
	mark   *markNode
	reader lasting
}

const (
	firstHeld = 512      // bytes: a short call
	mostHeld  = 64 << 10 // bytes of a kind are left to others
	mostIdle  = 8
)

// bench gives one that is clean.
func (k *known) bench() *bench {
	if b, ok := k.benches.Get().(*bench); ok {
		return b
	}
	return &bench{buf: make([]byte, 0, firstHeld)}
}

// leave takes one back that is not used any more.
func (k *known) leave(b *bench) {
	if b.buf = kept(b.buf, mostHeld); b.buf == nil {
		b.buf = make([]byte, 0, firstHeld)
	}
	if n := len(b.idle); n > mostIdle {
		clear(b.idle[mostIdle:])
		b.idle = b.idle[:mostIdle]
	}
	k.benches.Put(b)
}

// hold adds to what is not dealt with yet.
func (b *bench) hold(p []byte) { b.buf = append(b.buf, p...) }

// holdCalm is hold for a few bytes, if there is none among them that somebody waits for. They
// are written behind the others as they are looked at; then only the length changes, where append
// would write the address too, which costs much while garbage is collected.
func (b *bench) holdCalm(p []byte, wait *stirs) bool {
	n := len(b.buf)
	if n+len(p) > cap(b.buf) || len(p) > short {
		if wait.in(p) {
			return false
		}
		b.hold(p)
		return true
	}
	for i, room := 0, b.buf[n:n+len(p)]; i < len(p) && i < len(room); i++ {
		if wait[p[i]] {
			return false
		}
		room[i] = p[i]
	}
	b.buf = b.buf[:n+len(p)]
	return true
}

// rests keeps a reader for another block.
func (b *bench) rests(m *markNode, r lasting) {
	r.renew()
	b.idle = append(b.idle, idle{m, r})
}

// resting gives a reader for a block that begins with the mark; nil if there is none.
func (b *bench) resting(m *markNode) reader {
	for i, one := range b.idle {
		if one.mark == m {
			b.idle = slices.Delete(b.idle, i, i+1)
			return one.reader
		}
	}
	return nil
}

// kept empties a slice that is to be used again, and forgets what it held; nil if it has become
// too large to be kept.
func kept[T any](s []T, most int) []T {
	if cap(s) > most {
		return nil
	}
	clear(s)
	return s[:0]
}
