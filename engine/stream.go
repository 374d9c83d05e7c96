package engine

import (
	"iter"
	"sync"
	"sync/atomic"
)

// maxPending is how many events may wait for a slow reader before Updated and
// Progress are left out for it. All other kinds always wait, so what is kept is
// bounded by the number of calls.
const maxPending = 4096

// stream hands the events of one turn to those who asked for them. Writing
// never blocks.
//
// There are two kinds of audience. A reader ranges over the events in a
// goroutine of its own. Observers are functions; somebody has to call them.
// While calls run that is a goroutine which is started when there is something
// to tell and leaves when there is not. What is left when the turn ends is told
// by the goroutine that ended it: it has nothing else to do.
type stream struct {
	observers []func(Event) // set before the turn begins
	spare     *sync.Pool    // of event slices, shared by the turns of an engine
	audience  atomic.Bool   // somebody listens

	mu      sync.Mutex
	readers []*reader
	mail    mailbox       // for the observers
	telling bool          // somebody calls the observers
	ended   bool          // no event comes any more
	told    chan struct{} // made by who waits for the observers to have it all
}

// mailbox holds the events that wait for one reader.
type mailbox struct {
	pending []Event
	missed  int
}

func (m *mailbox) put(e *Event) {
	if len(m.pending) >= maxPending && (e.Kind == Updated || e.Kind == Progress) {
		m.missed++
		return
	}
	e.Missed, m.missed = m.missed, 0
	m.pending = append(m.pending, *e)
}

type reader struct {
	mailbox
	signal chan struct{} // has room for one: "there is something new"
}

func (r *reader) wake() {
	select {
	case r.signal <- struct{}{}:
	default:
	}
}

// listened reports whether anybody wants events; if not, they need not even be
// made.
func (s *stream) listened() bool { return s.audience.Load() }

// emit gives a copy of the event to everybody, without waking anybody: flush
// does that, where the engine is about to do something that may take its time.
func (s *stream) emit(e *Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.observers) > 0 {
		if s.mail.pending == nil {
			if p, ok := s.spare.Get().(*[]Event); ok {
				s.mail.pending = *p
			}
		}
		s.mail.put(e)
	}
	for _, r := range s.readers {
		r.put(e)
	}
}

// flush makes sure that what was emitted is being told.
func (s *stream) flush() {
	if !s.listened() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.readers {
		if len(r.pending) > 0 {
			r.wake()
		}
	}
	if len(s.mail.pending) > 0 && !s.telling {
		s.telling = true
		go s.tell()
	}
}

// tell calls the observers until there is nothing left. One goroutine at a time
// does so, the one that set telling.
func (s *stream) tell() {
	s.mu.Lock()
	for len(s.mail.pending) > 0 {
		batch := s.mail.pending
		s.mail.pending = nil
		s.mu.Unlock()
		for i := range batch {
			for _, observe := range s.observers {
				observe(batch[i])
			}
		}
		clear(batch)
		batch = batch[:0]
		s.spare.Put(&batch)
		s.mu.Lock()
	}
	s.telling = false
	if s.ended && s.told != nil {
		close(s.told)
		s.told = nil
	}
	s.mu.Unlock()
}

// end says that the last event was emitted, and tells what is left unless
// somebody is at it.
func (s *stream) end() {
	if !s.listened() {
		return
	}
	s.mu.Lock()
	s.ended = true
	for _, r := range s.readers {
		r.wake()
	}
	tell := len(s.observers) > 0 && !s.telling
	s.telling = s.telling || tell
	s.mu.Unlock()
	if tell {
		s.tell()
	}
}

// settle waits until the observers of a turn that has ended have seen its last
// event.
func (s *stream) settle() {
	if len(s.observers) == 0 {
		return
	}
	s.mu.Lock()
	if s.ended && !s.telling {
		s.mu.Unlock()
		return
	}
	if s.told == nil {
		s.told = make(chan struct{})
	}
	told := s.told
	s.mu.Unlock()
	<-told
}

// subscribe gives the events from now on. The reader is there when subscribe
// returns, even if nobody ranges over the sequence yet.
func (s *stream) subscribe() iter.Seq[Event] {
	r := &reader{signal: make(chan struct{}, 1)}
	s.mu.Lock()
	s.readers = append(s.readers, r)
	s.audience.Store(true)
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
			break
		}
	}
	s.audience.Store(len(s.readers)+len(s.observers) > 0)
}
