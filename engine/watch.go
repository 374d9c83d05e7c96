package engine

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"jig/tool"
)

// watch is the one timer by which an engine notices calls that take too long.
// It is set to the earliest time at which something may be due, and not taken
// back when a call ends in time: it then finds nothing, and is set again only
// if something runs. So a call that ends in time costs no timer.
type watch struct {
	base time.Time    // set once; only the time since then counts, which never jumps
	at   atomic.Int64 // when the timer fires, in nanoseconds since base; 0 = not set

	mu    sync.Mutex
	timer *time.Timer
	first *watchLink // of the turns that are watched
}

// watchLink is a turn's place in the watch's list.
type watchLink struct {
	turn       *Turn
	in         atomic.Bool
	prev, next *watchLink
}

// expect makes the watch look at the turn no later than when.
func (w *watch) expect(l *watchLink, when time.Time) {
	ns := max(when.Sub(w.base).Nanoseconds(), 1)
	if at := w.at.Load(); l.in.Load() && at != 0 && at <= ns {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !l.in.Load() {
		l.in.Store(true)
		if l.next = w.first; l.next != nil {
			l.next.prev = l
		}
		w.first = l
	}
	w.set(ns)
}

// set moves the timer to an earlier time; the caller holds the lock.
func (w *watch) set(ns int64) {
	if at := w.at.Load(); at != 0 && at <= ns {
		return
	}
	w.at.Store(ns)
	wait := time.Duration(ns) - time.Since(w.base)
	if w.timer == nil {
		w.timer = time.AfterFunc(wait, w.look)
	} else {
		w.timer.Reset(wait)
	}
}

func (w *watch) leave(l *watchLink) {
	if !l.in.Load() {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !l.in.Load() {
		return
	}
	if l.next != nil {
		l.next.prev = l.prev
	}
	if l.prev != nil {
		l.prev.next = l.next
	} else {
		w.first = l.next
	}
	l.prev, l.next = nil, nil
	l.in.Store(false)
}

func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
	}
	w.at.Store(0)
}

// look is what the timer does.
func (w *watch) look() {
	w.mu.Lock()
	w.at.Store(0)
	var turns []*Turn
	for l := w.first; l != nil; l = l.next {
		turns = append(turns, l.turn)
	}
	w.mu.Unlock()
	for _, t := range turns {
		next, over, lost := t.overdue(time.Now())
		switch {
		case over:
			w.leave(&t.crowd.link)
		case !next.IsZero():
			w.expect(&t.crowd.link, next)
		}
		for _, k := range lost {
			// Not here: it tells observers, who may take their time, and other
			// turns are waiting to be looked at.
			go k.abandon()
		}
	}
}

// overdue tells calls whose time is up to stop, gives up those that did not,
// and returns when to look again, or that the turn is over.
func (t *Turn) overdue(now time.Time) (next time.Time, over bool, lost []*task) {
	sooner := func(at time.Time) {
		if next.IsZero() || at.Before(next) {
			next = at
		}
	}
	t.mu.Lock()
	if t.events.due {
		t.flush()
	}
	for _, k := range t.tasks {
		if k.settled || !k.busy {
			continue
		}
		if due := k.ctx.due(); !due.IsZero() && k.giveUpAt == 0 {
			if now.Before(due) {
				sooner(due)
				continue
			}
			allowed, _ := k.timeout()
			k.ctx.cancel(&ending{context.DeadlineExceeded, errOverdue{allowed}})
			k.giveUpAt = now.Sub(t.began) + t.eng.opt.Grace
		}
		switch giveUp := t.began.Add(k.giveUpAt); {
		case k.giveUpAt == 0:
		case now.Before(giveUp):
			sooner(giveUp)
		default:
			lost = append(lost, k)
		}
	}
	over = t.finished
	t.mu.Unlock()
	return next, over, lost
}

// abandon answers for a call that did not stop.
func (k *task) abandon() {
	_, cause := k.ctx.ended()
	_, e := k.stopped(cause)
	told := *e
	told.Message = fmt.Sprintf("%s. It was told to stop and did not within %s, so it was abandoned: it may still be at work, and what it has changed is unknown",
		e.Error(), k.turn.eng.opt.Grace)
	told.Code = tool.CodeInterrupted
	k.settle(Abandoned, k.remarked(tool.ErrorResult(&told)))
}
