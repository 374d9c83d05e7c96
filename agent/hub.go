package agent

import (
	"iter"
	"sync"
)

// maxPending is how many events may wait for a slow reader before pieces are left out for
// it. All others wait, up to mostPending: one that is so far behind does not read at all,
// and must not cost ever more memory. The end of a run is told in any case.
const (
	maxPending  = 4096
	mostPending = 1 << 16
)

// maxPiece is how long a piece of text gets by joining others to it.
const maxPiece = 2 << 10

// hub hands the events of a session to those who asked for them. Writing never waits for
// a reader.
type hub struct {
	mu      sync.Mutex
	readers []*reader
	closed  bool
}

// reader is somebody who wants events. Its fields are guarded by the hub's lock.
type reader struct {
	hub     *hub
	pending []Event
	missed  int
	over    bool          // nothing more comes
	signal  chan struct{} // has room for one: "there is something new"
}

// put gives the event to everybody.
func (h *hub) put(e *Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.readers {
		r.take(e)
	}
}

func (r *reader) take(e *Event) {
	if e.piece() {
		// Text that nobody has read yet is one piece, however often it came.
		if n := len(r.pending); n > 64 && r.pending[n-1].joins(e) && len(r.pending[n-1].Text) < maxPiece {
			r.pending[n-1].Text += e.Text
			return
		}
		if len(r.pending) >= maxPending {
			r.missed++
			return
		}
	}
	if len(r.pending) >= mostPending && e.Kind != RunEnded {
		r.missed++
		return
	}
	kept := *e
	kept.Missed += r.missed
	r.missed = 0
	r.pending = append(r.pending, kept)
	r.wake()
}

func (r *reader) wake() {
	select {
	case r.signal <- struct{}{}:
	default:
	}
}

// join makes a reader, who gets everything from now on.
func (h *hub) join() *reader {
	r := &reader{hub: h, signal: make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	r.over = h.closed
	h.readers = append(h.readers, r)
	return r
}

// leave lets the reader go; what it has got already can still be read.
func (r *reader) leave() {
	h := r.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, other := range h.readers {
		if other == r {
			h.readers = append(h.readers[:i:i], h.readers[i+1:]...)
			break
		}
	}
	r.over = true
	r.wake()
}

// close ends all readers.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, r := range h.readers {
		r.over = true
		r.wake()
	}
}

// all gives the events until the reader leaves or the hub closes.
func (r *reader) all() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		var batch []Event
		for {
			r.hub.mu.Lock()
			batch, r.pending = r.pending, batch[:0]
			over := r.over
			r.hub.mu.Unlock()
			for i := range batch {
				if !yield(batch[i]) {
					return
				}
			}
			if len(batch) > 0 {
				clear(batch)
				continue
			}
			if over {
				return
			}
			<-r.signal
		}
	}
}
