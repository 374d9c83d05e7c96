package agent

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"jig/engine"
	"jig/journal"
	"jig/wire"
)

// ErrBusy is the error of a run that is started while another is under way.
var ErrBusy = errors.New("the session is running already: steer it, or wait for its end")

// Session is a conversation with a model that may use tools. One run is under way at a
// time; everything else may be called from any goroutine.
type Session struct {
	opt      Options
	parent   *Session // nil for the first one
	call     string   // of the parent, that this session runs in
	depth    int
	history  *engine.History
	steering *engine.Steering // the bell of those that wait to be heard in between
	offer    offer
	hub      hub
	redactor *journal.Redactor // what the journal hides, if there is one

	queueing     sync.Mutex // held while a message is recorded and put into its queue; mu may be taken inside
	queuedBefore int        // how many messages have been queued, also before it was resumed; guarded by queueing
	restored     []Queued   // what waited when it was resumed; never changed

	mu         sync.Mutex
	script     transcript // written by the run alone; guarded for readers
	size       size       // of the transcript, in tokens
	packed     int64      // that size after the last compaction
	turns      int        // answers so far
	usage      wire.Usage
	cost       float64
	steered    []Queued // those that turns have taken and the run has not heard yet, then those that wait
	followUps  []Queued
	background []string
	greeted    bool // hooks know that it has begun
	resumed    bool
	run        *run // the one under way
	children   map[*Session]struct{}
	closed     bool
}

// New makes a session. Close it when it is not needed any more.
func New(opt Options) (*Session, error) {
	s, err := open(opt, nil, "")
	if err != nil {
		return nil, err
	}
	err = s.commit(kindSession, sessionRecord{
		Loop: s.opt.ID, Model: modelName(s.opt.Model), System: s.opt.System, Messages: s.script.messages,
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// open makes a session, without a word about it in the journal.
func open(opt Options, parent *Session, call string) (*Session, error) {
	if err := opt.complete(); err != nil {
		return nil, err
	}
	s := &Session{
		opt: opt, parent: parent, call: call,
		history:  engine.NewHistory(opt.Loops),
		steering: &engine.Steering{All: opt.Steering == All},
		offer:    offer{set: opt.Engine.Tools(), names: opt.Tools, without: opt.Without, export: opt.Export},
	}
	if opt.Journal != nil {
		s.redactor = journal.NewRedactor(nil)
	}
	if parent != nil {
		s.depth = parent.depth + 1
		s.offer.above = &parent.offer
	}
	s.script.messages = slices.Clip(Repair(opt.Messages))
	s.opt.Messages = nil // what compaction leaves out must not stay in memory
	s.size.measure(opt.System, s.script.messages)
	return s, nil
}

// ID names the session.
func (s *Session) ID() string { return s.opt.ID }

// Run says something to the model and gives the events until it has finished. The last
// one is [RunEnded]. Leaving the loop stops the run; so does the end of the context.
// Without a message the conversation goes on from where it is.
func (s *Session) Run(ctx context.Context, messages ...wire.Message) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		r, err := s.begin(ctx)
		if err != nil {
			yield(s.event(Event{Kind: RunEnded, End: &End{Reason: Failed, Text: err.Error(), Err: err}}))
			return
		}
		// Only now: the end of the run before this one is not for its readers.
		reader := s.hub.join()
		// The run belongs to this function, which does not return before it has ended.
		done := make(chan struct{})
		go func() {
			defer close(done)
			r.do(messages)
		}()
		defer func() {
			r.cancel(errLeft)
			<-done
			reader.leave()
		}()
		for e := range reader.all() {
			if last := e.Kind == RunEnded && e.Loop == s.opt.ID; !yield(e) || last {
				return // what comes after its end is of others
			}
		}
	}
}

// Do is Run for those who want only the end of it.
func (s *Session) Do(ctx context.Context, messages ...wire.Message) (*End, error) {
	r, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	end := r.do(messages)
	return end, end.Err
}

// Events gives what happens in the session from now on, until it is closed. It is for
// somebody who reads: what matters waits for a slow reader, in memory.
func (s *Session) Events() iter.Seq[Event] {
	reader := s.hub.join()
	return func(yield func(Event) bool) {
		defer reader.leave()
		reader.all()(yield)
	}
}

// Messages is the conversation as the model would be shown it.
func (s *Session) Messages() []wire.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.script.messages)
}

// Usage is what all runs have used, with those of children.
func (s *Session) Usage() wire.Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.usage
}

// Cost is what that cost in US dollars, as far as prices are known.
func (s *Session) Cost() float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cost
}

// Turns is how many answers the model has given.
func (s *Session) Turns() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.turns
}

// Background are the handles of work that tools have left running, oldest first.
func (s *Session) Background() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.background)
}

// Close stops the run, waits for it and for the children, and ends all readers. The
// engine and the journal stay open: they belong to whoever made them.
func (s *Session) Close() error {
	s.mu.Lock()
	s.closed = true
	r := s.run
	children := slices.Collect(maps.Keys(s.children))
	s.mu.Unlock()
	if r != nil {
		r.cancel(errClosed)
	}
	var errs []error
	for _, child := range children { // of background work; the others end with the run
		errs = append(errs, child.Close())
	}
	if r != nil {
		<-r.done
	}
	s.hub.close()
	return errors.Join(errs...)
}

// begin makes a run, unless there is one.
func (s *Session) begin(ctx context.Context) (*run, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, errClosed
	case s.run != nil:
		return nil, ErrBusy
	}
	r := &run{s: s, done: make(chan struct{}), meter: meter{limits: s.opt.Limits, began: time.Now()}}
	ctx = context.WithValue(ctx, sessionKey{}, s)
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	s.run = r
	return r, nil
}

// emit tells everybody what happened, those who listen to a parent too.
func (s *Session) emit(e Event) {
	e = s.event(e)
	for up := s; up != nil; up = up.parent {
		up.hub.put(&e)
	}
}

// event gives an event its place and time.
func (s *Session) event(e Event) Event {
	e.Time, e.Loop = time.Now(), s.opt.ID
	if s.parent != nil {
		e.Parent, e.ParentCall = s.parent.opt.ID, s.call
	}
	return e
}

func (s *Session) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("session %s of %s", s.opt.ID, modelName(s.opt.Model))
}
