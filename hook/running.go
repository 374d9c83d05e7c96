package hook

import (
	"context"
	"time"
)

// run is a goroutine of the set.
type run struct {
	cancel context.CancelCauseFunc
	beside bool // of an async hook
}

// Close ends what still runs and waits for it. Async hooks may go on for the
// grace of the options first: what they do is mostly to write something down.
func (s *Set) Close() {
	s.mu.Lock()
	s.closed = true
	s.end(func(r run) bool { return !r.beside })
	s.mu.Unlock()
	done := make(chan struct{})
	go func() { // ends when all runs have; Close waits for it
		s.running.Wait()
		close(done)
	}()
	grace := time.NewTimer(max(0, s.opt.Grace))
	defer grace.Stop()
	select {
	case <-done:
	case <-grace.C:
	}
	s.mu.Lock()
	s.over = true
	s.end(func(run) bool { return true })
	s.mu.Unlock()
	<-done
	s.opt.Client.CloseIdleConnections()
}

// end cancels the runs that fit.
func (s *Set) end(fits func(run) bool) {
	for _, r := range s.runs {
		if fits(r) {
			r.cancel(ErrClosed)
		}
	}
}

// fork starts a goroutine of the set.
type fork func(ctx context.Context, f func(context.Context)) error

// start runs f on a goroutine of the set, with a context that also ends when
// the set is closed; if it is beside the session, after the grace.
func (s *Set) start(ctx context.Context, beside bool, f func(context.Context)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	s.launch(ctx, beside, f)
	return nil
}

// within is start for what a run starts itself: that belongs to the run, also
// while Close waits for it.
func (s *Set) within(beside bool) fork {
	return func(ctx context.Context, f func(context.Context)) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.over || s.closed && !beside {
			return ErrClosed
		}
		s.launch(ctx, beside, f)
		return nil
	}
}

func (s *Set) launch(ctx context.Context, beside bool, f func(context.Context)) {
	ctx, cancel := context.WithCancelCause(ctx)
	id := s.started
	s.started++
	s.runs[id] = run{cancel: cancel, beside: beside}
	s.running.Go(func() {
		defer func() {
			s.mu.Lock()
			delete(s.runs, id)
			s.mu.Unlock()
			cancel(nil)
		}()
		f(ctx)
	})
}
