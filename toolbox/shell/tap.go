package shell

import (
	"errors"
	"os"
	"sync"
	"time"
)

// tap reads a pipe all the time and can tell for certain that everything that was written until now has been read.
type tap struct {
	end   *os.File
	asked chan chan struct{}
	done  chan struct{}

	mu   sync.Mutex
	take func(p []byte) // nil: keep it for the next one
	kept capture
}

func newTap(end *os.File) *tap {
	return &tap{end: end, asked: make(chan chan struct{}, 1), done: make(chan struct{}), kept: capture{first: stderrHead, last: stderrTail}}
}

// turn has what comes from now on, and what came while nobody asked, taken.
func (t *tap) turn(take func(p []byte)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kept.total > 0 {
		before, _ := t.kept.text("it was printed between two evaluations")
		take([]byte(before))
		t.kept = capture{first: stderrHead, last: stderrTail}
	}
	t.take = take
}

// rest waits until everything that was written has been taken; what comes later is kept for the next turn.
func (t *tap) rest() {
	ack := make(chan struct{})
	t.asked <- ack
	// The flow stops at a deadline that has passed, and finds the question. Where it has ended there is nothing to stop.
	if err := t.end.SetReadDeadline(time.Unix(1, 0)); err == nil {
		select {
		case <-ack:
		case <-t.done:
		}
	}
	select {
	case <-t.asked: // nobody has answered it
	default:
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.take = nil
}

// flow reads until the end of the pipe, or until shut.
func (t *tap) flow() {
	defer close(t.done)
	buf := make([]byte, 32<<10)
	for {
		n, err := t.end.Read(buf)
		t.pass(buf[:n])
		switch {
		case err == nil:
		case errors.Is(err, os.ErrDeadlineExceeded):
			select {
			case ack := <-t.asked:
				if t.end.SetReadDeadline(time.Time{}) != nil {
					return
				}
				readNow(t.end, buf, t.pass)
				close(ack)
			default:
				return // it was shut
			}
		default:
			return
		}
	}
}

func (t *tap) pass(p []byte) {
	if len(p) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.take == nil {
		t.kept.add(p)
		return
	}
	t.take(p)
}

// shut ends the flow when the process is gone, whoever else may hold the pipe.
func (t *tap) shut() error {
	err := t.end.SetReadDeadline(time.Now().Add(drainTime))
	if errors.Is(err, os.ErrNoDeadline) || errors.Is(err, os.ErrClosed) {
		err = nil
	}
	<-t.done
	return errors.Join(err, t.end.Close())
}
