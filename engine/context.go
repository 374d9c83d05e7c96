package engine

import (
	"context"
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
	done     chan struct{}
	end      *ending // nil while it lasts
	deadline time.Time
	// firm is set when the deadline is the tool's own. A deadline that is only
	// the engine's default gives way to a nested call that needs longer.
	firm  bool
	after map[*afterFunc]struct{}
}

type afterFunc struct{ run func() }

// ending is how a context ended.
type ending struct{ err, cause error }

func (c *callContext) parent() context.Context { return c.task.turn.ctx }

type callContextKey struct{}

func (c *callContext) Deadline() (time.Time, bool) {
	c.mu.Lock()
	own := c.deadline
	c.mu.Unlock()
	above, ok := c.parent().Deadline()
	if !ok || !own.IsZero() && own.Before(above) {
		return own, !own.IsZero()
	}
	return above, true
}

func (c *callContext) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done == nil {
		c.done = make(chan struct{})
		if c.end != nil {
			close(c.done)
		}
	}
	return c.done
}

func (c *callContext) Err() error {
	err, _ := c.ended()
	return err
}

func (c *callContext) Value(key any) any {
	switch key.(type) {
	case tool.CallKey:
		return &c.task.call
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
	if c.after == nil {
		c.after = make(map[*afterFunc]struct{})
	}
	c.after[entry] = struct{}{}
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		_, waiting := c.after[entry]
		delete(c.after, entry)
		return waiting
	}
}

// cancel ends the context; the first cause stays.
func (c *callContext) cancel(err, cause error) {
	c.mu.Lock()
	if c.end != nil {
		c.mu.Unlock()
		return
	}
	c.end = &ending{err, cause}
	if c.done != nil {
		close(c.done)
	}
	after := c.after
	c.after = nil
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
	c.deadline, c.firm = deadline, firm
	c.mu.Unlock()
}

func (c *callContext) due() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.deadline
}

// makeRoom moves default deadlines of the calls above out of the way of a
// nested call that may take until the given time; zero means for ever.
func (c *callContext) makeRoom(until time.Time) {
	for up, ok := c.parent().Value(callContextKey{}).(*callContext); ok && up != nil; {
		up.mu.Lock()
		if !up.firm && !up.deadline.IsZero() && (until.IsZero() || up.deadline.Before(until)) {
			up.deadline = until
		}
		up.mu.Unlock()
		up, ok = up.parent().Value(callContextKey{}).(*callContext)
	}
}
