package engine

import (
	"iter"
	"sync"
)

// maxPending is how many events may wait for a slow reader before Updated and
// Progress are left out for it. All other kinds always wait, so what is kept is
// bounded by the number of calls.
const maxPending = 4096

// stream hands the events of one turn to its readers. Writing never blocks.
type stream struct {
	mu      sync.Mutex
	readers []*reader
	ended   bool
}

type reader struct {
	pending []Event
	missed  int
	signal  chan struct{} // has room for one: "there is something new"
}

// listened reports whether anybody reads; without readers an event need not
// even be made.
func (s *stream) listened() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.readers) > 0
}

// emit hands a copy of the event to each reader.
func (s *stream) emit(e *Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.readers {
		if len(r.pending) >= maxPending && (e.Kind == Updated || e.Kind == Progress) {
			r.missed++
			continue
		}
		e.Missed, r.missed = r.missed, 0
		r.pending = append(r.pending, *e)
		r.wake()
	}
}

// end tells the readers that nothing more comes.
func (s *stream) end(t *Turn) {
	if s.listened() {
		s.emit(&Event{Kind: TurnEnded, Time: t.now(), Index: -1})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	for _, r := range s.readers {
		r.wake()
	}
}

func (r *reader) wake() {
	select {
	case r.signal <- struct{}{}:
	default:
	}
}

// subscribe gives the events from now on. The reader is there when subscribe
// returns, even if nobody ranges over the sequence yet.
func (s *stream) subscribe() iter.Seq[Event] {
	r := &reader{signal: make(chan struct{}, 1), pending: make([]Event, 0, 8)}
	s.mu.Lock()
	s.readers = append(s.readers, r)
	s.mu.Unlock()
	return func(yield func(Event) bool) {
		var batch []Event
		for {
			s.mu.Lock()
			batch, r.pending = r.pending, batch[:0]
			ended := s.ended
			s.mu.Unlock()
			for i := range batch {
				if !yield(batch[i]) {
					s.leave(r)
					return
				}
			}
			if len(batch) > 0 {
				clear(batch)
				continue
			}
			if ended {
				return
			}
			<-r.signal
		}
	}
}

func (s *stream) leave(r *reader) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, other := range s.readers {
		if other == r {
			s.readers = append(s.readers[:i:i], s.readers[i+1:]...)
			return
		}
	}
}
