package engine

import (
	"iter"
	"runtime/debug"
	"sync/atomic"
	"time"

	"jig/tool"
)

const (
	// maxPending is how many events may wait for a slow reader before Updated
	// and Progress are left out for it. All other kinds always wait, so what is
	// kept is bounded by the number of calls.
	maxPending = 4096
	// patience is how long events may wait to be told while calls run. Waking
	// somebody costs more than a small call; nobody can see five milliseconds.
	patience = 5 * time.Millisecond
)

// stream hands the events of one turn to those who asked for them. Writing
// never blocks. Everything but audience is guarded by the turn's lock.
//
// There are two kinds of audience. A reader ranges over the events in a
// goroutine of its own. Observers are functions; somebody has to call them.
// While calls run that is a goroutine which is started when there is something
// to tell and leaves when there is not. What is left when the turn ends is told
// by the goroutine that ended it: it has nothing else to do.
type stream struct {
	observers *[]func(Event) // set before the turn begins
	audience  atomic.Bool    // somebody listens
	telling   bool           // somebody calls the observers
	ended     bool           // no event comes any more
	due       bool           // a flush is expected
	plain     bool           // nothing unusual has happened: see unfold
	desk      *desk          // nil as long as there is nothing to keep
}

// desk is where events are kept until they are told.
type desk struct {
	readers []*reader
	mail    mailbox       // for the observers
	sheet   *[]note       // where the mail is written, to be given back to the engine
	told    chan struct{} // made by who waits for the observers to have it all
}

// open gives the stream its desk; the caller holds the lock.
func (s *stream) open() *desk {
	if s.desk == nil {
		s.desk = new(desk)
	}
	return s.desk
}

func (s *stream) readers() []*reader {
	if s.desk == nil {
		return nil
	}
	return s.desk.readers
}

// note is an event as it is kept until somebody reads it.
type note struct {
	kind   Kind
	status Status
	missed int32
	at     time.Duration // from the beginning of the turn
	task   *task         // nil for the turn itself
	grant  *Decision     // of Decided
	result *tool.Result
	args   []byte
	text   string
}

// read makes the note readable for others. If e tells of the note before, which
// may be nil, its time is taken over where it is the same.
func (n *note) read(t *Turn, e *Event, before *note) {
	when := e.Time
	if before == nil || before.at != n.at {
		when = t.began.Add(n.at)
	}
	*e = Event{
		Kind: n.kind, Time: when, Index: -1, Args: n.args, Result: n.result,
		Status: n.status, Text: n.text, Missed: int(n.missed),
	}
	if k := n.task; k != nil {
		e.Index, e.Call = k.req.Index, &k.call
		if n.status == Abandoned {
			e.Call = k.stripped()
		}
		e.Decision = n.grant
		if n.kind != Proposed && k.req.Spec != nil {
			e.Tool = k.req.Spec.Name
		}
	}
}

// mailbox holds the events that wait for one reader.
type mailbox struct {
	pending []note
	missed  int32
}

func (m *mailbox) put(n *note) {
	if len(m.pending) >= maxPending && (n.kind == Updated || n.kind == Progress) {
		m.missed++
		return
	}
	n.missed, m.missed = m.missed, 0
	m.pending = append(m.pending, *n)
}

type reader struct {
	mailbox
	left   bool          // reads no more
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

// emit keeps a copy of the note for everybody. Nobody is woken by that: flush
// sees to it before long. The caller holds the lock.
func (t *Turn) emit(n *note) {
	s := &t.events
	if s.plain {
		if n.usual() {
			return // it will be told from the task
		}
		t.unfold()
	}
	d := s.open()
	if len(*s.observers) > 0 {
		if d.sheet == nil {
			if d.sheet, _ = t.eng.spare.Get().(*[]note); d.sheet == nil {
				d.sheet = new([]note)
			}
			d.mail.pending = *d.sheet
		}
		d.mail.put(n)
	}
	for _, r := range d.readers {
		r.put(n)
	}
}

// A turn of one quick call that goes as usual has only observers, who are told
// at its end. What they are told then stands in the task, so the events are not
// kept one by one. As soon as anything else happens, or somebody else wants to
// know, unfold makes notes of what has happened so far; the caller holds the
// lock.
func (t *Turn) unfold() {
	s := &t.events
	if !s.plain {
		return
	}
	s.plain = false
	k := &t.one
	for _, n := range k.story() {
		switch n.kind {
		case Decided:
			if k.grant == nil {
				continue
			}
		case Started:
			if k.begun == 0 {
				continue
			}
		case Ended:
			if !k.settled {
				continue
			}
		case TurnEnded:
			continue // it is emitted when it happens
		}
		t.emit(&n)
	}
}

// usual reports whether the note belongs to what every call goes through.
func (n *note) usual() bool {
	switch n.kind {
	case Proposed, Decided, Started, Ended, TurnEnded:
		return true
	}
	return false
}

const storyLength = 5

// story is what a call that went as usual has been through.
func (k *task) story() [storyLength]note {
	decided := note{kind: Decided, task: k, at: k.at, grant: k.grant, args: k.call.Args}
	if k.grant != nil {
		decided.text = k.grant.Reason
	}
	return [storyLength]note{
		{kind: Proposed, task: k, args: k.call.Args},
		decided,
		{kind: Started, task: k, at: k.begun},
		{kind: Ended, task: k, at: k.over, result: k.result, status: k.status},
		{kind: TurnEnded, at: k.over},
	}
}

// flushSoon sees to it that what was emitted is told before long, whatever the
// calls do.
func (t *Turn) flushSoon() {
	if t.events.listened() {
		t.mu.Lock()
		t.soon()
		t.mu.Unlock()
	}
}

// soon is flushSoon for those who hold the lock.
func (t *Turn) soon() {
	if t.events.listened() && !t.events.due && !t.finished {
		t.events.due = true
		t.eng.watch.expect(&t.gather().link, t.instant().Add(patience))
	}
}

// flush has what was emitted told; the caller holds the lock.
func (t *Turn) flush() {
	s := &t.events
	s.due = false
	for _, r := range s.readers() {
		if len(r.pending) > 0 {
			r.wake()
		}
	}
	if s.desk != nil && len(s.desk.mail.pending) > 0 && !s.telling {
		s.telling = true
		go t.tell(false)
	}
}

// tell calls the observers until there is nothing left. One goroutine at a time
// does so, the one that set telling.
func (t *Turn) tell(plain bool) {
	s := &t.events
	if plain {
		t.recount()
	}
	t.mu.Lock()
	for d := s.desk; d != nil && len(d.mail.pending) > 0; d = s.desk {
		batch, sheet := d.mail.pending, d.sheet
		d.mail.pending, d.sheet = nil, nil
		t.mu.Unlock()
		for at := (progress{}); at.note < len(batch); {
			at = t.inform(batch, at)
		}
		clear(batch)
		*sheet = batch[:0]
		t.eng.spare.Put(sheet)
		t.mu.Lock()
	}
	s.telling = false
	if s.ended {
		if d := s.desk; d != nil && d.told != nil {
			close(d.told)
			d.told = nil
		}
		t.letGo()
	}
	t.mu.Unlock()
}

// recount tells the observers what a call that went as usual has been through:
// the same as its story, without writing it down first.
func (t *Turn) recount() {
	var e Event
	for at := (progress{}); at.note < storyLength; {
		at = t.recountFrom(&e, at)
	}
}

func (t *Turn) recountFrom(e *Event, at progress) (reached progress) {
	reached = at
	defer t.survive(&reached)
	observers := *t.events.observers
	for ; reached.note < storyLength; reached = (progress{note: reached.note + 1}) {
		if reached.observer == 0 {
			t.one.turnPage(e, reached.note)
		}
		for ; reached.observer < len(observers); reached.observer++ {
			observers[reached.observer](*e)
		}
	}
	return reached
}

// turnPage makes of an event of the story the one that follows it.
func (k *task) turnPage(e *Event, page int) {
	t := k.turn
	switch page {
	case 0:
		*e = Event{Kind: Proposed, Time: t.began, Index: k.req.Index, Call: &k.call, Args: k.call.Args}
	case 1:
		e.Kind, e.Time, e.Tool = Decided, t.began.Add(k.at), k.req.Spec.Name
		e.Decision, e.Text = k.grant, k.grant.Reason
	case 2:
		e.Kind, e.Args, e.Decision, e.Text = Started, nil, nil, ""
		if k.begun != k.at {
			e.Time = t.began.Add(k.begun)
		}
	case 3:
		e.Kind, e.Time, e.Result, e.Status = Ended, t.began.Add(k.over), k.result, k.status
	case 4:
		*e = Event{Kind: TurnEnded, Time: e.Time, Index: -1}
	}
}

// progress is how far the telling of a batch has come.
type progress struct{ note, observer int }

// inform tells each event of the batch to each observer, from the given place
// on, and returns how far it came. A crash of an observer is logged, and costs
// nobody else the event.
func (t *Turn) inform(batch []note, at progress) (reached progress) {
	reached = at
	defer t.survive(&reached)
	observers := *t.events.observers
	var e Event
	var before *note
	for ; reached.note < len(batch); reached = (progress{note: reached.note + 1}) {
		batch[reached.note].read(t, &e, before)
		before = &batch[reached.note]
		for ; reached.observer < len(observers); reached.observer++ {
			observers[reached.observer](e)
		}
	}
	return reached
}

// survive goes past an observer that crashed. It is deferred.
func (t *Turn) survive(reached *progress) {
	if r := recover(); r != nil {
		t.eng.opt.Logger.Error("an observer crashed", "panic", r, "stack", string(debug.Stack()))
		reached.observer++
	}
}

// lastEvent says that the turn is over. It returns true if the caller is to
// tell the observers what is left; the caller holds the lock.
func (t *Turn) lastEvent(at time.Duration) (tell bool) {
	s := &t.events
	if !s.listened() {
		s.ended = true
		return false
	}
	t.emit(&note{kind: TurnEnded, at: at})
	s.ended = true
	for _, r := range s.readers() {
		r.wake()
	}
	tell = len(*s.observers) > 0 && !s.telling
	s.telling = s.telling || tell
	return tell
}

// hush waits until the observers of a turn that has ended have seen its last
// event; the caller holds the lock, which is given back.
func (t *Turn) hush() {
	s := &t.events
	if len(*s.observers) == 0 || s.ended && !s.telling {
		t.mu.Unlock()
		return
	}
	d := s.open()
	if d.told == nil {
		d.told = make(chan struct{})
	}
	told := d.told
	t.mu.Unlock()
	<-told
}

// subscribe gives the events from now on. The reader is there when subscribe
// returns, even if nobody ranges over the sequence yet.
func (t *Turn) subscribe() iter.Seq[Event] {
	s := &t.events
	r := &reader{signal: make(chan struct{}, 1)}
	t.mu.Lock()
	t.unfold()
	d := s.open()
	d.readers = append(d.readers, r)
	s.audience.Store(true)
	t.mu.Unlock()
	return func(yield func(Event) bool) {
		var batch []note
		for {
			t.mu.Lock()
			batch, r.pending = r.pending, batch[:0]
			ended := s.ended || r.left
			t.mu.Unlock()
			for i := range batch {
				var e Event
				if batch[i].read(t, &e, nil); !yield(e) {
					t.unsubscribe(r)
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

func (t *Turn) unsubscribe(r *reader) {
	s := &t.events
	t.mu.Lock()
	defer t.mu.Unlock()
	r.left, r.pending = true, nil
	d := s.open()
	for i, other := range d.readers {
		if other == r {
			d.readers = append(d.readers[:i:i], d.readers[i+1:]...)
			break
		}
	}
	s.audience.Store(len(d.readers)+len(*s.observers) > 0)
}
