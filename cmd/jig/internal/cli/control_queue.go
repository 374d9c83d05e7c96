package cli

import (
	"sync"

	"jig/wire"
)

// queue holds the messages of a program until they can be said. Taking one in never waits, so that whoever reads the program's
// lines can go on to its answers and interruptions while a message is being answered.
type queue struct {
	mu      sync.Mutex
	waiting []wire.Message
	ended   bool
	wake    chan struct{}
	out     chan wire.Message
}

// newQueue makes one. Its goroutine ends after end, when everything has been taken; where that never happens, with the program.
func newQueue() *queue {
	q := &queue{wake: make(chan struct{}, 1), out: make(chan wire.Message)}
	go func() {
		defer close(q.out)
		for {
			m, ok, ended := q.next()
			switch {
			case ok:
				q.out <- m
			case ended:
				return
			default:
				<-q.wake
			}
		}
	}()
	return q
}

func (q *queue) next() (m wire.Message, ok, ended bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		return m, false, q.ended
	}
	m, q.waiting = q.waiting[0], q.waiting[1:]
	return m, true, false
}

func (q *queue) put(m wire.Message) {
	q.mu.Lock()
	q.waiting = append(q.waiting, m)
	q.mu.Unlock()
	q.rouse()
}

// end says that no more messages come.
func (q *queue) end() {
	q.mu.Lock()
	q.ended = true
	q.mu.Unlock()
	q.rouse()
}

func (q *queue) rouse() {
	select {
	case q.wake <- struct{}{}:
	default: // it is awake, or will be
	}
}
