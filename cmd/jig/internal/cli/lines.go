package cli

import (
	"bufio"
	"io"
	"strings"
	"time"
)

// Lines reads a person's lines, so that whoever wants the next one can also wait for something else.
type Lines struct {
	next chan Line
	err  error
}

// Line is a line, and when it was there to be read: what a person has typed before a question stood on the screen is no answer
// to it.
type Line struct {
	Text string
	Came time.Time
}

// aheadLines is how many lines are read before somebody wants them. They have to be, or nobody would know when they came.
const aheadLines = 1024

// NewLines begins to read. The goroutine ends with the input; where that never ends, with the program.
func NewLines(in io.Reader) *Lines {
	l := &Lines{next: make(chan Line, aheadLines)}
	go func() {
		defer close(l.next)
		stamped := &stamped{in: in}
		r := bufio.NewReader(stamped)
		for {
			line, err := r.ReadString('\n')
			if line != "" {
				l.next <- Line{strings.TrimRight(line, "\r\n"), stamped.last}
			}
			if err != nil {
				l.err = err
				return
			}
		}
	}()
	return l
}

// Next is where lines come; it is closed at the end of the input.
func (l *Lines) Next() <-chan Line { return l.next }

// stamped knows when something was read last.
type stamped struct {
	in   io.Reader
	last time.Time
}

func (s *stamped) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	s.last = time.Now()
	return n, err
}
