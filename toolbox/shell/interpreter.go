package shell

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"jig/sandbox"
)

// interpreter is the place of a language: who holds its turn may use or replace the process in it.
type interpreter struct {
	language language
	turn     chan struct{}
	live     *breath
	confined bool // of its last life
	asked    int  // how many evaluations there were, which is the number of the last
}

// breath is one life of an interpreter: a process, a channel to its driver, and taps on what it prints.
//
// The keeper is the only one that ends it; others ask for that by closing stop. A tap reads all the time, also between two
// evaluations, so that code that prints in the background does not come to a halt.
type breath struct {
	proc    *sandbox.Process
	channel *os.File
	replies *bufio.Reader
	taps    [streams]*tap
	once    sync.Once
	stop    chan struct{}
	gone    chan struct{}
	err     error // of ending it; read after gone
}

// reply is what a driver answers.
type reply struct {
	OK          bool   `json:"ok"`
	Value       string `json:"value"`
	Error       string `json:"error"`
	Interrupted bool   `json:"interrupted"`
	Code        *int   `json:"code"`
}

// longestReply bounds what a driver may answer; they cut values themselves.
const longestReply = 8 << 20

// breathe starts the process of a job with a channel as its first file.
func (s *Shells) breathe(ctx context.Context, j *job) (*breath, error) {
	ours, theirs, err := socketPair()
	if err != nil {
		return nil, err
	}
	l := &breath{channel: ours, replies: bufio.NewReader(ours), stop: make(chan struct{}), gone: make(chan struct{})}
	written := make([]*os.File, streams)
	defer func() {
		closeAll(written)
		closeAll([]*os.File{theirs})
	}()
	for i := range l.taps {
		read, write, pipeErr := os.Pipe()
		if pipeErr != nil {
			err = fmt.Errorf("no pipe for the output: %w", pipeErr)
			break
		}
		written[i] = write
		l.taps[i] = newTap(read)
	}
	if err == nil {
		l.proc, err = s.start(ctx, j, theirs, written[stdout], written[stderr])
	}
	if err != nil {
		closeAll([]*os.File{ours})
		for _, t := range l.taps {
			if t != nil {
				closeAll([]*os.File{t.end})
			}
		}
		return nil, err
	}
	for _, t := range l.taps {
		go t.flow() // finish waits for it
	}
	return l, nil
}

// keep ends the process when it is time, and what it left when it has ended by itself.
func (l *breath) keep(closing <-chan struct{}) {
	select {
	case <-l.proc.Done():
	case <-l.stop:
	case <-closing:
	}
	l.err = l.finish()
	close(l.gone)
}

// finish kills the tree and takes everything down.
func (l *breath) finish() error {
	err := l.proc.Close()
	for _, t := range l.taps {
		err = errors.Join(err, t.shut())
	}
	closeAll([]*os.File{l.channel})
	return err
}

// end stops the process and waits until it is gone.
func (i *interpreter) end() {
	if i.live != nil {
		i.live.once.Do(func() { close(i.live.stop) })
		<-i.live.gone
	}
}

// dead reports whether there was a process, and it has ended.
func (i *interpreter) dead() bool {
	if i.live == nil {
		return false
	}
	select {
	case <-i.live.proc.Done():
		<-i.live.gone
		return true
	case <-i.live.gone:
		return true
	default:
		return false
	}
}

// ending says how the process ended, as far as that is of interest.
func (i *interpreter) ending() string {
	select {
	case <-i.live.gone:
	default:
		return ""
	}
	d := &Details{}
	d.finish(i.live.proc.Exit())
	switch {
	case d.Signal != "":
		return " by " + d.Signal
	case d.ExitCode != nil:
		return fmt.Sprintf(" with code %d", *d.ExitCode)
	}
	return ""
}

// evaluate has the driver run code. Without a reply the process is gone.
func (i *interpreter) evaluate(ctx context.Context, code string, out *output, timeout time.Duration, closing <-chan struct{}) (*reply, reason, error) {
	l := i.live
	i.asked++
	for stream, t := range l.taps {
		t.turn(func(p []byte) { out.add(stream, p) })
	}
	answers := make(chan *reply, 1)
	go func() { // ends with the reply, or with the channel, which finish closes
		answers <- l.ask(i.asked, code)
	}()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	got, why, answered := (*reply)(nil), ended, false
	select {
	case got = <-answers:
		answered = true
	case <-timer.C:
		why = timedOut
	case <-ctx.Done():
		why = cancelled
	case <-closing:
		why = closed
	}
	if why == timedOut || why == cancelled {
		got, answered = l.interrupt(answers, closing)
	}
	if got == nil {
		i.end()
		if !answered {
			<-answers // so that nobody reads any more
		}
	}
	for _, t := range l.taps {
		t.rest()
	}
	if got == nil {
		return nil, why, l.err
	}
	return got, why, nil
}

// interrupt stops the code as Ctrl-C would, and gives it a moment to end.
func (l *breath) interrupt(answers <-chan *reply, closing <-chan struct{}) (got *reply, answered bool) {
	if l.proc.Signal(os.Interrupt) != nil {
		return nil, false // it is on its way out, or has to be stopped otherwise
	}
	grace := time.NewTimer(interruptGrace)
	defer grace.Stop()
	select {
	case got := <-answers:
		return got, true
	case <-grace.C:
	case <-closing:
	}
	return nil, false
}

// ask sends code to the driver and waits for its reply, nil if there will be none.
func (l *breath) ask(id int, code string) *reply {
	if _, err := fmt.Fprintf(l.channel, "%d %d\n%s", id, len(code), code); err != nil {
		return nil
	}
	for {
		var about, size int
		if _, err := fmt.Fscanf(l.replies, "%d %d\n", &about, &size); err != nil || size < 0 || size > longestReply {
			return nil
		}
		body := make([]byte, size)
		if _, err := io.ReadFull(l.replies, body); err != nil {
			return nil
		}
		r := new(reply)
		if json.Unmarshal(body, r) != nil {
			return nil
		}
		if about == id {
			return r
		}
	}
}
