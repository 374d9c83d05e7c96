package agent

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"jig/engine"
	"jig/model"
	"jig/wire"
)

// run is one run of a session, from a message of the user to the end of the work. Its
// loop is in one goroutine, which alone changes the transcript.
type run struct {
	s      *Session
	ctx    context.Context //nolint:containedctx // a run outlives the function that begins it
	cancel context.CancelCauseFunc
	done   chan struct{}
	meter  meter

	paused   bool // the last answer is to be continued
	cuts     int  // answers in a row that were cut in the middle of a call
	breaks   int  // answers in a row that broke off after calls had started
	squeezes int  // compactions in a row that the model asked for
	urged    int  // how often hooks have kept the model going

	mu         sync.Mutex
	turn       *engine.Turn // of the answer under way, once it has a call
	interrupts int
	pressed    int // the turn in which the first interrupt came
}

// do is the whole run.
func (r *run) do(messages []wire.Message) *End {
	s := r.s
	defer r.close()
	if t := s.opt.Limits.Time; t > 0 {
		timer := time.AfterFunc(t, func() { r.cancel(errTimeUp) })
		defer timer.Stop()
	}
	s.emit(Event{Kind: RunStarted, Text: modelName(s.opt.Model)})
	r.tellRestored()
	end := r.greet(messages)
	if end == nil {
		end = r.loop()
	}
	r.meter.mu.Lock()
	end.Turns, end.Usage, end.Cost = r.meter.turns, r.meter.usage, r.meter.cost
	r.meter.mu.Unlock()
	end.Background = s.Background()
	if err := s.commit(kindEnd, endRecord{Reason: end.Reason, Text: end.Text, Turns: end.Turns, Usage: end.Usage, Cost: end.Cost}); err != nil {
		if end.Err == nil || !strings.Contains(end.Err.Error(), err.Error()) { // the same trouble is told once
			end.Err = errors.Join(end.Err, err)
		}
	}
	s.emit(Event{Kind: RunEnded, Text: end.Text, End: end})
	return end
}

// close lets the session go for the next run.
func (r *run) close() {
	r.s.mu.Lock()
	r.s.run = nil
	r.s.mu.Unlock()
	r.cancel(nil)
	close(r.done)
}

// loop asks the model until there is a reason not to.
func (r *run) loop() *End {
	for {
		if end := r.mayAsk(); end != nil {
			return end
		}
		if end := r.compactIfFull(); end != nil {
			return end
		}
		a, end := r.ask()
		if a != nil {
			end = r.finish(a)
		}
		if end != nil {
			return end
		}
	}
}

// mayAsk says why the model is not to be asked now, if there is a reason.
func (r *run) mayAsk() *End {
	if r.ctx.Err() != nil {
		return r.stopped()
	}
	s := r.s
	if last := s.script.last(); last == nil || last.Role == wire.Assistant && !r.paused {
		// There is nothing that it could answer.
		taken, err := r.takeQueued()
		switch {
		case err != nil:
			return failed(err)
		case !taken && last == nil:
			return failed(errors.New("there is nothing to say to the model: give the run a message"))
		case !taken:
			return &End{Reason: Done, Text: last.Text()}
		}
	}
	if reason, text := r.reached(); reason != "" {
		return &End{Reason: reason, Text: text}
	}
	return nil
}

// reached says which limit keeps the model from being asked again, if one does. Those of
// the sessions above hold too: children that run together share what is left.
func (r *run) reached() (Reason, string) {
	reason, text := r.meter.reached()
	for up := r.s.parent; up != nil && reason == ""; up = up.parent {
		up.mu.Lock()
		above := up.run
		up.mu.Unlock()
		if above != nil {
			reason, text = above.meter.spent()
		}
	}
	return reason, text
}

// stopped is the end of a run whose context has ended.
func (r *run) stopped() *End {
	reason, text := stopReason(r.ctx, r.s.opt.Limits)
	return &End{Reason: reason, Text: text}
}

func failed(err error) *End { return &End{Reason: Failed, Text: err.Error(), Err: err} }

// ask gets one answer, with retries. An answer that it returns is whole; what is left of
// others has been dealt with. With neither an answer nor an end the loop goes on.
func (r *run) ask() (*answer, *End) {
	s := r.s
	r.meter.turn()
	s.mu.Lock()
	s.turns++
	number := s.turns
	s.mu.Unlock()
	s.emit(Event{Kind: TurnStarted, Turn: number})
	for attempt := 1; ; attempt++ {
		a := newAnswer(r, number, attempt)
		err := a.stream(r.ctx)
		if err == nil {
			return a, nil
		}
		retry, after := retryable(err)
		started := a.abort(err)
		switch {
		case r.ctx.Err() != nil:
			if err := a.keep("stopped"); err != nil {
				return nil, failed(err)
			}
			return nil, r.stopped()
		case started:
			// It cannot be asked for again: what it has done is done.
			if err := a.keep(err.Error()); err != nil {
				return nil, failed(err)
			}
			if r.breaks++; !retry || r.breaks > s.opt.Retries {
				return nil, failed(err)
			}
			return nil, nil
		}
		if err := a.drop(err); err != nil {
			return nil, failed(err)
		}
		switch {
		case tooLong(err):
			if end := r.squeeze(); end != nil {
				return nil, end
			}
		case !retry || attempt > s.opt.Retries:
			return nil, failed(err)
		default:
			pause := backoff(attempt, after)
			s.emit(Event{Kind: Retrying, Turn: number, Text: err.Error(), Attempt: attempt, Delay: pause})
			if !r.sleep(pause) {
				return nil, r.stopped()
			}
		}
	}
}

// sleep waits, unless the run ends.
func (r *run) sleep(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.ctx.Done():
		return false
	}
}

// retryable reports whether asking again can help, and when at the earliest.
func retryable(err error) (bool, time.Duration) {
	if e, ok := errors.AsType[*model.Error](err); ok {
		return e.Retry(), e.After
	}
	return false, 0
}

func tooLong(err error) bool {
	e, ok := errors.AsType[*model.Error](err)
	return ok && e.Reason == model.TooLong
}
