package nursery

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// A link is the program's connection to one nursery process. One goroutine reads
// it, until the process has ended; close waits for it.
type link struct {
	conn   connection
	line   *line
	cmd    *exec.Cmd
	said   *complaint    // may be read when it is over
	over   chan struct{} // closes when the nursery has ended
	closed error         // how it ended, if that was asked for and did not go well
	swept  error         // what could not be ended after it had died

	mu       sync.Mutex
	lost     bool // nothing more will be answered
	closing  bool
	serial   uint64
	asked    map[uint64]chan *message
	children map[birthmark]*child
}

func newLink(conn connection, cmd *exec.Cmd, said *complaint) *link {
	l := &link{
		conn: conn, line: newLine(conn), cmd: cmd, said: said, over: make(chan struct{}),
		asked: make(map[uint64]chan *message), children: make(map[birthmark]*child),
	}
	go l.listen() // until the nursery has ended; close waits for it
	return l
}

// lostError says that the nursery has died, and what it said about it.
func (l *link) lostError() error {
	if len(l.said.text) == 0 {
		return ErrLost
	}
	return fmt.Errorf("%w: %s", ErrLost, bytes.TrimSpace(l.said.text))
}

// add takes a child in, unless the nursery has ended.
func (l *link) add(c *child) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.lost {
		l.children[c.mark] = c
	}
	return !l.lost
}

func (l *link) drop(c *child) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.children, c.mark)
}

// abandon has a command killed whose starting nobody waits for any more.
func (l *link) abandon(c *child) {
	l.mu.Lock()
	c.abandoned = true
	l.mu.Unlock()
	// Nobody waits for the answer; and if the nursery has ended, so has the command.
	_ = l.line.send(&message{kind: killKind, mark: c.mark, numbers: []int64{0}})
}

// ask sends a request and returns where the reply will come, or the channel be
// closed because the nursery has ended.
func (l *link) ask(m *message) (<-chan *message, error) {
	reply := make(chan *message, 1)
	l.mu.Lock()
	if l.lost {
		l.mu.Unlock()
		return nil, ErrLost
	}
	l.serial++
	m.serial = l.serial
	l.asked[m.serial] = reply
	l.mu.Unlock()
	if err := l.line.send(m); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrLost, err)
	}
	return reply, nil
}

// listen notes what the nursery tells until it ends, and sees to what it leaves.
func (l *link) listen() {
	defer close(l.over)
	for {
		m, err := l.line.receive()
		if err != nil {
			break
		}
		l.note(m)
	}
	l.mu.Lock()
	l.lost = true
	for _, reply := range l.asked {
		close(reply)
	}
	l.asked = nil
	left, closing := l.children, l.closing
	l.children = nil
	l.mu.Unlock()
	timer := time.AfterFunc(2*killTime, func() { _ = l.cmd.Process.Kill() }) // it may have ended just now
	defer timer.Stop()
	ended := errors.Join(l.conn.Close(), l.cmd.Wait())
	if ended != nil && len(l.said.text) > 0 {
		ended = fmt.Errorf("%w: %s", ended, bytes.TrimSpace(l.said.text))
	}
	l.swept = sweep(left, l.lostError())
	if closing { // otherwise those whose command was lost have heard of it
		l.closed = errors.Join(ended, l.swept)
	}
}

func (l *link) note(m *message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	child := l.children[m.mark]
	switch {
	case m.kind == replyKind && len(m.numbers) > 0:
		if reply, ok := l.asked[m.serial]; ok {
			delete(l.asked, m.serial)
			reply <- m
		}
		if child != nil && child.abandoned && len(m.texts) > 0 { // it could not be started anyway
			delete(l.children, m.mark)
		}
	case child == nil:
	case m.kind == exitKind && len(m.numbers) == 3:
		child.exit = Exit{Code: int(m.numbers[0]), Signal: syscall.Signal(m.numbers[1])}
		close(child.done)
		if m.numbers[2] != 0 {
			close(child.gone)
			delete(l.children, m.mark)
		}
	case m.kind == goneKind:
		close(child.gone)
		delete(l.children, m.mark)
	}
}

// sweep kills what a nursery that has died had kept. Its orphans are somebody else's
// now, but they still have their marks.
func sweep(left map[birthmark]*child, why error) error {
	if len(left) == 0 {
		return nil
	}
	w := newWard(false)
	for mark := range left {
		w.orphan(mark)
	}
	err := w.close()
	for _, c := range left {
		select {
		case <-c.done:
		default:
			c.exit = Exit{Code: -1, Err: why}
			close(c.done)
		}
		close(c.gone)
	}
	return err
}

// close ends the nursery: it kills everything once nobody holds the other end.
func (l *link) close() error {
	l.mu.Lock()
	first := !l.closing
	l.closing = true
	l.mu.Unlock()
	if first {
		if err := l.conn.CloseWrite(); err != nil && !errors.Is(err, os.ErrClosed) {
			select {
			case <-l.over: // it was not there any more
			default:
				return fmt.Errorf("end the process that keeps commands: %w", err)
			}
		}
	}
	<-l.over
	return l.closed
}
