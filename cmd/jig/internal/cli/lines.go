package cli

import (
	"bufio"
	"io"
	"strings"
)

// Lines reads a person's lines, so that whoever wants the next one can also wait for something else.
type Lines struct {
	next chan string
	err  error
}

// NewLines begins to read. The goroutine ends with the input; where that never ends, with the program.
func NewLines(in io.Reader) *Lines {
	l := &Lines{next: make(chan string)}
	go func() {
		defer close(l.next)
		r := bufio.NewReader(in)
		for {
			line, err := r.ReadString('\n')
			if line != "" {
				l.next <- strings.TrimRight(line, "\r\n")
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
func (l *Lines) Next() <-chan string { return l.next }
