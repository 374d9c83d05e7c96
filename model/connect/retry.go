package connect

import (
	"context"
	"math/rand/v2"
	"time"
)

const (
	// firstWait is about how long is waited before a request is sent again; each further
	// wait is twice as long, up to longestWait.
	firstWait   = 500 * time.Millisecond
	longestWait = 30 * time.Second
	// longestAfter is how long a provider may make us wait. If it wants longer, the error
	// is given at once and says so: that is for the caller to decide.
	longestAfter = 2 * time.Minute
)

// pause is how long to wait before an attempt, counted from 1, and whether that makes
// sense. What the provider says counts; otherwise it grows, and a random half of it keeps
// many clients from coming back at the same moment.
func pause(attempt int, after time.Duration) (time.Duration, bool) {
	if after > longestAfter {
		return 0, false
	}
	if after > 0 {
		return after + rand.N(after/10+time.Millisecond), true
	}
	wait := longestWait
	if attempt < 7 { // before the shift reaches longestWait
		wait = min(wait, firstWait<<(attempt-1))
	}
	return wait/2 + rand.N(wait/2), true
}

// sleep waits, unless the context ends first.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
