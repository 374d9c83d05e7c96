package engine

import (
	"context"
	"errors"
	"sync"
	"time"

	"jig/tool"
)

// callContext is the context of one call. Unlike those of package context it
// costs nothing until somebody waits on it: the channel is made on demand, and
// the deadline is watched by the engine's one timer.
type callContext struct {
	task *task // its parent is the context of the task's turn

	mu       sync.Mutex
	bell     *bell         // nil while nobody waits
	end      *ending       // nil while it lasts
	deadline time.Duration // from the beginning of the turn; 0 if there is none
	// firm is set when the deadline is the tool's own. A deadline that is only
	// the engine's default gives way to a nested call that needs longer.
	firm bool
	held int32 // somebody below waits for an answer: the time does not run
}

// bell is how those who wait for the end of a context are told.
type bell struct {
	done  chan struct{} // made for the first who wants it
	after map[*afterFunc]struct{}
}

type afterFunc struct{ run func() }

// ending is how a context ended.
type ending struct{ err, cause error }

func (c *callContext) parent() context.Context { return c.task.turn.ctx }

type callContextKey struct{}

// Deadline tells only of a deadline that holds. The engine's default moves out
// of the way of nested calls, so nobody should build on it.
func (c *callContext) Deadline() (time.Time, bool) {
	c.mu.Lock()
	var own time.Time
	if c.firm {
		own = c.at(c.deadline)
	}
	c.mu.Unlock()
	above, ok := c.parent().Deadline()
	if !ok || !own.IsZero() && own.Before(above) {
		return own, !own.IsZero()
	}
	return above, true
}

func (c *callContext) Done() <-chan struct{} {
	c.task.turn.heedNow() // somebody means to wait
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.hang()
	if b.done == nil {
		b.done = make(chan struct{})
		if c.end != nil {
			close(b.done)
		}
	}
	return b.done
}

// hang gives the context its bell; the caller holds the lock.
func (c *callContext) hang() *bell {
	if c.bell == nil {
		c.bell = new(bell)
	}
	return c.bell
}

func (c *callContext) Err() error {
	if err, _ := c.ended(); err != nil {
		return err
	}
	return c.parent().Err()
}

func (c *callContext) Value(key any) any {
	switch key.(type) {
	case tool.CallKey:
		return &c.task.call
	case tool.IntentKey:
		return c.task.req.Intent
	case callContextKey:
		return c
	}
	return c.parent().Value(key)
}

// AfterFunc lets package context hang its own contexts below this one without
// a goroutine for each.
func (c *callContext) AfterFunc(f func()) func() bool {
	entry := &afterFunc{run: f}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end != nil {
		go f()
		return func() bool { return false }
	}
	b := c.hang()
	if b.after == nil {
		b.after = make(map[*afterFunc]struct{})
	}
	b.after[entry] = struct{}{}
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		_, waiting := b.after[entry]
		delete(b.after, entry)
		return waiting
	}
}

// cancel ends the context; the first ending stays.
func (c *callContext) cancel(end *ending) {
	c.mu.Lock()
	if c.end != nil {
		c.mu.Unlock()
		return
	}
	c.end = end
	var after map[*afterFunc]struct{}
	if b := c.bell; b != nil {
		if b.done != nil {
			close(b.done)
		}
		after, b.after = b.after, nil
	}
	c.mu.Unlock()
	for entry := range after {
		go entry.run()
	}
}

func (c *callContext) ended() (err, cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end == nil {
		return nil, nil
	}
	return c.end.err, c.end.cause
}

// arm sets the deadline; zero takes it away.
func (c *callContext) arm(deadline time.Time, firm bool) {
	c.mu.Lock()
	c.deadline, c.firm = c.from(deadline), firm
	c.mu.Unlock()
}

// due is when the call's time is up; zero if it does not run out, or not now.
func (c *callContext) due() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held > 0 {
		return time.Time{}
	}
	return c.at(c.deadline)
}

// at and from turn a deadline into the time it stands for and back.
func (c *callContext) at(d time.Duration) time.Time {
	if d == 0 {
		return time.Time{}
	}
	return c.task.turn.began.Add(d)
}

func (c *callContext) from(t time.Time) time.Duration {
	if t.IsZero() {
		return 0
	}
	if d := t.Sub(c.task.turn.began); d != 0 {
		return d
	}
	return 1
}

// revive makes a context that ended because its time was up usable for another
// try.
func (c *callContext) revive() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end != nil && errors.As(c.end.cause, new(errOverdue)) {
		c.end, c.bell = nil, nil
	}
}

// hold keeps the time of the calls above from running out while somebody is
// asked about this one; the function it returns lets it run on.
func (c *callContext) hold() (release func()) {
	begin := time.Now()
	var above []*callContext
	for up, ok := c.parent().Value(callContextKey{}).(*callContext); ok && up != nil; {
		above = append(above, up)
		up.mu.Lock()
		up.held++
		up.mu.Unlock()
		up, ok = up.parent().Value(callContextKey{}).(*callContext)
	}
	return func() {
		for _, up := range above {
			up.mu.Lock()
			up.held--
			if up.deadline != 0 && !up.firm {
				up.deadline += time.Since(begin)
			}
			up.mu.Unlock()
		}
	}
}

// causeOf is why a context ended: context.Cause, which knows the contexts of
// calls too.
func causeOf(ctx context.Context) error {
	if c, ok := ctx.Value(callContextKey{}).(*callContext); ok && c != nil {
		if _, cause := c.ended(); cause != nil {
			return cause
		}
	}
	return context.Cause(ctx)
}

// makeRoom moves default deadlines of the calls above out of the way of a
// nested call that may take until the given time; zero means for ever.
func (c *callContext) makeRoom(until time.Time) {
	for up, ok := c.parent().Value(callContextKey{}).(*callContext); ok && up != nil; {
		up.mu.Lock()
		if !up.firm && up.deadline != 0 && (until.IsZero() || up.at(up.deadline).Before(until)) {
			up.deadline = up.from(until)
		}
		up.mu.Unlock()
		up, ok = up.parent().Value(callContextKey{}).(*callContext)
	}
}
