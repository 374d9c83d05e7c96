package shell

import (
	"sync"
	"time"

	"jig/tool"
)

const (
	// beat is how often people are shown what has come.
	beat = 32 * time.Millisecond
	// mostAtOnce is how much they are shown each time; nobody reads more in a beat.
	mostAtOnce = 16 << 10
)

// live shows people what a command prints while it runs, in batches. A command that is over within the first beat shows
// nothing: its result is there already.
//
// The timer's goroutine works under the lock and does nothing once the live is closed, so that nothing is shown after close.
type live struct {
	call *tool.Call

	mu     sync.Mutex
	clean  cleaner
	ready  []byte
	timer  *time.Timer
	armed  bool
	shown  bool
	closed bool
}

func (l *live) add(p []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	if len(p) > mostAtOnce {
		p = p[len(p)-mostAtOnce:]
	}
	l.ready = l.clean.feed(l.ready, p)
	if len(l.ready) > 2*mostAtOnce {
		l.ready = l.ready[:copy(l.ready, l.ready[len(l.ready)-mostAtOnce:])]
	}
	if l.armed {
		return
	}
	l.armed = true
	if l.timer == nil {
		l.timer = time.AfterFunc(beat, l.show)
		return
	}
	l.timer.Reset(beat)
}

func (l *live) show() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.armed = false
	if l.closed {
		return
	}
	l.send()
}

func (l *live) send() {
	text := l.ready[max(len(l.ready)-mostAtOnce, 0):]
	if len(text) == 0 {
		return
	}
	l.shown = true
	l.call.Update(tool.TextResult(validText(text)))
	l.ready = l.ready[:0]
}

// close shows the rest to those who were shown the beginning.
func (l *live) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timer != nil {
		l.timer.Stop()
	}
	if l.shown && !l.closed {
		l.ready = l.clean.flush(l.ready)
		l.send()
	}
	l.closed = true
}
