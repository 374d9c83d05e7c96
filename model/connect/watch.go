package connect

import (
	"context"
	"fmt"
	"time"
)

// silence is that nothing came for too long.
type silence time.Duration

func (s silence) Error() string { return fmt.Sprintf("nothing came for %v", time.Duration(s)) }

// watch ends a context when it has not been stopped for too long.
type watch struct {
	timer *time.Timer
	limit time.Duration
}

// newWatch starts one; a limit that is not positive is none.
func newWatch(cancel context.CancelCauseFunc, limit time.Duration) *watch {
	w := &watch{limit: limit}
	if limit > 0 {
		w.timer = time.AfterFunc(limit, func() { cancel(silence(limit)) })
	}
	return w
}

func (w *watch) stop() {
	if w.timer != nil {
		w.timer.Stop()
	}
}

func (w *watch) start() {
	if w.timer != nil {
		w.timer.Reset(w.limit)
	}
}
